#include "kgpu/instance/filter.hpp"

#include "doctest/doctest.h"
#include "offers.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/catalog/device_memory.hpp"

namespace kgpu::instance {
namespace {

using testing::built_in;
using testing::type;

TEST_CASE("features: of the accelerator, EFA of the machine, blank is neither yes nor no") {
  struct Case {
    const char* type;
    Feature feature;
    std::optional<bool> expected;
  };
  // From gpus.csv and aws_instances.csv. p6e-gb200.36xlarge has no EFA figure; L4 no FP4 rate; H100-94 (NC40ads) no
  // NVLink figure.
  const Case cases[] = {
      {"p4d.24xlarge", Feature::mig, true},     {"g6.xlarge", Feature::mig, false},
      {"p4d.24xlarge", Feature::efa, true},     {"g6.xlarge", Feature::efa, false},
      {"p6e-gb200.36xlarge", Feature::efa, {}}, {"p4d.24xlarge", Feature::nvlink, true},
      {"g6e.48xlarge", Feature::nvlink, false}, {"Standard_NC40ads_H100_v5", Feature::nvlink, {}},
      {"g4dn.xlarge", Feature::bf16, false},    {"g5.xlarge", Feature::bf16, true},
      {"g5.xlarge", Feature::fp8, false},       {"g6.xlarge", Feature::fp8, true},
      {"g6.xlarge", Feature::fp4, {}},          {"p6-b200.48xlarge", Feature::fp4, true},
      {"g4ad.xlarge", Feature::bf16, {}},       {"c7g.xlarge", Feature::bf16, false},
      {"g7e.2xlarge", Feature::mig, true},      {"g4-standard-6", Feature::mig, false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.type);
    CAPTURE(to_string(c.feature));
    CHECK(has_feature(type(c.type), built_in().accelerator_of(type(c.type)), c.feature) == c.expected);
  }
}

TEST_CASE("features: words") {
  for (const Feature feature : k_features) {
    CHECK(parse_feature(to_string(feature)) == feature);
  }
  CHECK(parse_feature("MIG") == Feature::mig);
  CHECK_THROWS_WITH_AS(static_cast<void>(parse_feature("cuda")),
                       "--feature: unknown feature 'cuda' (one of: mig, efa, nvlink, bf16, fp8, fp4)", Error);
}

TEST_CASE("--min-memory is a Kubernetes quantity") {
  CHECK(parse_memory_floor("16Gi", "--min-memory").bytes == std::int64_t{16} << 30);
  CHECK(parse_memory_floor("64G", "--min-memory").bytes == 64'000'000'000);
  CHECK(parse_memory_floor("1e12", "--min-memory").bytes == 1'000'000'000'000);
  for (const char* bad : {"16", "16GB", "-1Gi", "", "lots", "500m"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(static_cast<void>(parse_memory_floor(bad, "--min-memory")), Error);
  }
  try {
    static_cast<void>(parse_memory_floor("16", "--min-memory"));
    FAIL("a bare number was taken");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(error.hint() == "did you mean 16Gi?");
  }
}

TEST_CASE("device memory: what is on the box, and what a framework can use") {
  struct Case {
    const char* type;
    const char* nominal;
    const char* usable_holds;  ///< the most that is usable, to the figure's last place
    const char* usable_fails;
  };
  // Framework totals of gpus.csv: L4 22.03, T4 14.56, A100-80 79.14. A10G has a driver total of 22.49: less 0.7 is
  // 21.79. T4G has neither, so what EC2 states (16384 MiB). g6f.large has an eighth of an L4: 22.03 / 8 = 2.75.
  // Trainium1's 32.00 is no NVIDIA figure and stays.
  const Case cases[] = {
      {"g6.xlarge", "24GB", "22.03Gi", "22.04Gi"},
      {"g2-standard-4", "24GB", "22.03Gi", "22.04Gi"},
      {"g4dn.xlarge", "16GB", "14.56Gi", "14.57Gi"},
      {"a2-ultragpu-1g", "80GB", "79.14Gi", "79.15Gi"},
      {"g5.xlarge", "24GB", "21.79Gi", "21.80Gi"},
      {"g5g.xlarge", "16GB", "16Gi", "16.01Gi"},
      {"g6f.large", "3GB", "2.75Gi", "2.76Gi"},
      {"trn1.2xlarge", "32GB", "32Gi", "32.01Gi"},
      {"Standard_NV6ads_A10_v5", "4GB", "3.63Gi", "3.7Gi"},
      {"Standard_NV24ads_V710_v5", "24GB", "24Gi", "24.01Gi"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.type);
    const auto memory = catalog::device_memory(built_in(), type(c.type));
    REQUIRE(memory);
    CHECK(catalog::satisfies(*memory, parse_memory_size(c.nominal, "--accelerator-memory")));
    CHECK(catalog::satisfies(*memory, parse_memory_size(c.usable_holds, "--accelerator-memory")));
    CHECK_FALSE(catalog::satisfies(*memory, parse_memory_size(c.usable_fails, "--accelerator-memory")));
  }
  CHECK_FALSE(catalog::device_memory(built_in(), type("c7g.xlarge")));
}

}  // namespace
}  // namespace kgpu::instance
