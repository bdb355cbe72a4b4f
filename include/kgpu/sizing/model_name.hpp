#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/sizing/precision.hpp"

#include <string>
#include <string_view>

namespace kgpu::sizing {

/// What a name was taken as (CONTRACTS §4).
struct NamedModel {
  const catalog::Model* model = nullptr;
  const Precision* precision = nullptr;  ///< that the name states; null: the model's own
  std::string file;                      ///< the alias, where it names a published file; else empty
  bool is_literal = true;                ///< the name is the id itself
};

/// By id, by `model_aliases.csv`, then without the organisation, the precision's suffix, and -Instruct, -Chat, -it,
/// -hf; case is ignored. Throws Error{usage}: nothing near (with what is), or several candidates (with all).
[[nodiscard]] NamedModel find_model(const catalog::Catalog& catalog, std::string_view name);

/// `meta-llama/Llama-3.1-8B (bf16)`: what to say when a name was not the id.
[[nodiscard]] std::string taken_as(const NamedModel& named);

}  // namespace kgpu::sizing
