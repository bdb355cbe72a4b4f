#include "kgpu/kube/advice.hpp"

#include "server_host.hpp"

#include "kgpu/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace kgpu::kube {
namespace {

using std::chrono::seconds;

constexpr seconds k_notable_skew{60};
constexpr int k_unauthorized = 401;
constexpr int k_forbidden = 403;

std::string_view verb_of(http::Method method, bool has_name) {
  switch (method) {
    case http::Method::post:
      return "create";
    case http::Method::patch:
      return "patch";
    case http::Method::del:
      return "delete";
    case http::Method::get:
      break;
  }
  return has_name ? "get" : "list";
}

/// The name in `--cluster-name NAME`, `-i NAME` or an ARN; else a word to replace.
std::string eks_name(const Access& access) {
  if (const auto* exec = std::get_if<ExecLogin>(&access.login)) {
    for (std::size_t i = 0; i + 1 < exec->args.size(); ++i) {
      if (exec->args[i] == "--cluster-name" || exec->args[i] == "-i" || exec->args[i] == "--cluster-id") {
        return shell_quote(exec->args[i + 1]);
      }
    }
  }
  for (const std::string& name : {access.cluster, access.context}) {
    const std::size_t at = name.find(":cluster/");
    if (name.starts_with("arn:") && at != std::string::npos) {
      return shell_quote(name.substr(at + 9));
    }
  }
  return "NAME";
}

std::string clock_advice(std::optional<seconds> clock_ahead) {
  if (!clock_ahead || std::abs(clock_ahead->count()) < k_notable_skew.count()) {
    return {};
  }
  const bool is_ahead = clock_ahead->count() > 0;
  const std::int64_t minutes = std::abs(clock_ahead->count()) / 60;
  return fmt::format(
      "this machine's clock is {} min {} the server's, which alone makes tokens look expired or not yet "
      "valid: set it first",
      minutes, is_ahead ? "ahead of" : "behind");
}

std::string login_advice(const Access& access, std::optional<seconds> clock_ahead) {
  if (std::string clock = clock_advice(clock_ahead); !clock.empty()) {
    return clock;
  }
  if (is_eks(access)) {
    return fmt::format(
        "on EKS the identity that `aws sts get-caller-identity` shows needs an access entry "
        "(`aws eks list-access-entries --cluster-name {}`); check this machine's clock too",
        eks_name(access));
  }
  if (std::holds_alternative<NoLogin>(access.login) && access.client_certificate_pem.empty()) {
    return "no credential was sent: the chosen user of the kubeconfig has none (`kubectl config view --minify`)";
  }
  return "the credential is wrong or has expired: log in again, and check this machine's clock";
}

std::string rights_advice(const Status& status, const Access& access, const ApiTarget& target) {
  if (status.message.find("\"system:anonymous\"") != std::string::npos) {
    return "the server took this for a stranger: the chosen user of the kubeconfig sends no credential that it knows "
           "(`kubectl config view --minify`)";
  }
  if (target.resource.empty()) {
    return {};
  }
  std::string text = fmt::format("a ClusterRole bound to this user needs: {}", role_rule(target));
  if (target.verb == "patch") {
    text += " (and create, for an object that is not there yet)";
  }
  if (is_eks(access) && status.message.find("arn:aws") != std::string::npos) {
    text += fmt::format(
        "; on EKS the access entry is there but lacks a policy or a Kubernetes group "
        "(`aws eks list-associated-access-policies --cluster-name {} --principal-arn ARN`)",
        eks_name(access));
  }
  return text;
}

std::string transport_advice(const http::Outcome& outcome, const Access& access) {
  switch (outcome.fault) {
    case http::Fault::resolve:
      return "is the server's address right, and the VPN or proxy that reaches it on?";
    case http::Fault::connect:
      return "a private cluster is reached by VPN or by a proxy (proxy-url in the kubeconfig, or HTTPS_PROXY)";
    case http::Fault::timeout:
      return access.request_timeout ? "a larger --request-timeout gives the server more time" : "";
    case http::Fault::tls:
      return outcome.detail.find("unknown authority") != std::string::npos
                 ? "the certificate-authority of this cluster in the kubeconfig is not the one that signed the "
                   "server's certificate; a proxy that opens TLS looks the same"
                 : "";
    case http::Fault::client_key:
      return "the client certificate and key of the chosen user must belong together";
    case http::Fault::proxy:
      return "the proxy is the cluster's proxy-url, else HTTPS_PROXY or HTTP_PROXY less NO_PROXY";
    default:
      return {};
  }
}

}  // namespace

