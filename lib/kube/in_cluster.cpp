#include "choose.hpp"

#include "kgpu/base/text.hpp"

namespace kgpu::kube {
namespace {

/// Where the kubelet mounts a pod's service account.
const std::string k_folder = "/var/run/secrets/kubernetes.io/serviceaccount/";

}  // namespace

bool choose_service_account(Chosen& chosen, const ConfigSources& sources) {
  const std::string host = sources.variable("KUBERNETES_SERVICE_HOST").value_or("");
  const std::string port = sources.variable("KUBERNETES_SERVICE_PORT").value_or("");
  if (host.empty() || port.empty() || !sources.files.read_if_exists(k_folder + "token")) {
    return false;
  }
  const bool is_ipv6 = host.find(':') != std::string::npos;
  chosen.cluster.server = "https://" + (is_ipv6 ? "[" + host + "]" : host) + ":" + port;
  chosen.cluster.certificate_authority = k_folder + "ca.crt";
  chosen.user.token_file = k_folder + "token";
  chosen.name_space = sources.variable("POD_NAMESPACE").value_or("");
  if (chosen.name_space.empty()) {
    const std::string text = sources.files.read_if_exists(k_folder + "namespace").value_or("");
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    chosen.name_space = std::string(trim(std::string_view(text).substr(0, end == std::string::npos ? 0 : end + 1)));
  }
  return true;
}

}  // namespace kgpu::kube
