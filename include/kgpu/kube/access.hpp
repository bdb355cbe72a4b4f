#pragma once

#include "kgpu/base/duration.hpp"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// Which API server, as whom: what a kubeconfig and kubectl's flags come to (kubernetes-client 1 and 2).
namespace kgpu::kube {

/// kubectl's own flags, with kubectl's meanings (1.5). Absent: not given.
struct ConfigFlags {
  std::optional<std::string> kubeconfig;
  std::optional<std::string> context;
  std::optional<std::string> cluster;
  std::optional<std::string> user;
  std::optional<std::string> server;
  std::optional<std::string> name_space;
  std::optional<std::string> token;
  std::optional<std::string> username;
  std::optional<std::string> password;
  std::optional<std::string> as;
  std::vector<std::string> as_groups;
  std::optional<std::string> as_uid;
  std::vector<std::string> as_user_extra;  ///< KEY=VALUE
  std::optional<std::string> client_certificate;
  std::optional<std::string> client_key;
  std::optional<std::string> certificate_authority;
  bool insecure_skip_tls_verify = false;
  std::optional<std::string> tls_server_name;
  std::optional<std::string> request_timeout;  ///< as typed: `5`, `5s`, `2m`; `0` is none
  bool disable_compression = false;
  std::optional<std::string> kuberc;
  bool warnings_as_errors = false;
  std::optional<std::string> cache_directory;  ///< taken for kubectl's sake; without effect
  bool match_server_version = false;           ///< the same
  int verbosity = 0;                           ///< -v
  bool stdin_is_taken = false;                 ///< `-f -` or `--from -`: an exec plugin must not read it
};

/// A credential plugin (2.2).
struct ExecLogin {
  std::string api_version;  ///< client.authentication.k8s.io/v1 or v1beta1
  std::string command;      ///< absolute when it was relative to the kubeconfig, bare when PATH decides
  std::vector<std::string> args;
  std::vector<std::pair<std::string, std::string>> env;
  std::string install_hint;
  enum class Interactive { never, if_available, always };
  Interactive interactive = Interactive::if_available;
  bool provide_cluster_info = false;
  std::string cluster_config_json;  ///< the extension `client.authentication.k8s.io/exec`; empty: none
  enum class Policy { allow_all, deny_all, allowlist };
  Policy policy = Policy::allow_all;  ///< the user's, from kuberc (1.9)
  std::vector<std::string> allowed;   ///< commands that Policy::allowlist lets run
};

struct NoLogin {};
struct TokenLogin {
  std::string token;  ///< secret
};
struct TokenFileLogin {
  std::string path;
  std::string fallback_token;  ///< secret; used while the file was never read
};
struct BasicLogin {
  std::string username;
  std::string password;  ///< secret
};
using Login = std::variant<NoLogin, TokenLogin, TokenFileLogin, BasicLogin, ExecLogin>;

struct Impersonation {
  std::string user;
  std::string uid;
  std::vector<std::string> groups;
  std::vector<std::pair<std::string, std::string>> extra;
};

/// Resolved, validated; files of certificates read, tokens not yet.
struct Access {
  std::string server;  ///< URL with scheme, without a slash at the end, path prefix kept
  std::string tls_server_name;
  bool insecure_skip_tls_verify = false;
  std::optional<std::string> ca_pem;
  std::string proxy_url;  ///< the cluster's; empty: the environment decides
  bool disable_compression = false;
  std::string client_certificate_pem;
  std::string client_key_pem;  ///< secret
  Login login;
  Impersonation impersonation;
  std::string name_space;         ///< flag, else the context's, else default
  bool name_space_given = false;  ///< by -n
  std::string context;            ///< names for hints; empty when in-cluster or by flags alone
  std::string cluster;
  std::string user;
  std::optional<Nanoseconds> request_timeout;
  bool warnings_as_errors = false;
  int verbosity = 0;
  bool stdin_is_taken = false;
};

}  // namespace kgpu::kube
