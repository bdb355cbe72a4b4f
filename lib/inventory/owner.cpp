#include "kgpu/inventory/owner.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace kgpu::inventory {
namespace {

using snapshot::Controller;
using snapshot::Owner;
using snapshot::Snapshot;

const Controller* find_controller(const Snapshot& snapshot, const Owner& wanted, std::string_view name_space) {
  const auto key = [](const Controller& controller) {
    return std::tuple(controller.kind, controller.object.name_space, controller.object.name);
  };
  const auto target = std::tuple(wanted.kind, name_space, wanted.name);
  const auto found = std::ranges::lower_bound(snapshot.controllers, target, {}, key);
  return found != snapshot.controllers.end() && key(*found) == target ? &*found : nullptr;
}

/// `web` of the ReplicaSet `web-5d8f9c`.
std::optional<TopOwner> deployment_of(std::string_view replica_set) {
  const auto dash = replica_set.rfind('-');
  if (dash == std::string_view::npos || dash == 0) {
    return std::nullopt;
  }
  return TopOwner{.kind = "Deployment", .name = std::string(replica_set.substr(0, dash)), .guessed = true};
}

/// `nightly` of the Job `nightly-28912345`: a CronJob adds the minute of its time, eight digits until 2160.
std::optional<TopOwner> cron_job_of(std::string_view job) {
  constexpr std::size_t k_ending = 9;
  if (job.size() <= k_ending || job[job.size() - k_ending] != '-' ||
      job.substr(job.size() - k_ending + 1).find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return TopOwner{.kind = "CronJob", .name = std::string(job.substr(0, job.size() - k_ending)), .guessed = true};
}

std::optional<TopOwner> guess(const Owner& owner) {
  if (owner.kind == "ReplicaSet") {
    return deployment_of(owner.name);
  }
  return owner.kind == "Job" ? cron_job_of(owner.name) : std::nullopt;
}

}  // namespace

std::string TopOwner::text() const {
  return kind + "/" + name + (guessed ? "~" : "");
}

TopOwner top_owner(const Snapshot& snapshot, const snapshot::Pod& pod) {
  constexpr int k_most_steps = 16;  // owners never go in a circle, but a file may
  if (pod.owner.name.empty() || pod.owner.kind == "Node") {
    return {.kind = "Pod", .name = std::string(pod.object.name)};
  }
  Owner owner = pod.owner;
  for (int step = 0; step < k_most_steps; ++step) {
    const Controller* const controller = find_controller(snapshot, owner, pod.object.name_space);
    if (controller == nullptr) {
      if (auto above = guess(owner)) {
        return *above;
      }
      break;
    }
    if (controller->owner.name.empty()) {
      break;
    }
    owner = controller->owner;
  }
  return {.kind = std::string(owner.kind), .name = std::string(owner.name)};
}

}  // namespace kgpu::inventory
