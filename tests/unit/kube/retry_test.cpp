// Expected waits: client-go's (Retry-After, 1 s after a reset, 10 repeats) and kubernetes-client 3.3, 11.7, 11.10.
#include "retry.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <optional>
#include <string>

using namespace kgpu;
using namespace kgpu::kube;
using http::Fault;
using http::Method;
using std::chrono::milliseconds;

namespace {

constexpr auto no = std::optional<milliseconds>{};
std::optional<milliseconds> after(int count) {
  return milliseconds(count);
}

struct Case {
  const char* name;
  FailedAttempt attempt;
  std::optional<milliseconds> expected;
};

FailedAttempt answered(int status, std::string retry_after = {}, int repeats = 0, std::string reason = {}) {
  FailedAttempt attempt;
  attempt.status = status;
  attempt.retry_after = std::move(retry_after);
  attempt.repeats = repeats;
  attempt.reason = std::move(reason);
  return attempt;
}

FailedAttempt lost(Fault fault, int repeats = 0) {
  FailedAttempt attempt;
  attempt.fault = fault;
  attempt.repeats = repeats;
  return attempt;
}

FailedAttempt by(Method method, FailedAttempt attempt) {
  attempt.method = method;
  return attempt;
}

FailedAttempt apply(FailedAttempt attempt) {
  attempt.method = Method::patch;
  attempt.is_apply = true;
  return attempt;
}

FailedAttempt eviction(FailedAttempt attempt) {
  attempt.method = Method::post;
  attempt.is_eviction = true;
  return attempt;
}

void check(const Case* begin, const Case* end) {
  for (const Case* c = begin; c != end; ++c) {
    CAPTURE(c->name);
    const auto delay = retry_delay(c->attempt, 0.5, std::nullopt);
    CHECK(delay.has_value() == c->expected.has_value());
    if (delay && c->expected) {
      CHECK(*delay == Nanoseconds(*c->expected));
    }
  }
}

TEST_CASE("waits after an answer") {
  const Case cases[] = {
      {"429 with seconds", answered(429, "1"), after(1000)},
      {"the tenth repeat", answered(429, "1", 9), after(1000)},
      {"the eleventh", answered(429, "1", 10), no},
      {"any verb: the server says that it did nothing", by(Method::post, answered(429, "2")), after(2000)},
      {"500 with seconds", answered(500, "3"), after(3000)},
      {"delete too", by(Method::del, answered(503, "3")), after(3000)},
      {"not an eviction", eviction(answered(429, "1")), no},
      {"capped", answered(429, "99999"), after(60000)},
      {"capped beyond any integer", answered(429, "99999999999999999999999"), after(60000)},
      {"0 is no storm", answered(500, "0"), after(500)},
      {"negative is none", answered(500, "-1"), no},
      {"a date is none", answered(500, "Wed, 21 Oct 2099 07:28:00 GMT"), no},
      {"a fraction is none", answered(500, "1.5"), no},
      {"404 never", answered(404, "1"), no},
      {"GET 429", answered(429), after(500)},
      {"GET 502, second", answered(502, {}, 1), after(1000)},
      {"GET 503, third", answered(503, {}, 2), after(2000)},
      {"GET 504, fourth", answered(504, {}, 3), after(4000)},
      {"GET, fifth", answered(504, {}, 4), no},
      {"GET 500", answered(500), no},
      {"GET 501", answered(501), no},
      {"POST 429 without header", by(Method::post, answered(429)), no},
      {"PATCH that is no apply", by(Method::patch, answered(429)), no},
      {"apply 429", apply(answered(429)), after(500)},
      {"apply 503 of the server itself", apply(answered(503, {}, 0, "ServiceUnavailable")), after(500)},
      {"apply 503 of something else", apply(answered(503)), no},
      {"apply 502", apply(answered(502)), no},
      {"apply 504", apply(answered(504, {}, 0, "Timeout")), no},
      {"apply 500 for unknown fields (11.11)", apply(answered(500)), no},
  };
  check(std::begin(cases), std::end(cases));
}

TEST_CASE("waits after no answer") {
  const Case cases[] = {
      {"GET", lost(Fault::reset), after(1000)},
      {"GET, tenth", lost(Fault::reset, 9), after(1000)},
      {"GET, eleventh", lost(Fault::reset, 10), no},
      {"apply", apply(lost(Fault::reset)), after(1000)},
      {"POST", by(Method::post, lost(Fault::reset)), no},
      {"DELETE", by(Method::del, lost(Fault::reset)), no},
      {"refused is final, as in kubectl", lost(Fault::connect), no},
      {"timeout", lost(Fault::timeout), no},
      {"certificate", lost(Fault::tls), no},
      {"Ctrl-C", lost(Fault::cancelled), no},
  };
  check(std::begin(cases), std::end(cases));
}

TEST_CASE("a wait that does not fit into --request-timeout ends the request (11.7)") {
  CHECK(retry_delay(answered(429, "5"), 0.5, milliseconds(5001)));
  CHECK_FALSE(retry_delay(answered(429, "5"), 0.5, milliseconds(5000)));
  CHECK_FALSE(retry_delay(lost(Fault::reset), 0.5, milliseconds(900)));
}

TEST_CASE("jitter spreads our own waits by a quarter, never a prescribed one") {
  CHECK(*retry_delay(answered(503), 0.0, std::nullopt) == Nanoseconds(milliseconds(375)));
  CHECK(*retry_delay(answered(503), 1.0, std::nullopt) == Nanoseconds(milliseconds(625)));
  CHECK(*retry_delay(answered(503), 7.0, std::nullopt) == Nanoseconds(milliseconds(625)));
  CHECK(*retry_delay(answered(503, "2"), 1.0, std::nullopt) == Nanoseconds(milliseconds(2000)));
}

}  // namespace
