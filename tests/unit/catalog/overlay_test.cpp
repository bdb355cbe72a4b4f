#include "data_files.hpp"

#include "kgpu/catalog/catalog.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace kgpu::catalog {
namespace {

const Catalog& built_in() {
  return Catalog::built_in();
}

Catalog overlaid(std::vector<NamedText> files) {
  return overlay(built_in(), "mine", files);
}

std::string refusal_of(std::string name, std::string text) {
  return testing::refusal([&] { (void)overlaid({{std::move(name), std::move(text)}}); });
}

const PriceRow& price(const Catalog& catalog, std::string_view type, std::string_view region) {
  const InstanceType* found = catalog.find_instance_type(type);
  REQUIRE(found != nullptr);
  const PriceRow* row = catalog.find_price(*found, region);
  REQUIRE(row != nullptr);
  return *row;
}

/// Every field of every table as text, provenance by what it says.
std::string everything(const Catalog& catalog) {
  std::string text;
  for (const NamedText& file : export_files(catalog)) {
    text += file.name + "\n" + file.text;
  }
  const auto say = [&](std::uint16_t index) {
    const Provenance& row = catalog.provenance(index);
    text += std::string(row.source) + " " + (row.as_of ? row.as_of->to_string() : "-") + (row.overlaid ? " o\n" : "\n");
  };
  for (const PriceRow& row : catalog.tables().prices) {
    if (row.on_demand) {
      say(row.on_demand->provenance);
    }
    if (row.spot) {
      say(row.spot->provenance);
    }
    if (row.spot_savings_percent) {
      say(row.spot_savings_provenance);
    }
  }
  for (const CapacityBlockPrice& row : catalog.tables().capacity_block_prices) {
    say(row.per_instance.provenance);
  }
  return text;
}

TEST_CASE("export: every file that has rows, by name, as data/ has it") {
  const auto files = export_files(built_in());
  std::vector<std::string> names;
  for (const NamedText& file : files) {
    names.push_back(file.name);
    CAPTURE(file.name);
    const Csv written = parse_csv(file.text, file.name);
    const Csv data = testing::read_csv(file.name);
    CHECK(written.header == data.header);
    REQUIRE(written.rows.size() == data.rows.size());
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
      for (std::size_t j = 0; j < data.header.size(); ++j) {
        const std::string& mine = written.rows[i].cells[j];
        const std::string& theirs = data.rows[i].cells[j];
        // Numbers lose zeros that say nothing: 8.00.
        const bool equal = mine == theirs || Decimal::parse(mine) == Decimal::parse(theirs);
        CHECK_MESSAGE(equal, mine, " ", theirs);
      }
    }
  }
  CHECK(std::ranges::is_sorted(names));
  CHECK(names.size() == testing::data_texts().size());
}

TEST_CASE("overlay: the exported set changes nothing") {
  const Catalog again = overlaid(export_files(built_in()));
  CHECK(everything(again) == everything(built_in()));
  CHECK(again.tables().provenance.size() == built_in().tables().provenance.size());
}

TEST_CASE("overlay: data/ as it is changes nothing") {
  CHECK(everything(overlaid(testing::data_texts())) == everything(built_in()));
}

TEST_CASE("overlay: no file changes nothing") {
  CHECK(everything(overlaid({})) == everything(built_in()));
}

TEST_CASE("overlay: a price; blank keeps, `-` removes") {
  const Catalog catalog = overlaid({{"aws_prices.csv",
                                     "region,instance_type,on_demand_usd_per_hour,spot_usd_per_hour\n"
                                     "us-east-1,g6.xlarge,0.6,\n"
                                     "us-west-2,g6.xlarge,,-\n"}});
  const PriceRow& cheaper = price(catalog, "g6.xlarge", "us-east-1");
  const PriceRow& before = price(built_in(), "g6.xlarge", "us-east-1");
  CHECK(cheaper.on_demand->usd_per_hour == Money::parse("0.6"));
  CHECK(cheaper.spot->usd_per_hour == before.spot->usd_per_hour);
  CHECK(cheaper.spot_interruption == before.spot_interruption);
  const PriceRow& without_spot = price(catalog, "g6.xlarge", "us-west-2");
  CHECK_FALSE(without_spot.spot.has_value());
  CHECK(without_spot.on_demand->usd_per_hour == Money::parse("0.8048"));
}

