#include "config_quantisation.hpp"

#include "shape_facts.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <vector>

namespace kgpu::sizing {
namespace {

using nlohmann::json;

/// A module of each part as checkpoints name them; `7` stands for any layer.
struct PartModule {
  Part part;
  std::string_view module;
};
constexpr PartModule k_modules[] = {
    {Part::attention, "model.layers.7.self_attn.q_proj"},
    {Part::latent, "model.layers.7.self_attn.kv_a_proj_with_mqa"},
    {Part::linear_attention, "model.layers.7.linear_attn.out_proj"},
    {Part::linear_attention, "model.layers.7.mixer.in_proj"},
    {Part::mlp, "model.layers.7.mlp.down_proj"},
    {Part::mlp, "model.layers.7.mlp.gate_proj"},
    {Part::expert, "model.layers.7.mlp.experts.3.down_proj"},
    {Part::shared_expert, "model.layers.7.mlp.shared_experts.down_proj"},
};

/// Does `entry`, a run of whole components with `*` for any of them, stand in `module`?
bool names_components(std::string_view module, std::string_view entry) {
  const std::vector<std::string> have = split(module, '.');
  const std::vector<std::string> want = split(entry, '.');
  const auto equal = [](const std::string& a, const std::string& b) {
    const auto number = [](const std::string& text) {
      return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return c >= '0' && c <= '9'; });
    };
    return b == "*" || a == b || (number(a) && number(b));
  };
  return !want.empty() && std::search(have.begin(), have.end(), want.begin(), want.end(), equal) != have.end();
}

bool covers(const std::string& entry, std::string_view module) {
  if (entry.starts_with("re:")) {
    try {
      return std::regex_search(std::string(module), std::regex(entry.substr(3)),
                               std::regex_constants::match_continuous);
    } catch (const std::regex_error&) {
      return false;
    }
  }
  std::string_view plain = entry;
  while (plain.ends_with('*') || plain.ends_with('.')) {
    plain.remove_suffix(1);
  }
  return names_components(module, plain);
}

/// The number of the layer an entry speaks of; empty when it speaks of all.
std::string layer_of(const std::string& entry) {
  for (const std::string& part : split(entry, '.')) {
    if (!part.empty() && std::ranges::all_of(part, [](unsigned char c) { return c >= '0' && c <= '9'; })) {
      return part;
    }
  }
  return {};
}

std::vector<std::string> excluded_modules(const json& quantisation) {
  std::vector<std::string> entries;
  for (const char* field : {"modules_to_not_convert", "ignore", "exclude_modules", "ignored_layers", "exclude"}) {
    const auto list = quantisation.find(field);
    if (list != quantisation.end() && list->is_array()) {
      for (const json& entry : *list) {
        if (entry.is_string()) {
          entries.push_back(entry.get<std::string>());
        }
      }
    }
  }
  return entries;
}

/// Takes the excluded parts out. A part of which only a few layers are excluded stays, with those layers at the base.
void leave_out(StoredAs& stored, const std::vector<std::string>& entries, std::int32_t layers) {
  for (const PartModule& row : k_modules) {
    std::set<std::string> numbers;
    bool whole = false;
    for (const std::string& entry : entries) {
      if (covers(entry, row.module)) {
        const std::string number = layer_of(entry);
        whole = whole || number.empty();
        numbers.insert(number);
      }
    }
    if (whole || static_cast<std::int64_t>(numbers.size()) * 2 > layers) {
      stored.parts[static_cast<std::size_t>(row.part)] = false;
    } else if (!numbers.empty() && stored.parts[static_cast<std::size_t>(row.part)]) {
      stored.edge_layers = std::max(stored.edge_layers, static_cast<std::int32_t>(numbers.size()));
    }
  }
}

std::string word_of(const json& object, const char* field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_string() ? to_lower(found->get<std::string>()) : std::string();
}

std::int64_t number_of(const json& object, const char* field, std::int64_t otherwise) {
  const auto found = object.find(field);
  return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : otherwise;
}

bool is_true(const json& object, const char* field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

/// The known type nearest to so many bits with a 16-bit scale (and a zero point) per group.
const Precision* grouped(std::int64_t bits, std::int64_t group, bool symmetric) {
  if (bits >= 8) {
    return find_precision(group > 0 ? "gptq-int8" : "int8");
  }
  constexpr std::int64_t k_one_group = 1 << 12;
  const double wanted = static_cast<double>(bits) + (symmetric ? 16.0 : 16.0 + static_cast<double>(bits)) /
                                                        static_cast<double>(group > 0 ? group : k_one_group);
  const Precision* best = nullptr;
  for (const char* name : {"int4", "int4-g64", "int4-g32", "int4-g32-zero"}) {
    const Precision* row = find_precision(name);
    if (row != nullptr && (best == nullptr || std::abs(*row->bits - wanted) < std::abs(*best->bits - wanted))) {
      best = row;
    }
  }
  return best;
}

const Precision* from_groups(const json& quantisation) {
  const auto groups = quantisation.find("config_groups");
  if (groups == quantisation.end() || !groups->is_object()) {
    return nullptr;
  }
  for (const auto& [name, group] : groups->items()) {
    const auto weights = group.find("weights");
    if (weights == group.end() || !weights->is_object()) {
      continue;
    }
    const std::int64_t bits = number_of(*weights, "num_bits", 8);
    if (word_of(*weights, "type") == "float") {
      return find_precision(bits == 8 ? "fp8" : number_of(*weights, "group_size", 16) == 32 ? "mxfp4" : "nvfp4");
    }
    const auto symmetric = weights->find("symmetric");
    return grouped(bits, number_of(*weights, "group_size", 0),
                   symmetric == weights->end() || !symmetric->is_boolean() || symmetric->get<bool>());
  }
  return nullptr;
}

const Precision* stored_type(const json& quantisation, std::string_view name) {
  const std::string method = word_of(quantisation, "quant_method");
  const std::string algorithm = word_of(quantisation, "quant_algo");
  if (algorithm.find("nvfp4") != std::string::npos) {
    return find_precision("nvfp4");
  }
  if (method == "fp8" || method == "fbgemm_fp8" || algorithm.find("fp8") != std::string::npos) {
    return find_precision("fp8");
  }
  if (method == "mxfp4") {
    return find_precision("mxfp4");
  }
  if (method == "awq" || method == "gptq" || method == "gptqmodel" || method == "auto-round") {
    return grouped(number_of(quantisation, "bits", 4), number_of(quantisation, "group_size", 128), false);
  }
  if (method == "bitsandbytes") {
    return find_precision(is_true(quantisation, "load_in_8bit")                ? "int8"
                          : is_true(quantisation, "bnb_4bit_use_double_quant") ? "nf4-double"
                                                                               : "nf4");
  }
  if (method == "quark") {
    return find_precision("fp8");
  }
  if (const Precision* type = from_groups(quantisation)) {
    return type;
  }
  throw data_error(std::string(name) + ": quantization_config: quant_method " +
                       in_quotes(method.empty() ? algorithm : method) + " is not understood",
                   "give the precision with --precision");
}

}  // namespace

void read_quantisation(const json& quantisation, std::string_view name, bool mixture, std::int32_t layers,
                       StoredAs& stored) {
  stored.quantised = stored_type(quantisation, name);
  mark_parts(stored, stored.quantised->scope, mixture);
  leave_out(stored, excluded_modules(quantisation), layers);
  const std::string cache = word_of(quantisation, "kv_cache_quant_algo");
  stored.kv_cache = cache.empty() ? nullptr : find_precision(cache);
}

}  // namespace kgpu::sizing
