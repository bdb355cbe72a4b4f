#pragma once

#include "kgpu/kube/status.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kgpu::kube {

/// Each: a Status that is a failure, words neutralised; empty for anything else.
[[nodiscard]] std::optional<Status> read_json_status(std::string_view body);
[[nodiscard]] std::optional<Status> read_protobuf_status(std::string_view body);

/// What an HTTP status means when the body is no Status: client-go's words (kubernetes-client 3.4). `what` is the
/// request in words.
[[nodiscard]] Status generic_status(int code, std::string_view body, std::string_view what);

}  // namespace kgpu::kube
