#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/kube/access.hpp"
#include "kgpu/kube/kubeconfig.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Kubeconfig files as they are written, before anything is chosen (kubernetes-client 1.1 to 1.4).
namespace kgpu::kube {

/// Paths are relative to the file that holds them, or absolute. Empty: not given.
struct ClusterEntry {
  std::string server;
  std::string tls_server_name;
  bool insecure_skip_tls_verify = false;
  std::string certificate_authority;
  std::string certificate_authority_data;  ///< base64
  std::string proxy_url;
  bool disable_compression = false;
  std::string exec_config_json;  ///< the extension for credential plugins
};

struct ExecEntry {
  std::string api_version;
  std::string command;
  std::vector<std::string> args;
  std::vector<std::pair<std::string, std::string>> env;
  std::string install_hint;
  std::string interactive_mode;
  bool provide_cluster_info = false;
};

struct UserEntry {
  std::string client_certificate;
  std::string client_certificate_data;  ///< base64
  std::string client_key;
  std::string client_key_data;  ///< base64, secret
  std::string token;            ///< secret
  std::string token_file;
  std::string username;
  std::string password;  ///< secret
  Impersonation impersonation;
  std::optional<std::string> auth_provider;  ///< its name
  std::optional<ExecEntry> exec;
};

struct ContextEntry {
  std::string cluster;
  std::string user;
  std::string name_space;
};

struct Kubeconfig {
  std::map<std::string, ClusterEntry> clusters;
  std::map<std::string, UserEntry> users;
  std::map<std::string, ContextEntry> contexts;
  std::string current_context;
};

/// One file's text. `path` names it in errors and is what relative paths are relative to. Throws Error{data}.
[[nodiscard]] Kubeconfig read_kubeconfig(std::string_view text, const std::string& path);

/// What `earlier` has stays, whole entries at a time (1.2).
void merge_under(Kubeconfig& earlier, Kubeconfig later);

/// The files that flags and environment name, and what they come to.
struct LoadedKubeconfig {
  Kubeconfig config;
  std::vector<std::string> looked_in;  ///< every path, there or not
};
[[nodiscard]] LoadedKubeconfig load_kubeconfig(const ConfigFlags& flags, const ConfigSources& sources);

/// What the operating system said of a file that `Files::read` refused: `open P: permission denied`.
[[nodiscard]] std::string open_failure(const Error& error, const std::string& path);

}  // namespace kgpu::kube
