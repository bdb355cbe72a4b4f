#include "kgpu/kube/connection.hpp"

#include "call.hpp"
#include "list.hpp"
#include "server_text.hpp"
#include "session.hpp"
#include "status_readers.hpp"

#include "kgpu/kube/advice.hpp"

#include <simdjson.h>

#include <algorithm>
#include <utility>

namespace kgpu::kube {
namespace {

constexpr std::size_t k_most_body = std::size_t{64} << 20;

/// A body kept whole. JSON must be JSON: a cut body is noticed here, whoever reads it later.
class BodySink final : public Sink {
 public:
  bool begin(const http::Head& head) override {
    content_type_ = head.find("Content-Type");
    return true;
  }
  bool bytes(std::string_view bytes) override {
    if (body_.size() + bytes.size() > k_most_body) {
      problem_ = "it is larger than 64 MiB";
      return false;
    }
    body_ += bytes;
    return true;
  }
  bool whole() override {
    if (media_type(content_type_) != "application/json") {
      return true;
    }
    simdjson::dom::parser parser;
    const auto error = parser.parse(body_).error();
    if (error != simdjson::SUCCESS) {
      problem_ = body_.empty() ? "unexpected end of JSON input" : std::string("it is no JSON: ") + error_message(error);
    }
    return error == simdjson::SUCCESS;
  }
  [[nodiscard]] std::string problem() const override { return problem_; }

  [[nodiscard]] const std::string& content_type() const { return content_type_; }
  [[nodiscard]] std::string take_body() { return std::move(body_); }
  [[nodiscard]] const std::string& body() const { return body_; }

 private:
  std::string content_type_;
  std::string body_;
  std::string problem_;
};

class ServerConnection final : public Connection {
 public:
  explicit ServerConnection(ConnectionParts parts) : session_(std::move(parts)) {}

  [[nodiscard]] const Access& access() const override { return session_.access(); }
  [[nodiscard]] int warnings() const override { return session_.warnings(); }

  [[nodiscard]] ApiReply request(const ApiRequest& request) override {
    session_.begin();
    std::optional<Call::End> end;
    submit(request, end);
    session_.run([&] { return end.has_value(); });
    return reply_of(*end, request);
  }

  [[nodiscard]] std::vector<ListResult> list(const std::vector<ListRequest>& lists) override {
    session_.begin();
    std::vector<ListResult> results(lists.size());
    const Runs runs = begin(lists, results);
    session_.run([&] { return are_done(runs); });
    return results;
  }

  [[nodiscard]] ListsAndReply list_beside(const std::vector<ListRequest>& lists, const ApiRequest& request) override {
    session_.begin();
    ListsAndReply both{.lists = std::vector<ListResult>(lists.size()), .reply = {}, .refusal = {}};
    const Runs runs = begin(lists, both.lists);
    std::optional<Call::End> end;
    submit(request, end);
    session_.run([&] { return end.has_value() && are_done(runs); });
    try {
      both.reply = reply_of(*end, request);
    } catch (const StatusError& error) {
      both.refusal = error.status();
    }
    return both;
  }

 private:
  using Runs = std::vector<std::unique_ptr<ListRun>>;

  [[nodiscard]] Runs begin(const std::vector<ListRequest>& lists, std::vector<ListResult>& results) {
    Runs runs;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      runs.push_back(std::make_unique<ListRun>(session_, lists[i], results[i]));
      runs.back()->begin();
    }
    return runs;
  }

  [[nodiscard]] static bool are_done(const Runs& runs) {
    return std::ranges::all_of(runs, [](const auto& run) { return run->is_done(); });
  }

  void submit(const ApiRequest& request, std::optional<Call::End>& end) {
    session_.submit(std::make_shared<Call>(
        session_, request, [] { return std::make_unique<BodySink>(); },
        [&end](Call::End ended) { end = std::move(ended); }));
  }

  [[nodiscard]] ApiReply reply_of(Call::End& end, const ApiRequest& request) const {
    if (end.failure) {
      throw_failure(*end.failure, request, end.head);
    }
    auto& sink = static_cast<BodySink&>(*end.sink);
    if (const auto status = read_status(sink.content_type(), sink.body())) {
      throw_failure(*status, request, end.head);
    }
    return {.status = end.head.status,
            .content_type = sink.content_type(),
            .body = sink.take_body(),
            .date = std::string(end.head.find("Date"))};
  }

  [[noreturn]] void throw_failure(const Status& status, const ApiRequest& request, const http::Head& head) const {
    const auto ahead = clock_ahead_of(head.find("Date"), std::chrono::system_clock::now());
    throw StatusError(status, advice(status, access(), target_of(request.method, request.path), ahead));
  }

  Session session_;
};

}  // namespace

ListsAndReply Connection::list_beside(const std::vector<ListRequest>& lists, const ApiRequest& request) {
  ListsAndReply both{.lists = list(lists), .reply = {}, .refusal = {}};
  try {
    both.reply = this->request(request);
  } catch (const StatusError& error) {
    both.refusal = error.status();
  }
  return both;
}

std::unique_ptr<Connection> make_connection(ConnectionParts parts) {
  return std::make_unique<ServerConnection>(std::move(parts));
}

}  // namespace kgpu::kube
