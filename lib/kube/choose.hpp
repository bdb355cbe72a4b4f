#pragma once

#include "kubeconfig_file.hpp"

#include <string>

/// What flags and kubeconfig come to, before files of certificates are read.
namespace kgpu::kube {

struct Chosen {
  std::string context_name;
  std::string cluster_name;
  std::string user_name;
  ClusterEntry cluster;
  UserEntry user;
  std::string name_space;         ///< may be empty
  bool name_space_given = false;  ///< by -n
};

/// Context, then cluster and user, then the single flags over them (1.5); the service account of the pod where nothing
/// is configured (1.6). Throws Error{data} with kubectl's sentences.
[[nodiscard]] Chosen choose(const LoadedKubeconfig& loaded, const ConfigFlags& flags, const ConfigSources& sources);

/// The flags laid over what the file says; paths in flags are relative to the working directory.
void lay_over(ClusterEntry& cluster, const ConfigFlags& flags);
/// A credential by flag drops every other credential, not impersonation (11.22).
void lay_over(UserEntry& user, const ConfigFlags& flags);

/// Cluster, user and namespace of the service account; false where this is no pod.
[[nodiscard]] bool choose_service_account(Chosen& chosen, const ConfigSources& sources);

/// Which plugins kuberc lets run (1.9); into `login`.
void read_plugin_policy(ExecLogin& login, const ConfigFlags& flags, const ConfigSources& sources);

[[nodiscard]] inline bool is_given(const std::optional<std::string>& flag) {
  return flag && !flag->empty();  // an empty value counts as not given, as in kubectl
}

}  // namespace kgpu::kube
