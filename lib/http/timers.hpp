#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace kgpu::http {

/// Functions to call later, in the order of their times.
class Timers {
 public:
  using Time = std::chrono::steady_clock::time_point;

  void add(Time when, std::function<void()> then) { waiting_.emplace(when, std::move(then)); }
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  [[nodiscard]] std::optional<Time> next() const {
    return waiting_.empty() ? std::nullopt : std::optional(waiting_.begin()->first);
  }
  /// The first that is due at `now`, taken out; empty when none is.
  [[nodiscard]] std::function<void()> take_due(Time now) {
    if (waiting_.empty() || waiting_.begin()->first > now) {
      return {};
    }
    return std::move(waiting_.extract(waiting_.begin()).mapped());
  }

 private:
  std::multimap<Time, std::function<void()>> waiting_;
};

}  // namespace kgpu::http
