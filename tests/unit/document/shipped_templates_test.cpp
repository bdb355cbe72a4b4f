#include "kgpu/document/template.hpp"

#include <doctest/doctest.h>

using kgpu::document::TemplateSet;
using kgpu::document::TemplateText;

TEST_CASE("shipped templates: each keeps the rules that an override must keep") {
  const TemplateSet& shipped = TemplateSet::built_in();
  REQUIRE(!shipped.names().empty());
  for (const std::string& name : shipped.names()) {
    CAPTURE(name);
    // Laid over themselves they pass every check: no `{{{`, no `{{&`, no partial, each tag a whole scalar.
    CHECK_NOTHROW((void)shipped.with_overrides({TemplateText{name, shipped.text(name)}}));
    CHECK(shipped.text(name).find("{{{") == std::string::npos);
    CHECK(shipped.text(name).find("{{&") == std::string::npos);
    CHECK(shipped.text(name).ends_with('\n'));
  }
}
