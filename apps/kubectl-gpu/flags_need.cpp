#include "flags_need.hpp"

#include "CLI/CLI.hpp"
#include "flags.hpp"

#include "kgpu/base/duration.hpp"
#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <algorithm>

namespace kgpu::app {
namespace {

double parse_positive(const std::string& text, const std::string& flag) {
  const auto number = Decimal::parse(text);
  if (!number || number->nanos() <= 0) {
    throw usage_error(flag + ": " + in_quotes(text) + " is not a number above 0");
  }
  return static_cast<double>(number->nanos()) / static_cast<double>(Decimal::k_scale);
}

/// Milliseconds of `200ms`, `10s`; 0 is no limit.
double parse_milliseconds(const std::string& text, const std::string& flag) {
  const auto duration = parse_duration(text);
  if (!duration || duration->count() < 0) {
    throw usage_error(flag + ": " + in_quotes(text) + " is not a duration, such as 200ms or 2s (0: no limit)");
  }
  constexpr double k_nanos_per_ms = 1e6;
  return static_cast<double>(duration->count()) / k_nanos_per_ms;
}

Money parse_price(const std::string& text) {
  const auto price = Money::parse(text.starts_with('$') ? text.substr(1) : text);
  if (!price || price->nanos() < 0) {
    throw usage_error("--max-price: " + in_quotes(text) + " is not a price in dollars per hour, such as 1.50");
  }
  return *price;
}

}  // namespace

void add_need_load_flags(CLI::App& verb, commands::NeedOptions& need) {
  add_text_flag(
      verb, "--requests-per-second N", "Mean arrivals over the whole need: gives the replicas",
      [&](const std::string& text) { need.requests_per_second = parse_positive(text, "--requests-per-second"); });
  add_text_flag(verb, "--tokens-per-second N", "The same in output tokens (embedding: input tokens)",
                [&](const std::string& text) { need.tokens_per_second = parse_positive(text, "--tokens-per-second"); });
  add_text_flag(verb, "--train-tokens N", "Tokens of the whole training, such as 2B", [&](const std::string& text) {
    need.train_tokens = static_cast<double>(sizing::parse_parameters(text, "--train-tokens"));
  });
}

void add_need_limit_flags(CLI::App& verb, commands::NeedOptions& need) {
  add_text_flag(verb, "--max-tpot DURATION", "Per output token; default 200ms for inference, 0 none",
                [&](const std::string& text) { need.max_tpot_ms = parse_milliseconds(text, "--max-tpot"); });
  add_text_flag(verb, "--max-ttft DURATION", "To the first token; default 10s for inference, 0 none",
                [&](const std::string& text) { need.max_ttft_ms = parse_milliseconds(text, "--max-ttft"); });
  add_text_flag(verb, "--max-price DOLLARS", "Per hour, of the whole need",
                [&](const std::string& text) { need.max_price = parse_price(text); });
  add_text_flag(verb, "--max-hours N", "Of the training, with --train-tokens",
                [&](const std::string& text) { need.max_hours = parse_positive(text, "--max-hours"); });
  add_text_flag(verb, "--max-nodes N", "Per replica; default 1, training 8", [&](const std::string& text) {
    constexpr std::int64_t k_most = 64;
    need.max_nodes = static_cast<std::int32_t>(std::min(k_most, parse_count(text, "--max-nodes", 1)));
  });
  add_text_flag(verb, "--mtbf DURATION", "Spot: mean time between interruptions of the job, such as 24h",
                [&](const std::string& text) {
                  constexpr double k_ms_per_hour = 3.6e6;
                  need.mtbf_hours = parse_milliseconds(text, "--mtbf") / k_ms_per_hour;
                  if (*need.mtbf_hours <= 0) {
                    throw usage_error("--mtbf: " + in_quotes(text) + " is not above 0");
                  }
                });
}

void add_need_basis_flag(CLI::App& verb, commands::NeedOptions& need) {
  verb.add_flag("--formula-only", need.formula_only, "Formulas alone, no measured rows");
}

}  // namespace kgpu::app
