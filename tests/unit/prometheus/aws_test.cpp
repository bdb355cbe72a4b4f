#include "kgpu/prometheus/aws.hpp"

#include "fake_processes.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace kgpu::prometheus;

namespace {

// The endpoints of docs.aws.amazon.com/general/latest/gr/prometheus-service.html.
TEST_CASE("kubernetes-client 122: a workspace's host names its region, and no other host does") {
  struct Case {
    std::string url;
    std::string region;
  };
  const Case cases[] = {
      {"https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1", "eu-west-1"},
      {"https://aps-workspaces-fips.us-gov-west-1.amazonaws.com/workspaces/ws-1", "us-gov-west-1"},
      {"https://APS-workspaces.us-east-1.api.aws:443/workspaces/ws-1", "us-east-1"},
      {"https://aps-workspaces.us-east-1.amazonaws.com.evil.test/workspaces/ws-1", ""},
      {"https://aps-workspaces.us-east-1.evil.test/amazonaws.com", ""},
      {"https://prometheus.eu-west-1.amazonaws.com", ""},
      {"http://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1", ""},
      {"obs/prometheus:9090", ""},
  };
  for (const Case& one : cases) {
    CAPTURE(one.url);
    CHECK(aws_region_of(parse_target(one.url)) == one.region);
  }
}

TEST_CASE("kubernetes-client 122: half a pair of keys in the environment is none") {
  kgpu::testing::FakeProcesses processes;
  processes.on_path["aws"] = "/usr/bin/aws";
  processes.answer = [](const kgpu::system::ProcessRequest&) {
    return kgpu::system::ProcessResult{
        .exit_code = 0, .signal = 0, .output = R"({"AccessKeyId": "exported", "SecretAccessKey": "s"})"};
  };
  const auto signing = aws_signing(
      "eu-west-1",
      [](std::string_view name) {
        return name == "AWS_ACCESS_KEY_ID" ? std::optional<std::string>("half") : std::nullopt;
      },
      processes);
  CHECK(signing.access_key_id == "exported");
  CHECK(signing.session_token.empty());
  CHECK(signing.region == "eu-west-1");
  CHECK(signing.service == "aps");
}

}  // namespace
