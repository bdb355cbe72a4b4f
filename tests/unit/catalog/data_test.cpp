#include "data_files.hpp"

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/k8s/catalogue_labels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

/// data/ against what it was made from, and its files against one another.
namespace kgpu::catalog {
namespace {

using testing::cell;
using testing::read_csv;

const Catalog& built_in() {
  return Catalog::built_in();
}

std::int64_t number(std::string_view text) {
  return text.empty() ? 0 : Decimal::parse(text).value().truncated();
}

TEST_CASE("data: what labels tell of a node but its pool's name is readable in a redacted file") {
  const Csv csv = read_csv("node_labels.csv");
  REQUIRE(!csv.rows.empty());
  for (const CsvRow& row : csv.rows) {
    const std::string label(cell(csv, row, "label"));
    CAPTURE(label);
    const bool names_a_pool = cell(csv, row, "tells") == "pool";
    CHECK(k8s::is_catalogue_label(label, cell(csv, row, "value")) == !names_a_pool);
  }
}

TEST_CASE("data: the rows compiled in are the rows of the files") {
  const auto rows = [](const std::string& name) { return read_csv(name).rows.size(); };
  const Tables& tables = built_in().tables();
  CHECK(tables.instance_types.size() ==
        rows("aws_instances.csv") + rows("gcp_instances.csv") + rows("azure_instances.csv"));
  CHECK(tables.prices.size() == rows("aws_prices.csv") + rows("gcp_prices.csv") + rows("azure_prices.csv"));
  CHECK(tables.capacity_block_prices.size() == rows("aws_capacity_block_prices.csv"));
  CHECK(tables.accelerators.size() == rows("gpus.csv"));
  CHECK(tables.mig_profiles.size() == rows("mig_profiles.csv"));
  CHECK(tables.models.size() == rows("models.csv"));
  CHECK(tables.provenance.size() == rows("provenance.csv"));
  CHECK(tables.rates.empty());
}

TEST_CASE("data: EC2 spot prices are the observed ones, no more and no fewer") {
  std::map<std::string, std::string> observed;
  const Csv file = read_csv("observed/aws_spot_prices.csv");
  for (const CsvRow& row : file.rows) {
    observed[std::string(cell(file, row, "instance_type")) + " " + std::string(cell(file, row, "region"))] =
        cell(file, row, "spot_usd_per_hour");
  }
  std::size_t seen = 0;
  for (const PriceRow& row : built_in().tables().prices) {
    if (row.provider != Provider::aws || !row.spot) {
      continue;
    }
    const std::string key = std::string(row.instance_type) + " " + std::string(row.region);
    CAPTURE(key);
    REQUIRE(observed.contains(key));
    CHECK(row.spot->usd_per_hour == Money::parse(observed[key]));
    ++seen;
  }
  CHECK(seen == observed.size());
}

TEST_CASE("data: Azure spot prices are the observed ones") {
  const Csv file = read_csv("observed/azure_retail_prices_2026-08.csv");
  std::size_t seen = 0;
  for (const CsvRow& observed : file.rows) {
    CAPTURE(cell(file, observed, "instance_type"));
    CAPTURE(cell(file, observed, "region"));
    const InstanceType* type = built_in().find_instance_type(cell(file, observed, "instance_type"));
    REQUIRE(type != nullptr);
    const PriceRow* row = built_in().find_price(*type, cell(file, observed, "region"));
    REQUIRE(row != nullptr);
    const std::string_view spot = cell(file, observed, "spot_usd_per_hour");
    CHECK(row->spot.has_value() == !spot.empty());
    if (row->spot) {
      CHECK(row->spot->usd_per_hour == Money::parse(spot));
      ++seen;
    }
  }
  const auto all = std::ranges::count_if(built_in().tables().prices, [](const PriceRow& row) {
    return row.provider == Provider::azure && row.spot.has_value();
  });
  CHECK(static_cast<std::size_t>(all) == seen);
}

TEST_CASE("data: a saving beside two prices is what they say, to the percent") {
  for (const PriceRow& row : built_in().tables().prices) {
    if (!row.on_demand || !row.spot || !row.spot_savings_percent) {
      continue;
    }
    CAPTURE(row.instance_type);
    CAPTURE(row.region);
    const std::int64_t on_demand = row.on_demand->usd_per_hour.nanos();
    const double saving =
        100.0 * static_cast<double>(on_demand - row.spot->usd_per_hour.nanos()) / static_cast<double>(on_demand);
    const double written = static_cast<double>(row.spot_savings_percent->nanos()) / 1e9;
    CHECK(std::abs(saving - written) <= 0.51);
  }
}

// Two independent lists of the same machines. EC2's interface counts 0 GPUs in parts of a GPU (g6f, gr6f), which
// Karpenter takes over, and dl2q (Qualcomm) is left out of the catalogue.
TEST_CASE("data: Karpenter's labels agree with the instances") {
  for (const KarpenterLabels& labels : built_in().tables().karpenter_labels) {
    CAPTURE(labels.instance_type);
    const InstanceType* type = built_in().find_instance_type(labels.instance_type);
    if (labels.instance_type == "dl2q.24xlarge") {
      CHECK(type == nullptr);
      continue;
    }
    REQUIRE(type != nullptr);
    CHECK(type->vcpus == labels.vcpus);
    CHECK(type->memory_mib == labels.memory_mib);
    CHECK(type->architecture == labels.architecture);
    CHECK(type->family == labels.family);
    CHECK(type->accelerator_model == (labels.gpu_name.empty() ? labels.accelerator_name : labels.gpu_name));
    if (!labels.gpu_name.empty()) {
      CHECK(labels.gpu_memory_mib_each == type->accelerator_memory_mib_each);
    }
    const bool is_part = type->accelerator_count < Decimal::whole(1);
    const auto count = labels.gpu_name.empty() ? labels.accelerator_count : labels.gpu_count;
    REQUIRE(count.has_value());
    CHECK(*count == (is_part ? 0 : type->accelerator_count.truncated()));
    if (labels.vpc_amazonaws_com_efa) {
      CHECK(type->efa_interfaces == labels.vpc_amazonaws_com_efa);
    }
  }
}

TEST_CASE("data: every accelerated type has a card, a use and a resource") {
  for (const InstanceType& type : built_in().tables().instance_types) {
    CAPTURE(type.name);
    CHECK_FALSE(built_in().use_of(type).empty());
    if (!type.has_accelerator()) {
      continue;
    }
    const Accelerator* accelerator = built_in().accelerator_of(type);
    REQUIRE(accelerator != nullptr);
    CHECK_FALSE(type.k8s_resource.empty());
    if (type.accelerator_vendor == "nvidia") {
      CHECK(built_in().driver_minimum(accelerator->architecture) != nullptr);
    }
    // A whole card: what the cloud says is within 8 percent of the box (EC2 rounds A10G, L4 and GB300 down).
    if (type.accelerator_count >= Decimal::whole(1) && accelerator->memory_nominal_gb) {
      const std::int64_t nominal_mib = accelerator->memory_nominal_gb->truncated() * 1024;
      CHECK(std::abs(nominal_mib - type.accelerator_memory_mib_each) * 100 <= nominal_mib * 8);
    }
  }
}

TEST_CASE("data: MIG memory is of profiles that exist") {
  for (const MigUsableMemory& row : built_in().tables().mig_usable_memory) {
    CAPTURE(row.gpu_model);
    CAPTURE(row.profile);
    CHECK(std::ranges::any_of(built_in().tables().mig_profiles, [&](const MigProfile& profile) {
      return profile.gpu_model == row.gpu_model && profile.profile == row.profile;
    }));
  }
}

TEST_CASE("data: blocks cost per instance what they cost per accelerator") {
  for (const CapacityBlockPrice& row : built_in().tables().capacity_block_prices) {
    CAPTURE(row.instance_type);
    CAPTURE(row.region);
    const InstanceType* type = built_in().find_instance_type(row.instance_type);
    if (type != nullptr) {
      const std::int64_t whole = (row.usd_per_accelerator_hour * type->accelerator_count.truncated()).nanos();
      // The published price per accelerator is rounded to a tenth of a cent.
      CHECK(std::abs(whole - row.per_instance.usd_per_hour.nanos()) <= 16 * 1'000'000);
    }
  }
}

TEST_CASE("data: every row of provenance has a price or a file that needs it") {
  for (std::size_t i = 0; i < built_in().tables().provenance.size(); ++i) {
    const Provenance& row = built_in().tables().provenance[i];
    CAPTURE(row.file);
    CAPTURE(row.column);
    CAPTURE(row.region);
    CAPTURE(row.types);
    CHECK(row.as_of.has_value());
    CHECK_FALSE(row.source.empty());
  }
}

TEST_CASE("data: numbers agree with observed sizes") {
  const Csv file = read_csv("observed/azure_gpu_sizes.csv");
  for (const CsvRow& row : file.rows) {
    CAPTURE(cell(file, row, "instance_type"));
    const InstanceType* type = built_in().find_instance_type(cell(file, row, "instance_type"));
    REQUIRE(type != nullptr);
    CHECK(type->vcpus == number(cell(file, row, "vcpus")));
    CHECK(type->memory_mib == number(cell(file, row, "memory_gib")) * 1024);
    CHECK(type->accelerator_model == cell(file, row, "accelerator_model"));
    CHECK(type->accelerator_count == Decimal::parse(cell(file, row, "gpus")));
  }
}

}  // namespace
}  // namespace kgpu::catalog
