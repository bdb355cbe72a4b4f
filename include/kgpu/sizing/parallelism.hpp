#pragma once

#include "kgpu/sizing/engine.hpp"
#include "kgpu/sizing/model_shape.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kgpu::sizing {

/// The degrees that are tried: 1, 2, 4, 8, 16; engines rarely take others.
[[nodiscard]] std::span<const std::int32_t> usual_tensor_degrees();

/// Why a model cannot be split over so many ranks; empty when it can: heads divide, KV heads divide or are a multiple's
/// divisor (MLA has none to divide), and no group of quantised weights is cut. Neuron pads heads, so all degrees do.
[[nodiscard]] std::string tensor_parallel_fault(const ModelShape& shape, const StoredAs& stored, Engine engine,
                                                std::int32_t tensor_parallel);

/// Why a model cannot be cut into so many stages; empty when it can.
[[nodiscard]] std::string pipeline_parallel_fault(const ModelShape& shape, std::int32_t pipeline_parallel);

/// The usual degrees that are possible.
[[nodiscard]] std::vector<std::int32_t> tensor_degrees(const ModelShape& shape, const StoredAs& stored, Engine engine);

}  // namespace kgpu::sizing
