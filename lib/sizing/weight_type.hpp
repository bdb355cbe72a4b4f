#pragma once

#include "kgpu/base/derivation.hpp"
#include "kgpu/sizing/model_shape.hpp"

namespace kgpu::sizing {

/// The type a tensor group is stored as.
[[nodiscard]] const Precision& type_of(const StoredAs& stored, const TensorGroup& group);

/// Bytes of a tensor group over the whole model, layers at the ends that stay at the base type included.
[[nodiscard]] Term stored_term(Trace* trace, const ModelShape& shape, const StoredAs& stored, const TensorGroup& group);
[[nodiscard]] inline double stored_bytes(const ModelShape& shape, const StoredAs& stored, const TensorGroup& group) {
  return stored_term(nullptr, shape, stored, group).value();
}

}  // namespace kgpu::sizing
