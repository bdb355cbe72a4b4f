#pragma once

#include <string>
#include <string_view>

namespace kgpu::k8s {

/// RFC 1123 label: lower-case letters, digits, `-`, alphanumeric at both ends, at most 63 characters.
[[nodiscard]] bool is_dns_label(std::string_view text);

/// RFC 1123 subdomain: labels joined by `.`, at most 253 characters.
[[nodiscard]] bool is_dns_subdomain(std::string_view text);

/// A label, taint or annotation key: `[PREFIX/]NAME`, PREFIX a subdomain, NAME at most 63 of `[A-Za-z0-9_.-]`,
/// alphanumeric at both ends (apimachinery `IsQualifiedName`).
[[nodiscard]] bool is_qualified_name(std::string_view text);

/// A label or taint value: empty, or as NAME above (apimachinery `IsValidLabelValue`).
[[nodiscard]] bool is_label_value(std::string_view text);

/// A label to set, `KEY=VALUE`.
struct Label {
  std::string key;
  std::string value;
  bool operator==(const Label&) const = default;
};

/// Throws Error{usage} naming `flag` when the text is no label.
[[nodiscard]] Label parse_label(std::string_view text, std::string_view flag);

struct Taint {
  std::string key;
  std::string value;   ///< may be empty
  std::string effect;  ///< NoSchedule, PreferNoSchedule or NoExecute
  bool operator==(const Taint&) const = default;
};

/// `KEY[=VALUE]:EFFECT`, as `kubectl taint` takes it. Throws Error{usage} naming `flag`.
[[nodiscard]] Taint parse_taint(std::string_view text, std::string_view flag);

}  // namespace kgpu::k8s
