#include "kgpu/snapshot/texts.hpp"

namespace kgpu::snapshot {

std::string_view Texts::keep(std::string_view text) {
  const List<char> copy = list(std::span<const char>(text.data(), text.size()));
  return {copy.begin(), copy.size()};
}

std::string_view Texts::intern(std::string_view text) {
  if (text.empty()) {
    return {};
  }
  const auto found = interned_.find(text);
  return found != interned_.end() ? *found : *interned_.insert(keep(text)).first;
}

}  // namespace kgpu::snapshot
