#pragma once

#include "kgpu/http/transport.hpp"
#include "kgpu/kube/connection.hpp"

#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace kgpu::kube {

class Call;

/// What the requests of one connection share: the loop, the four places in flight, the credential and the transport
/// made for it, the repeats of broken bodies, warnings, notes and the failure that ends the run.
class Session {
 public:
  explicit Session(ConnectionParts parts);

  [[nodiscard]] const Access& access() const { return parts_.access; }
  [[nodiscard]] const std::string& user_agent() const { return parts_.user_agent; }
  [[nodiscard]] Nanoseconds now() const { return parts_.monotonic(); }
  [[nodiscard]] double jitter() const { return parts_.jitter(); }
  [[nodiscard]] int warnings() const { return static_cast<int>(warned_.size()); }

  /// Before the first submit of a request or of lists. Throws again what ended the run for good.
  void begin();
  /// Puts a call in the queue; it is launched when one of the places is free.
  void submit(std::shared_ptr<Call> call);
  void submit_after(Nanoseconds delay, std::shared_ptr<Call> call);
  /// Fills the places that are free.
  void launch_queued();
  /// Moves everything until `done()`. Throws what fail() was given.
  void run(const std::function<bool()>& done);
  /// Ends the run: nothing of what is under way counts any more. With `for_good`, each later begin() throws the same.
  void fail(std::exception_ptr why, bool for_good);
  /// Grows with each fail(): a call of an older round is dead.
  [[nodiscard]] int round() const { return round_; }

  void start(http::Request request, std::shared_ptr<http::Receiver> receiver);
  void attempt_ended();
  /// Calls `then` when a first byte is late enough to wonder about.
  void after_patience(std::function<void()> then);
  [[nodiscard]] Credential credential();
  [[nodiscard]] bool refresh(std::uint64_t generation);
  /// One of the three repeats of a broken body that a run has (11.3); false when they are used up.
  [[nodiscard]] bool take_body_repeat();

  void take_warnings(const http::Head& head);
  /// One line, once per cause, for a wait that is long enough to wonder about (11.7).
  void note_wait(const std::string& cause, Nanoseconds delay);
  void note(const std::string& line);
  void note_once(const std::string& line);
  void log(int verbosity, const std::string& line);
  void log(const std::vector<std::string>& lines);

 private:
  void move(const std::function<bool()>& done);
  [[nodiscard]] bool needs_other_transport(const Credential& credential) const;

  ConnectionParts parts_;
  std::deque<std::shared_ptr<Call>> queue_;
  int in_flight_ = 0;
  int waiting_ = 0;
  int body_repeats_ = 0;
  int round_ = 0;
  bool wants_transport_ = true;
  std::string certificate_pem_;
  std::string key_pem_;
  std::set<std::string> warned_;
  std::set<std::string> noted_;
  std::exception_ptr failure_;
  bool failed_for_good_ = false;
  std::unique_ptr<http::Transport> transport_;
};

}  // namespace kgpu::kube
