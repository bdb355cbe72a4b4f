#pragma once

#include "kgpu/sizing/model_shape.hpp"

namespace kgpu::sizing {

/// The type a tensor group is stored as.
[[nodiscard]] const Precision& type_of(const StoredAs& stored, const TensorGroup& group);

/// Bytes of a tensor group over the whole model, layers at the ends that stay at the base type included.
[[nodiscard]] double stored_bytes(const ModelShape& shape, const StoredAs& stored, const TensorGroup& group);

}  // namespace kgpu::sizing
