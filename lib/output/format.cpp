#include "kgpu/output/format.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <iterator>
#include <string>
#include <vector>

namespace kgpu::output {
namespace {

// In enum order.
constexpr std::string_view k_names[] = {"table", "wide", "json", "yaml", "csv", "name"};
static_assert(std::size(k_names) == static_cast<std::size_t>(Format::name) + 1);

}  // namespace

std::string_view to_string(Format format) {
  return k_names[static_cast<std::size_t>(format)];
}

Format parse_format(std::string_view text, std::span<const Format> allowed) {
  std::vector<std::string> names;
  std::vector<std::string_view> views;
  for (const Format format : allowed) {
    if (to_string(format) == text) {
      return format;
    }
    names.emplace_back(to_string(format));
    views.push_back(to_string(format));
  }
  throw usage_error("unknown output format " + in_quotes(text) + " (one of: " + join(names, ", ") + ")",
                    did_you_mean(text, views));
}

}  // namespace kgpu::output
