#pragma once

#include "kgpu/http/transport.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kgpu::testing {

/// A transport without a network and with a clock of its own: a wait takes no time. The test answers each request.
class FakeTransport : public http::Transport {
 public:
  struct Started {
    http::Request request;
    std::shared_ptr<http::Receiver> receiver;
  };
  /// What the transports of one test have in common: requests seen, the clock, the script.
  struct World {
    std::vector<http::Request> requests;
    Nanoseconds now{};
    std::size_t most_in_flight = 0;
    /// Answers the first request that waits, or takes any others out of the queue as it likes.
    std::function<void(std::deque<Started>& waiting)> answer;
  };

  explicit FakeTransport(World& world) : world_(world) {}

  void start(http::Request request, std::shared_ptr<http::Receiver> receiver) override {
    world_.requests.push_back(request);
    waiting_.push_back({std::move(request), std::move(receiver)});
    world_.most_in_flight = std::max(world_.most_in_flight, waiting_.size());
  }
  void after(Nanoseconds delay, std::function<void()> then) override {
    timers_.emplace(world_.now + delay, std::move(then));
  }
  void run(const std::function<bool()>& done) override {
    while (!done()) {
      if (!waiting_.empty()) {
        world_.answer(waiting_);
      } else if (!timers_.empty()) {
        auto timer = timers_.extract(timers_.begin());
        world_.now = std::max(world_.now, timer.key());
        timer.mapped()();
      } else {
        return;
      }
    }
  }
  void drop_connections() override {}

 private:
  World& world_;
  std::deque<Started> waiting_;
  std::multimap<Nanoseconds, std::function<void()>> timers_;
};

/// A whole answer in one piece.
struct Answer {
  int status = 200;
  std::string body = "{}";
  std::vector<http::Header> headers;
  http::Fault fault = http::Fault::none;
  std::string content_type = "application/json";
};

inline void give(http::Receiver& receiver, const Answer& answer) {
  if (answer.status != 0) {
    http::Head head{.status = answer.status, .headers = answer.headers};
    head.headers.push_back({"Content-Type", answer.content_type});
    receiver.head(head);
    if (!answer.body.empty() && !receiver.bytes(answer.body)) {
      receiver.end({http::Fault::refused_by_reader, {}});
      return;
    }
  }
  receiver.end({answer.fault, answer.fault == http::Fault::none ? "" : "the fault"});
}

}  // namespace kgpu::testing
