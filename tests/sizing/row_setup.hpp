#pragma once

#include "vector_row.hpp"

#include "kgpu/sizing/model_name.hpp"
#include "kgpu/sizing/training.hpp"

#include <memory>

/// What a row measured, as the sizing module is asked for it.
namespace kgpu::judge {

struct Setup {
  std::string unscored;  ///< why the row is not scored; empty when it is
  std::shared_ptr<sizing::ModelShape> shape;
  sizing::Serving serving;
  std::optional<sizing::Training> training;
  double prompt = 0;
  double output = 0;
  std::int32_t devices = 1;
};

[[nodiscard]] Setup set_up(const catalog::Catalog& catalog, const VectorRow& row);

}  // namespace kgpu::judge
