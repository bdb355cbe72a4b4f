#pragma once

#include "retry.hpp"

#include "kgpu/http/transport.hpp"
#include "kgpu/kube/connection.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace kgpu::kube {

class Session;

/// Where the body of one 2xx answer goes while it arrives.
class Sink {
 public:
  virtual ~Sink() = default;
  /// False when a body of this Content-Type cannot be read.
  virtual bool begin(const http::Head& head) = 0;
  virtual bool bytes(std::string_view bytes) = 0;
  /// The stream ended: was the body whole?
  virtual bool whole() = 0;
  [[nodiscard]] virtual std::string problem() const = 0;
};

/// One request with all its attempts: retries, a refreshed credential, broken bodies, within --request-timeout.
class Call : public std::enable_shared_from_this<Call> {
 public:
  /// How it ended: with a whole body in `sink`, or with the server's no. Other ends go to Session::fail.
  struct End {
    http::Head head;
    std::optional<Status> failure;
    std::unique_ptr<Sink> sink;
  };

  Call(Session& session, ApiRequest request, std::function<std::unique_ptr<Sink>()> make_sink,
       std::function<void(End end)> then);

  /// Nobody waits for it any more: what still comes is dropped.
  void abandon() { is_abandoned_ = true; }
  [[nodiscard]] bool is_dead() const;
  [[nodiscard]] const ApiRequest& request() const { return request_; }
  void launch(const Credential& credential);

 private:
  class Attempt;
  struct Ended;

  void ended(Ended attempt);
  void judge(Ended attempt);
  void refused(Ended attempt);
  void broken(const Ended& attempt, const std::string& problem);
  void foreign(const Ended& attempt);
  void unanswered(const Ended& attempt);
  [[nodiscard]] FailedAttempt failed(const Ended& attempt, const Status* status) const;
  [[nodiscard]] std::optional<Nanoseconds> left() const;
  void again(Nanoseconds delay, const std::string& cause);
  void watch_silence();
  void log(const Ended& attempt);

  Session& session_;
  ApiRequest request_;
  std::string url_;
  std::function<std::unique_ptr<Sink>()> make_sink_;
  std::function<void(End end)> then_;
  std::optional<Nanoseconds> deadline_;
  Nanoseconds attempt_started_{};
  std::uint64_t generation_ = 0;
  int repeats_ = 0;
  int attempt_ = 0;
  bool is_silent_ = false;  ///< the server has not said a word on this attempt
  int round_ = 0;
  bool was_refreshed_ = false;
  bool is_abandoned_ = false;
};

}  // namespace kgpu::kube
