#pragma once

#include "kgpu/kube/access.hpp"
#include "kgpu/kube/credential.hpp"

#include <optional>
#include <string>
#include <string_view>

/// What goes to a credential plugin and what comes back (kubernetes-client 2.2).
namespace kgpu::kube {

/// `status` of an ExecCredential.
struct ExecReply {
  std::string token;            ///< secret
  std::string certificate_pem;  ///< with `key_pem`, or neither
  std::string key_pem;          ///< secret
  std::optional<Instant> expiration;
};

/// JSON or YAML of that apiVersion. Throws Error{data} with kubectl's sentence; of the text itself it shows at most the
/// shape: letters as `x`, digits as `0`.
[[nodiscard]] ExecReply read_exec_reply(std::string_view text, const std::string& api_version);

/// RFC 3339 with its zone; empty when it is none.
[[nodiscard]] std::optional<Instant> parse_time(std::string_view text);

/// What KUBERNETES_EXEC_INFO holds: one line of JSON.
[[nodiscard]] std::string exec_info(const Access& access, const ExecLogin& login, bool interactive);

}  // namespace kgpu::kube
