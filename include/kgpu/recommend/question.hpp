#pragma once

#include "kgpu/base/decimal.hpp"
#include "kgpu/base/memory_size.hpp"
#include "kgpu/base/money.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/model/fit.hpp"
#include "kgpu/pricing/offer_price.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// What is asked of `instance recommend` (recommend.md 1-6).
namespace kgpu::recommend {

enum class Stage : std::uint8_t { development, training, inference };
[[nodiscard]] std::string_view to_string(Stage stage);
[[nodiscard]] Stage parse_stage(std::string_view text);  ///< throws Error{usage}

enum class Isolation : std::uint8_t { none, hard };

/// Limits of one need. They are met on the best estimate.
struct Limits {
  std::optional<double> tpot_ms;      ///< milliseconds per output token
  std::optional<double> ttft_ms;      ///< milliseconds to the first token
  bool tpot_given = false;            ///< by the user, not the default floor on generation
  bool ttft_given = false;            ///< by the user
  std::optional<Money> usd_per_hour;  ///< of the whole need
  std::optional<double> hours;        ///< of the training
};

/// Where hardware may come from.
struct Scope {
  std::vector<catalog::Provider> providers;  ///< empty: all
  std::vector<std::string> regions;          ///< empty: all
  std::vector<std::string> home_regions;     ///< of every provider: where "any provider" would look
  bool every_region = false;                 ///< a row for each region, not the cheapest one alone
  std::vector<catalog::Capacity> capacities = {catalog::Capacity::on_demand};
  std::vector<std::string> instance_types;             ///< empty: all
  std::set<const catalog::Accelerator*> accelerators;  ///< empty: all
  std::vector<std::int64_t> accelerator_counts;        ///< whole devices of a type; empty: all
  std::optional<MemorySize> accelerator_memory;
  Isolation isolation = Isolation::none;
  std::int32_t max_nodes = 1;  ///< per replica
};

/// Which rows of the answer are wanted.
struct Shown {
  std::size_t most = std::numeric_limits<std::size_t>::max();
  bool best_only = false;  ///< of each type, slice and capacity (and region, where all were asked for) the best row
};

struct Question {
  std::optional<model::Workload> workload;  ///< absent: hardware by its memory or name alone
  bool engine_given = false;                ///< rows that this engine does not serve are left out
  Stage stage = Stage::inference;
  std::optional<std::int64_t> concurrency;    ///< sequences in flight over the whole need
  std::optional<double> requests_per_second;  ///< mean arrivals over the whole need
  Limits limits;
  Scope scope;
  std::optional<double> train_tokens;
  std::optional<double> mtbf_hours;  ///< of the whole job
  model::Basis basis = model::Basis::measured;
  bool explains = false;  ///< the first row says how its figures came about
  Decimal utilization = Decimal::whole(1);
  pricing::PriceRules prices;
  Shown shown;

  [[nodiscard]] bool is_training() const { return stage == Stage::training; }
};

}  // namespace kgpu::recommend