TEST_CASE("overlay: where an overlaid price is from") {
  const Catalog plain =
      overlaid({{"aws_prices.csv",
                 "instance_type,region,on_demand_usd_per_hour,spot_usd_per_hour\ng6.xlarge,us-west-2,0.6,0.4455\n"}});
  const PriceRow& row = price(plain, "g6.xlarge", "us-west-2");
  const Provenance& changed = plain.provenance(row.on_demand->provenance);
  CHECK(changed.source == "overlay aws_prices.csv");
  CHECK_FALSE(changed.as_of.has_value());
  CHECK(changed.overlaid);
  // Given as it was (0.4455 is the built-in price): from where it was.
  CHECK_FALSE(plain.provenance(row.spot->provenance).overlaid);
  CHECK(plain.provenance(row.spot->provenance).as_of == Date{2026, 8, 10});

  const Catalog sourced = overlaid(
      {{"aws_prices.csv", "instance_type,region,on_demand_usd_per_hour\ng6.xlarge,us-west-2,0.6\n"},
       {"provenance.csv", "file,column,region,types,source,as_of\naws_prices.csv,*,*,g6.*,our contract,2026-09-01\n"}});
  const PriceRow& contract = price(sourced, "g6.xlarge", "us-west-2");
  CHECK(sourced.provenance(contract.on_demand->provenance).source == "our contract");
  CHECK(sourced.provenance(contract.on_demand->provenance).as_of == Date{2026, 9, 1});
  CHECK(sourced.provenance(contract.on_demand->provenance).overlaid);
  // The other cells of the row were not overlaid.
  CHECK_FALSE(sourced.provenance(contract.spot->provenance).overlaid);
}

TEST_CASE("overlay: an edited export claims no source it does not have") {
  auto files = export_files(built_in());
  std::string& text = std::ranges::find(files, "aws_prices.csv", &NamedText::name)->text;
  const auto at = text.find("\ng6.xlarge,us-east-1,0.8048");
  REQUIRE(at != std::string::npos);
  text.replace(at, 27, "\ng6.xlarge,us-east-1,0.7048");
  const Catalog catalog = overlaid(files);
  const PriceRow& row = price(catalog, "g6.xlarge", "us-east-1");
  CHECK(row.on_demand->usd_per_hour == Money::parse("0.7048"));
  CHECK(catalog.provenance(row.on_demand->provenance).source == "overlay aws_prices.csv");
}

TEST_CASE("overlay: a changed row of provenance speaks of the overlaid cells alone") {
  const Catalog catalog =
      overlaid({{"aws_prices.csv", "instance_type,region,on_demand_usd_per_hour\ng6.xlarge,us-east-1,0.8048\n"},
                {"provenance.csv",
                 "file,column,region,types,as_of\naws_prices.csv,on_demand_usd_per_hour,us-east-1,*,2026-10-01\n"}});
  const auto day = [&](std::string_view type) {
    return catalog.provenance(price(catalog, type, "us-east-1").on_demand->provenance).as_of;
  };
  CHECK(day("g6.xlarge") == Date{2026, 10, 1});
  CHECK(day("g6.2xlarge") == Date{2026, 7, 20});
}

TEST_CASE("overlay: new rows, in their place") {
  const Catalog catalog = overlaid(
      {{"aws_instances.csv",
        "instance_type,family,arch,vcpus,memory_mib,accelerator_vendor,accelerator_model,accelerator_count,"
        "accelerator_memory_mib_each,current_generation,k8s_resource,k8s_resource_count\n"
        "g6.96xlarge,g6,amd64,384,1572864,nvidia,l4,16,22888,true,nvidia.com/gpu,16\n"},
       {"aws_prices.csv", "instance_type,region,on_demand_usd_per_hour\ng6.96xlarge,us-east-1,12\n"},
       {"aws_capacity_block_prices.csv",
        "instance_type,region,capacity_block_usd_per_hour,usd_per_accelerator_hour\ng6.96xlarge,us-east-1,8,0.5\n"}});
  const InstanceType* added = catalog.find_instance_type("g6.96xlarge");
  REQUIRE(added != nullptr);
  CHECK(added->provider == Provider::aws);
  CHECK(catalog.accelerator_of(*added)->name == "L4");
  CHECK(catalog.prices_of(*added).size() == 1);
  const CapacityBlockPrice* block = catalog.find_capacity_block("g6.96xlarge", "us-east-1");
  REQUIRE(block != nullptr);
  CHECK(catalog.provenance(block->per_instance.provenance).source == "overlay aws_capacity_block_prices.csv");
  for (const InstanceType& type : catalog.tables().instance_types) {
    CHECK(catalog.find_instance_type(type.name) == &type);
  }
  CHECK(built_in().find_instance_type("g6.96xlarge") == nullptr);
}

TEST_CASE("overlay: a row whose prices are all removed is gone") {
  const Catalog catalog =
      overlaid({{"aws_prices.csv",
                 "instance_type,region,on_demand_usd_per_hour,spot_usd_per_hour,spot_savings_percent\n"
                 "g6.xlarge,us-west-2,-,-,-\n"}});
  CHECK(catalog.find_price(*catalog.find_instance_type("g6.xlarge"), "us-west-2") == nullptr);
}

