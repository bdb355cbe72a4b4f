#pragma once

#include "kgpu/kube/access.hpp"
#include "kgpu/system/files.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::kube {

/// Where the configuration is read from.
struct ConfigSources {
  const system::Files& files;
  std::function<std::optional<std::string>(std::string_view name)> variable;  ///< environment
  std::function<void(const std::string& sentence)> warn;
};

/// Files found and merged, context chosen, flags laid over, references resolved, in-cluster where there is no
/// configuration (kubernetes-client 1.1 to 1.6). Throws Error{data} or Error{io} with kubectl's sentence; no secret is
/// ever in it. Exit code 1 as kubectl's, but Error{usage} for a flag's value that cannot be.
[[nodiscard]] Access resolve_access(const ConfigFlags& flags, const ConfigSources& sources);

/// The names that `--context`, `--cluster` and `--user` may take, and the namespaces that contexts name, sorted; for
/// completion. Empty when unreadable.
struct ConfigNames {
  std::vector<std::string> contexts;
  std::vector<std::string> clusters;
  std::vector<std::string> users;
  std::vector<std::string> namespaces;
};
[[nodiscard]] ConfigNames config_names(const ConfigFlags& flags, const ConfigSources& sources);

}  // namespace kgpu::kube
