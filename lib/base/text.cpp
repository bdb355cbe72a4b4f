#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace kgpu {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// What must not reach a terminal, a log or a YAML comment as it is: control characters, what ends a line in Unicode or
/// YAML 1.1, what reverses the direction of writing, and what no text has.
bool is_unsafe(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const bool ends_line = code == 0x2028 || code == 0x2029;
  const bool turns =
      code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return control || ends_line || turns || code == 0xfeff || code == 0xfffe || code == 0xffff;
}

/// Bytes of the character at the front, whether it may be shown as it is. A byte that is no UTF-8 stands alone.
struct Shown {
  std::size_t length = 1;
  bool as_it_is = false;
};

Shown first_shown(std::string_view text) {
  const Utf8Character character = first_utf8_character(text);
  return character.length == 0 ? Shown{} : Shown{character.length, !is_unsafe(character.code)};
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string hex_escape(unsigned char c) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  return {'\\', 'x', k_digits[c >> 4U], k_digits[c & 15U]};
}

/// For `$'…'`: three octal digits, unlike \x, end where they end, whatever follows.
std::string octal_escape(unsigned char c) {
  return {'\\', static_cast<char>('0' + (c >> 6U)), static_cast<char>('0' + ((c >> 3U) & 7U)),
          static_cast<char>('0' + (c & 7U))};
}

/// Damerau-Levenshtein (optimal string alignment) over lower-cased bytes.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    previous[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0U : 1U)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

Utf8Character first_utf8_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return {.code = first, .length = 1};
  }
  std::size_t length = 0;
  std::uint32_t value = 0;
  std::uint32_t least = 0;
  if (first >= 0xc2 && first <= 0xdf) {
    length = 2, value = first & 0x1fU, least = 0x80;
  } else if (first >= 0xe0 && first <= 0xef) {
    length = 3, value = first & 0x0fU, least = 0x800;
  } else if (first >= 0xf0 && first <= 0xf4) {
    length = 4, value = first & 0x07U, least = 0x10000;
  }
  if (length == 0 || text.size() < length) {
    return {};
  }
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) {
      return {};
    }
    value = value << 6U | (byte(i) & 0x3fU);
  }
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  return value < least || value > 0x10ffff || surrogate ? Utf8Character{} : Utf8Character{value, length};
}

std::string to_lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower);
  return result;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  if (text.empty()) {
    return parts;
  }
  std::size_t start = 0;
  for (;;) {
    const auto end = text.find(separator, start);
    parts.emplace_back(text.substr(start, end - start));
    if (end == std::string_view::npos) {
      return parts;
    }
    start = end + 1;
  }
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += i == 0 ? std::string_view() : separator;
    text += parts[i];
  }
  return text;
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_valid_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = first_utf8_character(text).length;
    if (length == 0) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string result;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == limit) {
      return result + "…";
    }
    const Shown shown = first_shown(text);
    for (const char c : text.substr(0, shown.length)) {
      result += shown.as_it_is ? std::string(1, c) : hex_escape(static_cast<unsigned char>(c));
    }
    text.remove_prefix(shown.length);
  }
  return result;
}

std::string in_quotes(std::string_view text) {
  return "'" + printable(text) + "'";
}

std::string shell_quote(std::string_view text) {
  const auto is_safe = [](char c) {
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') ||
           std::string_view("_-./:=,@%+").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_safe)) {
    return std::string(text);
  }
  bool plain = true;
  for (std::string_view rest = text; !rest.empty() && plain; rest.remove_prefix(first_shown(rest).length)) {
    plain = first_shown(rest).as_it_is;
  }
  std::string result;
  if (plain) {
    for (const char c : text) {
      result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return "'" + result + "'";
  }
  while (!text.empty()) {
    const Shown shown = first_shown(text);
    for (const char c : text.substr(0, shown.length)) {
      result += !shown.as_it_is          ? octal_escape(static_cast<unsigned char>(c))
                : c == '\'' || c == '\\' ? std::string{'\\', c}
                                         : std::string(1, c);
    }
    text.remove_prefix(shown.length);
  }
  return "$'" + result + "'";
}

bool natural_less(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  // What both begin with decides nothing, but for a number that is cut there.
  const auto differs = std::ranges::mismatch(a, b).in1;
  auto same = static_cast<std::size_t>(differs - a.begin());
  while (same > 0 && is_digit(a[same - 1])) {
    --same;
  }
  a.remove_prefix(same);
  b.remove_prefix(same);
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const auto number = [](std::string_view& text) {
        const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
        std::string_view digits = text.substr(0, end);
        text.remove_prefix(end);
        digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
        return digits;
      };
      const auto first = number(a);
      const auto second = number(b);
      if (first.size() != second.size()) {
        return first.size() < second.size();
      }
      if (first != second) {
        return first < second;
      }
      continue;
    }
    if (a.front() != b.front()) {
      return a.front() < b.front();
    }
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  if (a.empty() != b.empty()) {
    return a.empty();
  }
  return whole_a < whole_b;
}

std::vector<std::string> nearest(std::string_view text, std::span<const std::string_view> candidates,
                                 std::size_t most) {
  struct Scored {
    std::size_t distance;
    std::string_view candidate;
  };
  // A long paste is no typo; comparing it would only cost time.
  if (text.empty() || text.size() > 100) {
    return {};
  }
  const std::size_t furthest = std::max<std::size_t>(1, text.size() / 3);
  std::vector<Scored> scored;
  const std::string wanted = to_lower(text);
  for (const std::string_view candidate : candidates) {
    const std::string offered = to_lower(candidate);
    std::size_t distance = edit_distance(wanted, offered);
    // An unfinished word is near to what it begins.
    if (wanted.size() >= 3 && offered.starts_with(wanted)) {
      distance = std::min<std::size_t>(distance, 1);
    }
    if (distance <= furthest) {
      scored.push_back({distance, candidate});
    }
  }
  std::ranges::stable_sort(scored, [](const Scored& a, const Scored& b) { return a.distance < b.distance; });
  std::vector<std::string> result;
  for (const Scored& entry : scored) {
    if (result.size() == most) {
      break;
    }
    if (std::ranges::find(result, entry.candidate) == result.end()) {
      result.emplace_back(entry.candidate);
    }
  }
  return result;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view k_digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      result += c;
    } else {
      result += {'%', k_digits[byte >> 4U], k_digits[byte & 0xfU]};
    }
  }
  return result;
}

std::string did_you_mean(std::string_view text, std::span<const std::string_view> candidates) {
  const auto near = nearest(text, candidates);
  if (near.empty()) {
    return {};
  }
  std::string sentence = "did you mean ";
  for (std::size_t i = 0; i < near.size(); ++i) {
    sentence += i == 0 ? "" : i + 1 == near.size() ? " or " : ", ";
    sentence += "'" + near[i] + "'";
  }
  return sentence + "?";
}

}  // namespace kgpu
