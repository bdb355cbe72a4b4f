#include "kgpu/k8s/names.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <string>

using kgpu::Error;
using kgpu::ErrorKind;
using namespace kgpu::k8s;

namespace {

struct Case {
  std::string text;  // `@63` stands for 63 times `a`
  bool label;
  bool subdomain;
  bool qualified_name;
  bool label_value;
};

// From k8s.io/apimachinery v0.33.4: IsDNS1123Label, IsDNS1123Subdomain, IsQualifiedName, IsValidLabelValue.
// clang-format off
const Case k_cases[] = {
    {"", false, false, false, true},
    {"a", true, true, true, true},
    {"A", false, false, true, true},
    {"1", true, true, true, true},
    {"-", false, false, false, false},
    {"a-b", true, true, true, true},
    {"-a", false, false, false, false},
    {"a-", false, false, false, false},
    {"a_b", false, false, true, true},
    {"a.b", false, true, true, true},
    {".a", false, false, false, false},
    {"a.", false, false, false, false},
    {"a..b", false, false, true, true},
    {"a/b", false, false, true, false},
    {"/b", false, false, false, false},
    {"a/", false, false, false, false},
    {"a/b/c", false, false, false, false},
    {"A/b", false, false, false, false},
    {"a.b/C_d.e", false, false, true, false},
    {"a_b/c", false, false, false, false},
    {"\u00e9", false, false, false, false},
    {"a b", false, false, false, false},
    {"a\n", false, false, false, false},
    {"true", true, true, true, true},
    {"0", true, true, true, true},
    {"a--b", true, true, true, true},
    {"@63", true, true, true, true},
    {"@64", false, true, false, false},
    {"@63.@63", false, true, false, false},
    {"@63.@63.@63.@61", false, true, false, false},
    {"@63.@63.@63.@62", false, false, false, false},
    {"@64.b", false, true, false, false},
    {"@64/b", false, false, true, false},
    {"b/@63", false, false, true, false},
    {"b/@64", false, false, false, false},
    {"x-", false, false, false, false},
    {"-x.y", false, false, false, false},
    {"x.-y", false, false, true, true},
    {"x-.y", false, false, true, true},
    {"example.com/a", false, false, true, false},
    {"example.com./a", false, false, false, false},
    {"EXAMPLE.com/a", false, false, false, false},
    {"nvidia.com/gpu", false, false, true, false},
    {"a=b", false, false, false, false},
    {"a:b", false, false, false, false},
    {"_a", false, false, false, false},
    {"a_", false, false, false, false},
    {"a.b-c_d", false, false, true, true},
    {"1.2", false, true, true, true},
    {"1-2.3", false, true, true, true},
    {std::string("a\0b", 3), false, false, false, false},
};
// clang-format on

std::string expanded(std::string text) {
  for (auto at = text.find('@'); at != std::string::npos; at = text.find('@')) {
    text.replace(at, 3, std::string(static_cast<std::size_t>(std::stoi(text.substr(at + 1, 2))), 'a'));
  }
  return text;
}

template <class Parse>
std::string refusal(Parse parse) {
  try {
    (void)parse();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.what();
  }
  return {};
}

std::string label_refusal(const std::string& text) {
  return refusal([&] { return parse_label(text, "--label"); });
}
std::string taint_refusal(const std::string& text) {
  return refusal([&] { return parse_taint(text, "--taint"); });
}

}  // namespace

TEST_CASE("names: judged as apimachinery judges them") {
  for (const Case& c : k_cases) {
    CAPTURE(c.text);
    const std::string text = expanded(c.text);
    CHECK(is_dns_label(text) == c.label);
    CHECK(is_dns_subdomain(text) == c.subdomain);
    CHECK(is_qualified_name(text) == c.qualified_name);
    CHECK(is_label_value(text) == c.label_value);
  }
}

TEST_CASE("label: key and value") {
  CHECK(parse_label("team=ml", "--label") == Label{"team", "ml"});
  CHECK(parse_label("example.com/a=", "--label") == Label{"example.com/a", ""});
  CHECK(label_refusal("team") == "--label: 'team' is not KEY=VALUE");
  CHECK(label_refusal("=ml") == "--label: '=ml' has no valid key: '' is not a qualified name");
  CHECK(label_refusal("a b=c") == "--label: 'a b=c' has no valid key: 'a b' is not a qualified name");
  CHECK(label_refusal("a=b=c") == "--label: 'a=b=c' has no valid value: 'b=c' is not a label value");
  CHECK(label_refusal("a=b\n") == "--label: 'a=b\\x0a' has no valid value: 'b\\x0a' is not a label value");
}

TEST_CASE("taint: as kubectl taint takes it") {
  CHECK(parse_taint("dedicated=gpu:NoSchedule", "--taint") == Taint{"dedicated", "gpu", "NoSchedule"});
  CHECK(parse_taint("dedicated:NoExecute", "--taint") == Taint{"dedicated", "", "NoExecute"});
  CHECK(parse_taint("a.b/c=:PreferNoSchedule", "--taint") == Taint{"a.b/c", "", "PreferNoSchedule"});
  CHECK(taint_refusal("dedicated=gpu") ==
        "--taint: 'dedicated=gpu' is not KEY[=VALUE]:EFFECT (EFFECT one of: NoSchedule, PreferNoSchedule, NoExecute)");
  CHECK(taint_refusal("a:noschedule") ==
        "--taint: 'a:noschedule' has an unknown effect 'noschedule' (one of: NoSchedule, PreferNoSchedule, NoExecute)");
  CHECK(taint_refusal(":NoSchedule") == "--taint: ':NoSchedule' has no valid key: '' is not a qualified name");
  CHECK(taint_refusal("a=b=c:NoSchedule") ==
        "--taint: 'a=b=c:NoSchedule' has no valid value: 'b=c' is not a label value");
  CHECK(taint_refusal("a=b:c:NoSchedule") ==
        "--taint: 'a=b:c:NoSchedule' has no valid value: 'b:c' is not a label value");
  CHECK(taint_refusal("") ==
        "--taint: '' is not KEY[=VALUE]:EFFECT (EFFECT one of: NoSchedule, PreferNoSchedule, NoExecute)");
}

TEST_CASE("taint: a mistyped effect is guessed") {
  try {
    (void)parse_taint("a:noschedule", "--taint");
    FAIL("taken");
  } catch (const Error& error) {
    CHECK(error.hint() == "did you mean 'NoSchedule'?");
  }
}
