#include "retry.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace kgpu::kube {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int k_most_repeats = 10;  // client-go's
constexpr seconds k_most_wait{60};
constexpr seconds k_after_reset{1};  // client-go's
constexpr std::array<milliseconds, 4> k_backoff = {milliseconds(500), seconds(1), seconds(2), seconds(4)};

/// Whole seconds only, as kubectl; a date, a fraction or a negative number is no Retry-After.
std::optional<seconds> prescribed(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  if (error == std::errc::result_out_of_range || number > static_cast<std::uint64_t>(k_most_wait.count())) {
    return k_most_wait;
  }
  return error == std::errc{} ? std::optional(seconds(static_cast<std::int64_t>(number))) : std::nullopt;
}

std::optional<Nanoseconds> backoff(int repeats, double jitter) {
  if (repeats < 0 || static_cast<std::size_t>(repeats) >= k_backoff.size()) {
    return std::nullopt;
  }
  const auto base = Nanoseconds(k_backoff[static_cast<std::size_t>(repeats)]);
  const double spread = 0.75 + 0.5 * std::clamp(jitter, 0.0, 1.0);
  return Nanoseconds(static_cast<std::int64_t>(static_cast<double>(base.count()) * spread));
}

/// Without Retry-After: what a busy server or a proxy before it may say, for requests that can be sent twice. An apply
/// only where the server itself says that it did not begin: a webhook is never asked twice (11.10).
bool is_busy(const FailedAttempt& attempt) {
  if (attempt.method == http::Method::get) {
    return attempt.status == 429 || attempt.status == 502 || attempt.status == 503 || attempt.status == 504;
  }
  return attempt.is_apply &&
         (attempt.status == 429 || (attempt.status == 503 && attempt.reason == "ServiceUnavailable"));
}

std::optional<Nanoseconds> unbounded_delay(const FailedAttempt& attempt, double jitter) {
  if (attempt.is_eviction || attempt.repeats >= k_most_repeats) {
    return std::nullopt;
  }
  if (attempt.status == 0) {
    const bool lost = attempt.fault == http::Fault::reset;
    return lost && may_be_repeated(attempt) ? std::optional<Nanoseconds>(k_after_reset) : std::nullopt;
  }
  if (attempt.status != 429 && attempt.status < 500) {
    return std::nullopt;
  }
  const auto wanted = prescribed(attempt.retry_after);
  if (wanted && *wanted > seconds(0)) {
    return *wanted;
  }
  if (wanted) {  // "0": at once would be a storm
    return backoff(std::min(attempt.repeats, static_cast<int>(k_backoff.size()) - 1), jitter);
  }
  return is_busy(attempt) ? backoff(attempt.repeats, jitter) : std::nullopt;
}

}  // namespace

bool may_be_repeated(const FailedAttempt& attempt) {
  return attempt.method == http::Method::get || attempt.is_apply;
}

std::optional<Nanoseconds> retry_delay(const FailedAttempt& attempt, double jitter, std::optional<Nanoseconds> left) {
  const auto delay = unbounded_delay(attempt, jitter);
  return delay && left && *delay >= *left ? std::nullopt : delay;
}

}  // namespace kgpu::kube
