#pragma once

#include "kgpu/http/transport.hpp"
#include "kgpu/prometheus/target.hpp"
#include "kgpu/system/processes.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu::prometheus {

/// The region of an Amazon Managed Service for Prometheus workspace, by the host of its URL
/// (`https://aps-workspaces.REGION.amazonaws.com/workspaces/ID`); empty: something else's URL.
[[nodiscard]] std::string aws_region_of(const Target& target);

/// What signs queries to a workspace. Keys come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN,
/// where the SDKs of AWS look first, else from `aws configure export-credentials`, which goes through all the other
/// places. Throws Error{io}; no key is in the message.
[[nodiscard]] http::AwsSigning aws_signing(
    std::string region, const std::function<std::optional<std::string>(std::string_view name)>& variable,
    system::Processes& processes);

}  // namespace kgpu::prometheus
