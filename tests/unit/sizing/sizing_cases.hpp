#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/sizing/model_name.hpp"
#include "kgpu/sizing/model_source.hpp"
#include "kgpu/sizing/speed.hpp"
#include "kgpu/sizing/training.hpp"

#include <memory>
#include <string_view>

/// Workloads with sensible defaults: a test states what it is about.
namespace kgpu::test {

struct ServingCase {
  std::string_view model = "meta-llama/Llama-3.1-8B";
  std::string_view accelerator = "H100-80";
  sizing::Engine engine = sizing::Engine::vllm;
  std::string_view precision = {};  ///< empty: the model's own
  std::string_view version = {};
  std::int64_t context = 8192;
  std::int64_t concurrency = 1;
  std::int32_t tensor = 1;
  std::int32_t pipeline = 1;
  double cache_bytes = 2;
  std::optional<double> fraction = {};
};

/// A serving and the shape it points to.
struct Served {
  std::shared_ptr<sizing::ModelShape> shape;
  sizing::Serving serving;
};

inline Served served(const ServingCase& c) {
  const auto& catalog = catalog::Catalog::built_in();
  const auto named = sizing::find_model(catalog, c.model);
  Served result;
  result.shape = std::make_shared<sizing::ModelShape>(sizing::shape_of(*named.model, named.file));
  sizing::Serving& serving = result.serving;
  serving.shape = result.shape.get();
  const sizing::Precision* asked = c.precision.empty() ? named.precision : sizing::find_precision(c.precision);
  serving.stored = sizing::stored_as(*result.shape, asked);
  serving.device = sizing::rank_of(sizing::device_of(*catalog.find_accelerators(c.accelerator).front()));
  serving.parallel = {.tensor = c.tensor, .pipeline = c.pipeline};
  serving.engine = sizing::engine_rule(c.engine, {.version = std::string(c.version), .memory_fraction = c.fraction},
                                       serving.device, c.tensor, c.pipeline);
  serving.context_tokens = c.context;
  serving.concurrency = c.concurrency;
  serving.cache_bytes_per_value = c.cache_bytes;
  serving.holds_cache = !result.shape->is_encoder();
  return result;
}

inline constexpr double k_gibibyte = 1024.0 * 1024 * 1024;

}  // namespace kgpu::test
