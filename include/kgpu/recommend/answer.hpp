#pragma once

#include "kgpu/base/derivation.hpp"
#include "kgpu/base/money.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/pricing/offer_price.hpp"
#include "kgpu/recommend/question.hpp"
#include "kgpu/sizing/estimate.hpp"
#include "kgpu/sizing/memory.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// What `instance recommend` answers (recommend.md 9).
namespace kgpu::recommend {

/// One replica on one kind of device: what does not depend on type, region or price.
struct Verdict {
  sizing::Fits fits = sizing::Fits::no;
  std::int64_t replicas = 0;               ///< of the whole need
  std::int64_t sequences = 0;              ///< that a replica holds
  std::optional<sizing::Estimate> memory;  ///< bytes of the fullest device
  std::optional<double> usable;            ///< bytes of it that the engine would use
  double shortfall = 0;                    ///< bytes a device, when the memory does not fit
  std::optional<double> max_concurrency;
  std::optional<double> max_kv_tokens;
  std::optional<sizing::Estimate> decode_ms;
  std::optional<sizing::Estimate> first_token_ms;
  std::optional<double> tokens_per_second;      ///< of the whole need
  std::optional<double> max_tokens_per_second;  ///< of the same replicas at saturation
  std::optional<double> hours;                  ///< training with a number of tokens
  bool is_memory_measured = false;              ///< a published run of this very set-up
  std::vector<std::string> measured_rows;       ///< of `measured_memory.csv` and `measured_speed.csv` that count here
  std::set<std::string> reasons;

  /// Room left on the fullest device, as a fraction of what is usable, rounded to 4 decimals.
  [[nodiscard]] std::optional<double> headroom() const;
};

/// A way to run the need: a type, what is used of it, and what it costs.
struct Row {
  std::optional<int> rank;  ///< from 1
  Stage stage{};
  const catalog::InstanceType* type = nullptr;
  std::string region;
  pricing::OfferPrice price;
  const catalog::Accelerator* accelerator = nullptr;  ///< null on CPU types
  std::string slice;                                  ///< `1g.10gb`; empty: whole devices, or the type's part
  sizing::Parallelism parallel;
  std::int32_t devices = 0;  ///< of one replica
  std::int32_t nodes_per_replica = 1;
  std::int64_t nodes = 0;  ///< of the whole need
  std::string precision;
  std::string engine;
  Verdict verdict;
  std::optional<Money> usd_per_hour;           ///< nodes x price
  std::optional<Money> expected_usd_per_hour;  ///< spot with what interruptions cost
  std::optional<Money> share_usd_per_hour;     ///< slices and fractions
  std::optional<Money> usd_per_million_tokens;
  std::optional<Money> usd_per_million_tokens_saturated;
  std::optional<Money> usd_of_job;
  std::vector<Derivation> derivations;  ///< of the first row, where they were asked for

  [[nodiscard]] catalog::Capacity capacity() const { return price.capacity; }
  [[nodiscard]] std::int64_t devices_used() const { return verdict.replicas * devices; }
};

/// One thing that would change the answer (recommend.md 43).
struct Lever {
  std::string text;  ///< `fp8 weights and KV`
  Row row;
};

/// The answer for one stage.
struct Answer {
  Question question;
  std::vector<Row> rows;            ///< ranked; then, for types that were named, those that do not fit
  std::vector<Row> nearest;         ///< at most 3, when nothing fits
  std::vector<Lever> would_fit;     ///< when nothing fits
  std::vector<Lever> would_change;  ///< that save, when something fits
  std::vector<std::string> warnings;

  /// The cheapest row that fits, or null.
  [[nodiscard]] const Row* best() const;
};

}  // namespace kgpu::recommend
