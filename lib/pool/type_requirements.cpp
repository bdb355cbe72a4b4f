#include "provisioner_plans.hpp"
#include "word_list.hpp"

#include "kgpu/k8s/well_known.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace kgpu::pool {
namespace {

using catalog::Catalog;
using catalog::InstanceType;
using Types = std::vector<const InstanceType*>;

constexpr const char* k_gpu_name = "karpenter.k8s.aws/instance-gpu-name";
constexpr const char* k_gpu_count = "karpenter.k8s.aws/instance-gpu-count";
constexpr const char* k_gpu_memory = "karpenter.k8s.aws/instance-gpu-memory";
constexpr const char* k_neuron_name = "karpenter.k8s.aws/instance-accelerator-name";
constexpr const char* k_neuron_count = "karpenter.k8s.aws/instance-accelerator-count";

/// Karpenter's name label. It is made of what EC2 calls the device, as the catalogue's word is: the word stands in for
/// types that Karpenter's own listing does not have yet.
std::string name_label(const InstanceType& type) {
  return std::string(type.node_label_value.empty() ? type.accelerator_model : type.node_label_value);
}

/// Karpenter counts a part of a GPU as none.
std::int64_t count_label(const InstanceType& type) {
  return type.accelerator_count.is_whole() ? units_of(type) : 0;
}

/// What the labels written so far let in.
class Admitted {
 public:
  explicit Admitted(const Catalog& catalog) {
    for (const InstanceType& type : catalog.tables().instance_types) {
      if (type.provider == catalog::Provider::aws && type.has_accelerator()) {
        types_.push_back(&type);
      }
    }
  }
  template <class Matches>
  void keep(const Matches& matches) {
    std::erase_if(types_, [&](const InstanceType* type) { return !matches(*type); });
  }
  template <class Matches>
  [[nodiscard]] bool any(const Matches& matches) const {
    return std::ranges::any_of(types_, [&](const InstanceType* type) { return matches(*type); });
  }
  [[nodiscard]] bool are(const Types& wanted) const {
    return std::set<const InstanceType*>(types_.begin(), types_.end()) ==
           std::set<const InstanceType*>(wanted.begin(), wanted.end());
  }

 private:
  Types types_;
};

Requirement named(const Types& types, std::string why) {
  std::vector<std::string> names;
  for (const InstanceType* type : types) {
    names.emplace_back(type->name);
  }
  return {std::string(k8s::k_label_instance_type), "In", std::move(names), std::move(why)};
}

void require_count(std::vector<Requirement>& requirements, Admitted& admitted, const PoolOptions& options,
                   const Selection& selection, std::int64_t limit) {
  const std::string key = selection.vendor == Vendor::neuron ? k_neuron_count : k_gpu_count;
  if (!options.accelerator_counts.empty() || selection.for_model != nullptr) {
    const auto counts = unit_counts(selection.types);
    requirements.push_back({key, "In", numbers_as_words(counts)});
    admitted.keep(
        [&](const InstanceType& type) { return std::ranges::find(counts, count_label(type)) != counts.end(); });
    return;
  }
  const auto is_part = [](const InstanceType& type) { return count_label(type) == 0; };
  const auto is_larger = [&](const InstanceType& type) { return count_label(type) > limit; };
  requirements.push_back(
      {key, "Gt", {"0"}, admitted.any(is_part) ? "types with a part of the GPU count 0 and offer none" : ""});
  if (admitted.any(is_larger)) {
    requirements.push_back({key, "Lt", {std::to_string(limit + 1)}, "a larger node would exceed the limit above"});
  }
  admitted.keep([&](const InstanceType& type) { return !is_part(type) && !is_larger(type); });
}

}  // namespace

std::vector<Requirement> type_requirements(const PoolOptions& options, const Selection& selection,
                                           const Catalog& catalog, std::int64_t limit) {
  if (selection.by_name) {
    return {named(selection.types, "")};
  }
  const bool neuron = selection.vendor == Vendor::neuron;
  std::set<std::string> names;
  std::set<std::int64_t> memories;
  for (const InstanceType* type : selection.types) {
    names.insert(name_label(*type));
    memories.insert(type->accelerator_memory_mib_each);
  }
  std::vector<Requirement> requirements;
  requirements.push_back({neuron ? k_neuron_name : k_gpu_name, "In", {names.begin(), names.end()}});
  Admitted admitted(catalog);
  admitted.keep([&](const InstanceType& type) { return names.contains(name_label(type)); });
  require_count(requirements, admitted, options, selection, limit);
  const auto other_memory = [&](const InstanceType& type) {
    return !memories.contains(type.accelerator_memory_mib_each);
  };
  const bool by_memory = options.accelerator_memory || selection.for_model != nullptr;
  if (!neuron && (by_memory || admitted.any(other_memory))) {
    const std::vector<std::int64_t> mib(memories.begin(), memories.end());
    requirements.push_back({k_gpu_memory, "In", numbers_as_words(mib), "MiB of one GPU"});
    admitted.keep([&](const InstanceType& type) { return !other_memory(type); });
  }
  if (!admitted.are(selection.types)) {
    requirements.push_back(named(selection.types, selection.for_model != nullptr
                                                      ? selection.for_model->others_why
                                                      : "no label tells these from the others"));
  }
  return requirements;
}

}  // namespace kgpu::pool
