#pragma once

#include "kgpu/http/transport.hpp"
#include "kgpu/kube/connection.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kgpu::kube {

/// Accept, Content-Type, who we are and as whom (kubernetes-client 2.4, 3.1).
[[nodiscard]] std::vector<http::Header> request_headers(const ApiRequest& request, const Access& access,
                                                        const std::string& authorization,
                                                        const std::string& user_agent);

/// Server, path and query; `timeout=` where there is a limit (1.5).
[[nodiscard]] std::string request_url(const ApiRequest& request, const Access& access);

}  // namespace kgpu::kube
