#include "support.hpp"

#include "recommend_tables.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/catalog/glob.hpp"

#include <algorithm>
#include <vector>

namespace kgpu::recommend {
namespace {

/// What the files of a precision are called in `engine_support.csv`.
std::string_view support_kind(const sizing::Precision& precision) {
  const std::string_view name = precision.name;
  if (name.starts_with("int4") || name == "awq" || name.starts_with("gptq")) {
    return "int4";
  }
  if (name.starts_with("nf4")) {
    return "nf4";
  }
  if (precision.scope == "file" && name.find('q') != std::string_view::npos) {
    return "gguf";
  }
  return name;
}

bool has_architecture(const SupportRow& row, std::string_view architecture) {
  const auto names = split(row.architectures, ' ');
  return std::ranges::find(names, architecture) != names.end();
}

bool applies(const SupportRow& row, const DeviceKind& kind) {
  if (row.from_capability) {
    return *row.from_capability <= kind.device.compute_capability;
  }
  if (row.architectures.empty()) {
    return true;
  }
  // AMD's column of compute capability holds the gfx name, Neuron's is empty.
  const std::string_view name = kind.accelerator == nullptr                    ? std::string_view()
                                : kind.accelerator->compute_capability.empty() ? kind.accelerator->architecture
                                                                               : kind.accelerator->compute_capability;
  return has_architecture(row, name);
}

const SupportRow* find_support(std::string_view engine, const DeviceKind& kind, std::string_view what) {
  const SupportRow* best = nullptr;
  for (const SupportRow& row : k_support) {
    const bool of_kind = row.precision == what || (row.precision == "16-bit" && (what == "bf16" || what == "fp16"));
    if (row.engine == engine && row.vendor == kind.device.vendor && of_kind && applies(row, kind) &&
        (best == nullptr || row.from_capability.value_or(0) > best->from_capability.value_or(0))) {
      best = &row;
    }
  }
  return best == nullptr || best->how == "none" ? nullptr : best;
}

bool serves_anything(std::string_view engine, const DeviceKind& kind) {
  return std::ranges::any_of(k_support, [&](const SupportRow& row) {
    return row.engine == engine && row.vendor == kind.device.vendor && applies(row, kind);
  });
}

/// Training computes in bf16 whatever the published file holds; QLoRA keeps the frozen weights in NF4.
std::vector<const sizing::Precision*> weight_types(const Question& question) {
  const model::Workload& workload = *question.workload;
  if (question.is_training()) {
    std::vector<const sizing::Precision*> types = {sizing::find_precision("bf16")};
    if (workload.training.method == sizing::TrainingMethod::qlora) {
      types.push_back(sizing::find_precision("nf4"));
    }
    return types;
  }
  const sizing::StoredAs& stored = workload.stored;
  std::vector<const sizing::Precision*> types = {stored.base};
  for (const sizing::Precision* type : {stored.quantised, stored.experts}) {
    if (type != nullptr) {
      types.push_back(type);
    }
  }
  return types;
}

std::string_view neuron_task(const Question& question) {
  return question.is_training()                              ? "training"
         : question.workload->task == model::Task::embedding ? "embedding"
                                                             : "generation";
}

void refuse_neuron(const Question& question, const DeviceKind& kind, std::set<std::string>& refused) {
  const auto& shape = *question.workload->shape;
  const bool known = std::ranges::any_of(k_neuron, [&](const NeuronRow& row) {
    return row.accelerator == kind.accelerator->name && row.task == neuron_task(question) && row.family == shape.family;
  });
  if (!known) {
    refused.insert("model-unsupported");
  }
  if (question.is_training()) {
    return;
  }
  const sizing::Precision* cache = question.workload->kv_precision;
  if (cache != nullptr && !cache->is_16_bit()) {
    refused.insert("kv-precision-unsupported");
  }
  if (question.workload->stored.quantised != nullptr || !question.workload->stored.base->is_16_bit()) {
    refused.insert("precision-unsupported");
  }
}

void refuse_precision(const Question& question, const DeviceKind& kind, std::string_view engine,
                      std::set<std::string>& refused, std::set<std::string>& notes) {
  const model::Workload& workload = *question.workload;
  if (!serves_anything(engine, kind)) {
    refused.insert("engine-unsupported");
    return;
  }
  for (const sizing::Precision* type : weight_types(question)) {
    const SupportRow* row = find_support(engine, kind, support_kind(*type));
    if (row == nullptr && type == workload.stored.base && workload.stored.quantised != nullptr) {
      continue;  // what stays beside quantised weights is served as the engine's 16 bits
    }
    if (row == nullptr) {
      refused.insert("precision-unsupported");
    } else if (row->how == "as-fp16") {
      notes.insert("bf16-as-fp16");
    } else if (row->how == "weight-only" && type->multiplies_as != "16-bit") {
      notes.insert("weight-only");
    }
  }
  const bool is_16_bit = workload.kv_precision == nullptr || workload.kv_precision->is_16_bit();
  if (!question.is_training() && !is_16_bit &&
      find_support(engine, kind, "kv-" + std::string(workload.kv_precision->name)) == nullptr) {
    refused.insert("kv-precision-unsupported");
  }
}

}  // namespace

sizing::Engine engine_of(const Question& question, const DeviceKind& kind) {
  if (kind.cpu != nullptr) {
    return sizing::Engine::llama_cpp;
  }
  if (kind.device.is_neuron()) {
    return sizing::Engine::neuron;
  }
  const bool trains = question.workload && question.is_training();
  const bool has_engine = question.workload && question.workload->has_speed();
  return trains || !has_engine ? sizing::Engine::transformers : question.workload->engine;
}

std::set<std::string> refusals(const Question& question, const DeviceKind& kind, std::set<std::string>& notes) {
  std::set<std::string> refused;
  const sizing::Engine engine = engine_of(question, kind);
  const model::Workload& workload = *question.workload;
  if (question.engine_given && !question.is_training() && engine != workload.engine) {
    refused.insert("engine-unsupported");
    return refused;
  }
  if (!kind.device.capacity_bytes) {
    refused.insert("memory-unknown");
    return refused;
  }
  if (kind.device.is_neuron()) {
    refuse_neuron(question, kind, refused);
    return refused;
  }
  if (kind.cpu != nullptr && (question.is_training() || !workload.has_speed())) {
    refused.insert("engine-unsupported");
    return refused;
  }
  refuse_precision(question, kind, sizing::to_string(engine), refused, notes);
  return refused;
}

bool is_sold(const catalog::InstanceType& type, catalog::Capacity capacity) {
  return std::ranges::none_of(k_not_sold, [&](const NotSoldRow& row) {
    return row.provider == to_string(type.provider) && row.capacity == to_string(capacity) &&
           catalog::glob_matches(row.types, type.name);
  });
}

bool joins_nodes(const catalog::InstanceType& type) {
  constexpr std::int64_t k_least_gbps = 100;  // recommend.md 12
  if (type.efa_interfaces.value_or(0) >= 1 && type.network_gbps.value_or(Decimal()) >= Decimal::whole(k_least_gbps)) {
    return true;
  }
  return std::ranges::any_of(k_multi_node,
                             [&](const MultiNodeRow& row) { return catalog::glob_matches(row.types, type.name); });
}

}  // namespace kgpu::recommend
