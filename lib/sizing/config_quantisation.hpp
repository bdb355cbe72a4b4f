#pragma once

#include "kgpu/sizing/model_shape.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace kgpu::sizing {

/// What a `quantization_config` (or the `quantization` of a `hf_quant_config.json`) says of the file: its type, the
/// modules left at the base type, the cache. `mixture` and `layers` are the model's. Throws Error{data} naming `name`
/// and the field for a method that is not known.
void read_quantisation(const nlohmann::json& quantisation, std::string_view name, bool mixture, std::int32_t layers,
                       StoredAs& stored);

}  // namespace kgpu::sizing
