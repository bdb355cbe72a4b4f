#pragma once

#include "kgpu/kube/access.hpp"
#include "kgpu/system/files.hpp"
#include "kgpu/system/processes.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu::kube {

using Instant = std::chrono::system_clock::time_point;

/// What a request shows the server.
struct Credential {
  std::string authorization;        ///< whole header value, secret; empty: none
  std::string certificate_pem;      ///< from a plugin; empty: the Access's own
  std::string key_pem;              ///< secret
  std::uint64_t generation = 0;     ///< grows with each refresh: a 401 of an older one is only repeated (11.8)
  bool expired_on_arrival = false;  ///< fresh from a plugin, and expired by our clock: a 401 then is about the clock
};

/// Tokens and plugin results, kept in memory, refreshed by the rules of kubernetes-client 2.1, 2.2, 11.8.
class CredentialSource {
 public:
  virtual ~CredentialSource() = default;
  /// For the next request: reads the token file or runs the plugin where due. Throws Error{io} with the sentence of
  /// 2.2, once; the same again for later calls without running the plugin again.
  [[nodiscard]] virtual Credential current() = 0;
  /// After a 401 of `generation`. True when the request should be repeated with current().
  [[nodiscard]] virtual bool refresh(std::uint64_t generation) = 0;
};

struct CredentialSources {
  const system::Files& files;
  system::Processes& processes;
  std::function<std::optional<std::string>(std::string_view name)> variable;
  std::function<Instant()> now;
  bool stdin_is_terminal = false;
};
[[nodiscard]] std::unique_ptr<CredentialSource> make_credentials(const Access& access, CredentialSources sources);

}  // namespace kgpu::kube
