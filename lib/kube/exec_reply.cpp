#include "exec_credential.hpp"
#include "fields.hpp"
#include "value.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace kgpu::kube {
namespace {

constexpr std::size_t k_most_shown = 200;

/// What an output looks like without what it says: enough to see a table, or help, and never a token.
std::string shape_of(std::string_view text) {
  std::string shape;
  for (const char c : text.substr(0, k_most_shown)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_digit = c >= '0' && c <= '9';
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || byte >= 0x80;
    shape += is_digit ? '0' : is_letter ? 'x' : byte < 0x20 || byte == 0x7f ? ' ' : c;
  }
  return printable(shape, k_most_shown);
}

Error undecodable(std::string_view text, const std::string& why) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return data_error("decoding stdout: the plugin printed nothing");
  }
  return data_error("decoding stdout: " + why + "; it looks like '" + shape_of(text) + "'",
                    "the plugin must print JSON: with aws, '--output json' in its args, or unset AWS_DEFAULT_OUTPUT");
}

/// Digits from `at`, exactly `count`.
std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  const std::string_view part = text.substr(std::min(at, text.size()), count);
  const auto result = std::from_chars(part.data(), part.data() + part.size(), value);
  const bool all = part.size() == count && part.find_first_not_of("0123456789") == std::string_view::npos;
  return all && result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

/// `Z`, `+02:00`: what to take from the local time.
std::optional<std::chrono::minutes> parse_zone(std::string_view zone) {
  if (zone == "Z" || zone == "z") {
    return std::chrono::minutes(0);
  }
  const auto hours = digits(zone, 1, 2);
  const auto minutes = digits(zone, 4, 2);
  if (zone.size() != 6 || (zone[0] != '+' && zone[0] != '-') || zone[3] != ':' || !hours || !minutes || *hours > 23 ||
      *minutes > 59) {
    return std::nullopt;
  }
  const auto offset = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
  return zone[0] == '+' ? offset : -offset;
}

}  // namespace

std::optional<Instant> parse_time(std::string_view text) {
  constexpr std::array<std::pair<std::size_t, char>, 4> k_marks = {{{4, '-'}, {7, '-'}, {13, ':'}, {16, ':'}}};
  for (const auto& [at, mark] : k_marks) {
    if (at >= text.size() || text[at] != mark) {
      return std::nullopt;
    }
  }
  const auto year = digits(text, 0, 4);
  const auto month = digits(text, 5, 2);
  const auto day = digits(text, 8, 2);
  const auto hour = digits(text, 11, 2);
  const auto minute = digits(text, 14, 2);
  const auto second = digits(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second || (text[10] != 'T' && text[10] != 't')) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  std::string_view zone = text.substr(19);
  if (zone.starts_with('.')) {
    const std::size_t end = zone.find_first_not_of("0123456789", 1);
    zone = end == std::string_view::npos || end == 1 ? std::string_view() : zone.substr(end);
  }
  const auto offset = parse_zone(zone);
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60 || !offset) {
    return std::nullopt;
  }
  // The machine's clock counts nanoseconds and holds the years 1678 to 2261: what lies beyond is never, or long ago.
  constexpr auto k_first = std::chrono::time_point_cast<std::chrono::seconds>(Instant::min()) + std::chrono::days(1);
  constexpr auto k_last = std::chrono::time_point_cast<std::chrono::seconds>(Instant::max()) - std::chrono::days(1);
  const std::chrono::sys_seconds moment = std::chrono::sys_days(date) + std::chrono::hours(*hour) +
                                          std::chrono::minutes(*minute) + std::chrono::seconds(*second) - *offset;
  return Instant(std::clamp(moment, k_first, k_last));
}

ExecReply read_exec_reply(std::string_view text, const std::string& api_version) {
  Value::Pointer root;
  try {
    root = read_value(text, "stdout", Trailing::refused);
  } catch (const Error&) {
    throw undecodable(text, "it is neither JSON nor YAML");  // the reason may quote a key, which here may be anything
  }
  if (!root || root->kind != Value::Kind::map) {
    throw undecodable(text, "it is no ExecCredential");
  }
  const Fields reply(root.get(), "decoding stdout", "");
  const std::string kind = reply.text("kind");
  const std::string version = reply.text("apiVersion");
  if (kind != "ExecCredential") {
    throw undecodable(text, "it is no ExecCredential");
  }
  if (version != api_version) {
    throw data_error(
        "exec plugin is configured to use API version " + api_version + ", plugin returned version " +
            printable(version),
        "the kubeconfig's apiVersion for the plugin and the plugin's own must agree: write the entry again");
  }
  if (!reply.has("status")) {
    throw data_error("exec plugin didn't return a status field");
  }
  const Fields status = reply.map("status");
  ExecReply result;
  result.token = status.text("token");
  result.certificate_pem = status.text("clientCertificateData");
  result.key_pem = status.text("clientKeyData");
  if (result.certificate_pem.empty() != result.key_pem.empty()) {
    throw data_error("exec plugin returned only certificate or key, not both");
  }
  if (result.token.empty() && result.certificate_pem.empty()) {
    throw data_error("exec plugin didn't return a token or cert/key pair");
  }
  if (const std::string expiration = status.text("expirationTimestamp"); !expiration.empty()) {
    result.expiration = parse_time(expiration);
    if (!result.expiration) {
      throw data_error("decoding stdout: the expirationTimestamp is no time as RFC 3339 writes it");
    }
  }
  return result;
}

}  // namespace kgpu::kube
