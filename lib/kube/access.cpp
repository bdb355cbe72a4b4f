#include "choose.hpp"
#include "server_url.hpp"

#include "kgpu/base/base64.hpp"
#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <set>

namespace kgpu::kube {
namespace {

/// A certificate or key of an entry: its base64 text, else its file. `field` is the file's field, `of` its entry.
std::string read_pem(const std::string& data, const std::string& path, const std::string& field, const std::string& of,
                     const ConfigSources& sources) {
  if (!data.empty()) {
    const Base64 decoded = decode_base64(data);
    if (!decoded.bytes) {
      throw data_error(of + ": " + field + "-data: illegal base64 data at input byte " +
                       std::to_string(decoded.bad_byte));
    }
    return *decoded.bytes;
  }
  if (path.empty()) {
    return {};
  }
  try {
    return sources.files.read(path);
  } catch (const Error& error) {
    throw Error(ErrorKind::io, "unable to read " + field + " " + printable(path, 4096) + " for " + of + " due to " +
                                   open_failure(error, path));
  }
}

void fill_cluster(Access& access, const Chosen& chosen, const ConfigSources& sources) {
  const ClusterEntry& cluster = chosen.cluster;
  const std::string of = chosen.cluster_name.empty() ? "the cluster" : "cluster " + in_quotes(chosen.cluster_name);
  if (!cluster.certificate_authority.empty() && !cluster.certificate_authority_data.empty()) {
    throw data_error("certificate-authority-data and certificate-authority are both specified for " + of,
                     "certificate-authority-data would win: remove the other");
  }
  if (!cluster.proxy_url.empty()) {
    check_proxy_url(cluster.proxy_url, chosen.cluster_name);
  }
  access.tls_server_name = cluster.tls_server_name;
  access.insecure_skip_tls_verify = cluster.insecure_skip_tls_verify;
  access.proxy_url = cluster.proxy_url;
  access.disable_compression = cluster.disable_compression;
  if (cluster.certificate_authority.empty() && cluster.certificate_authority_data.empty()) {
    return;
  }
  if (cluster.insecure_skip_tls_verify) {
    throw data_error("specifying a root certificates file with the insecure flag is not allowed",
                     of + " has both a certificate authority and insecure-skip-tls-verify");
  }
  access.ca_pem =
      read_pem(cluster.certificate_authority_data, cluster.certificate_authority, "certificate-authority", of, sources);
  if (access.ca_pem->find("-----BEGIN CERTIFICATE-----") == std::string::npos) {
    throw data_error(of + ": unable to load root certificates: unable to parse bytes as PEM block");
  }
}

void check_user(const UserEntry& user, const std::string& of) {
  const bool has_certificate = !user.client_certificate.empty() || !user.client_certificate_data.empty();
  if (!user.client_certificate.empty() && !user.client_certificate_data.empty()) {
    throw data_error("client-certificate-data and client-certificate are both specified for " + of,
                     "client-certificate-data would win: remove the other");
  }
  if (!user.client_key.empty() && !user.client_key_data.empty()) {
    throw data_error("client-key-data and client-key are both specified for " + of,
                     "client-key-data would win: remove the other");
  }
  if (has_certificate && user.client_key.empty() && user.client_key_data.empty()) {
    throw data_error("client-key-data or client-key must be specified for " + of +
                     " to use the clientCert authentication method");
  }
  const bool has_token = !user.token.empty() || !user.token_file.empty();
  if (has_token && (!user.username.empty() || !user.password.empty())) {
    throw data_error("more than one authentication method found for " + of +
                     "; found [token basicAuth], only one is allowed");
  }
  const Impersonation& as = user.impersonation;
  if (as.user.empty() && (!as.uid.empty() || !as.groups.empty() || !as.extra.empty())) {
    throw data_error("requesting uid, groups or user-extra for " + of + " without impersonating a user",
                     "--as USER says whom to impersonate");
  }
  if (user.exec && user.auth_provider) {
    throw data_error("authProvider cannot be provided in combination with an exec plugin for " + of);
  }
}

/// The providers that client-go once had (2.1).
Error removed_provider(const std::string& name) {
  if (name == "gcp") {
    return data_error("the gcp auth plugin has been removed",
                      "install gke-gcloud-auth-plugin, then 'gcloud container clusters get-credentials'");
  }
  if (name == "azure") {
    return data_error("the azure auth plugin has been removed",
                      "install kubelogin, then 'kubelogin convert-kubeconfig' (azure.github.io/kubelogin)");
  }
  if (name == "oidc") {
    return data_error("the auth provider 'oidc' is not supported",
                      "use an exec plugin such as 'kubectl oidc-login' (int128/kubelogin), or --token");
  }
  return data_error("no Auth Provider found for name " + in_quotes(name));
}

ExecLogin exec_login(const ExecEntry& entry, const std::string& of) {
  const auto needed = [&](const std::string& what) {
    return data_error(what + " must be specified for " + of + " to use exec authentication plugin");
  };
  if (entry.command.empty()) {
    throw needed("command");
  }
  if (entry.api_version.empty()) {
    throw needed("apiVersion");
  }
  const bool is_beta = entry.api_version == "client.authentication.k8s.io/v1beta1";
  if (!is_beta && entry.api_version != "client.authentication.k8s.io/v1") {
    throw data_error("exec plugin: invalid apiVersion " + in_quotes(entry.api_version),
                     "known are client.authentication.k8s.io/v1 and v1beta1; on EKS 'aws eks update-kubeconfig' "
                     "writes the entry again");
  }
  if (std::ranges::any_of(entry.env, [](const auto& variable) { return variable.first.empty(); })) {
    throw needed("env variable name");
  }
  ExecLogin login;
  login.api_version = entry.api_version;
  login.command = entry.command;
  login.args = entry.args;
  login.env = entry.env;
  login.install_hint = entry.install_hint;
  login.provide_cluster_info = entry.provide_cluster_info;
  using Interactive = ExecLogin::Interactive;
  if (entry.interactive_mode == "Never") {
    login.interactive = Interactive::never;
  } else if (entry.interactive_mode == "Always") {
    login.interactive = Interactive::always;
  } else if (entry.interactive_mode == "IfAvailable" || (entry.interactive_mode.empty() && is_beta)) {
    login.interactive = Interactive::if_available;
  } else if (entry.interactive_mode.empty()) {
    throw needed("interactiveMode");
  } else {
    throw data_error("invalid interactiveMode for " + of + ": " + in_quotes(entry.interactive_mode) +
                     " (one of: Never, IfAvailable, Always)");
  }
  return login;
}

void fill_user(Access& access, const Chosen& chosen, const ConfigFlags& flags, const ConfigSources& sources) {
  const UserEntry& user = chosen.user;
  const std::string of = chosen.user_name.empty() ? "the user" : "user " + in_quotes(chosen.user_name);
  check_user(user, of);
  access.client_certificate_pem =
      read_pem(user.client_certificate_data, user.client_certificate, "client-certificate", of, sources);
  access.client_key_pem = read_pem(user.client_key_data, user.client_key, "client-key", of, sources);
  for (const auto& [pem, what] :
       {std::pair(&access.client_certificate_pem, "certificate"), std::pair(&access.client_key_pem, "key")}) {
    if (!pem->empty() && pem->find("-----BEGIN ") == std::string::npos) {
      throw data_error(of + ": tls: failed to find any PEM data in " + what + " input");
    }
  }
  if (user.auth_provider) {
    throw removed_provider(*user.auth_provider);
  }
  if (!user.token_file.empty()) {
    access.login = TokenFileLogin{.path = user.token_file, .fallback_token = user.token};
  } else if (!user.token.empty()) {
    access.login = TokenLogin{user.token};
  } else if (!user.username.empty() || !user.password.empty()) {
    access.login = BasicLogin{.username = user.username, .password = user.password};
  } else if (user.exec) {
    // Checked in any case, run only when nothing else says who we are (2.1).
    ExecLogin login = exec_login(*user.exec, of);
    if (access.client_certificate_pem.empty()) {
      login.cluster_config_json = chosen.cluster.exec_config_json;
      read_plugin_policy(login, flags, sources);
      access.login = std::move(login);
    }
  }
  access.impersonation = user.impersonation;
}

/// Over http kubectl sends no credential and starts no plugin (1.5).
void drop_credentials(Access& access, const ServerUrl& server, const ConfigSources& sources) {
  const bool has_any = !std::holds_alternative<NoLogin>(access.login) || !access.client_certificate_pem.empty();
  access.login = NoLogin{};
  access.client_certificate_pem.clear();
  access.client_key_pem.clear();
  if (has_any || !server.had_scheme) {
    sources.warn("the server " + in_quotes(server.url) + " is spoken to over http" +
                 (server.had_scheme ? "" : ", since it was given without https://") + ": no credential is sent");
  }
}

std::optional<Nanoseconds> parse_timeout(const std::optional<std::string>& flag) {
  if (!is_given(flag)) {
    return std::nullopt;
  }
  std::optional<Nanoseconds> duration;
  if (flag->find_first_not_of("0123456789") == std::string::npos) {
    duration = parse_duration(*flag + "s");
  } else {
    duration = parse_duration(*flag);
  }
  if (!duration || *duration < Nanoseconds::zero()) {
    throw usage_error("--request-timeout: " + in_quotes(*flag) +
                      " is neither a number of seconds nor a number with a unit (1s, 2m, 3h)");
  }
  return *duration == Nanoseconds::zero() ? std::nullopt : duration;
}

}  // namespace

Access resolve_access(const ConfigFlags& flags, const ConfigSources& sources) {
  Access access;
  access.request_timeout = parse_timeout(flags.request_timeout);
  const Chosen chosen = choose(load_kubeconfig(flags, sources), flags, sources);
  const ServerUrl server =
      parse_server(chosen.cluster.server, is_given(flags.server)        ? "--server"
                                          : chosen.cluster_name.empty() ? "KUBERNETES_MASTER"
                                                                        : "cluster " + in_quotes(chosen.cluster_name));
  access.server = server.url;
  access.context = chosen.context_name;
  access.cluster = chosen.cluster_name;
  access.user = chosen.user_name;
  access.name_space = chosen.name_space.empty() ? "default" : chosen.name_space;
  access.name_space_given = chosen.name_space_given;
  access.warnings_as_errors = flags.warnings_as_errors;
  access.verbosity = flags.verbosity;
  access.stdin_is_taken = flags.stdin_is_taken;
  fill_cluster(access, chosen, sources);
  fill_user(access, chosen, flags, sources);
  if (!server.is_https) {
    drop_credentials(access, server, sources);
  }
  return access;
}

ConfigNames config_names(const ConfigFlags& flags, const ConfigSources& sources) {
  ConfigNames names;
  try {
    const Kubeconfig config = load_kubeconfig(flags, sources).config;
    std::set<std::string> namespaces;
    for (const auto& [name, context] : config.contexts) {
      names.contexts.push_back(name);
      if (!context.name_space.empty()) {
        namespaces.insert(context.name_space);
      }
    }
    for (const auto& entry : config.clusters) {
      names.clusters.push_back(entry.first);
    }
    for (const auto& entry : config.users) {
      names.users.push_back(entry.first);
    }
    names.namespaces.assign(namespaces.begin(), namespaces.end());
  } catch (const Error&) {
    return {};
  }
  return names;
}

}  // namespace kgpu::kube
