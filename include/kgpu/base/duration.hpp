#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu {

using Nanoseconds = std::chrono::duration<std::int64_t, std::nano>;

/// As Go's `time.ParseDuration`: `1.5h`, `90m`, `1h30m`, `500ms`. No days. Empty when it is not one or does not fit.
[[nodiscard]] std::optional<Nanoseconds> parse_duration(std::string_view text);

/// Hours, minutes and seconds as Kubernetes writes them in CRDs: `1h30m`, `720h`, `45s`, `0s`.
/// A fraction of a second is cut off.
[[nodiscard]] std::string format_hms(Nanoseconds duration);

}  // namespace kgpu
