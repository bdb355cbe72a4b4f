#pragma once

#include "kgpu/model/workload.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/output/table.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::model {

/// Everything known of one model.
struct ModelDescription {
  Workload workload;  ///< of the model alone: shape, stored type
  struct PartCount {
    sizing::Part part{};
    std::int64_t parameters = 0;
  };
  std::vector<PartCount> parts;  ///< those that have any
  struct PrecisionSize {
    const sizing::Precision* precision = nullptr;
    double bytes = 0;
    bool is_published = false;  ///< the type of the model's own file
  };
  std::vector<PrecisionSize> weights;
  double cache_bytes_per_1k = 0;  ///< of one sequence of 1024 tokens, 16 bits, one device
  struct Degree {
    std::int32_t tensor_parallel = 1;
    std::string fault;  ///< empty: possible
  };
  std::vector<Degree> degrees;
  const catalog::Model* row = nullptr;  ///< null for a config or a size
};

[[nodiscard]] ModelDescription describe_model(const catalog::Catalog& catalog, const ModelChoice& choice);
[[nodiscard]] std::string description_text(const ModelDescription& description);
/// `kind: Model`; docs/json/model.schema.json.
[[nodiscard]] output::Json description_json(const ModelDescription& description);

/// The models of the catalogue whose id contains `part` (case ignored), in its order.
[[nodiscard]] std::vector<const catalog::Model*> select_models(const catalog::Catalog& catalog, std::string_view part);
[[nodiscard]] output::Table list_table(const std::vector<const catalog::Model*>& models);
/// `kind: ModelList`; docs/json/model_list.schema.json.
[[nodiscard]] output::Json list_json(const std::vector<const catalog::Model*>& models);

}  // namespace kgpu::model
