#include "recommendation_words.hpp"

#include "kgpu/output/derivation.hpp"

#include <cmath>

namespace kgpu::instance {
namespace {

using output::Json;
using recommend::Row;
using sizing::Estimate;

/// A number of so many places: what the formulas know is less.
Json number(double value, int places) {
  const double scale = std::pow(10, places);
  const double rounded = std::round(value * scale);
  constexpr double k_most = 9e9;
  if (std::abs(value) > k_most) {
    return {static_cast<std::int64_t>(std::llround(value))};
  }
  return {
      Decimal::from_nanos(static_cast<std::int64_t>(rounded) * (Decimal::k_scale / static_cast<std::int64_t>(scale)))};
}

Json bytes(double value) {
  return {static_cast<std::int64_t>(std::ceil(value))};
}

void set_number(Json& json, const char* key, const std::optional<double>& value, int places) {
  if (value) {
    json.set(key, number(*value, places));
  }
}

void set_whole(Json& json, const char* key, const std::optional<double>& value) {
  if (value) {
    json.set(key, static_cast<std::int64_t>(std::floor(*value)));
  }
}

void set_text(Json& json, const char* key, std::string_view text) {
  if (!text.empty()) {
    json.set(key, text);
  }
}

void set_estimate(Json& json, const char* key, const std::optional<Estimate>& value) {
  if (!value) {
    return;
  }
  constexpr int k_places = 3;
  Json estimate = Json::object();
  estimate.set("low", number(value->low, k_places))
      .set("likely", number(value->likely, k_places))
      .set("high", number(value->high, k_places));
  json.set(key, std::move(estimate));
}

void set_memory(Json& json, const recommend::Verdict& verdict) {
  if (verdict.memory) {
    Json memory = Json::object();
    memory.set("low", bytes(verdict.memory->low))
        .set("likely", bytes(verdict.memory->likely))
        .set("high", bytes(verdict.memory->high));
    json.set("memory", std::move(memory));
  }
  if (verdict.usable) {
    json.set("usable_bytes", static_cast<std::int64_t>(std::floor(*verdict.usable)));
  }
  constexpr int k_places = 4;
  set_number(json, "headroom", verdict.headroom(), k_places);
  json.set("fits", fits_word(verdict.fits));
  if (verdict.memory) {
    json.set("basis", verdict.is_memory_measured ? "measured" : "formula");
  }
  if (!verdict.measured_rows.empty()) {
    Json rows = Json::array();
    for (const std::string& row : verdict.measured_rows) {
      rows.push(row);
    }
    json.set("measured_rows", std::move(rows));
  }
}

void set_speed(Json& json, const recommend::Verdict& verdict) {
  constexpr int k_places = 1;
  set_whole(json, "max_concurrency", verdict.max_concurrency);
  set_whole(json, "max_kv_tokens", verdict.max_kv_tokens);
  set_estimate(json, "decode_ms_per_token", verdict.decode_ms);
  set_estimate(json, "time_to_first_token_ms", verdict.first_token_ms);
  set_number(json, "output_tokens_per_second", verdict.tokens_per_second, k_places);
  set_number(json, "max_output_tokens_per_second", verdict.max_tokens_per_second, k_places);
}

void set_money(Json& json, const Row& row) {
  json.set_known("price_usd_per_hour", row.usd_per_hour)
      .set_known("expected_price_usd_per_hour", row.expected_usd_per_hour)
      .set_known("price_usd_per_hour_share", row.share_usd_per_hour)
      .set_known("price_usd_per_million_tokens", row.usd_per_million_tokens)
      .set_known("price_usd_per_million_tokens_saturated", row.usd_per_million_tokens_saturated);
  constexpr int k_places = 2;
  set_number(json, "hours", row.verdict.hours, k_places);
  json.set_known("price_usd_job", row.usd_of_job);
  json.set_known("price_as_of", row.price.as_of);
  json.set("price_basis", to_string(row.price.basis));
  if (row.price.interruption) {
    json.set("spot_interruption", to_string(*row.price.interruption));
  }
}

Json row_json(const Row& row) {
  Json json = Json::object();
  json.set_known("rank", row.rank);
  json.set("stage", to_string(row.stage)).set("provider", to_string(row.type->provider));
  set_text(json, "region", row.region);
  json.set("instance_type", row.type->name).set("capacity", to_string(row.capacity()));
  set_text(json, "accelerator_model", row.type->accelerator_model);
  json.set("accelerator_count", row.type->accelerator_count);
  json.set("accelerators_used", static_cast<std::int64_t>(row.devices))
      .set("tensor_parallel", static_cast<std::int64_t>(row.parallel.tensor))
      .set("pipeline_parallel", static_cast<std::int64_t>(row.parallel.pipeline));
  set_text(json, "slice", row.slice);
  json.set("replicas", row.verdict.replicas).set("nodes", row.nodes);
  set_text(json, "precision", row.precision);
  set_text(json, "engine", row.engine);
  set_memory(json, row.verdict);
  set_speed(json, row.verdict);
  set_money(json, row);
  Json reasons = Json::array();
  for (const std::string& reason : row.verdict.reasons) {
    reasons.push(reason);
  }
  json.set("reasons", std::move(reasons));
  if (!row.derivations.empty()) {
    json.set("derivation", output::derivations_json(row.derivations));
  }
  return json;
}

Json levers_json(const std::vector<recommend::Lever>& levers) {
  Json list = Json::array();
  for (const recommend::Lever& lever : levers) {
    Json json = Json::object();
    json.set("lever", lever.text).set("instance_type", lever.row.type->name);
    json.set_known("price_usd_per_hour", lever.row.usd_per_hour);
    list.push(std::move(json));
  }
  return list;
}

void set_limits(Json& json, const recommend::Limits& limits) {
  constexpr int k_places = 3;
  set_number(json, "max_tpot_ms", limits.tpot_ms, k_places);
  set_number(json, "max_ttft_ms", limits.ttft_ms, k_places);
  json.set_known("max_price_usd_per_hour", limits.usd_per_hour);
  set_number(json, "max_hours", limits.hours, k_places);
}

Json workload_json(const recommend::Question& question) {
  Json json = Json::object();
  constexpr int k_places = 6;
  if (question.workload) {
    const model::Workload& workload = *question.workload;
    json.set("model", workload.shape->id).set("task", to_string(workload.task));
    json.set("precision", workload.stored.name());
    if (workload.kv_precision != nullptr) {
      json.set("kv_precision", workload.kv_precision->name);
    }
    json.set("engine", sizing::to_string(workload.engine))
        .set("context_length", workload.context_tokens)
        .set("prompt_tokens", workload.prompt_tokens)
        .set("output_tokens", workload.output_tokens);
  }
  json.set_known("concurrency", question.concurrency);
  set_number(json, "requests_per_second", question.requests_per_second, k_places);
  set_number(json, "train_tokens", question.train_tokens, 0);
  set_limits(json, question.limits);
  if (question.scope.accelerator_memory) {
    json.set("accelerator_memory", question.scope.accelerator_memory->text);
  }
  json.set("utilization", question.utilization);
  return json;
}

}  // namespace

output::Json recommendation_json(const Answers& answers) {
  Json stages = Json::array();
  Json items = Json::array();
  Json nearest = Json::array();
  Json warnings = Json::array();
  std::vector<recommend::Lever> would_fit;
  std::vector<recommend::Lever> would_change;
  for (const recommend::Answer& answer : answers) {
    stages.push(to_string(answer.question.stage));
    for (const Row& row : answer.rows) {
      items.push(row_json(row));
    }
    for (const Row& row : answer.nearest) {
      nearest.push(row_json(row));
    }
    for (const std::string& warning : answer.warnings) {
      warnings.push(warning);
    }
    would_fit.insert(would_fit.end(), answer.would_fit.begin(), answer.would_fit.end());
    would_change.insert(would_change.end(), answer.would_change.begin(), answer.would_change.end());
  }
  Json json = Json::object();
  json.set("kind", "Recommendation").set("version", 1);
  json.set("workload", workload_json(answers.front().question)).set("stages", std::move(stages));
  json.set_known("total_price_usd_per_hour", total_usd_per_hour(answers));
  json.set("items", std::move(items)).set("nearest", std::move(nearest));
  json.set("would_fit", levers_json(would_fit)).set("would_change", levers_json(would_change));
  json.set("warnings", std::move(warnings));
  return json;
}

}  // namespace kgpu::instance
