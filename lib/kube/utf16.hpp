#pragma once

#include <string>
#include <string_view>

namespace kgpu::kube {

/// The text as UTF-8 without its byte order mark. PowerShell writes kubeconfigs as UTF-16 (kube-rs#1654): such a mark
/// says so. A surrogate that has lost its other half becomes U+FFFD.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace kgpu::kube
