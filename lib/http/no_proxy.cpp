#include "no_proxy.hpp"

#include "kgpu/base/text.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace kgpu::http {
namespace {

/// An IPv4 address is held as its IPv6 form ::ffff:a.b.c.d, as Go does.
struct Address {
  std::array<unsigned char, 16> bytes{};
  bool is_v4 = false;
};

constexpr std::size_t k_v4_offset = 12;

std::optional<Address> parse_address(std::string_view text) {
  const std::string zero_ended(text);
  Address address;
  if (inet_pton(AF_INET, zero_ended.c_str(), address.bytes.data() + k_v4_offset) == 1) {
    address.is_v4 = true;
  } else if (inet_pton(AF_INET6, zero_ended.c_str(), address.bytes.data()) == 1) {
    address.is_v4 = std::all_of(address.bytes.begin(), address.bytes.begin() + 10, [](auto b) { return b == 0; }) &&
                    address.bytes[10] == 0xff && address.bytes[11] == 0xff;
  } else {
    return std::nullopt;
  }
  address.bytes[10] = address.is_v4 ? 0xff : address.bytes[10];
  address.bytes[11] = address.is_v4 ? 0xff : address.bytes[11];
  return address;
}

bool is_loopback(const Address& address) {
  if (address.is_v4) {
    return address.bytes[k_v4_offset] == 127;
  }
  return std::all_of(address.bytes.begin(), address.bytes.end() - 1, [](auto b) { return b == 0; }) &&
         address.bytes.back() == 1;
}

/// `10.0.0.0/8`, `fd00::/8`; empty when the text is no CIDR.
struct Range {
  Address base;
  unsigned bits = 0;  ///< of the 128
};

std::optional<Range> parse_range(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return std::nullopt;
  }
  const auto base = parse_address(text.substr(0, slash));
  const std::string_view digits = text.substr(slash + 1);
  unsigned bits = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  if (!base || digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) {
    return std::nullopt;
  }
  const unsigned width = base->is_v4 ? 32 : 128;
  if (bits > width) {
    return std::nullopt;
  }
  return Range{*base, bits + (128 - width)};
}

bool contains(const Range& range, const Address& address) {
  if (range.base.is_v4 != address.is_v4) {
    return false;
  }
  for (unsigned bit = 0; bit < range.bits; ++bit) {
    const auto mask = static_cast<unsigned char>(0x80U >> (bit % 8));
    if ((range.base.bytes[bit / 8] & mask) != (address.bytes[bit / 8] & mask)) {
      return false;
    }
  }
  return true;
}

/// `host:port` and `[v6]:port` in two; a text with no such port is all host.
std::pair<std::string_view, std::string_view> split_port(std::string_view text) {
  if (!text.empty() && text.front() == '[') {
    const std::size_t close = text.find(']');
    if (close != std::string_view::npos && close + 1 < text.size() && text[close + 1] == ':') {
      return {text.substr(1, close - 1), text.substr(close + 2)};
    }
    return {text, {}};
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos) {
    return {text, {}};
  }
  return {text.substr(0, colon), text.substr(colon + 1)};
}

bool domain_matches(std::string_view pattern, std::string_view host) {
  if (pattern.substr(0, 2) == "*.") {
    pattern.remove_prefix(1);
  }
  if (pattern.front() == '.') {
    return host.ends_with(pattern);
  }
  return host == pattern || host.ends_with("." + std::string(pattern));
}

bool entry_matches(std::string_view entry, std::string_view host, const std::optional<Address>& address,
                   std::string_view port) {
  if (entry == "*") {
    return true;
  }
  if (const auto range = parse_range(entry)) {
    return address && contains(*range, *address);
  }
  const auto [name, only_port] = split_port(entry);
  if (name.empty() || (!only_port.empty() && only_port != port)) {
    return false;
  }
  if (const auto one = parse_address(name)) {
    return address && one->bytes == address->bytes;
  }
  return domain_matches(name, host);
}

}  // namespace

bool bypasses_proxy(const Url& target, std::string_view port, std::string_view no_proxy) {
  const auto address = parse_address(target.host);
  if (target.host == "localhost" || (address && is_loopback(*address))) {
    return true;
  }
  for (const std::string& part : split(to_lower(no_proxy), ',')) {
    const std::string_view entry = trim(part);
    if (!entry.empty() && entry_matches(entry, target.host, address, port)) {
      return true;
    }
  }
  return false;
}

}  // namespace kgpu::http
