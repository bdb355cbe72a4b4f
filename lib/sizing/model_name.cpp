#include "kgpu/sizing/model_name.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <vector>

namespace kgpu::sizing {
namespace {

struct Suffix {
  std::string_view text;
  std::string_view precision;
};
/// Longer ones first; lower case.
constexpr Suffix k_precision_suffixes[] = {
    {"-fp8-dynamic", "fp8"},
    {"-fp8-block", "fp8"},
    {"-fp8-kv", "fp8"},
    {"-fp8", "fp8"},
    {"-gptq-int8", "gptq-int8"},
    {"-gptq-int4", "gptq"},
    {"-gptq", "gptq"},
    {"-awq-int4", "awq"},
    {"-awq", "awq"},
    {"-nvfp4", "nvfp4"},
    {"-fp4", "nvfp4"},
    {"-mxfp4", "mxfp4"},
    {"-bnb-4bit", "nf4"},
    {"-gguf", "q4_k_m"},
    {"-bf16", "bf16"},
    {"-quantized.w8a8", "int8"},
};
constexpr std::string_view k_tuning_suffixes[] = {"-instruct", "-chat", "-it", "-hf"};

std::string_view without_organisation(std::string_view name) {
  const auto slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

/// Lower case, without what tunes a model but does not change its shape. The organisation stays.
std::string stem(std::string_view name) {
  std::string text = to_lower(name);
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view suffix : k_tuning_suffixes) {
      if (text.size() > suffix.size() && text.ends_with(suffix)) {
        text.resize(text.size() - suffix.size());
        again = true;
      }
    }
  }
  return text;
}

using Models = std::vector<const catalog::Model*>;

template <class Match>
Models models_where(const catalog::Catalog& catalog, Match match) {
  Models found;
  for (const catalog::Model& model : catalog.tables().models) {
    if (match(std::string_view(model.id))) {
      found.push_back(&model);
    }
  }
  return found;
}

const catalog::Model* model_with_id(const catalog::Catalog& catalog, std::string_view id) {
  const Models found = models_where(catalog, [&](std::string_view other) { return other == id; });
  return found.empty() ? nullptr : found.front();
}

/// Aliases of that text, with their organisation or without one.
std::vector<const catalog::ModelAlias*> aliases_of(const catalog::Catalog& catalog, const std::string& lower) {
  std::vector<const catalog::ModelAlias*> exact;
  std::vector<const catalog::ModelAlias*> loose;
  for (const catalog::ModelAlias& alias : catalog.tables().model_aliases) {
    const std::string other = to_lower(alias.alias);
    if (other == lower) {
      exact.push_back(&alias);
    } else if (without_organisation(other) == lower) {
      loose.push_back(&alias);
    }
  }
  return exact.empty() ? loose : exact;
}

/// The models of a name, the most literal reading first.
Models candidates(const catalog::Catalog& catalog, const std::string& lower) {
  const std::string bare(without_organisation(lower));
  const std::string tuned = stem(lower);
  const std::string tuned_bare(without_organisation(tuned));
  Models found = models_where(catalog, [&](std::string_view id) { return to_lower(id) == lower; });
  const auto otherwise = [&](auto match) {
    if (found.empty()) {
      found = models_where(catalog, match);
    }
  };
  otherwise([&](std::string_view id) { return stem(id) == tuned; });
  otherwise([&](std::string_view id) { return without_organisation(to_lower(id)) == bare; });
  otherwise([&](std::string_view id) { return without_organisation(stem(id)) == tuned_bare; });
  return found;
}

[[noreturn]] void refuse_several(std::string_view name, const std::vector<std::string>& ids) {
  throw usage_error("model " + in_quotes(name) + " may be " + join(ids, " or "), "give the whole id");
}

/// Empty when there is none of the name; throws when there are several.
NamedModel look_up(const catalog::Catalog& catalog, const std::string& lower, std::string_view name) {
  NamedModel named;
  const auto aliases = aliases_of(catalog, lower);
  if (!aliases.empty()) {
    if (aliases.size() > 1) {
      std::vector<std::string> all;
      for (const catalog::ModelAlias* alias : aliases) {
        all.emplace_back(alias->alias);
      }
      refuse_several(name, all);
    }
    named.model = model_with_id(catalog, aliases.front()->id);
    named.precision = aliases.front()->precision.empty() ? nullptr : find_precision(aliases.front()->precision);
    named.file = aliases.front()->alias;
    named.is_literal = false;
    return named;
  }
  const Models found = candidates(catalog, lower);
  if (found.size() > 1) {
    std::vector<std::string> ids;
    for (const catalog::Model* model : found) {
      ids.emplace_back(model->id);
    }
    refuse_several(name, ids);
  }
  named.model = found.empty() ? nullptr : found.front();
  named.is_literal = named.model != nullptr && to_lower(named.model->id) == lower;
  return named;
}

}  // namespace

NamedModel find_model(const catalog::Catalog& catalog, std::string_view name) {
  const std::string lower = to_lower(name);
  NamedModel named = look_up(catalog, lower, name);
  if (named.model != nullptr) {
    return named;
  }
  for (const Suffix& suffix : k_precision_suffixes) {
    if (lower.size() > suffix.text.size() && lower.ends_with(suffix.text)) {
      named = look_up(catalog, lower.substr(0, lower.size() - suffix.text.size()), name);
      if (named.model != nullptr) {
        named.precision = find_precision(suffix.precision);
        named.is_literal = false;
        return named;
      }
    }
  }
  std::vector<std::string_view> ids;
  for (const catalog::Model& model : catalog.tables().models) {
    ids.push_back(model.id);
    ids.push_back(without_organisation(model.id));
  }
  const std::string meant = did_you_mean(name, ids);
  throw usage_error("unknown model " + in_quotes(name),
                    meant.empty() ? "see 'kubectl gpu model list', or give its config.json with --config" : meant);
}

std::string taken_as(const NamedModel& named) {
  const std::string_view precision =
      named.precision != nullptr ? named.precision->name : std::string_view(named.model->native_dtype);
  return std::string(named.model->id) + " (" + std::string(precision) + ")";
}

}  // namespace kgpu::sizing
