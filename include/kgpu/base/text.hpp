#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu {

/// ASCII only; other bytes stay.
[[nodiscard]] std::string to_lower(std::string_view text);

/// The pieces between separators; an empty text gives no pieces, `a,,b` an empty one in the middle.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

[[nodiscard]] std::string join(std::span<const std::string> parts, std::string_view separator);

/// Without leading and trailing spaces and tabs.
[[nodiscard]] std::string_view trim(std::string_view text);

[[nodiscard]] bool is_valid_utf8(std::string_view text);

/// The UTF-8 character at the front of a text that is not empty. `length` is how many bytes it has, 0 when there is
/// none (overlong, a surrogate, cut short, or no UTF-8 at all).
struct Utf8Character {
  char32_t code = 0;
  std::size_t length = 0;
};
[[nodiscard]] Utf8Character first_utf8_character(std::string_view text);

/// Fit to stand in a message: control characters, line ends of any kind, marks that turn the direction of writing and
/// bytes that are not UTF-8 as `\x1b`, at most `limit` characters with `…` for what is cut.
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 80);

/// `printable` in single quotes: how messages quote what the user wrote.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// One word of a POSIX or bash command line: as it is where that is safe, else `'…'`, else `$'…'` for what `printable`
/// escapes, so that it never leaves its line, in YAML 1.1 neither.
[[nodiscard]] std::string shell_quote(std::string_view text);

/// Every byte but letters, digits and `-._~` as `%2F`: one segment of a path, one value of a query (RFC 3986).
[[nodiscard]] std::string percent_encoded(std::string_view text);

/// Numbers inside names compare as numbers: g6.2xlarge < g6.12xlarge.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

/// The candidates nearest to `text` by edit distance (case ignored, neighbours swapped count one), the closest first,
/// at most `most`; none when all are too far to be what was meant.
[[nodiscard]] std::vector<std::string> nearest(std::string_view text, std::span<const std::string_view> candidates,
                                               std::size_t most = 3);

/// "did you mean 'g6.xlarge' or 'g6e.xlarge'?", or empty when nothing is near.
[[nodiscard]] std::string did_you_mean(std::string_view text, std::span<const std::string_view> candidates);

}  // namespace kgpu
