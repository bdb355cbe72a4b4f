#include "wire_log.hpp"

#include "server_text.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>

namespace kgpu::kube {
namespace {

constexpr int k_line = 6;
constexpr int k_request_headers = 7;
constexpr int k_bodies = 8;
constexpr int k_curl = 9;
constexpr std::size_t k_body_at_8 = 1024;
constexpr std::size_t k_body_at_9 = 10240;

constexpr std::array<std::string_view, 6> k_secret_headers = {"authorization", "proxy-authorization",  "cookie",
                                                              "set-cookie",    "x-amz-security-token", "x-api-key"};

std::string shown_value(const http::Header& header) {
  if (std::ranges::find(k_secret_headers, to_lower(header.name)) == k_secret_headers.end()) {
    return neutralised(header.value);
  }
  // The scheme is worth seeing: `Bearer` or `Basic`.
  const std::size_t space = header.value.find(' ');
  const bool has_scheme = to_lower(header.name).ends_with("authorization") && space != std::string::npos;
  return (has_scheme ? neutralised(header.value.substr(0, space + 1)) : "") + std::string("<masked>");
}

std::string shown_url(const std::string& url) {
  return neutralised(http::without_credentials(url));
}

bool may_hold_secret(std::string_view url, std::string_view body) {
  const std::string_view path = url.substr(0, url.find('?'));
  if (path.find("/secrets") != std::string_view::npos || path.ends_with("/token") ||
      path.find("/tokenreviews") != std::string_view::npos) {
    return true;
  }
  return std::ranges::any_of(std::array<std::string_view, 3>{"Secret", "ExecCredential", "TokenRe"},
                             [&](std::string_view word) { return body.find(word) != std::string_view::npos; });
}

std::string shown_body(std::string_view url, std::string_view body, int verbosity) {
  const std::size_t limit = verbosity >= k_curl ? k_body_at_9 : k_body_at_8;
  if (may_hold_secret(url, body)) {
    return "<not shown: may hold a secret>";
  }
  if (body.starts_with(std::string_view("k8s\0", 4)) || !is_valid_utf8(body.substr(0, 1))) {
    return "<binary>";
  }
  return neutralised(body, limit);
}

std::string curl_line(const http::Request& request) {
  std::string line = "curl -v -X" + std::string(method_name(request.method));
  for (const http::Header& header : request.headers) {
    line += " -H " + shell_quote(header.name + ": " + shown_value(header));
  }
  return line + " " + shell_quote(shown_url(request.url));
}

}  // namespace

std::string_view method_name(http::Method method) {
  switch (method) {
    case http::Method::post:
      return "POST";
    case http::Method::patch:
      return "PATCH";
    case http::Method::del:
      return "DELETE";
    case http::Method::get:
      break;
  }
  return "GET";
}

std::vector<std::string> request_lines(const http::Request& request, int verbosity) {
  std::vector<std::string> lines;
  if (verbosity < k_request_headers) {
    return lines;
  }
  if (verbosity >= k_curl) {
    lines.push_back(curl_line(request));
  }
  lines.push_back(std::string(method_name(request.method)) + " " + shown_url(request.url));
  lines.emplace_back("Request Headers:");
  for (const http::Header& header : request.headers) {
    lines.push_back("    " + header.name + ": " + shown_value(header));
  }
  if (verbosity >= k_bodies && !request.body.empty()) {
    lines.push_back("Request Body: " + shown_body(request.url, request.body, verbosity));
  }
  return lines;
}

std::vector<std::string> answer_lines(const Logged& exchange, int verbosity) {
  std::vector<std::string> lines;
  if (verbosity < k_line) {
    return lines;
  }
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(exchange.duration).count();
  const std::string outcome = exchange.head.status != 0 ? std::to_string(exchange.head.status) : "no answer";
  lines.push_back(std::string(method_name(exchange.method)) + " " + shown_url(exchange.url) + " " + outcome + " in " +
                  std::to_string(milliseconds) + " milliseconds" +
                  (exchange.failure.empty() ? "" : ": " + exchange.failure));
  if (verbosity < k_bodies || exchange.head.status == 0) {
    return lines;
  }
  lines.emplace_back("Response Headers:");
  for (const http::Header& header : exchange.head.headers) {
    lines.push_back("    " + neutralised(header.name) + ": " + shown_value(header));
  }
  lines.push_back("Response Body: " + shown_body(exchange.url, exchange.body, verbosity));
  return lines;
}

}  // namespace kgpu::kube
