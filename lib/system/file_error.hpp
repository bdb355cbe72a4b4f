#pragma once

#include "kgpu/base/error.hpp"

#include <string>
#include <string_view>
#include <system_error>

namespace kgpu::system {

/// `cannot <verb> '<path>': <what the operating system says>`.
[[nodiscard]] Error file_error(std::string_view verb, const std::string& path, std::error_code code);
[[nodiscard]] Error file_error(std::string_view verb, const std::string& path, int error_number);

}  // namespace kgpu::system
