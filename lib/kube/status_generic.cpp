#include "server_text.hpp"
#include "status_readers.hpp"

#include <array>

namespace kgpu::kube {
namespace {

/// client-go's NewGenericServerResponse, code by code.
struct Row {
  int code;
  std::string_view reason;
  std::string_view message;
};
constexpr std::array<Row, 12> k_rows = {{
    {400, "BadRequest", "the server rejected our request for an unknown reason"},
    {401, "Unauthorized", "the server has asked for the client to provide credentials"},
    {404, "NotFound", "the server could not find the requested resource"},
    {405, "MethodNotAllowed", "the server does not allow this method on the requested resource"},
    {406, "NotAcceptable", "the server was unable to respond with a content type that the client supports"},
    {409, "Conflict", "the server reported a conflict"},
    {410, "Gone", "the server no longer has what was asked for"},
    {415, "UnsupportedMediaType", "the server was unable to respond with a content type that the client supports"},
    {422, "Invalid", "the server rejected our request due to an error in our request"},
    {429, "TooManyRequests", "the server has received too many requests and has asked us to try again later"},
    {503, "ServiceUnavailable", "the server is currently unable to handle the request"},
    {504, "Timeout",
     "the server was unable to return a response in the time allotted, but may still be processing the request"},
}};

constexpr int k_forbidden = 403;
constexpr int k_too_large = 413;
constexpr int k_server_error = 500;

std::string in_parentheses(std::string_view what) {
  return what.empty() ? std::string{} : " (" + std::string(what) + ")";
}

}  // namespace

Status generic_status(int code, std::string_view body, std::string_view what) {
  Status status;
  status.code = code;
  const std::string words = excerpt(body);
  for (const Row& row : k_rows) {
    if (row.code == code) {
      status.reason = row.reason;
      status.message = std::string(row.message) + in_parentheses(what);
      return status;
    }
  }
  if (code == k_forbidden) {
    status.reason = "Forbidden";
    status.message = (words.empty() ? "the server does not allow access" : words) + in_parentheses(what);
  } else if (code == k_too_large) {
    status.reason = "RequestEntityTooLarge";
    status.message = "Request entity too large" + (words.empty() ? "" : ": " + words) + in_parentheses(what);
  } else if (code >= k_server_error) {
    status.reason = "InternalError";
    status.message = "an error on the server (\"" + (words.empty() ? "unknown" : words) +
                     "\") has prevented the request from succeeding" + in_parentheses(what);
  } else {
    status.message = "the server responded with the status code " + std::to_string(code) +
                     " but did not return more information" + in_parentheses(what);
  }
  return status;
}

}  // namespace kgpu::kube
