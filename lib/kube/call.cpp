#include "call.hpp"

#include "request_headers.hpp"
#include "server_host.hpp"
#include "server_text.hpp"
#include "session.hpp"
#include "status_readers.hpp"
#include "wire_log.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/kube/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kgpu::kube {
namespace {

constexpr std::size_t k_kept_bytes = std::size_t{64} << 10;   ///< of any body, for messages and -v
constexpr std::size_t k_most_refusal = std::size_t{1} << 20;  ///< of the body of an answer that is no 2xx
constexpr std::size_t k_most_foreign = 4096;                  ///< of a refusal that is no Status, for who asked
constexpr int k_ok = 200;
constexpr int k_redirect = 300;
constexpr int k_client_error = 400;
constexpr int k_unauthorized = 401;

bool is_success(int status) {
  return status >= k_ok && status < k_redirect;
}

bool is_html(const http::Head& head) {
  return media_type(head.find("Content-Type")) == "text/html";
}

std::optional<Nanoseconds> time_limit(const ApiRequest& request, const Access& access) {
  return request.time_limit ? request.time_limit : access.request_timeout;
}

/// The scheme, host and port of a Location, never its path or query: they may hold what should not be shown.
std::string redirect_target(std::string_view location) {
  return location.find("://") == std::string_view::npos ? "another path" : server_host_and_port(location);
}

}  // namespace

/// What an attempt leaves behind.
struct Call::Ended {
  http::Head head;
  http::Outcome outcome;
  std::string kept;            ///< the start of the body
  std::unique_ptr<Sink> sink;  ///< null where the answer is no 2xx
  bool is_foreign = false;     ///< a 2xx that the sink cannot read
};

class Call::Attempt final : public http::Receiver {
 public:
  explicit Attempt(std::shared_ptr<Call> call) : call_(std::move(call)) {}

  void head(const http::Head& head) override {
    seen_.head = head;
    call_->is_silent_ = false;
    if (call_->is_dead()) {
      return;  // whoever made the sink may be gone
    }
    call_->session_.take_warnings(head);
    if (is_success(head.status)) {
      seen_.sink = call_->make_sink_();
      seen_.is_foreign = is_html(head) || !seen_.sink->begin(head);
    }
  }

  bool bytes(std::string_view bytes) override {
    if (call_->is_dead()) {
      return false;
    }
    count_ += bytes.size();
    seen_.kept.append(bytes.substr(0, k_kept_bytes - std::min(k_kept_bytes, seen_.kept.size())));
    if (seen_.sink == nullptr || seen_.is_foreign) {
      return count_ <= k_most_refusal;
    }
    return seen_.sink->bytes(bytes);
  }

  void end(const http::Outcome& outcome) override {
    seen_.outcome = outcome;
    call_->ended(std::move(seen_));
  }

 private:
  std::shared_ptr<Call> call_;
  Ended seen_;
  std::size_t count_ = 0;
};

Call::Call(Session& session, ApiRequest request, std::function<std::unique_ptr<Sink>()> make_sink,
           std::function<void(End end)> then)
    : session_(session),
      request_(std::move(request)),
      url_(request_url(request_, session.access())),
      make_sink_(std::move(make_sink)),
      then_(std::move(then)),
      round_(session.round()) {}

bool Call::is_dead() const {
  return is_abandoned_ || round_ != session_.round();
}

void Call::launch(const Credential& credential) {
  attempt_started_ = session_.now();
  if (const auto limit = time_limit(request_, session_.access()); !deadline_ && limit) {
    deadline_ = attempt_started_ + *limit;
  }
  generation_ = credential.generation;
  http::Request request{
      .method = request_.method,
      .url = url_,
      .headers = request_headers(request_, session_.access(), credential.authorization, session_.user_agent()),
      .body = request_.body,
      .time_limit = left(),
      .low_speed_limit = !request_.time_limit,  // a query that computes long says nothing meanwhile
  };
  session_.log(request_lines(request, session_.access().verbosity));
  session_.start(std::move(request), std::make_shared<Attempt>(shared_from_this()));
  watch_silence();
}

/// Says after a while that nothing has come, so that a tunnel that is down does not look like a hang.
void Call::watch_silence() {
  is_silent_ = true;
  session_.after_patience([weak = weak_from_this(), attempt = ++attempt_] {
    const auto call = weak.lock();
    if (call != nullptr && call->is_silent_ && call->attempt_ == attempt && !call->is_dead()) {
      call->session_.note_once("waiting for " + server_host_and_port(call->session_.access().server) + " to answer");
    }
  });
}

std::optional<Nanoseconds> Call::left() const {
  return deadline_ ? std::optional(std::max(*deadline_ - session_.now(), Nanoseconds(1))) : std::nullopt;
}

void Call::ended(Ended attempt) {
  is_silent_ = false;
  session_.attempt_ended();
  log(attempt);
  if (!is_dead()) {
    judge(std::move(attempt));
  }
  session_.launch_queued();
}

