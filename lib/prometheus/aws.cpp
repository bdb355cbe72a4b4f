#include "kgpu/prometheus/aws.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <simdjson.h>

#include <algorithm>
#include <utility>

namespace kgpu::prometheus {
namespace {

constexpr const char* k_service = "aps";
constexpr const char* k_aws = "aws";

Error no_keys(const std::string& why) {
  return {ErrorKind::io, "no AWS credentials to ask Prometheus with: " + why,
          "log in with aws, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"};
}

/// `{"Version": 1, "AccessKeyId": …}`, the form of AWS's credential_process.
http::AwsSigning keys_of(std::string_view json) {
  simdjson::dom::parser parser;
  const simdjson::padded_string text(json);
  simdjson::dom::element keys;
  if (parser.parse(text).get(keys) != simdjson::SUCCESS) {
    throw no_keys("what aws configure export-credentials printed is no JSON");
  }
  const auto field = [&](const char* name) {
    std::string_view value;
    return keys[name].get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
  };
  http::AwsSigning signing;
  signing.access_key_id = field("AccessKeyId");
  signing.secret_access_key = field("SecretAccessKey");
  signing.session_token = field("SessionToken");
  if (signing.access_key_id.empty() || signing.secret_access_key.empty()) {
    throw no_keys("aws configure export-credentials printed none");
  }
  return signing;
}

http::AwsSigning exported_keys(system::Processes& processes) {
  if (!processes.find_on_path(k_aws)) {
    throw no_keys("neither in the environment, nor is aws on PATH");
  }
  system::ProcessRequest request;
  request.command = k_aws;
  request.args = {"configure", "export-credentials", "--format", "process"};
  const system::ProcessResult result = processes.run(request);
  if (result.exit_code != 0) {
    throw no_keys("aws configure export-credentials failed with exit code " + std::to_string(result.exit_code));
  }
  return keys_of(result.output);
}

}  // namespace

std::string aws_region_of(const Target& target) {
  constexpr std::string_view k_scheme = "https://";
  if (target.way != Target::Way::url || !target.url.starts_with(k_scheme)) {
    return {};
  }
  const std::string rest = to_lower(std::string_view(target.url).substr(k_scheme.size()));
  const std::vector<std::string> labels = split(rest.substr(0, rest.find_first_of("/:")), '.');
  const bool is_workspace = labels.size() >= 4 && (labels[0] == "aps-workspaces" || labels[0] == "aps-workspaces-fips");
  if (!is_workspace) {
    return {};
  }
  const std::string domain = join(std::vector(labels.begin() + 2, labels.end()), ".");
  const auto is_of_aws = {"amazonaws.com", "amazonaws.com.cn", "api.aws"};
  return std::ranges::find(is_of_aws, domain) == is_of_aws.end() ? std::string() : labels[1];
}

http::AwsSigning aws_signing(std::string region,
                             const std::function<std::optional<std::string>(std::string_view name)>& variable,
                             system::Processes& processes) {
  http::AwsSigning signing;
  signing.access_key_id = variable("AWS_ACCESS_KEY_ID").value_or("");
  signing.secret_access_key = variable("AWS_SECRET_ACCESS_KEY").value_or("");
  signing.session_token = variable("AWS_SESSION_TOKEN").value_or("");
  if (signing.access_key_id.empty() || signing.secret_access_key.empty()) {
    signing = exported_keys(processes);
  }
  signing.region = std::move(region);
  signing.service = k_service;
  return signing;
}

}  // namespace kgpu::prometheus
