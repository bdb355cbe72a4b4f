#pragma once

#include "kgpu/base/duration.hpp"
#include "kgpu/http/transport.hpp"
#include "kgpu/kube/connection.hpp"
#include "kgpu/prometheus/answer.hpp"
#include "kgpu/prometheus/target.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::prometheus {

/// `--prometheus-timeout`: Prometheus' own limit is two minutes.
inline constexpr Nanoseconds k_default_time_limit = std::chrono::seconds(150);

struct Settings {
  Target target;
  std::string bearer_token;           ///< secret, from `--prometheus-bearer-token-file`; the cluster's never (119)
  std::vector<http::Header> headers;  ///< `X-Scope-OrgID: a|b` for tenants
  Nanoseconds time_limit = k_default_time_limit;
  std::optional<http::AwsSigning> aws;  ///< signs every request by URL, in place of the token and of the URL's login
};

/// A range in whole seconds since 1970, both ends included.
struct Range {
  std::int64_t start = 0;
  std::int64_t end = 0;
  std::int64_t step = 60;  ///< raised where there would be more than 11,000 points a series
};

/// Asks one Prometheus. Warnings of an answer (with Thanos: it is partial) go to `warn`, once each.
class Client {
 public:
  virtual ~Client() = default;
  /// An instant query; without a moment, now. Throws Error{io}: what was said, on what query, what to do.
  [[nodiscard]] virtual Answer query(std::string_view promql, std::optional<std::int64_t> at) = 0;
  [[nodiscard]] virtual Answer query_range(std::string_view promql, const Range& range) = 0;
};

using Warn = std::function<void(const std::string& sentence)>;

/// By URL. The transport is one of its own: neither the cluster's credentials nor its proxy reach it (11.22).
[[nodiscard]] std::unique_ptr<Client> make_direct_client(Settings settings, http::Transport& transport, Warn warn);
/// Through the API server's service proxy, as the cluster's user (needs `get` on `services/proxy`).
[[nodiscard]] std::unique_ptr<Client> make_proxied_client(Settings settings, kube::Connection& connection, Warn warn);

}  // namespace kgpu::prometheus
