#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/kube/connection.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace kgpu::testing {

/// An API server in a few lines: a test says what it answers, and reads afterwards what it was asked.
struct FakeConnection : kube::Connection {
  kube::Access server_access;
  std::vector<kube::ApiRequest> requests;  ///< in the order they came
  /// Answers each request; throw a StatusError by `refuse`, an Error where no answer comes.
  std::function<kube::ApiReply(const kube::ApiRequest&)> answer;

  FakeConnection() { server_access.name_space = "default"; }

  [[nodiscard]] const kube::Access& access() const override { return server_access; }
  [[nodiscard]] kube::ApiReply request(const kube::ApiRequest& request) override {
    requests.push_back(request);
    return answer(request);
  }
  /// Each list in one page, asked for as `answer` is asked for an object.
  [[nodiscard]] std::vector<kube::ListResult> list(const std::vector<kube::ListRequest>& lists) override {
    std::vector<kube::ListResult> results;
    for (const kube::ListRequest& list : lists) {
      kube::ListResult result;
      try {
        const kube::ApiReply reply =
            request({.path = list.resource.path(list.name_space), .what = "list " + list.resource.qualified()});
        const auto page = list.reader();
        if (!page->begin(reply.content_type) || !page->bytes(reply.body) || !page->whole()) {
          throw Error(ErrorKind::io, page->problem());
        }
        page->accept();
        result.complete = true;
      } catch (const kube::StatusError& error) {
        result.failure = error.status();
      }
      results.push_back(std::move(result));
    }
    return results;
  }
};

/// What a command's connect() gives: the test keeps the server and reads it afterwards.
class ConnectionTo final : public kube::Connection {
 public:
  explicit ConnectionTo(kube::Connection& server) : server_(server) {}
  [[nodiscard]] const kube::Access& access() const override { return server_.access(); }
  [[nodiscard]] kube::ApiReply request(const kube::ApiRequest& request) override { return server_.request(request); }
  [[nodiscard]] std::vector<kube::ListResult> list(const std::vector<kube::ListRequest>& lists) override {
    return server_.list(lists);
  }

 private:
  kube::Connection& server_;
};

inline kube::ApiReply json_reply(std::string body, int status = 200) {
  return {.status = status, .content_type = "application/json", .body = std::move(body), .date = {}};
}

[[noreturn]] inline void refuse(int code, std::string reason, std::string message,
                                std::vector<kube::Status::Cause> causes = {}) {
  kube::Status status;
  status.code = code;
  status.reason = std::move(reason);
  status.message = std::move(message);
  status.causes = std::move(causes);
  throw kube::StatusError(std::move(status), {});
}

/// The value of a query parameter; empty when it was not sent.
inline std::string query_value(const kube::ApiRequest& request, std::string_view name) {
  for (const auto& [key, value] : request.query) {
    if (key == name) {
      return value;
    }
  }
  return {};
}

}  // namespace kgpu::testing
