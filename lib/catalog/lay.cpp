#include "lay.hpp"

#include "kgpu/base/error.hpp"

#include <fmt/format.h>

#include <tuple>

namespace kgpu::catalog {
namespace {

std::string listed(std::span<const std::string_view> names) {
  return join(std::vector<std::string>(names.begin(), names.end()), ", ");
}

void check_whole_header(std::span<const std::string> header, std::span<const std::string_view> columns,
                        const std::string& name) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string found = i < header.size() ? in_quotes(header[i]) : "nothing";
    if (i >= header.size() || header[i] != columns[i]) {
      throw data_error(fmt::format("{}:1: {}: the header has {} in its place", name, columns[i], found));
    }
  }
  if (header.size() > columns.size()) {
    throw data_error(fmt::format("{}:1: {}: unknown column", name, printable(header[columns.size()])));
  }
}

int name_order(std::string_view a, std::string_view b) {
  return natural_less(a, b) ? -1 : natural_less(b, a) ? 1 : 0;
}

}  // namespace

std::vector<std::size_t> match_header(std::span<const std::string> header, std::span<const std::string_view> columns,
                                      std::span<const std::string_view> keys, Reading reading,
                                      const std::string& name) {
  if (reading == Reading::whole) {
    check_whole_header(header, columns, name);
  }
  std::vector<std::size_t> places;
  for (const std::string& cell : header) {
    const auto found = std::ranges::find(columns, cell);
    if (found == columns.end()) {
      throw data_error(fmt::format("{}:1: {}: unknown column, one of: {}", name, printable(cell), listed(columns)));
    }
    const auto place = static_cast<std::size_t>(found - columns.begin());
    if (std::ranges::find(places, place) != places.end()) {
      throw data_error(fmt::format("{}:1: {}: the column stands twice", name, cell));
    }
    places.push_back(place);
  }
  for (const std::string_view key : keys) {
    if (std::ranges::find(header, key) == header.end()) {
      throw data_error(fmt::format("{}:1: {}: the column is missing; rows are known by {}", name, key, listed(keys)));
    }
  }
  return places;
}

bool row_less(const InstanceType& a, const InstanceType& b) {
  return std::tuple(a.provider, name_order(a.name, b.name)) < std::tuple(b.provider, 0);
}

bool row_less(const PriceRow& a, const PriceRow& b) {
  return std::tuple(a.provider, name_order(a.instance_type, b.instance_type), a.region) <
         std::tuple(b.provider, 0, b.region);
}

bool row_less(const CapacityBlockPrice& a, const CapacityBlockPrice& b) {
  return std::tuple(name_order(a.instance_type, b.instance_type), a.region) < std::tuple(0, b.region);
}

}  // namespace kgpu::catalog