ApiTarget target_of(http::Method method, std::string_view path) {
  std::vector<std::string> parts = split(path.substr(0, path.find('?')), '/');
  std::erase(parts, "");
  ApiTarget target;
  std::size_t at = 0;
  if (parts.size() > 2 && parts[0] == "api") {
    at = 2;
  } else if (parts.size() > 3 && parts[0] == "apis") {
    target.group = parts[1];
    at = 3;
  } else {
    return target;
  }
  if (parts[at] == "namespaces" && parts.size() > at + 2) {
    at += 2;
  }
  target.resource = parts[at];
  target.name = parts.size() > at + 1 ? parts[at + 1] : "";
  if (parts.size() > at + 2) {
    target.resource += "/" + parts[at + 2];
  }
  target.verb = verb_of(method, !target.name.empty());
  return target;
}

std::string role_rule(const ApiTarget& target) {
  return fmt::format(R"(- {{apiGroups: ["{}"], resources: ["{}"], verbs: ["{}"]}})", printable(target.group),
                     printable(target.resource), target.verb);
}

bool is_eks(const Access& access) {
  const std::string host = server_host(access.server);
  for (const std::string_view ending : {".eks.amazonaws.com", ".eks.amazonaws.com.cn", ".api.aws"}) {
    if (host.ends_with(ending)) {
      return true;
    }
  }
  const auto* exec = std::get_if<ExecLogin>(&access.login);
  if (exec == nullptr) {
    return false;
  }
  const std::string program = exec->command.substr(exec->command.rfind('/') + 1);
  return program == "aws" || program == "aws-iam-authenticator";
}

std::string advice(const Status& status, const Access& access, const ApiTarget& target,
                   std::optional<seconds> clock_ahead) {
  if (status.code == k_unauthorized) {
    return login_advice(access, clock_ahead);
  }
  if (status.code == k_forbidden) {
    return rights_advice(status, access, target);
  }
  if (status.message.find("field not declared in schema") != std::string::npos) {
    return "the server's CustomResourceDefinition of this kind may be older than the field";
  }
  return {};
}

StatusError list_error(const Status& status, const Access& access, const k8s::Resource& resource,
                       std::string_view server_date) {
  const ApiTarget target{.verb = "list", .group = resource.group, .resource = resource.plural, .name = {}};
  return {status, advice(status, access, target, clock_ahead_of(server_date, std::chrono::system_clock::now()))};
}

std::optional<seconds> clock_ahead_of(std::string_view date, std::chrono::system_clock::time_point now) {
  std::tm parts{};
  const std::string text(date);
  // "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110); the C locale's names, since nothing here calls setlocale.
  const char* end = strptime(text.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (end == nullptr || *end != '\0') {
    return std::nullopt;
  }
  const auto server = std::chrono::system_clock::from_time_t(timegm(&parts));
  return std::chrono::duration_cast<seconds>(now - server);
}

Error transport_error(const http::Outcome& outcome, const Access& access) {
  const std::string hint = transport_advice(outcome, access);
  if (outcome.fault == http::Fault::cancelled) {
    return {ErrorKind::io, "interrupted"};
  }
  if (outcome.fault == http::Fault::connect && outcome.detail == "connection refused") {
    return {ErrorKind::io,
            "the connection to the server " + server_host_and_port(access.server) +
                " was refused - did you specify the right host or port?",
            "the server is that of the kubeconfig's current context, or of --context, --cluster or --server"};
  }
  return {ErrorKind::io, "unable to connect to the server: " + outcome.detail, hint};
}

}  // namespace kgpu::kube
