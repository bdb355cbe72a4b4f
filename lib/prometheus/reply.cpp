#include "reply.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

namespace kgpu::prometheus {
namespace {

constexpr std::size_t k_most_query = 60;

bool holds(std::string_view text, std::string_view words) {
  return to_lower(text).find(words) != std::string::npos;
}

std::string hint_for(const Reply& reply, const std::string& message, const Target& target) {
  const bool proxied = target.way == Target::Way::service;
  if (holds(message, "no org id")) {
    return "name the tenant: --prometheus-header 'X-Scope-OrgID: TENANT'";
  }
  if (proxied && reply.status == 503 && holds(message, "error trying to reach service")) {
    return "the API server cannot reach the pod: let the nodes' security group take port " + target.port +
           " from the control plane, or kubectl port-forward and give its URL";
  }
  // A Service without Endpoints is answered as one that is not there, a port it lacks as one without endpoints.
  const bool no_such_service = reply.status == 404 && message.starts_with("services \"");
  if (proxied && (no_such_service || holds(message, "no endpoints available"))) {
    return "is " + in_quotes(target.service) + " the Service, " + in_quotes(target.port) +
           " the name or number of its port, and its pod ready? kubectl get services,endpoints -n " + target.name_space;
  }
  if (proxied && (reply.status == 401 || reply.status == 403)) {
    return "the API server takes no login of Prometheus' own through its proxy; you need 'get' on services/proxy in "
           "namespace " +
           in_quotes(target.name_space) + ", or a URL";
  }
  if (reply.status == 404) {
    return "is there a path before /api/v1, a route prefix such as /prometheus?";
  }
  return {};
}

}  // namespace

Answer answer_in(const Reply& reply, const Target& target, std::string_view promql) {
  Reading reading = read_answer(reply.body);
  if (reading.answer && reply.status / 100 == 2) {
    return std::move(*reading.answer);
  }
  const Refusal& refusal = reading.refusal;
  std::string said = refusal.type.empty() ? "HTTP " + std::to_string(reply.status) : refusal.type;
  said += refusal.message.empty() ? "" : ": " + refusal.message;
  throw Error(
      ErrorKind::io,
      "Prometheus at " + describe(target) + " said " + said + " (query '" + printable(promql, k_most_query) + "')",
      hint_for(reply, refusal.message, target));
}

}  // namespace kgpu::prometheus
