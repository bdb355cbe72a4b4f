#include "session.hpp"

#include "call.hpp"
#include "server_host.hpp"
#include "warnings.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace kgpu::kube {
namespace {

constexpr int k_most_in_flight = 4;     // kubernetes-client 3.3
constexpr int k_most_body_repeats = 3;  // 11.3
constexpr std::size_t k_most_warnings = 100;
constexpr std::chrono::seconds k_wait_worth_a_line{3};  // 11.7

Nanoseconds steady_now() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

bool has_credential(const Access& access) {
  return !std::holds_alternative<NoLogin>(access.login) || !access.client_certificate_pem.empty();
}

}  // namespace

Session::Session(ConnectionParts parts) : parts_(std::move(parts)) {
  if (!parts_.monotonic) {
    parts_.monotonic = steady_now;
  }
  if (is_plain_http(parts_.access.server) && has_credential(parts_.access)) {
    note(fmt::format("Warning: the server {} is spoken to without TLS: no credential is sent",
                     server_host_and_port(parts_.access.server)));
  }
}

void Session::begin() {
  if (failed_for_good_) {
    std::rethrow_exception(failure_);
  }
  failure_ = nullptr;
}

void Session::submit(std::shared_ptr<Call> call) {
  queue_.push_back(std::move(call));
  launch_queued();
}

void Session::submit_after(Nanoseconds delay, std::shared_ptr<Call> call) {
  ++waiting_;
  transport_->after(delay, [this, call = std::move(call)] {
    --waiting_;
    submit(call);
  });
}

void Session::run(const std::function<bool()>& done) {
  try {
    while (failure_ == nullptr && !done()) {
      move(done);
    }
  } catch (...) {  // no credential, no transport, or a reader of the caller's threw
    fail(std::current_exception(), false);
  }
  if (failure_ != nullptr) {
    std::rethrow_exception(failure_);
  }
}

void Session::move(const std::function<bool()>& done) {
  if (wants_transport_) {
    const Credential first = credential();
    transport_ = parts_.transport(first);
    certificate_pem_ = first.certificate_pem;
    key_pem_ = first.key_pem;
    wants_transport_ = false;
  }
  launch_queued();
  transport_->run(
      [&] { return failure_ != nullptr || done() || (wants_transport_ && in_flight_ == 0 && waiting_ == 0); });
  if (failure_ == nullptr && !done() && !wants_transport_) {
    throw Error(ErrorKind::internal, "the connection stopped with requests unanswered");
  }
}

void Session::fail(std::exception_ptr why, bool for_good) {
  if (failure_ == nullptr) {
    failure_ = std::move(why);
    failed_for_good_ = for_good;
  }
  ++round_;
  queue_.clear();
}

void Session::launch_queued() {
  while (transport_ != nullptr && !wants_transport_ && in_flight_ < k_most_in_flight && !queue_.empty()) {
    const std::shared_ptr<Call> call = queue_.front();
    if (call->is_dead()) {
      queue_.pop_front();
      continue;
    }
    try {
      const Credential next = credential();
      if (needs_other_transport(next)) {
        wants_transport_ = true;  // made by run(), once nothing uses the old one
        return;
      }
      queue_.pop_front();
      ++in_flight_;
      call->launch(next);
    } catch (...) {
      fail(std::current_exception(), false);
      return;
    }
  }
}

bool Session::needs_other_transport(const Credential& credential) const {
  return credential.certificate_pem != certificate_pem_ || credential.key_pem != key_pem_;
}

void Session::start(http::Request request, std::shared_ptr<http::Receiver> receiver) {
  transport_->start(std::move(request), std::move(receiver));
}

void Session::attempt_ended() {
  --in_flight_;
}

void Session::after_patience(std::function<void()> then) {
  transport_->after(k_wait_worth_a_line, std::move(then));
}

/// Over plain http there is none, and the plugin is not even started (1.5).
Credential Session::credential() {
  return is_plain_http(parts_.access.server) ? Credential{} : parts_.credentials->current();
}

bool Session::refresh(std::uint64_t generation) {
  return !is_plain_http(parts_.access.server) && parts_.credentials->refresh(generation);
}

bool Session::take_body_repeat() {
  return ++body_repeats_ <= k_most_body_repeats;
}

void Session::take_warnings(const http::Head& head) {
  for (const http::Header& header : head.headers) {
    if (to_lower(header.name) == "warning") {
      for (const std::string& text : warning_texts(header.value)) {
        if (warned_.size() < k_most_warnings && warned_.insert(text).second) {
          note("Warning: " + text);
        }
      }
    }
  }
}

void Session::note_wait(const std::string& cause, Nanoseconds delay) {
  if (delay >= k_wait_worth_a_line && noted_.insert(cause).second) {
    note(fmt::format("waiting {} s: {}", std::chrono::ceil<std::chrono::seconds>(delay).count(), cause));
  }
}

void Session::note_once(const std::string& line) {
  if (noted_.insert(line).second) {
    note(line);
  }
}

void Session::note(const std::string& line) {
  if (parts_.warn) {
    parts_.warn(line);
  }
}

void Session::log(int verbosity, const std::string& line) {
  if (parts_.access.verbosity >= verbosity && parts_.log) {
    parts_.log(line);
  }
}

void Session::log(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    log(0, line);
  }
}

}  // namespace kgpu::kube
