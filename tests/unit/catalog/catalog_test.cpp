#include "kgpu/catalog/catalog.hpp"

#include "kgpu/base/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace kgpu::catalog {
namespace {

const Catalog& built_in() {
  return Catalog::built_in();
}

std::vector<std::string_view> names(const std::vector<const Accelerator*>& accelerators) {
  std::vector<std::string_view> result;
  for (const Accelerator* accelerator : accelerators) {
    result.push_back(accelerator->name);
  }
  return result;
}

const InstanceType& type(std::string_view name) {
  const InstanceType* found = built_in().find_instance_type(name);
  REQUIRE_MESSAGE(found != nullptr, name);
  return *found;
}

// Each figure was found in two independent sources; the second is named beside it (skypilot-catalog, vantage-sh/
// ec2instances.info, tsaol/aws-gpu, awslabs/eks-node-viewer, amorton45/aws-gpu-price-tracker, kaito-project/kaito,
// kubernetes/autoscaler, sidparty/gpupricing).
TEST_CASE("catalogue: single types as published") {
  struct Case {
    std::string_view name;
    std::string_view region;
    Decimal count;
    std::int64_t memory_mib;
    std::string_view usd_per_hour;
  };
  const Case cases[] = {
      {"g4dn.xlarge", "us-east-1", Decimal::whole(1), 16384, "0.526"},              // skypilot
      {"g5.12xlarge", "eu-west-1", Decimal::whole(4), 22888, "6.33167"},            // skypilot
      {"g6.xlarge", "us-east-1", Decimal::whole(1), 22888, "0.8048"},               // vantage, tsaol
      {"g6e.48xlarge", "us-east-1", Decimal::whole(8), 45776, "30.13118"},          // vantage, eks-node-viewer
      {"g6f.large", "us-east-1", Decimal::from_nanos(125'000'000), 2861, "0.202"},  // vantage, tsaol
      {"g7e.2xlarge", "us-east-1", Decimal::whole(1), 98304, "3.36312"},            // vantage, tsaol
      {"p4d.24xlarge", "us-east-1", Decimal::whole(8), 40960, "21.957642"},         // vantage, tsaol
      {"p5.48xlarge", "us-east-1", Decimal::whole(8), 81920, "55.04"},              // vantage, amorton45
      {"p5en.48xlarge", "us-east-1", Decimal::whole(8), 144384, "63.296"},          // vantage, tsaol
      {"p6-b200.48xlarge", "us-east-1", Decimal::whole(8), 183359, "113.9328"},     // vantage, tsaol
      {"trn1.32xlarge", "us-east-1", Decimal::whole(16), 32768, "21.5"},            // kaito, eks-node-viewer
      {"a2-highgpu-8g", "us-central1", Decimal::whole(8), 40960, "29.38708"},       // autoscaler
      {"a3-highgpu-8g", "us-east4", Decimal::whole(8), 81920, "88.555756"},         // skypilot
      {"g2-standard-4", "us-central1", Decimal::whole(1), 24576, "0.706832"},       // skypilot
      {"Standard_NC24ads_A100_v4", "eastus", Decimal::whole(1), 81920, "3.673"},    // kaito, gpupricing
      {"Standard_ND96isr_H100_v5", "eastus", Decimal::whole(8), 81920, "98.32"},    // kaito, gpupricing
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const InstanceType& found = type(c.name);
    CHECK(found.accelerator_count == c.count);
    CHECK(found.accelerator_memory_mib_each == c.memory_mib);
    const PriceRow* price = built_in().find_price(found, c.region);
    REQUIRE(price != nullptr);
    REQUIRE(price->on_demand.has_value());
    CHECK(price->on_demand->usd_per_hour.to_string() == c.usd_per_hour);
  }
}

TEST_CASE("catalogue: every row is found under its own name") {
  for (const InstanceType& row : built_in().tables().instance_types) {
    CAPTURE(row.name);
    CHECK(built_in().find_instance_type(row.name) == &row);
  }
  for (const PriceRow& row : built_in().tables().prices) {
    CAPTURE(row.instance_type);
    CAPTURE(row.region);
    CHECK(built_in().find_price(type(row.instance_type), row.region) == &row);
  }
}

TEST_CASE("catalogue: what is not there") {
  CHECK(built_in().find_instance_type("g6.xlage") == nullptr);
  CHECK(built_in().find_instance_type("G6.xlarge") == nullptr);
  CHECK(built_in().find_instance_type("") == nullptr);
  CHECK(built_in().find_price(type("g6.xlarge"), "us-east-9") == nullptr);
  CHECK(built_in().prices_of(type("p6e-gb200.36xlarge")).empty());
  CHECK(built_in().find_capacity_block("g6.xlarge", "us-east-1") == nullptr);
  CHECK(built_in().karpenter_labels("p2.xlarge") == nullptr);
  CHECK(built_in().ami_release("ubuntu") == nullptr);
  CHECK(built_in().provider_of_region("mars-1") == std::nullopt);
  CHECK(built_in().driver_minimum("Rubin") == nullptr);
  // driver_minimum.csv has a row of its own for the card of g7, none for that of g7e.
  CHECK(built_in().driver_minimum(*built_in().find_accelerators("RTX PRO 4500").front())->driver_branch == "595");
  CHECK(built_in().driver_minimum(*built_in().find_accelerators("RTX PRO 6000").front())->driver_branch == "570");
  CHECK(built_in().find_accelerators("").empty());
  CHECK(built_in().find_accelerators("L5").empty());
}

TEST_CASE("catalogue: Capacity Blocks, local zones and UltraServers among them") {
  const CapacityBlockPrice* block = built_in().find_capacity_block("p5.48xlarge", "ap-south-1");
  REQUIRE(block != nullptr);
  CHECK(block->per_instance.usd_per_hour == block->usd_per_accelerator_hour * 8);
  CHECK(built_in().provenance(block->per_instance.provenance).as_of == Date{2026, 7, 22});
  CHECK(built_in().find_capacity_block("u-p6e-gb200x72", "us-east-1-dfw-2a") != nullptr);
}

TEST_CASE("catalogue: regions and whose they are") {
  CHECK(built_in().provider_of_region("us-east-1") == Provider::aws);
  CHECK(built_in().provider_of_region("us-central1") == Provider::gcp);
  CHECK(built_in().provider_of_region("eastus") == Provider::azure);
  CHECK(built_in().provider_of_region("us-east-1-dfw-2a") == Provider::aws);
  for (const Provider provider : {Provider::aws, Provider::gcp, Provider::azure}) {
    const auto regions = built_in().regions(provider);
    CHECK(std::ranges::is_sorted(regions));
    CHECK(std::ranges::adjacent_find(regions) == regions.end());
    for (const std::string_view region : regions) {
      CHECK(built_in().provider_of_region(region) == provider);
    }
  }
}

TEST_CASE("catalogue: provenance is the most specific row") {
  const auto source_day = [](std::string_view name, std::string_view region) {
    return built_in().provenance(built_in().find_price(type(name), region)->on_demand->provenance).as_of;
  };
  // Karpenter's price list of us-east-1; the other regions are of January; Azure's from Karpenter's Azure provider.
  CHECK(source_day("g6.xlarge", "us-east-1") == Date{2026, 7, 20});
  CHECK(source_day("g6.xlarge", "us-west-2") == Date{2026, 1, 21});
  CHECK(source_day("Standard_NV6ads_A10_v5", "eastus") == Date{2026, 6, 18});
  CHECK(source_day("g2-standard-4", "us-central1") == Date{2026, 8, 3});
  const PriceRow& row = *built_in().find_price(type("g6.xlarge"), "us-west-2");
  CHECK(built_in().provenance(row.spot->provenance).source.find("spotinfo") != std::string_view::npos);
  CHECK(built_in().provenance(row.spot->provenance).column == "spot_usd_per_hour");
}

TEST_CASE("accelerators: canonical name, alias or catalogue word, case ignored") {
  using Names = std::vector<std::string_view>;
  CHECK(names(built_in().find_accelerators("l4")) == Names{"L4"});
  CHECK(names(built_in().find_accelerators("L4")) == Names{"L4"});
  CHECK(names(built_in().find_accelerators("a100-80")) == Names{"A100-80"});
  // Azure's NC A100 v4 has the PCIe card under the same word.
  CHECK(names(built_in().find_accelerators("A100")) == Names{"A100-40", "A100-80", "A100-80-PCIE"});
  CHECK(names(built_in().find_accelerators("V100")) == Names{"V100-16", "V100-32"});
  CHECK(names(built_in().find_accelerators("rtx-pro-server-6000")) == Names{"RTX PRO 6000 BSE"});
  for (const AcceleratorAlias& alias : built_in().tables().accelerator_aliases) {
    CAPTURE(alias.alias);
    const auto found = names(built_in().find_accelerators(to_lower(alias.alias)));
    CHECK(std::ranges::find(found, alias.accelerator) != found.end());
  }
}

// The cards of these types, from the clouds' own pages of each type.
TEST_CASE("accelerators: the card of a type, by word and memory") {
  struct Case {
    std::string_view type;
    std::string_view accelerator;
  };
  const Case cases[] = {
      {"g6.xlarge", "L4"},
      {"g2-standard-4", "L4"},
      {"g6f.large", "L4"},
      {"p3.2xlarge", "V100-16"},
      {"p3dn.24xlarge", "V100-32"},
      {"Standard_ND40rs_v2", "V100-32"},
      {"Standard_NC6s_v3", "V100-16"},
      {"p4d.24xlarge", "A100-40"},
      {"p4de.24xlarge", "A100-80"},
      {"a2-highgpu-1g", "A100-40"},
      {"a2-ultragpu-1g", "A100-80"},
      {"Standard_ND96asr_v4", "A100-40"},
      {"Standard_ND96amsr_A100_v4", "A100-80"},
      {"Standard_NC24ads_A100_v4", "A100-80-PCIE"},
      {"Standard_NC96ads_A100_v4", "A100-80-PCIE"},
      {"Standard_NC40ads_H100_v5", "H100-94"},
      {"Standard_NV6ads_A10_v5", "A10"},
      {"p5.48xlarge", "H100-80"},
      {"p5en.48xlarge", "H200-141"},
      {"p6-b300.48xlarge", "B300"},
      {"g4ad.xlarge", "V520"},
      {"trn1.2xlarge", "Trainium1"},
      {"inf2.xlarge", "Inferentia2"},
      {"dl1.24xlarge", "Gaudi1"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.type);
    const Accelerator* found = built_in().accelerator_of(type(c.type));
    REQUIRE(found != nullptr);
    CHECK(found->name == c.accelerator);
  }
  CHECK(built_in().accelerator_of(type("c7i.2xlarge")) == nullptr);
}

TEST_CASE("uses: by accelerator and memory, also for CPU types") {
  CHECK(built_in().use_of(type("g4dn.xlarge")) == "light inference");
  CHECK(built_in().use_of(type("g6f.large")) == "light inference");
  CHECK(built_in().use_of(type("g6.xlarge")) == "inference");
  CHECK(built_in().use_of(type("c7i.2xlarge")) == "cpu inference");
}

}  // namespace
}  // namespace kgpu::catalog