TEST_CASE("overlay: an overlay over an overlay, and its export over the built-in catalogue") {
  const Catalog first = overlaid(
      {{"aws_prices.csv", "instance_type,region,on_demand_usd_per_hour\ng6.xlarge,us-west-2,0.6\n"},
       {"provenance.csv", "file,column,region,types,source,as_of\naws_prices.csv,*,*,g6.*,our contract,2026-09-01\n"}});
  const Catalog second = overlay(
      first, "more",
      std::vector<NamedText>{{"aws_prices.csv", "instance_type,region,spot_usd_per_hour\ng6.xlarge,us-west-2,0.2\n"}});
  const PriceRow& row = price(second, "g6.xlarge", "us-west-2");
  CHECK(second.provenance(row.on_demand->provenance).source == "our contract");
  CHECK(second.provenance(row.spot->provenance).source == "overlay aws_prices.csv");
  const Catalog again = overlaid(export_files(first));
  CHECK(price(again, "g6.xlarge", "us-west-2").on_demand->usd_per_hour == Money::parse("0.6"));
  CHECK(again.provenance(price(again, "g6.xlarge", "us-west-2").on_demand->provenance).source == "our contract");
}

TEST_CASE("overlay: other tables") {
  const Catalog catalog =
      overlaid({{"gpus.csv", "accelerator_model,nvlink_gb_s,notes\nL4,1,-\n"},
                {"accelerator_aliases.csv", "alias,accelerator,source\nsmall,L4,us\n"},
                {"ami_releases.csv", "family,version,released\nal2023,v20260901,2026-09-01\n"},
                {"accelerator_of_types.csv", "types,accelerator_model,accelerator,source\ng6.metal*,l4,L40,us\n"}});
  REQUIRE(catalog.find_accelerators("SMALL").size() == 1);
  const Accelerator& l4 = *catalog.find_accelerators("SMALL")[0];
  CHECK(l4.name == "L4");
  CHECK(l4.nvlink_gb_s == Decimal::whole(1));
  CHECK(l4.notes.empty());
  CHECK(l4.memory_nominal_gb == Decimal::whole(24));
  CHECK(catalog.ami_release("al2023")->version == "v20260901");
  CHECK(catalog.ami_release("al2023")->kubernetes == built_in().ami_release("al2023")->kubernetes);
}

TEST_CASE("overlay: the catalogue outlives the files it was made from") {
  std::optional<Catalog> catalog;
  {
    const std::string text = "instance_type,region,on_demand_usd_per_hour\ng6.xlarge,mars-north-1,0.6\n";
    catalog = overlaid({{"aws_prices.csv", text}});
  }
  CHECK(catalog->provider_of_region("mars-north-1") == Provider::aws);
}

TEST_CASE("overlay: a trailing slash of the directory is not doubled in messages") {
  CHECK(testing::refusal([] {
          (void)overlay(built_in(), "mine/", std::vector<NamedText>{{"gpus.csv", "x\n"}});
        }).starts_with("mine/gpus.csv:1: x: unknown column, one of: accelerator_model, catalogue_model, "));
}

