#pragma once

#include "kgpu/http/transport.hpp"

#include <optional>
#include <string>

namespace kgpu::kube {

/// One attempt that failed, as far as asking again depends on it.
struct FailedAttempt {
  http::Method method = http::Method::get;
  bool is_apply = false;     ///< a server-side apply: may be sent twice, as a GET (kubernetes-client 11.10)
  bool is_eviction = false;  ///< never sent twice
  int status = 0;            ///< 0: no head came
  std::string reason;        ///< of the Status
  std::string retry_after;   ///< the header; empty: none
  http::Fault fault = http::Fault::none;
  int repeats = 0;  ///< of this request so far
};

/// A request that may be sent twice whatever became of the first: GET and server-side apply.
[[nodiscard]] bool may_be_repeated(const FailedAttempt& attempt);

/// How long to wait before asking again; empty: do not (kubernetes-client 3.3, 11.7, 11.10).
/// `jitter` is 0 to 1 and spreads waits that the server did not prescribe by a quarter either way. `left` is what
/// --request-timeout leaves: a wait that does not fit ends the request.
[[nodiscard]] std::optional<Nanoseconds> retry_delay(const FailedAttempt& attempt, double jitter,
                                                     std::optional<Nanoseconds> left);

}  // namespace kgpu::kube
