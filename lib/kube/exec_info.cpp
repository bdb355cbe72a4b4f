#include "exec_credential.hpp"

#include "kgpu/base/base64.hpp"

#include <nlohmann/json.hpp>

namespace kgpu::kube {

std::string exec_info(const Access& access, const ExecLogin& login, bool interactive) {
  using Json = nlohmann::ordered_json;
  Json info = {{"kind", "ExecCredential"}, {"apiVersion", login.api_version}, {"spec", {{"interactive", interactive}}}};
  if (login.provide_cluster_info) {
    Json cluster = {{"server", access.server}};
    if (!access.tls_server_name.empty()) {
      cluster["tls-server-name"] = access.tls_server_name;
    }
    if (access.insecure_skip_tls_verify) {
      cluster["insecure-skip-tls-verify"] = true;
    }
    if (access.ca_pem) {
      cluster["certificate-authority-data"] = encode_base64(*access.ca_pem);
    }
    if (!access.proxy_url.empty()) {
      cluster["proxy-url"] = access.proxy_url;
    }
    if (access.disable_compression) {
      cluster["disable-compression"] = true;
    }
    if (!login.cluster_config_json.empty()) {
      cluster["config"] = Json::parse(login.cluster_config_json);
    }
    info["spec"]["cluster"] = std::move(cluster);
  }
  return info.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace kgpu::kube
