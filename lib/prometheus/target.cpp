#include "kgpu/prometheus/target.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/k8s/names.hpp"

#include <algorithm>
#include <optional>

namespace kgpu::prometheus {
namespace {

constexpr const char* k_forms = "http(s)://HOST[:PORT][/PREFIX] or NAMESPACE/SERVICE:PORT[/PREFIX]";

Error no_target(const std::string& problem) {
  return usage_error("--prometheus: " + problem, std::string("give ") + k_forms);
}

std::string without_slash_at_end(std::string_view text) {
  while (text.ends_with('/')) {
    text.remove_suffix(1);
  }
  return std::string(text);
}

std::optional<char> hex_byte(std::string_view two) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  const std::string lower = to_lower(two);
  if (lower.size() != 2) {
    return std::nullopt;
  }
  const auto high = k_digits.find(lower[0]);
  const auto low = k_digits.find(lower[1]);
  if (high == std::string_view::npos || low == std::string_view::npos) {
    return std::nullopt;
  }
  return static_cast<char>(high * 16 + low);
}

std::string percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = text[i] == '%' ? hex_byte(text.substr(i + 1, 2)) : std::nullopt;
    result += byte.value_or(text[i]);
    i += byte ? 2U : 0U;
  }
  return result;
}

Target parse_url(std::string_view text) {
  Target target;
  const auto scheme_end = text.find("://") + 3;
  std::string_view rest = text.substr(scheme_end);
  const auto host_end = std::min(rest.find_first_of("/?#"), rest.size());
  std::string_view authority = rest.substr(0, host_end);
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    const std::string_view login = authority.substr(0, at);
    const auto colon = std::min(login.find(':'), login.size());
    target.user = percent_decoded(login.substr(0, colon));
    target.password = percent_decoded(colon == login.size() ? std::string_view() : login.substr(colon + 1));
    authority.remove_prefix(at + 1);
  }
  const std::string_view path = rest.substr(host_end);
  if (authority.empty()) {
    throw no_target("the URL has no host");
  }
  if (path.find_first_of("?#") != std::string_view::npos) {
    throw no_target("the URL has a query or a fragment, which a server's address does not");
  }
  const auto unfit = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; };
  if (std::ranges::any_of(text, unfit)) {
    throw no_target("the URL holds a space or a control character");
  }
  target.url = std::string(text.substr(0, scheme_end)) + std::string(authority) + without_slash_at_end(path);
  return target;
}

Target parse_service(std::string_view text) {
  Target target;
  target.way = Target::Way::service;
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) {
    throw no_target(in_quotes(text) + " names no namespace");
  }
  target.name_space = text.substr(0, slash);
  std::string_view rest = text.substr(slash + 1);
  for (const auto& [scheme, https] :
       {std::pair{std::string_view("https:"), true}, {std::string_view("http:"), false}}) {
    if (rest.starts_with(scheme)) {
      target.https = https;
      rest.remove_prefix(scheme.size());
      break;
    }
  }
  const auto prefix = std::min(rest.find('/'), rest.size());
  target.prefix = without_slash_at_end(rest.substr(prefix));
  rest = rest.substr(0, prefix);
  const auto colon = rest.find(':');
  if (colon == std::string_view::npos || colon + 1 == rest.size()) {
    throw no_target(in_quotes(text) + " names no port");
  }
  target.service = rest.substr(0, colon);
  target.port = rest.substr(colon + 1);
  for (const std::string* name : {&target.name_space, &target.service, &target.port}) {
    if (!k8s::is_dns_label(*name)) {
      throw no_target(in_quotes(*name) + " is no name of a namespace, service or port");
    }
  }
  return target;
}

}  // namespace

Target parse_target(std::string_view text) {
  if (text.starts_with("http://") || text.starts_with("https://")) {
    return parse_url(text);
  }
  if (text.find("://") != std::string_view::npos) {
    throw no_target("the scheme is neither http nor https");
  }
  return parse_service(text);
}

std::string proxy_path(const Target& target, std::string_view endpoint) {
  return "/api/v1/namespaces/" + target.name_space + "/services/" + (target.https ? "https:" : "") + target.service +
         ":" + target.port + "/proxy" + target.prefix + std::string(endpoint);
}

std::string describe(const Target& target) {
  return target.way == Target::Way::url ? target.url : target.name_space + "/" + target.service + ":" + target.port;
}

}  // namespace kgpu::prometheus
