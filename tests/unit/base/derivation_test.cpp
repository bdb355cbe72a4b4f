#include "kgpu/base/derivation.hpp"

#include "formula.hpp"

#include <doctest/doctest.h>

using namespace kgpu;

namespace {

constexpr Figure k_margin{1.02, "margin", "ratio", "factors.csv", "a page"};

std::string words(const Origin& origin) {
  return std::string(origin.file) + "|" + std::string(origin.row);
}

}  // namespace

TEST_CASE("a named term is a step whose formula names its children") {
  Trace trace;
  const Term a = trace.given(3, "width", "values", {"models.csv", "m"});
  const Term b = trace.given(4, "height", {}, {{}, "--height"});
  const Term area = (a * b).named("area", "values");
  const Term all = ((area + 2 * a) * k_margin - ceil(a / b)).named("all");
  CHECK(all.value() == doctest::Approx((12 + 6) * 1.02 - 1));
  const Derivation tree = derivation_of(all, words);
  CHECK(tree.formula == "(area + 2 * width) * margin - ceil(width / height)");
  REQUIRE(tree.children.size() == 4);
  CHECK(tree.children[0].formula == "width * height");
  CHECK(tree.children[0].unit == "values");
  CHECK(tree.children[1].source == "models.csv|m");
  CHECK(tree.children[2].source == "factors.csv|margin");
  CHECK(tree.children[2].published == "a page");
  CHECK(tree.children[2].unit.empty());
  CHECK(tree.children[3].source == "|--height");
  CHECK(test::Formula(tree).value() == doctest::Approx(tree.value));
}

TEST_CASE("brackets stand where the order of operations wants them") {
  Trace trace;
  const auto leaf = [&](double value, const char* name) { return trace.given(value, name, {}, {{}, "x"}); };
  const Term a = leaf(2, "a");
  const Term b = leaf(3, "b");
  const Term c = leaf(5, "c");
  struct Row {
    Term term;
    const char* formula;
    double value;
  };
  const Row rows[] = {{a - (b - c), "a - (b - c)", 4},
                      {a - b - c, "a - b - c", -6},
                      {a / (b * c), "a / (b * c)", 2.0 / 15},
                      {a / b / c, "a / b / c", 2.0 / 15},
                      {(a + b) * c, "(a + b) * c", 25},
                      {a + b * c, "a + b * c", 17},
                      {max(a, b - 4), "max(a, b - 4)", 2},
                      {1 - pow(a, b), "1 - pow(a, b)", -7},
                      {log2(a) * min(b, c), "log2(a) * min(b, c)", 3}};
  for (const Row& row : rows) {
    CAPTURE(row.formula);
    const Derivation tree = derivation_of(row.term.named("all"), words);
    CHECK(tree.formula == row.formula);
    CHECK(tree.value == doctest::Approx(row.value));
    CHECK(test::Formula(tree).value() == doctest::Approx(row.value));
  }
}

TEST_CASE("two different terms of one name stay two") {
  Trace trace;
  const Term sum = (trace.given(1, "part", {}, {"a", "x"}) + trace.given(2, "part", {}, {"a", "y"})).named("sum");
  const Derivation tree = derivation_of(sum, words);
  CHECK(tree.formula == "part + part #2");
  CHECK(test::Formula(tree).value() == 3);
}

TEST_CASE("without a trace a term is a number") {
  const Term a = given(nullptr, 3, "width", {}, {"models.csv", "m"});
  const Term sum = (a * k_margin + 1).named("sum");
  CHECK(sum.value() == doctest::Approx(4.06));
  const Derivation tree = derivation_of(sum, words);
  CHECK(tree.children.empty());
  CHECK(tree.formula.empty());
}
