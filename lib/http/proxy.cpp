#include "kgpu/http/proxy.hpp"

#include "no_proxy.hpp"
#include "url.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/http/transport.hpp"

#include <array>
#include <string>

namespace kgpu::http {
namespace {

/// One row per scheme that a proxy may have: libcurl's word for it, and the port where none is given (Go's).
struct Scheme {
  std::string_view name;
  std::string_view for_libcurl;
  std::string_view default_port;
};

constexpr std::array<Scheme, 4> k_schemes = {{
    {"http", "http", "80"},
    {"https", "https", "443"},
    {"socks5", "socks5h", "1080"},
    {"socks5h", "socks5h", "1080"},
}};

const Scheme* find_scheme(std::string_view name) {
  for (const Scheme& scheme : k_schemes) {
    if (scheme.name == name) {
      return &scheme;
    }
  }
  return nullptr;
}

std::string for_libcurl(const Url& proxy, const Scheme& scheme) {
  std::string text = std::string(scheme.for_libcurl) + "://";
  if (!proxy.user.empty() || !proxy.password.empty()) {
    text += proxy.user + (proxy.password.empty() ? "" : ":" + proxy.password) + "@";
  }
  return text + proxy.host_in_url() + ":" + (proxy.port.empty() ? std::string(scheme.default_port) : proxy.port);
}

Error bad_proxy(std::string_view where, std::string_view text, const std::string& why) {
  return data_error("invalid " + std::string(where) + " " + in_quotes(without_credentials(text)) + ": " + why +
                    "must be http, https, or socks5");
}

std::string from_configuration(std::string_view text) {
  const auto url = parse_url(text);
  const std::size_t colon = text.find("://");
  if (!url || colon == std::string_view::npos) {
    throw bad_proxy("'proxy-url'", text, "it is no URL, and its scheme ");
  }
  const Scheme* scheme = find_scheme(url->scheme);
  if (scheme == nullptr) {
    throw bad_proxy("'proxy-url'", text, "unsupported scheme \"" + printable(url->scheme) + "\", ");
  }
  return for_libcurl(*url, *scheme);
}

std::string from_environment(std::string_view name, std::string_view text) {
  const bool has_scheme = text.find("://") != std::string_view::npos;
  const auto url = parse_url(has_scheme ? std::string(text) : "http://" + std::string(text));
  if (!url) {
    throw bad_proxy(name, text, "it is no URL, and its scheme ");
  }
  const Scheme* scheme = find_scheme(url->scheme);
  if (scheme == nullptr) {
    throw bad_proxy(name, text, "unsupported scheme \"" + printable(url->scheme) + "\", ");
  }
  return for_libcurl(*url, *scheme);
}

/// The first of the two names that has a value: upper case wins.
struct Found {
  std::string_view name;
  std::string value;
};
Found first_set(const Variable& variable, std::string_view upper, std::string_view lower) {
  for (const std::string_view name : {upper, lower}) {
    const auto value = variable(name);
    if (value && !value->empty()) {
      return {name, *value};
    }
  }
  return {};
}

}  // namespace

std::string choose_proxy(std::string_view url, std::string_view configured, const Variable& variable) {
  if (!configured.empty()) {
    return from_configuration(configured);
  }
  const auto target = parse_url(url);
  if (!target || (target->scheme != "https" && target->scheme != "http")) {
    return {};
  }
  const bool is_https = target->scheme == "https";
  // A CGI program gets HTTP_PROXY from the client's `Proxy:` header (CVE-2016-5386): not to be believed there.
  if (!is_https && !variable("REQUEST_METHOD").value_or("").empty()) {
    return {};
  }
  const Found proxy =
      is_https ? first_set(variable, "HTTPS_PROXY", "https_proxy") : first_set(variable, "HTTP_PROXY", "http_proxy");
  const std::string port = !target->port.empty() ? target->port : std::string(is_https ? "443" : "80");
  if (proxy.value.empty() || bypasses_proxy(*target, port, first_set(variable, "NO_PROXY", "no_proxy").value)) {
    return {};
  }
  return from_environment(proxy.name, proxy.value);
}

}  // namespace kgpu::http
