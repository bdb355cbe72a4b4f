#include "choose.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

namespace kgpu::kube {
namespace {

void replace(std::string& value, const std::optional<std::string>& flag) {
  if (is_given(flag)) {
    value = *flag;
  }
}

std::pair<std::string, std::string> parse_extra(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw usage_error("--as-user-extra: " + in_quotes(text) + " is not KEY=VALUE");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void lay_over(Impersonation& impersonation, const ConfigFlags& flags) {
  replace(impersonation.user, flags.as);
  replace(impersonation.uid, flags.as_uid);
  if (!flags.as_groups.empty()) {
    impersonation.groups = flags.as_groups;
  }
  std::vector<std::pair<std::string, std::string>> extra;
  for (const std::string& text : flags.as_user_extra) {
    extra.push_back(parse_extra(text));
    std::erase_if(impersonation.extra, [&](const auto& known) { return known.first == extra.back().first; });
  }
  impersonation.extra.insert(impersonation.extra.end(), extra.begin(), extra.end());
}

}  // namespace

void lay_over(ClusterEntry& cluster, const ConfigFlags& flags) {
  // The name in the file was that of the file's server.
  if (is_given(flags.server)) {
    cluster.server = *flags.server;
    cluster.tls_server_name.clear();
  }
  replace(cluster.tls_server_name, flags.tls_server_name);
  if (flags.insecure_skip_tls_verify || is_given(flags.certificate_authority)) {
    cluster.insecure_skip_tls_verify = flags.insecure_skip_tls_verify;
    cluster.certificate_authority = flags.certificate_authority.value_or("");
    cluster.certificate_authority_data.clear();
  }
  cluster.disable_compression = cluster.disable_compression || flags.disable_compression;
}

void lay_over(UserEntry& user, const ConfigFlags& flags) {
  if (is_given(flags.token) || is_given(flags.username) || is_given(flags.client_certificate)) {
    UserEntry bare;
    bare.impersonation = std::move(user.impersonation);
    user = std::move(bare);
  }
  replace(user.token, flags.token);
  replace(user.username, flags.username);
  replace(user.password, flags.password);
  if (is_given(flags.client_certificate)) {
    user.client_certificate = *flags.client_certificate;
    user.client_certificate_data.clear();
  }
  if (is_given(flags.client_key)) {
    user.client_key = *flags.client_key;
    user.client_key_data.clear();
  }
  lay_over(user.impersonation, flags);
}

}  // namespace kgpu::kube