TEST_CASE("overlay: refusals name directory, file, line and column") {
  struct Case {
    std::string file;
    std::string text;
    std::string_view message;
  };
  const Case cases[] = {
      {"prices.csv", "a\n",
       "mine/prices.csv: unknown file, one of: accelerator_aliases.csv, accelerator_of_types.csv, "
       "accelerator_use.csv, ami_releases.csv, aws_capacity_block_prices.csv, aws_instances.csv, aws_prices.csv, "
       "azure_instances.csv, azure_prices.csv, driver_minimum.csv, gcp_instances.csv, gcp_prices.csv, gpus.csv, "
       "karpenter_aws_accelerator_labels.csv, mig_profiles.csv, mig_usable_memory.csv, model_aliases.csv, "
       "models.csv, provenance.csv, rates.csv"},
      {"engine_support.csv", "a\n",
       "mine/engine_support.csv: an overlay cannot change the figures of the formulas, only: accelerator_aliases.csv, "
       "accelerator_of_types.csv, accelerator_use.csv, ami_releases.csv, aws_capacity_block_prices.csv, "
       "aws_instances.csv, aws_prices.csv, azure_instances.csv, azure_prices.csv, driver_minimum.csv, "
       "gcp_instances.csv, gcp_prices.csv, gpus.csv, karpenter_aws_accelerator_labels.csv, mig_profiles.csv, "
       "mig_usable_memory.csv, model_aliases.csv, models.csv, provenance.csv, rates.csv"},
      {"aws_prices.csv", "", "mine/aws_prices.csv:1: empty, without a header"},
      {"aws_prices.csv", "instance_type,region,usd\n",
       "mine/aws_prices.csv:1: usd: unknown column, one of: instance_type, region, on_demand_usd_per_hour, "
       "spot_usd_per_hour, spot_savings_percent, spot_interruption"},
      {"aws_prices.csv", "instance_type,on_demand_usd_per_hour\n",
       "mine/aws_prices.csv:1: region: the column is missing; rows are known by instance_type, region"},
      {"aws_prices.csv", "instance_type,region,region\n", "mine/aws_prices.csv:1: region: the column stands twice"},
      {"aws_prices.csv", "instance_type,region\ng6.xlarge,us-east-1\ng6.xlarge,us-east-1\n",
       "mine/aws_prices.csv:3: instance_type: the row of line 2 again"},
      {"aws_prices.csv", "instance_type,region\n-,us-east-1\n",
       "mine/aws_prices.csv:2: instance_type: '-' cannot remove a key"},
      {"aws_prices.csv", "instance_type,region\n,us-east-1\n", "mine/aws_prices.csv:2: instance_type: blank in a key"},
      {"aws_prices.csv", "instance_type,region,on_demand_usd_per_hour\ng6.xlarge,us-east-1,$1\n",
       "mine/aws_prices.csv:2: on_demand_usd_per_hour: '$1' is not a number of at most nine decimals"},
      {"aws_prices.csv", "instance_type,region,on_demand_usd_per_hour\ng6.xlage,us-east-1,1\n",
       "mine/aws_prices.csv:2: instance_type: unknown instance type 'g6.xlage', did you mean 'g6.xlarge'"},
      {"gcp_prices.csv", "instance_type,region,on_demand_usd_per_hour\ng6.xlarge,us-east-1,1\n",
       "mine/gcp_prices.csv:2: instance_type: 'g6.xlarge' is a type of aws"},
      {"aws_instances.csv", "instance_type,vcpus\ng6.xlarge,-\n",
       "mine/aws_instances.csv:2: vcpus: '-' cannot remove what every row has"},
      {"aws_instances.csv", "instance_type,vcpus\ng99.xlarge,4\n",
       "mine/aws_instances.csv:2: family: a new row needs a value here"},
      {"aws_instances.csv", "instance_type,provider\ng6.xlarge,gcp\n",
       "mine/aws_instances.csv:2: provider: 'gcp' in the file of aws"},
      {"aws_instances.csv", "instance_type,accelerator_model\ng6.xlarge,l5\n",
       "mine/aws_instances.csv:2: accelerator_model: unknown accelerator model 'l5', did you mean 'l4'"},
      {"models.csv", "hf_id,family\nx/y,\"a\nb\"\n", "mine/models.csv:2: family: 'a\\x0ab' holds a line break"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.file);
    CAPTURE(c.text);
    CHECK(refusal_of(c.file, c.text).substr(0, c.message.size()) == c.message);
  }
}

TEST_CASE("overlay: a name that another provider's type has") {
  const std::string message =
      refusal_of("gcp_instances.csv",
                 "instance_type,family,arch,vcpus,memory_mib,accelerator_vendor,accelerator_model,accelerator_count,"
                 "accelerator_memory_mib_each,current_generation,k8s_resource,k8s_resource_count\n"
                 "g6.xlarge,g6,amd64,4,16384,none,none,0,0,true,none,0\n");
  CHECK(message == "mine/gcp_instances.csv:2: instance_type: 'g6.xlarge' is a type of two providers");
}

TEST_CASE("overlay: a word that types use stays the word of some accelerator") {
  CHECK(refusal_of("gpus.csv", "accelerator_model,catalogue_model\nL4,-\n") ==
        "mine/gpus.csv:2: catalogue_model: no accelerator is left for 'l4', which is in use");
}

TEST_CASE("overlay: provenance of a file or column that is none") {
  CHECK(refusal_of("provenance.csv", "file,column,region,types,source,as_of\nprices.csv,*,*,*,us,2026-09-01\n") ==
        "mine/provenance.csv:2: file: unknown file 'prices.csv'");
  CHECK(refusal_of("provenance.csv", "file,column,region,types,source,as_of\nrates.csv,usd,*,*,us,2026-09-01\n") ==
        "mine/provenance.csv:2: column: unknown column 'usd' of rates.csv, one of: selector, region, capacity, "
        "usd_per_node_hour, usd_per_device_hour, as_of, source");
}

TEST_CASE("overlay: the same file twice") {
  const std::string message = testing::refusal([] { (void)overlaid({{"gpus.csv", "x"}, {"gpus.csv", "x"}}); });
  CHECK(message == "mine/gpus.csv: the file is there twice");
}

}  // namespace
}  // namespace kgpu::catalog
