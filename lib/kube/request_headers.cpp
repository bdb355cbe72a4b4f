#include "request_headers.hpp"

#include "kgpu/base/duration.hpp"
#include "kgpu/base/text.hpp"

namespace kgpu::kube {
namespace {

/// Go's notation. The server reads it with ParseDuration.
std::string timeout_value(Nanoseconds limit) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(limit).count();
  return milliseconds % 1000 == 0 ? format_hms(limit) : std::to_string(milliseconds) + "ms";
}

}  // namespace

std::vector<http::Header> request_headers(const ApiRequest& request, const Access& access,
                                          const std::string& authorization, const std::string& user_agent) {
  std::vector<http::Header> headers = {{"Accept", request.accept}};
  if (!request.content_type.empty()) {
    headers.push_back({"Content-Type", request.content_type});
  }
  if (!user_agent.empty()) {
    headers.push_back({"User-Agent", user_agent});
  }
  if (!authorization.empty()) {
    headers.push_back({"Authorization", authorization});
  }
  const Impersonation& as = access.impersonation;
  if (!as.user.empty()) {
    headers.push_back({"Impersonate-User", as.user});
  }
  if (!as.uid.empty()) {
    headers.push_back({"Impersonate-Uid", as.uid});
  }
  for (const std::string& group : as.groups) {
    headers.push_back({"Impersonate-Group", group});
  }
  for (const auto& [key, value] : as.extra) {
    headers.push_back({"Impersonate-Extra-" + percent_encoded(key), value});
  }
  headers.insert(headers.end(), request.headers.begin(), request.headers.end());
  return headers;
}

std::string request_url(const ApiRequest& request, const Access& access) {
  std::string url = access.server + request.path;
  char separator = request.path.find('?') == std::string::npos ? '?' : '&';
  const auto add = [&](const std::string& key, const std::string& value) {
    url += separator + percent_encoded(key) + "=" + percent_encoded(value);
    separator = '&';
  };
  for (const auto& [key, value] : request.query) {
    add(key, value);
  }
  if (access.request_timeout && !request.time_limit) {
    add("timeout", timeout_value(*access.request_timeout));
  }
  return url;
}

}  // namespace kgpu::kube
