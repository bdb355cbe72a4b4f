#include "recommendation_words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace kgpu::instance {
namespace {

using recommend::Row;

std::string whole(const std::optional<double>& value) {
  return value ? fmt::format("{:.0f}", std::floor(*value)) : "";
}

std::string exact(const std::optional<Money>& amount) {
  return amount ? amount->to_string() : "";
}

std::string decimals(const std::optional<double>& value) {
  return value ? fmt::format("{:.3f}", *value) : "";
}

std::optional<double> likely(const std::optional<sizing::Estimate>& estimate) {
  return estimate ? std::optional(estimate->likely) : std::nullopt;
}

std::vector<std::string> csv_row(const Row& row) {
  const auto& verdict = row.verdict;
  return {std::string(to_string(row.stage)),
          row.rank ? std::to_string(*row.rank) : "",
          std::string(to_string(row.type->provider)),
          row.region,
          std::string(row.type->name),
          std::string(to_string(row.capacity())),
          row.accelerator != nullptr ? std::string(row.accelerator->name) : "",
          std::to_string(row.devices),
          std::to_string(row.parallel.tensor),
          std::to_string(row.parallel.pipeline),
          row.slice,
          std::to_string(verdict.replicas),
          std::to_string(row.nodes),
          row.precision,
          row.engine,
          verdict.memory ? fmt::format("{:.0f}", std::ceil(verdict.memory->high)) : "",
          whole(verdict.usable),
          std::string(fits_word(verdict.fits)),
          whole(verdict.max_concurrency),
          decimals(likely(verdict.decode_ms)),
          decimals(likely(verdict.first_token_ms)),
          decimals(verdict.tokens_per_second),
          decimals(verdict.max_tokens_per_second),
          exact(row.usd_per_hour),
          exact(row.expected_usd_per_hour),
          exact(row.usd_per_million_tokens),
          row.price.as_of ? row.price.as_of->to_string() : "",
          std::string(to_string(row.price.basis)),
          reasons_text(row, " ")};
}

}  // namespace

output::Table recommendation_csv(const Answers& answers) {
  output::Table table;
  for (const char* name : {"stage",
                           "rank",
                           "provider",
                           "region",
                           "instance_type",
                           "capacity",
                           "accelerator",
                           "accelerators_used",
                           "tensor_parallel",
                           "pipeline_parallel",
                           "slice",
                           "replicas",
                           "nodes",
                           "precision",
                           "engine",
                           "memory_high_bytes",
                           "usable_bytes",
                           "fits",
                           "max_concurrency",
                           "decode_ms_per_token",
                           "time_to_first_token_ms",
                           "output_tokens_per_second",
                           "max_output_tokens_per_second",
                           "price_usd_per_hour",
                           "expected_price_usd_per_hour",
                           "price_usd_per_million_tokens",
                           "price_as_of",
                           "price_basis",
                           "reasons"}) {
    table.columns.push_back({name});
  }
  for (const recommend::Answer& answer : answers) {
    for (const Row& row : answer.rows) {
      table.rows.push_back(csv_row(row));
    }
  }
  return table;
}

}  // namespace kgpu::instance
