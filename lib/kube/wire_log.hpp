#pragma once

#include "kgpu/base/duration.hpp"
#include "kgpu/http/transport.hpp"

#include <string>
#include <string_view>
#include <vector>

/// What -v=6 to 9 prints, free of secrets (kubernetes-client 3.4).
namespace kgpu::kube {

/// The lines before a request at that verbosity; none below 7.
[[nodiscard]] std::vector<std::string> request_lines(const http::Request& request, int verbosity);

/// One exchange that ended.
struct Logged {
  http::Method method = http::Method::get;
  std::string url;
  http::Head head;
  std::string failure;     ///< of the transport; empty: none
  std::string_view body;   ///< its start
  Nanoseconds duration{};  ///< from the start of this attempt
};
[[nodiscard]] std::vector<std::string> answer_lines(const Logged& exchange, int verbosity);

[[nodiscard]] std::string_view method_name(http::Method method);

}  // namespace kgpu::kube
