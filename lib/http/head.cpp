#include "kgpu/base/text.hpp"
#include "kgpu/http/transport.hpp"

#include <algorithm>

namespace kgpu::http {

std::string_view Head::find(std::string_view name) const {
  const std::string wanted = to_lower(name);
  const auto found =
      std::ranges::find_if(headers, [&](const Header& header) { return to_lower(header.name) == wanted; });
  return found == headers.end() ? std::string_view{} : std::string_view(found->value);
}

}  // namespace kgpu::http
