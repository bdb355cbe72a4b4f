#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kgpu::kube {

/// The texts of a `Warning` header's values of code 299, unescaped and neutralised; several may stand in one header.
/// Reading ends at the first value that breaks the grammar of RFC 9111 5.5.
[[nodiscard]] std::vector<std::string> warning_texts(std::string_view header);

}  // namespace kgpu::kube
