#include "url.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/http/transport.hpp"

#include <curl/curl.h>

#include <memory>

namespace kgpu::http {
namespace {

struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

std::string part(CURLU* url, CURLUPart which) {
  char* text = nullptr;
  if (curl_url_get(url, which, &text, 0) != CURLUE_OK || text == nullptr) {
    return {};
  }
  std::string result = text;
  curl_free(text);
  return result;
}

}  // namespace

std::string Url::host_in_url() const {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

std::optional<Url> parse_url(std::string_view text) {
  const std::unique_ptr<CURLU, FreeUrl> handle(curl_url());
  const std::string zero_ended(text);
  if (handle == nullptr || text.find('\0') != std::string_view::npos ||
      curl_url_set(handle.get(), CURLUPART_URL, zero_ended.c_str(), CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK) {
    return std::nullopt;
  }
  Url url{.scheme = to_lower(part(handle.get(), CURLUPART_SCHEME)),
          .user = part(handle.get(), CURLUPART_USER),
          .password = part(handle.get(), CURLUPART_PASSWORD),
          .host = to_lower(part(handle.get(), CURLUPART_HOST)),
          .port = part(handle.get(), CURLUPART_PORT)};
  if (url.host.size() > 2 && url.host.front() == '[') {
    url.host = url.host.substr(1, url.host.size() - 2);
  }
  if (url.scheme.empty() || url.host.empty()) {
    return std::nullopt;
  }
  return url;
}

std::string without_credentials(std::string_view text) {
  std::string result(text);
  for (std::size_t from = 0; (from = result.find("//", from)) != std::string::npos;) {
    from += 2;
    const std::size_t end = result.find_first_of("/?# \t\n'\"", from);
    const std::size_t at = result.substr(from, end - from).rfind('@');
    if (at != std::string::npos) {
      result.erase(from, at + 1);
    }
  }
  return result;
}

}  // namespace kgpu::http
