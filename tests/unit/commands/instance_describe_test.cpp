#include "kgpu/commands/instance_describe.hpp"

#include "doctest/doctest.h"
#include "fake_env.hpp"

namespace kgpu::commands {
namespace {

using testing::FakeEnv;

std::size_t count_of(const std::string& text, const std::string& piece) {
  std::size_t count = 0;
  for (auto at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) {
    ++count;
  }
  return count;
}

std::string described(InstanceDescribeOptions options, output::Format format) {
  FakeEnv fake;
  auto env = fake.env();
  options.report.format = format;
  CHECK(run_instance_describe(options, env) == ExitCode::ok);
  CHECK(fake.err.str().empty());
  return fake.out.str();
}

TEST_CASE("instance describe: one region in the table, all in the other formats, that of --region in each") {
  InstanceDescribeOptions options;
  options.type = "g6.xlarge";
  CHECK(count_of(described(options, output::Format::table), "on-demand  ") == 1);
  // aws_prices.csv has g6.xlarge in 18 regions.
  CHECK(count_of(described(options, output::Format::wide), "on-demand  ") == 18);
  CHECK(count_of(described(options, output::Format::json), "\"capacity\": \"on-demand\"") == 18);
  options.region = "us-west-2";
  for (const auto format : {output::Format::table, output::Format::wide}) {
    const std::string text = described(options, format);
    CHECK(count_of(text, "on-demand  ") == 1);
    CHECK(count_of(text, "us-west-2 ") > 0);
  }
  CHECK(count_of(described(options, output::Format::json), "\"capacity\": \"on-demand\"") == 1);
}

TEST_CASE("instance describe: a region of another cloud") {
  FakeEnv fake;
  auto env = fake.env();
  InstanceDescribeOptions options;
  options.type = "g2-standard-4";
  options.region = "us-east-1";
  CHECK_THROWS_WITH_AS(static_cast<void>(run_instance_describe(options, env)),
                       "--region: 'us-east-1' is a region of aws, not of gcp", Error);
}

TEST_CASE("instance describe: the next command, for EC2 and on a terminal") {
  FakeEnv fake;
  fake.err_is_terminal = true;
  auto env = fake.env();
  InstanceDescribeOptions options;
  options.type = "g6.xlarge";
  CHECK(run_instance_describe(options, env) == ExitCode::ok);
  CHECK(fake.err.str() == "next: kubectl gpu pool create NAME --instance-type g6.xlarge --cluster-name CLUSTER\n");
}

}  // namespace
}  // namespace kgpu::commands
