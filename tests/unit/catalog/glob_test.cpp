#include "kgpu/catalog/glob.hpp"

#include <doctest/doctest.h>

namespace kgpu::catalog {

TEST_CASE("glob: `*` is any run of characters") {
  struct Case {
    std::string_view pattern;
    std::string_view text;
    bool matches;
  };
  const Case cases[] = {
      {"*", "", true},
      {"*", "g6.xlarge", true},
      {"g6.*", "g6.xlarge", true},
      {"g6.*", "g6e.xlarge", false},
      {"Standard_NC*_A100_v4", "Standard_NC24ads_A100_v4", true},
      {"Standard_NC*_A100_v4", "Standard_NC4as_T4_v3", false},
      {"n1-*-v100x*", "n1-standard-8+nvidia-tesla-v100x1", true},
      {"a*b*c", "a-b-b-c", true},
      {"a*b*c", "a-b-b", false},
      {"", "", true},
      {"", "a", false},
      {"ab", "abc", false},
      {"*a", "baab", false},
      {"**", "x", true},
  };
  for (const Case& c : cases) {
    CAPTURE(c.pattern);
    CAPTURE(c.text);
    CHECK(glob_matches(c.pattern, c.text) == c.matches);
  }
}

}  // namespace kgpu::catalog
