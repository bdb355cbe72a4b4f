#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::app {

/// bash, zsh, fish, powershell.
[[nodiscard]] std::vector<std::string> completion_shells();

/// The script of one of them, empty for another word. Each asks the hidden verb `__complete`, so none knows a flag.
[[nodiscard]] std::optional<std::string_view> completion_script(std::string_view shell);

}  // namespace kgpu::app