void Call::judge(Ended attempt) {
  const http::Fault fault = attempt.outcome.fault;
  const bool has_refusal = attempt.head.status != 0 && attempt.sink == nullptr;
  if (fault == http::Fault::cancelled || (!has_refusal && (fault == http::Fault::timeout || attempt.sink == nullptr))) {
    unanswered(attempt);
  } else if (has_refusal) {
    refused(std::move(attempt));
  } else if (attempt.is_foreign) {
    foreign(attempt);
  } else if (fault != http::Fault::none && fault != http::Fault::refused_by_reader) {
    broken(attempt, attempt.outcome.detail);
  } else if (fault == http::Fault::refused_by_reader || !attempt.sink->whole()) {
    broken(attempt, attempt.sink->problem());
  } else {
    then_({std::move(attempt.head), std::nullopt, std::move(attempt.sink)});
  }
}

/// An answer that is no 2xx: asked again where that may help, else the caller's.
void Call::refused(Ended attempt) {
  const int code = attempt.head.status;
  if (code < k_client_error) {
    session_.fail(
        std::make_exception_ptr(
            Error(ErrorKind::io,
                  fmt::format("{} {} was answered with {}, a redirect to {}", method_name(request_.method),
                              http::without_credentials(url_), code, redirect_target(attempt.head.find("Location"))),
                  "redirects are not followed: the credential would go there too; is the server's URL right?")),
        false);
    return;
  }
  auto status = read_status(attempt.head.find("Content-Type"), attempt.kept);
  if (!status) {
    status = generic_status(code, attempt.kept, request_.what);
    status->foreign_body = attempt.kept.substr(0, k_most_foreign);
  } else if (status->code == 0) {
    status->code = code;
  }
  if (code == k_unauthorized && !was_refreshed_ && session_.refresh(generation_)) {
    was_refreshed_ = true;
    session_.log(1, "401: asking again with a fresh credential");
    session_.submit(shared_from_this());
    return;
  }
  if (const auto delay = retry_delay(failed(attempt, &*status), session_.jitter(), left())) {
    again(*delay, fmt::format("the server answered {} to {}", code, request_.what));
    return;
  }
  then_({std::move(attempt.head), std::move(status), nullptr});
}

FailedAttempt Call::failed(const Ended& attempt, const Status* status) const {
  return {
      .method = request_.method,
      .is_apply = request_.method == http::Method::patch &&
                  media_type(request_.content_type).starts_with("application/apply-patch"),
      .is_eviction = request_.path.ends_with("/eviction"),
      .status = attempt.head.status,
      .reason = status != nullptr ? status->reason : "",
      .retry_after = std::string(attempt.head.find("Retry-After")),
      .fault = attempt.outcome.fault,
      .repeats = repeats_,
  };
}

/// A 2xx whose body is cut or makes no sense. It may hold a Status all the same (3.4).
void Call::broken(const Ended& attempt, const std::string& problem) {
  if (auto status = read_status(attempt.head.find("Content-Type"), attempt.kept)) {
    http::Head head = attempt.head;
    if (status->code == 0) {
      status->code = head.status;
    }
    then_({std::move(head), std::move(status), nullptr});
    return;
  }
  const bool is_repeatable = may_be_repeated(failed(attempt, nullptr));
  if (is_repeatable && session_.take_body_repeat()) {
    again(Nanoseconds(0), "the answer broke off: " + problem);
    return;
  }
  const std::string words = printable(problem, 300);
  session_.fail(
      std::make_exception_ptr(Error(ErrorKind::io,
                                    fmt::format("the answer to {} {} cannot be read: {}", method_name(request_.method),
                                                http::without_credentials(url_), words),
                                    is_repeatable ? "nothing of it is shown, since a part could pass for the whole"
                                                  : "the server may have done what was asked")),
      false);
}

void Call::foreign(const Ended& attempt) {
  session_.fail(std::make_exception_ptr(Error(
                    ErrorKind::io,
                    fmt::format("{} {} was answered with Content-Type {}, which is no answer of Kubernetes: \"{}\"",
                                method_name(request_.method), http::without_credentials(url_),
                                in_quotes(attempt.head.find("Content-Type")), excerpt(attempt.kept)),
                    "is the server's URL that of the API server? A login page or a proxy may have answered")),
                false);
}

void Call::unanswered(const Ended& attempt) {
  if (const auto delay = retry_delay(failed(attempt, nullptr), session_.jitter(), left())) {
    again(*delay, "the connection was lost: " + attempt.outcome.detail);
    return;
  }
  session_.fail(std::make_exception_ptr(transport_error(attempt.outcome, session_.access())), true);
}

void Call::again(Nanoseconds delay, const std::string& cause) {
  ++repeats_;
  session_.note_wait(cause, delay);
  session_.log(1, fmt::format("{}; asking again in {} ms ({})", cause,
                              std::chrono::duration_cast<std::chrono::milliseconds>(delay).count(), repeats_));
  session_.submit_after(delay, shared_from_this());
}

void Call::log(const Ended& attempt) {
  session_.log(answer_lines({.method = request_.method,
                             .url = url_,
                             .head = attempt.head,
                             .failure = attempt.outcome.detail,
                             .body = attempt.kept,
                             .duration = session_.now() - attempt_started_},
                            session_.access().verbosity));
}

}  // namespace kgpu::kube
