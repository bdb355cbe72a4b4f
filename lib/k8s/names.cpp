#include "kgpu/k8s/names.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>

namespace kgpu::k8s {
namespace {

constexpr std::size_t k_most_label = 63;
constexpr std::size_t k_most_subdomain = 253;

bool is_lower_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool is_alphanumeric(char c) {
  return is_lower_alphanumeric(c) || (c >= 'A' && c <= 'Z');
}

/// The part of a qualified name behind the slash, and a label value that is not empty.
bool is_name_part(std::string_view text) {
  return !text.empty() && text.size() <= k_most_label && is_alphanumeric(text.front()) &&
         is_alphanumeric(text.back()) &&
         std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; });
}

constexpr std::array<std::string_view, 3> k_effects = {"NoSchedule", "PreferNoSchedule", "NoExecute"};

Error bad(std::string_view flag, std::string_view text, const std::string& why, std::string hint = {}) {
  return usage_error(std::string(flag) + ": " + in_quotes(text) + " " + why, std::move(hint));
}

void check_key(std::string_view key, std::string_view text, std::string_view flag) {
  if (!is_qualified_name(key)) {
    throw bad(flag, text, "has no valid key: " + in_quotes(key) + " is not a qualified name",
              "a key is NAME or PREFIX/NAME: NAME at most 63 letters, digits, '-', '_', '.', beginning and ending with "
              "a letter or digit; PREFIX a DNS name such as example.com");
  }
}

void check_value(std::string_view value, std::string_view text, std::string_view flag) {
  if (!is_label_value(value)) {
    throw bad(flag, text, "has no valid value: " + in_quotes(value) + " is not a label value",
              "a value is empty, or at most 63 letters, digits, '-', '_', '.', beginning and ending with a letter or "
              "digit");
  }
}

}  // namespace

bool is_dns_label(std::string_view text) {
  return !text.empty() && text.size() <= k_most_label && is_lower_alphanumeric(text.front()) &&
         is_lower_alphanumeric(text.back()) &&
         std::ranges::all_of(text, [](char c) { return is_lower_alphanumeric(c) || c == '-'; });
}

bool is_dns_subdomain(std::string_view text) {
  if (text.empty() || text.size() > k_most_subdomain) {
    return false;
  }
  // A label inside a subdomain may be longer than 63 characters: apimachinery checks the whole only.
  const auto parts = split(text, '.');
  return std::ranges::all_of(parts, [](const std::string& part) {
    return !part.empty() && is_lower_alphanumeric(part.front()) && is_lower_alphanumeric(part.back()) &&
           std::ranges::all_of(part, [](char c) { return is_lower_alphanumeric(c) || c == '-'; });
  });
}

bool is_qualified_name(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) {
    return is_name_part(text);
  }
  return is_dns_subdomain(text.substr(0, slash)) && is_name_part(text.substr(slash + 1));
}

bool is_label_value(std::string_view text) {
  return text.empty() || is_name_part(text);
}

Label parse_label(std::string_view text, std::string_view flag) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw bad(flag, text, "is not KEY=VALUE");
  }
  Label label{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
  check_key(label.key, text, flag);
  check_value(label.value, text, flag);
  return label;
}

Taint parse_taint(std::string_view text, std::string_view flag) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) {
    throw bad(flag, text, "is not KEY[=VALUE]:EFFECT (EFFECT one of: NoSchedule, PreferNoSchedule, NoExecute)");
  }
  const std::string_view effect = text.substr(colon + 1);
  if (std::ranges::find(k_effects, effect) == k_effects.end()) {
    throw bad(flag, text,
              "has an unknown effect " + in_quotes(effect) + " (one of: NoSchedule, PreferNoSchedule, NoExecute)",
              did_you_mean(effect, k_effects));
  }
  const std::string_view pair = text.substr(0, colon);
  const auto equals = std::min(pair.find('='), pair.size());
  Taint taint{std::string(pair.substr(0, equals)),
              std::string(equals == pair.size() ? std::string_view() : pair.substr(equals + 1)), std::string(effect)};
  check_key(taint.key, text, flag);
  check_value(taint.value, text, flag);
  return taint;
}

}  // namespace kgpu::k8s
