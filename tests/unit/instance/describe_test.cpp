#include "doctest/doctest.h"
#include "offers.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/instance/description.hpp"

namespace kgpu::instance {
namespace {

using testing::built_in;
using testing::type;

Description description_of(const char* name, std::vector<std::string> regions) {
  return describe(built_in(), type(name), regions, {});
}

/// The value of the line with that key, wherever it stands.
std::string value_of(const std::string& text, std::string_view key) {
  for (const std::string& line : split(text, '\n')) {
    const std::string_view trimmed = trim(line);
    if (trimmed.starts_with(std::string(key) + ":")) {
      return std::string(trim(trimmed.substr(key.size() + 1)));
    }
  }
  return "";
}

TEST_CASE("an unknown type: the nearest names") {
  try {
    static_cast<void>(require_instance_type(built_in(), "g6.xlrge"));
    FAIL("an unknown type was found");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(std::string(error.what()) == "unknown instance type 'g6.xlrge'");
    CHECK(error.hint().starts_with("did you mean 'g6.xlarge'"));
  }
  // The clouds' names have a case of their own.
  CHECK_THROWS_AS(static_cast<void>(require_instance_type(built_in(), "standard_nc4as_t4_v3")), Error);
  CHECK(require_instance_type(built_in(), "g6.xlarge").name == "g6.xlarge");
}

TEST_CASE("every region that has a price") {
  const auto regions = priced_regions(built_in(), type("p5.48xlarge"), {});
  CHECK(std::ranges::is_sorted(regions));
  for (const catalog::PriceRow& row : built_in().prices_of(type("p5.48xlarge"))) {
    CHECK(std::ranges::find(regions, row.region) != regions.end());
  }
  for (const catalog::CapacityBlockPrice& row : built_in().tables().capacity_block_prices) {
    if (row.instance_type == "p5.48xlarge") {
      CHECK(std::ranges::find(regions, row.region) != regions.end());
    }
  }
}

TEST_CASE("a description in text") {
  const std::string text = description_text(description_of("p4d.24xlarge", {"us-east-1"}));
  // aws_instances.csv, gpus.csv (A100-40), driver_minimum.csv (Ampere), mig_profiles.csv.
  CHECK(value_of(text, "Memory") == "1152Gi");
  CHECK(value_of(text, "EFA interfaces") == "4");
  CHECK(value_of(text, "Whole device") == "40 GB on the box, 40Gi to the driver, 39.39Gi to a framework");
  CHECK(value_of(text, "Bandwidth") == "1555 GB/s");
  CHECK(value_of(text, "NVIDIA driver") == "branch 450 or later, CUDA 11.0 or later");
  CHECK(value_of(text, "Resource") == "nvidia.com/gpu: 8");
  CHECK(text.find("nvidia.com/mig-1g.5gb.me") != std::string::npos);
  CHECK(text.find("karpenter.k8s.aws/instance-gpu-memory=40960") != std::string::npos);
  // 21.957642 x 730 = 16029.07866, / 8 = 2.74470525; block 11.8.
  CHECK(text.find("$16,029.08") != std::string::npos);
  CHECK(text.find("$2.7447") != std::string::npos);
  CHECK(text.find("capacity-block") != std::string::npos);
}

TEST_CASE("the last driver branch of an old architecture is said") {
  // driver_minimum.csv: Kepler (K80) ends with branch 470.
  CHECK(value_of(description_text(description_of("p2.xlarge", {"us-east-1"})), "NVIDIA driver") ==
        "branch 346 or later, CUDA 6.0 or later; branch 470 is the last that supports it");
}

TEST_CASE("a part of a GPU: its memory, no MIG, and what Karpenter makes of it") {
  const Description part = description_of("g6f.large", {"us-east-1"});
  CHECK(part.karpenter_counts_devices == false);
  const std::string text = description_text(part);
  CHECK(value_of(text, "Count") == "0.125");
  CHECK(text.find("counts no device on this type") != std::string::npos);
  CHECK(description_of("g4-standard-6", {"us-central1"}).mig_profiles.empty());
  CHECK_FALSE(description_of("g4-standard-48", {"us-central1"}).mig_profiles.empty());
  CHECK(description_of("g6.xlarge", {"us-east-1"}).karpenter_counts_devices == true);
  CHECK_FALSE(description_of("c7g.xlarge", {"us-east-1"}).karpenter_counts_devices.has_value());
  CHECK(description_of("trn1.32xlarge", {"us-east-1"}).karpenter_counts_devices == true);
}

TEST_CASE("sources of the type: the most specific line of each column") {
  // provenance.csv: p2.* has a line of its own for `*`, and shares that for network_gbps.
  const auto sources = description_of("p2.xlarge", {}).fact_sources;
  REQUIRE(sources.size() == 2);
  CHECK(sources[0]->types == "p2.*");
  CHECK(sources[0]->as_of == Date{2024, 8, 14});
  CHECK(sources[1]->column == "network_gbps");
}

TEST_CASE("every type can be described, in text and as JSON, without a blank") {
  for (const catalog::InstanceType& each : built_in().tables().instance_types) {
    CAPTURE(std::string(each.name));
    const Description description = describe(built_in(), each, priced_regions(built_in(), each, {}), {});
    const std::string text = description_text(description);
    CHECK(value_of(text, "Name") == each.name);
    for (const std::string& line : split(text, '\n')) {
      CHECK_FALSE(line.ends_with(' '));
    }
    const std::string json = to_json(description_json(description));
    CHECK(json.find("null") == std::string::npos);
    CHECK(json.find(": \"\"") == std::string::npos);
  }
}

}  // namespace
}  // namespace kgpu::instance
