#include "kgpu/model/describe.hpp"

#include "amounts.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/sizing/model_name.hpp"
#include "kgpu/sizing/model_source.hpp"
#include "kgpu/sizing/parallelism.hpp"

#include <fmt/format.h>

#include <cmath>

namespace kgpu::model {
namespace {

constexpr std::string_view k_shown_precisions[] = {"fp32", "bf16",  "fp8",   "int8", "awq",
                                                   "nf4",  "mxfp4", "nvfp4", "q8_0", "q4_k_m"};
constexpr std::int64_t k_thousand_tokens = 1024;

std::string_view kind_word(sizing::AttentionKind kind) {
  using sizing::AttentionKind;
  switch (kind) {
    case AttentionKind::full:
      return "full";
    case AttentionKind::sliding:
      return "sliding";
    case AttentionKind::chunked:
      return "chunked";
    case AttentionKind::latent:
      return "latent";
    case AttentionKind::compressed:
      return "compressed";
    case AttentionKind::linear:
      return "linear";
    case AttentionKind::cross:
      return "cross";
    case AttentionKind::uncached:
      return "encoder";
  }
  return "";
}

double cache_bytes(const Workload& workload, std::int64_t tokens) {
  sizing::Serving serving;
  serving.shape = workload.shape.get();
  serving.engine.engine = sizing::Engine::transformers;
  serving.engine.block_tokens = 1;
  serving.engine.max_batched_tokens = 1;
  serving.cache_bytes_per_value = 2;
  serving.context_tokens = tokens;
  serving.holds_cache = !workload.shape->is_encoder();
  return sizing::sequence_cache_bytes(serving, tokens);
}

std::string attention_line(const sizing::AttentionGroup& group) {
  std::string text = fmt::format("{} layers {}", group.layers, kind_word(group.kind));
  if (group.latent_dim > 0) {
    text += fmt::format(", {} heads, {} values a token", group.heads, group.latent_dim);
  } else if (group.kind == sizing::AttentionKind::linear) {
    text += fmt::format(", a state of {} values a sequence", group.state_values);
  } else {
    text += fmt::format(", {} heads, {} KV heads of {}", group.heads, group.kv_heads, group.head_dim);
  }
  return text + (group.window > 0 ? fmt::format(", window {}", group.window) : "");
}

std::string mlp_line(const sizing::MlpGroup& group) {
  if (group.experts == 0) {
    return fmt::format("{} layers of width {}", group.layers, group.width);
  }
  return fmt::format("{} layers of {} experts, {} a token, width {}", group.layers, group.experts,
                     group.experts_per_token, group.width) +
         (group.shared_width > 0 ? fmt::format(", shared {}", group.shared_width) : "");
}

std::string degrees_text(const ModelDescription& description, bool possible) {
  std::vector<std::string> words;
  for (const auto& degree : description.degrees) {
    if (degree.fault.empty() == possible) {
      words.push_back(possible ? std::to_string(degree.tensor_parallel)
                               : fmt::format("{}: {}", degree.tensor_parallel, degree.fault));
    }
  }
  return join(words, possible ? ", " : "; ");
}

}  // namespace

ModelDescription describe_model(const catalog::Catalog& catalog, const ModelChoice& choice) {
  ModelDescription description;
  WorkloadOptions options;
  options.model = choice;
  description.workload = plan_workload(catalog, options);
  const sizing::ModelShape& shape = *description.workload.shape;
  for (std::size_t i = 0; i < sizing::k_parts; ++i) {
    const auto part = static_cast<sizing::Part>(i);
    if (const std::int64_t parameters = shape.count(part); parameters > 0) {
      description.parts.push_back({part, parameters});
    }
  }
  const std::string_view published = description.workload.stored.name();
  description.weights.push_back(
      {sizing::find_precision(published), sizing::total_weight_bytes(shape, description.workload.stored), true});
  for (const std::string_view name : k_shown_precisions) {
    if (name != published) {
      const sizing::Precision* precision = sizing::find_precision(name);
      description.weights.push_back(
          {precision, sizing::total_weight_bytes(shape, sizing::stored_as(shape, precision)), false});
    }
  }
  description.cache_bytes_per_1k = cache_bytes(description.workload, k_thousand_tokens);
  for (const std::int32_t degree : sizing::usual_tensor_degrees()) {
    description.degrees.push_back(
        {degree, sizing::tensor_parallel_fault(shape, description.workload.stored, sizing::Engine::vllm, degree)});
  }
  if (!choice.name.empty()) {
    description.row = sizing::find_model(catalog, choice.name).model;
  }
  return description;
}

std::string description_text(const ModelDescription& description) {
  const Workload& workload = description.workload;
  const sizing::ModelShape& shape = *workload.shape;
  std::string text;
  const auto line = [&](std::string_view key, const std::string& value) {
    text += fmt::format("{:<22}{}\n", key.empty() ? "" : std::string(key) + ":", value);
  };
  line("Model", shape.id);
  line("Family", shape.family);
  line("Task", shape.task);
  line("Parameters", parameters_text(shape.parameters) + ", " + parameters_text(shape.active_parameters) + " a token");
  line("Context", grouped_text(shape.max_context) + " tokens");
  line("Hidden size", grouped_text(shape.hidden));
  line("Vocabulary", grouped_text(shape.vocabulary) + (shape.tied_embeddings ? ", one matrix in and out" : ""));
  for (std::size_t i = 0; i < shape.attention.size(); ++i) {
    line(i == 0 ? "Attention" : "", attention_line(shape.attention[i]));
  }
  for (std::size_t i = 0; i < shape.mlp.size(); ++i) {
    line(i == 0 ? "MLP" : "", mlp_line(shape.mlp[i]));
  }
  if (description.cache_bytes_per_1k > 0) {
    line("KV of 1k tokens", bytes_text(description.cache_bytes_per_1k) + " in 16 bits");
  }
  line("Tensor parallel", degrees_text(description, true));
  if (const std::string faults = degrees_text(description, false); !faults.empty()) {
    line("Not", faults);
  }
  if (description.row != nullptr && !description.row->source.empty()) {
    line("Source", std::string(description.row->source));
  }
  for (const std::string& note : shape.notes) {
    line("Note", note);
  }
  output::Table parts{{{"PART"}, {"PARAMETERS", output::Align::right}, {"SHARE", output::Align::right}}, {}};
  for (const auto& part : description.parts) {
    parts.rows.push_back({std::string(to_string(part.part)), grouped_text(part.parameters),
                          fmt::format("{:.1f} %", 100.0 * static_cast<double>(part.parameters) /
                                                      static_cast<double>(shape.parameters))});
  }
  output::Table weights{{{"PRECISION"}, {"WEIGHTS", output::Align::right}, {"PUBLISHED"}}, {}};
  for (const auto& size : description.weights) {
    weights.rows.push_back({std::string(size.precision->name), gib_text(size.bytes), size.is_published ? "yes" : ""});
  }
  return text + "\n" + to_text(parts, {}) + "\n" + to_text(weights, {});
}

output::Json description_json(const ModelDescription& description) {
  const sizing::ModelShape& shape = *description.workload.shape;
  auto json = output::Json::object();
  json.set("kind", "Model")
      .set("version", 1)
      .set("model", shape.id)
      .set("family", shape.family)
      .set("task", shape.task);
  json.set("parameters", shape.parameters).set("active_parameters", shape.active_parameters);
  json.set("layers", std::int64_t{shape.layers}).set("hidden_size", shape.hidden).set("vocabulary", shape.vocabulary);
  json.set("max_context_length", shape.max_context).set("precision", description.workload.stored.name());
  auto attention = output::Json::array();
  for (const auto& group : shape.attention) {
    auto entry = output::Json::object();
    entry.set("kind", kind_word(group.kind))
        .set("layers", std::int64_t{group.layers})
        .set("heads", std::int64_t{group.heads});
    entry.set("kv_heads", std::int64_t{group.kv_heads}).set("head_dim", std::int64_t{group.head_dim});
    if (group.window > 0) {
      entry.set("window", std::int64_t{group.window});
    }
    attention.push(std::move(entry));
  }
  json.set("attention", std::move(attention));
  auto parts = output::Json::array();
  for (const auto& part : description.parts) {
    parts.push(std::move(output::Json::object().set("part", to_string(part.part)).set("parameters", part.parameters)));
  }
  json.set("parts", std::move(parts));
  auto weights = output::Json::array();
  for (const auto& size : description.weights) {
    weights.push(std::move(output::Json::object()
                               .set("precision", size.precision->name)
                               .set("weights_bytes", std::int64_t{std::llround(size.bytes)})
                               .set("published", size.is_published)));
  }
  json.set("weights", std::move(weights));
  json.set("kv_cache_bytes_per_1k_tokens", std::int64_t{std::llround(description.cache_bytes_per_1k)});
  auto degrees = output::Json::array();
  for (const auto& degree : description.degrees) {
    auto entry = output::Json::object();
    entry.set("tensor_parallel", std::int64_t{degree.tensor_parallel}).set("possible", degree.fault.empty());
    if (!degree.fault.empty()) {
      entry.set("reason", degree.fault);
    }
    degrees.push(std::move(entry));
  }
  json.set("tensor_parallel", std::move(degrees));
  return json;
}

std::vector<const catalog::Model*> select_models(const catalog::Catalog& catalog, std::string_view part) {
  const std::string wanted = to_lower(part);
  std::vector<const catalog::Model*> models;
  for (const catalog::Model& model : catalog.tables().models) {
    if (to_lower(model.id).find(wanted) != std::string::npos) {
      models.push_back(&model);
    }
  }
  return models;
}

output::Table list_table(const std::vector<const catalog::Model*>& models) {
  output::Table table{{{"MODEL"},
                       {"TASK"},
                       {"PARAMETERS", output::Align::right},
                       {"A TOKEN", output::Align::right},
                       {"CONTEXT", output::Align::right},
                       {"ATTENTION"},
                       {"PRECISION"},
                       {"WEIGHTS", output::Align::right}},
                      {}};
  for (const catalog::Model* model : models) {
    const sizing::ModelShape shape = sizing::shape_of(*model);
    table.rows.push_back(
        {shape.id, shape.task, parameters_text(shape.parameters), parameters_text(shape.active_parameters),
         shape.max_context > 0 ? grouped_text(shape.max_context) : "", std::string(model->attention_kind),
         std::string(shape.stored.name()), gib_text(sizing::total_weight_bytes(shape, shape.stored))});
  }
  return table;
}

output::Json list_json(const std::vector<const catalog::Model*>& models) {
  auto items = output::Json::array();
  for (const catalog::Model* model : models) {
    const sizing::ModelShape shape = sizing::shape_of(*model);
    auto entry = output::Json::object();
    entry.set("model", shape.id).set("family", shape.family).set("task", shape.task);
    entry.set("parameters", shape.parameters).set("active_parameters", shape.active_parameters);
    if (shape.max_context > 0) {
      entry.set("max_context_length", shape.max_context);
    }
    if (!model->attention_kind.empty()) {
      entry.set("attention", model->attention_kind);
    }
    entry.set("precision", shape.stored.name());
    entry.set("weights_bytes", std::int64_t{std::llround(sizing::total_weight_bytes(shape, shape.stored))});
    items.push(std::move(entry));
  }
  auto json = output::Json::object();
  json.set("kind", "ModelList").set("version", 1).set("items", std::move(items));
  return json;
}

}  // namespace kgpu::model
