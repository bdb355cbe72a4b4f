#include "server_url.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::kube {
namespace {

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// What is wrong with `host:port`; empty when nothing.
std::string host_problem(std::string_view authority) {
  if (authority.find('@') != std::string_view::npos) {
    return "a user name or password in the address: credentials belong in the kubeconfig's user";
  }
  std::string_view host = authority;
  std::string_view port;
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    if (end == std::string_view::npos) {
      return "a bracket that does not end";
    }
    port = host.substr(end + 1);
    host = host.substr(1, end - 1);
    if (host.find_first_not_of("0123456789abcdefABCDEF:.%") != std::string_view::npos) {
      return "no IPv6 address between the brackets";
    }
  } else {
    const std::size_t colon = host.find(':');
    port = colon == std::string_view::npos ? std::string_view() : host.substr(colon);
    host = host.substr(0, colon);
    if (port.rfind(':') != 0 && !port.empty()) {
      return "an IPv6 address without brackets: write https://[fd00::1]:6443";
    }
  }
  if (host.empty()) {
    return "no host";
  }
  if (!port.empty() && (port.front() != ':' || !is_port(port.substr(1)))) {
    return "no valid port";
  }
  return {};
}

bool has_odd_character(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte >= 0x7f || c == '"' || c == '<' || c == '>' || c == '\\' || c == '^' || c == '`' ||
           c == '{' || c == '|' || c == '}';
  });
}

/// Without what stands before the `@`: it may be a password.
std::string without_userinfo(std::string_view url) {
  const std::size_t at = url.rfind('@');
  if (at == std::string_view::npos) {
    return std::string(url);
  }
  const std::size_t scheme = url.find("://");
  return std::string(scheme < at ? url.substr(0, scheme + 3) : "") + "…" + std::string(url.substr(at));
}

}  // namespace

ServerUrl parse_server(std::string_view text, const std::string& where) {
  const auto refused = [&](const std::string& problem) {
    return data_error(where + ": the server " + in_quotes(without_userinfo(text)) + " is no address: " + problem,
                      "an address is https://HOST[:PORT][/PATH]");
  };
  if (has_odd_character(text)) {
    throw refused("a character that an address cannot have");
  }
  std::string_view rest = text.substr(0, text.find_first_of("?#"));
  ServerUrl server;
  const std::size_t scheme_end = rest.find("://");
  std::string scheme = "http";
  server.had_scheme = scheme_end != std::string_view::npos;
  if (server.had_scheme) {
    scheme = to_lower(rest.substr(0, scheme_end));
    rest.remove_prefix(scheme_end + 3);
  }
  if (scheme != "http" && scheme != "https") {
    throw refused("its scheme is neither http nor https");
  }
  const std::size_t slash = rest.find('/');
  const std::string_view authority = rest.substr(0, slash);
  std::string_view path = slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
  while (path.ends_with('/')) {
    path.remove_suffix(1);
  }
  if (!server.had_scheme && !path.empty()) {
    throw refused("a path without a scheme");
  }
  if (const std::string problem = host_problem(authority); !problem.empty()) {
    throw refused(problem);
  }
  server.is_https = scheme == "https";
  server.url = scheme + "://" + std::string(authority) + std::string(path);
  return server;
}

void check_proxy_url(const std::string& proxy_url, const std::string& cluster) {
  const std::size_t end = proxy_url.find("://");
  const std::string scheme = end == std::string::npos ? "" : to_lower(std::string_view(proxy_url).substr(0, end));
  const std::string problem = has_odd_character(proxy_url) ? "a character that a URL cannot have"
                              : scheme == "http" || scheme == "https" || scheme == "socks5"
                                  ? ""
                                  : "unsupported scheme " + in_quotes(scheme) + ", must be http, https, or socks5";
  if (!problem.empty()) {
    throw data_error("invalid 'proxy-url' " + in_quotes(without_userinfo(proxy_url)) + " for cluster " +
                     in_quotes(cluster) + ": " + problem);
  }
}

}  // namespace kgpu::kube
