#include "kgpu/base/memory_size.hpp"

#include "kgpu/base/decimal.hpp"
#include "kgpu/base/error.hpp"
#include "kgpu/base/int128.hpp"
#include "kgpu/base/text.hpp"

#include <limits>

namespace kgpu {
namespace {

struct Unit {
  std::string_view name;  // lower case
  std::int64_t bytes;
  MemoryMeaning meaning;
};
constexpr Unit k_units[] = {
    {"g", 1'000'000'000, MemoryMeaning::nominal}, {"gb", 1'000'000'000, MemoryMeaning::nominal},
    {"m", 1'000'000, MemoryMeaning::nominal},     {"mb", 1'000'000, MemoryMeaning::nominal},
    {"gi", k_gib, MemoryMeaning::usable},         {"gib", k_gib, MemoryMeaning::usable},
    {"mi", k_mib, MemoryMeaning::usable},         {"mib", k_mib, MemoryMeaning::usable},
};

}  // namespace

MemorySize parse_memory_size(std::string_view text, std::string_view flag) {
  const auto unit_at = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto number = Decimal::parse(text.substr(0, unit_at));
  const std::string unit_name = to_lower(text.substr(unit_at));
  const std::string name(flag);
  if (!number || number->nanos() <= 0) {
    throw usage_error(name + ": " + in_quotes(text) +
                      " is not a memory size (write 80GB for what is on the box, 60Gi for usable bytes)");
  }
  if (unit_name.empty()) {
    throw usage_error(
        name + ": " + in_quotes(text) + " has no unit",
        "did you mean " + std::string(text) + "GB (what is on the box) or " + std::string(text) + "Gi (usable bytes)?");
  }
  for (const Unit& unit : k_units) {
    if (unit.name != unit_name) {
      continue;
    }
    const Int128 bytes = static_cast<Int128>(number->nanos()) * unit.bytes / Decimal::k_scale;
    if (bytes > std::numeric_limits<std::int64_t>::max()) {
      throw usage_error(name + ": " + in_quotes(text) + " is beyond any accelerator");
    }
    return {static_cast<std::int64_t>(bytes), unit.meaning, std::string(text)};
  }
  throw usage_error(name + ": unknown unit in " + in_quotes(text) + " (one of: GB, Gi, MB, Mi)");
}

}  // namespace kgpu
