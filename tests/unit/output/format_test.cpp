#include "kgpu/output/format.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <string>

using kgpu::Error;
using kgpu::output::Format;
using kgpu::output::parse_format;

TEST_CASE("format: one of those allowed") {
  constexpr Format k_allowed[] = {Format::table, Format::wide, Format::json};
  CHECK(parse_format("json", k_allowed) == Format::json);
  for (const std::string text : {"yaml", "JSON", "", "jso"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS((void)parse_format(text, k_allowed),
                         ("unknown output format '" + text + "' (one of: table, wide, json)").c_str(), Error);
  }
}

TEST_CASE("format: every name is read back") {
  constexpr Format k_all[] = {Format::table, Format::wide, Format::json, Format::yaml, Format::csv, Format::name};
  for (const Format format : k_all) {
    CHECK(parse_format(to_string(format), k_all) == format);
  }
}
