#pragma once

#include <string>
#include <string_view>

namespace kgpu::output {

/// A double-quoted YAML scalar on one line that YAML 1.1 and 1.2 parsers read back equal. Whatever one of them would
/// not take raw is escaped: control characters, line breaks of either version, the byte order mark, U+FFFE, U+FFFF.
/// Bytes that are not UTF-8 become U+FFFD; NUL is written `\0`, which not every reader takes.
[[nodiscard]] std::string yaml_quoted(std::string_view text);

/// The text as it is where no YAML parser takes it for anything but that string, else in double quotes.
[[nodiscard]] std::string yaml_scalar(std::string_view text);

}  // namespace kgpu::output
