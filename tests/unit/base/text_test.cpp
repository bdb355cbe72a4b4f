#include "kgpu/base/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

using namespace kgpu;

TEST_CASE("text: lower case is ASCII only") {
  CHECK(to_lower("") == "");
  CHECK(to_lower("G6.xLARGE-\u00c9") == "g6.xlarge-\u00c9");
}

TEST_CASE("text: split and join") {
  using Parts = std::vector<std::string>;
  CHECK(split("", ',') == Parts{});
  CHECK(split("a", ',') == Parts{"a"});
  CHECK(split("a,,b", ',') == Parts{"a", "", "b"});
  CHECK(split(",", ',') == Parts{"", ""});
  CHECK(join(Parts{}, ", ") == "");
  CHECK(join(Parts{"a", "", "b"}, ", ") == "a, , b");
}

TEST_CASE("text: trim") {
  CHECK(trim("") == "");
  CHECK(trim(" \t ") == "");
  CHECK(trim("\t a b\n ") == "a b\n");
}

TEST_CASE("text: UTF-8 as Unicode defines it") {
  // Table 3-7 of the Unicode standard: the ends of each row, and what lies just outside.
  for (const std::string text : {"", "a", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                                 "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    CHECK(is_valid_utf8(text));
  }
  for (const std::string text :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2\x41", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf",
        "\xe2\x82", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "a\xfe", "\xf0\x9f\x98"}) {
    CHECK(!is_valid_utf8(text));
  }
  CHECK(first_utf8_character("\U0001f600x").code == 0x1f600);
  CHECK(first_utf8_character("\U0001f600x").length == 4);
  CHECK(first_utf8_character("\xff").length == 0);
}

TEST_CASE("text: printable") {
  using namespace std::string_literals;
  CHECK(printable("caf\u00e9") == "caf\u00e9");
  CHECK(printable("a\nb\x1b[31m\x7f") == "a\\x0ab\\x1b[31m\\x7f");
  CHECK(printable("a\0b"s) == "a\\x00b");
  CHECK(printable("\xff\xc3z") == "\\xff\\xc3z");
  CHECK(printable("\u0085\u009b") == "\\xc2\\x85\\xc2\\x9b");
  // What reorders or breaks a line on a terminal or in a log.
  CHECK(printable("a\u2028b\u202ec") == "a\\xe2\\x80\\xa8b\\xe2\\x80\\xaec");
  CHECK(printable(std::string(80, 'x')) == std::string(80, 'x'));
  CHECK(printable(std::string(81, 'x')) == std::string(80, 'x') + "\u2026");
  CHECK(printable("\u00e9\u00e9\u00e9", 2) == "\u00e9\u00e9\u2026");
  CHECK(printable("", 0) == "");
  CHECK(in_quotes("a'b\t") == "'a'b\\x09'");
}

TEST_CASE("text: numbers in names compare as numbers") {
  std::vector<std::string> names = {"g6.12xlarge", "g6.2xlarge",   "g6e.xlarge", "g6.xlarge", "g5.48xlarge",
                                    "g10.xlarge",  "p4d.24xlarge", "a",          "",          "g06.2xlarge"};
  std::ranges::sort(names, natural_less);
  CHECK(names == std::vector<std::string>{"", "a", "g5.48xlarge", "g06.2xlarge", "g6.2xlarge", "g6.12xlarge",
                                          "g6.xlarge", "g6e.xlarge", "g10.xlarge", "p4d.24xlarge"});
}

TEST_CASE("text: natural order is an order") {
  std::mt19937 random(5);
  const auto word = [&random] {
    std::string text;
    for (auto i = random() % 6; i > 0; --i) {
      text += "01290ab.-"[random() % 9];
    }
    return text;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::string a = word();
    const std::string b = word();
    const std::string c = word();
    CAPTURE(a);
    CAPTURE(b);
    CAPTURE(c);
    CHECK(!natural_less(a, a));
    CHECK((a == b || natural_less(a, b) != natural_less(b, a)));
    if (natural_less(a, b) && natural_less(b, c)) {
      CHECK(natural_less(a, c));
    }
  }
}

TEST_CASE("text: the nearest candidates") {
  using Names = std::vector<std::string>;
  constexpr std::string_view k_types[] = {"g6.xlarge", "g6e.xlarge", "g5.xlarge", "p4d.24xlarge", "inf2.xlarge"};
  CHECK(nearest("g6.xlrage", k_types, 1) == Names{"g6.xlarge"});
  CHECK(nearest("G6.XLARGE", k_types, 1) == Names{"g6.xlarge"});
  CHECK(nearest("G5.XLARGE", k_types, 1) == Names{"g5.xlarge"});  // before the g6.xlarge that stands first
  CHECK(nearest("p4d", k_types) == Names{"p4d.24xlarge"});
  CHECK(nearest("zzzzzzzzz", k_types) == Names{});
  CHECK(nearest("", k_types) == Names{});
  CHECK(nearest(std::string(5'000, 'g'), k_types) == Names{});
  CHECK(nearest("g7.xlarge", k_types) == Names{"g6.xlarge", "g5.xlarge", "g6e.xlarge"});
  CHECK(did_you_mean("g6.xlage", std::span(k_types).first(1)) == "did you mean 'g6.xlarge'?");
  CHECK(did_you_mean("g7.xlarge", k_types) == "did you mean 'g6.xlarge', 'g5.xlarge' or 'g6e.xlarge'?");
  CHECK(did_you_mean("zzzzzzzzz", k_types) == "");
}

// RFC 3986: unreserved characters stay, every other byte is encoded.
TEST_CASE("text: percent encoding") {
  CHECK(kgpu::percent_encoded("aZ09-._~") == "aZ09-._~");
  CHECK(kgpu::percent_encoded("a/b c+d=%") == "a%2Fb%20c%2Bd%3D%25");
  CHECK(kgpu::percent_encoded("\xc3\xa9\n") == "%C3%A9%0A");
}
