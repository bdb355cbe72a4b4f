#include "kgpu/commands/instance_list.hpp"

#include "doctest/doctest.h"
#include "fake_env.hpp"

namespace kgpu::commands {
namespace {

using testing::FakeEnv;

InstanceListOptions l4_of_aws() {
  InstanceListOptions options;
  options.filter.accelerators = {"L4"};
  options.filter.providers = {catalog::Provider::aws};
  return options;
}

TEST_CASE("instance list: neither files nor the clock are touched without a flag that asks") {
  FakeEnv fake;
  auto env = fake.env();
  CHECK(run_instance_list(l4_of_aws(), env) == ExitCode::ok);
  CHECK(fake.files.log.empty());
  CHECK(fake.clock_reads == 0);
  CHECK(fake.err.str().empty());
  CHECK(fake.out.str().starts_with("TYPE "));
}

TEST_CASE("instance list: the next command, on a terminal only") {
  struct Case {
    const char* name;
    InstanceListOptions options;
    const char* expected;
  };
  InstanceListOptions spot = l4_of_aws();
  spot.filter.capacities = {catalog::Capacity::spot};
  InstanceListOptions mixed = l4_of_aws();
  mixed.filter.accelerators = {"L4", "A10G"};
  InstanceListOptions named = l4_of_aws();
  named.filter.accelerators = {"RTX PRO 4500"};
  const Case cases[] = {
      {"one accelerator", l4_of_aws(), "next: kubectl gpu pool create l4 --accelerator L4 --cluster-name CLUSTER\n"},
      {"on spot", spot, "next: kubectl gpu pool create l4 --accelerator L4 --capacity spot --cluster-name CLUSTER\n"},
      {"several accelerators", mixed, "next: kubectl gpu instance describe g5.xlarge\n"},
      {"a name with spaces", named,
       "next: kubectl gpu pool create rtx-pro-4500 --accelerator 'RTX PRO 4500' --cluster-name CLUSTER\n"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    FakeEnv fake;
    fake.err_is_terminal = true;
    auto env = fake.env();
    CHECK(run_instance_list(c.options, env) == ExitCode::ok);
    CHECK(fake.err.str() == c.expected);
  }
}

TEST_CASE("instance list: region of the flag, then AWS_REGION, then AWS_DEFAULT_REGION, then us-east-1") {
  const auto region_shown = [](FakeEnv& fake, const char* flag) {
    InstanceListOptions options = l4_of_aws();
    options.report.format = output::Format::csv;
    options.report.no_headers = true;
    if (flag != nullptr) {
      options.filter.region = flag;
    }
    auto env = fake.env();
    static_cast<void>(run_instance_list(options, env));
    for (const char* region : {"us-east-1", "us-east-2", "us-west-2", "eu-west-2"}) {
      if (fake.out.str().find(std::string(",") + region + ",") != std::string::npos) {
        return std::string(region);
      }
    }
    return std::string("none");
  };
  FakeEnv plain;
  CHECK(region_shown(plain, nullptr) == "us-east-1");
  FakeEnv by_default;
  by_default.variables["AWS_DEFAULT_REGION"] = "us-east-2";
  CHECK(region_shown(by_default, nullptr) == "us-east-2");
  FakeEnv by_region;
  by_region.variables = {{"AWS_REGION", "us-west-2"}, {"AWS_DEFAULT_REGION", "us-east-2"}};
  CHECK(region_shown(by_region, nullptr) == "us-west-2");
  FakeEnv by_flag;
  by_flag.variables["AWS_REGION"] = "us-west-2";
  CHECK(region_shown(by_flag, "eu-west-2") == "eu-west-2");
  FakeEnv blank;
  blank.variables["AWS_REGION"] = "";
  CHECK(region_shown(blank, nullptr) == "us-east-1");
}

TEST_CASE("instance list: an unknown AWS_REGION is named, and matters only where AWS is listed") {
  FakeEnv fake;
  fake.variables["AWS_REGION"] = "us-gov-west-1";
  auto env = fake.env();
  CHECK_THROWS_WITH_AS(static_cast<void>(run_instance_list(l4_of_aws(), env)),
                       "AWS_REGION: unknown aws region 'us-gov-west-1'", Error);
  InstanceListOptions gcp;
  gcp.filter.providers = {catalog::Provider::gcp};
  CHECK(run_instance_list(gcp, env) == ExitCode::ok);
}

TEST_CASE("instance list: --max-price-age reads the clock and unprices what is older") {
  // Spot prices of us-east-1 are of 2026-08-10, on-demand of 2026-07-20: 81 and 102 days before 2026-10-30.
  FakeEnv fake;
  fake.today = Date{2026, 10, 30};
  InstanceListOptions options = l4_of_aws();
  options.prices.max_price_age_days = 90;
  options.filter.accelerator_counts = {Decimal::whole(8)};
  auto env = fake.env();
  CHECK(run_instance_list(options, env) == ExitCode::ok);
  CHECK(fake.clock_reads == 1);
  CHECK(fake.out.str().find("$4.7680") != std::string::npos);
  CHECK(fake.out.str().find("$13.3504") == std::string::npos);
}

TEST_CASE("--catalog: tables are laid over, notes beside them are left alone, nothing at all is a mistake") {
  FakeEnv fake;
  fake.files.texts = {{"dir/aws_prices.csv", "instance_type,region,on_demand_usd_per_hour\ng6.xlarge,us-east-1,0.5\n"},
                      {"dir/README.md", "where these are from"},
                      {"empty/README.md", "nothing yet"},
                      {"odd/aws_prices.cvs", "instance_type,region\n"}};
  InstanceListOptions options = l4_of_aws();
  options.prices.catalog_directory = "dir";
  auto env = fake.env();
  CHECK(run_instance_list(options, env) == ExitCode::ok);
  CHECK(fake.out.str().find("$0.5000") != std::string::npos);
  for (const char* directory : {"empty", "odd", "absent"}) {
    CAPTURE(directory);
    options.prices.catalog_directory = directory;
    try {
      static_cast<void>(run_instance_list(options, env));
      FAIL("a directory without a table was taken");
    } catch (const Error& error) {
      CHECK(error.kind() != ErrorKind::usage);
    }
  }
}

TEST_CASE("instance list: an empty answer prints nothing but what empty is in the format") {
  InstanceListOptions options = l4_of_aws();
  options.filter.min_vcpus = 1000;
  const std::pair<output::Format, const char*> cases[] = {
      {output::Format::table, ""},
      {output::Format::name, ""},
      {output::Format::json, "{\n  \"kind\": \"InstanceList\",\n  \"version\": 1,\n  \"items\": []\n}\n"},
  };
  for (const auto& [format, expected] : cases) {
    FakeEnv fake;
    fake.err_is_terminal = true;
    auto env = fake.env();
    options.report.format = format;
    CHECK(run_instance_list(options, env) == ExitCode::ok);
    CHECK(fake.out.str() == expected);
    CHECK(fake.err.str() == "note: no instance type matches: --min-vcpus 1000 leaves none (15 types without it)\n");
  }
}

}  // namespace
}  // namespace kgpu::commands
