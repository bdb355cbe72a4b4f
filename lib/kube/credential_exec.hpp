#pragma once

#include "exec_credential.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/kube/credential.hpp"

#include <memory>

namespace kgpu::kube {

/// Runs the plugin of `login` (2.2). `access` is what the plugin is told of the cluster.
[[nodiscard]] std::unique_ptr<CredentialSource> make_exec_credentials(const Access& access, const ExecLogin& login,
                                                                      CredentialSources sources);

/// `Bearer TOKEN`. Throws Error{data} for a token that would not stay in its header (2.1).
[[nodiscard]] std::string bearer(const std::string& token, const std::string& whose);

/// After a second 401 no refresh for this long (11.8).
inline constexpr std::chrono::seconds k_between_refreshes{60};

}  // namespace kgpu::kube
