#include "kgpu/base/text.hpp"
#include "kgpu/document/apply_order.hpp"
#include "kgpu/document/condition.hpp"
#include "kgpu/kube/apply.hpp"

#include <algorithm>
#include <array>

namespace kgpu::kube {
namespace {

constexpr auto k_poll = std::chrono::seconds(1);
constexpr std::array<std::string_view, 2> k_waited_for{"NodePool", "EC2NodeClass"};

std::string not_ready(const document::ConditionReading& reading, bool gone) {
  if (gone) {
    return "it is gone";
  }
  if (!reading.condition) {
    return "no controller has looked at it yet: is Karpenter running?";
  }
  if (!reading.is_current) {
    return "its status is still that of an earlier version";
  }
  const std::string reason = reading.condition->reason.empty() ? "" : reading.condition->reason;
  const std::string& message = reading.condition->message;
  return "Ready is " + reading.condition->status + (reason.empty() ? "" : " (" + reason + ")") +
         (message.empty() || message == reason ? "" : ": " + message);
}

}  // namespace

std::vector<Waited> wait_until_ready(std::span<const document::Document> documents, std::span<const Standing> standings,
                                     Nanoseconds limit, ApplyContext& context) {
  const Nanoseconds end = context.elapsed() + limit;
  std::vector<Waited> results;
  for (const std::size_t index : document::apply_order(documents)) {
    const document::ObjectReference& object = documents[index].object;
    if (std::ranges::find(k_waited_for, object.kind) == k_waited_for.end()) {
      continue;
    }
    const k8s::Resource resource =
        standings[index].resource ? *standings[index].resource : context.discovery.resource_of(object);
    const std::string name = object.resource_name();
    Waited waited{.object = object};
    for (;;) {
      document::ConditionReading reading;
      bool gone = false;
      try {
        reading = document::read_condition(
            context.connection
                .request({.path = resource.path(standings[index].name_space, object.name), .what = "get " + name})
                .body,
            "Ready", name);
      } catch (const StatusError& error) {
        if (error.status().code != 404) {
          throw;
        }
        gone = true;
      }
      waited.ready = reading.holds();
      waited.message = waited.ready ? "" : not_ready(reading, gone);
      if (waited.ready || gone || context.elapsed() >= end || context.cancelled()) {
        break;
      }
      context.sleep(k_poll);
    }
    results.push_back(std::move(waited));
  }
  return results;
}

}  // namespace kgpu::kube
