#include "score.hpp"

#include "kgpu/base/memory_size.hpp"
#include "kgpu/sizing/speed.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::judge {
namespace {

using sizing::Engine;
using sizing::Fits;

constexpr double k_gibibyte = static_cast<double>(k_gib);

struct Cause {
  std::string_view id;
  std::string_view cause;
};
/// Named by the vectors' own page as out of reach of the formulas.
constexpr Cause k_causes[] = {
    {"S010", "the measured activation is explained by no published term"},
    {"S013", "overhead and defaults of an engine whose version is not given"},
    {"S016", "profiling runs the image encoder at its worst case"},
    {"S018", "the old engine's profiler counted more than it used"},
    {"S019", "defaults of about 0.8.4, when every card had 1024 sequences"},
    {"S020", "a KV connector holds 2 GiB"},
    {"S023", "as S024: the Marlin kernel's padding, 1.6 GiB"},
    {"S024", "the Marlin kernel pads the experts to 65.9 GiB"},
    {"S029", "a 4-bit file of unknown layout; 5 GiB unexplained"},
    {"S030", "as S029, 5 GiB unexplained"},
    {"S031", "an engine of about 0.4.3: 0.4 GiB less cache than its forward pass and overhead leave"},
    {"S032", "the printed activation and cache are the second rank's"},
    {"S085", "0.4 GiB of cache decide; the run's memory fraction is not given"},
    {"S087", "a run of 200 prompts over PCIe, most of it ramp"},
    {"S091", "the old engine prefills in chunks of 512"},
    {"S092", "the old engine prefills in chunks of 512"},
    {"S121", "84 percent of the card's fp32-accumulate peak; the rule takes 35"},
    {"S128", "8-bit Adam holds more than its two bytes a parameter"},
};

class Scores {
 public:
  Scores(const Setup& setup, const VectorRow& row) : setup_(setup), row_(row) {}

  std::vector<Cell> all() {
    if (setup_.training) {
      training();
      return std::move(cells_);
    }
    const bool statement = row_.text("basis") == "vendor-statement";
    if (!statement) {
      weights();
      pool();
      need();
      decode();
      throughput();
    }
    verdict();
    return std::move(cells_);
  }

 private:
  void add(std::string quantity, double measured, double computed, bool is_within) {
    const double error = measured != 0 ? std::abs(computed - measured) / std::abs(measured) : 0;
    cells_.push_back({row_.id(), std::move(quantity), measured, computed, error, is_within, {}});
  }
  void add_relative(std::string quantity, double measured, double computed, double tolerance) {
    add(std::move(quantity), measured, computed, std::abs(computed - measured) <= tolerance * std::abs(measured));
  }
  void add_factor(std::string quantity, double measured, double computed, double factor) {
    add(std::move(quantity), measured, computed, computed <= measured * factor && computed >= measured / factor);
  }

  void weights() {
    if (const auto measured = row_.number("weights_gib")) {
      const auto& stored = setup_.serving.stored;
      const bool mixed = stored.edge_layers > 0 || stored.experts != nullptr;
      const bool four_bit = stored.quantised != nullptr && stored.quantised->bits.value_or(16) < 8;
      add_relative("weights", *measured, sizing::weight_bytes(setup_.serving).likely / k_gibibyte,
                   mixed || four_bit ? 0.05 : 0.02);
    }
  }

  void pool() {
    const auto printed_bytes = row_.number("kv_gib");
    const auto printed_tokens = row_.number("kv_tokens");
    const auto printed_sequences = row_.number("max_concurrency");
    sizing::Serving serving = setup_.serving;
    if (!row_.number("max_model_len") && serving.engine.engine == Engine::vllm && setup_.shape->max_context > 0) {
      serving.context_tokens = setup_.shape->max_context;  // what the engine takes when it is not told
    }
    const auto pool = sizing::cache_pool(serving);
    if (!pool) {
      return;
    }
    const auto need = sizing::memory_need(serving);
    const double room =
        *sizing::usable_bytes(serving, need) - need.weights.likely - need.activation.likely - need.overhead.likely;
    if (printed_bytes) {
      const double computed = room / k_gibibyte;
      add("kv_gib", *printed_bytes, computed,
          std::abs(computed - *printed_bytes) <= std::max(1.0, 0.05 * std::abs(*printed_bytes)));
    }
    if (printed_tokens) {
      if (printed_bytes) {
        const auto given = sizing::pool_of(serving, *printed_bytes * k_gibibyte);
        add_relative("kv_tokens given kv_gib", *printed_tokens, static_cast<double>(given.max_tokens), 0.02);
      }
      add_relative("kv_tokens end to end", *printed_tokens, static_cast<double>(pool->max_tokens), 0.10);
    }
    if (printed_sequences) {
      if (printed_bytes) {
        const auto given = sizing::pool_of(serving, *printed_bytes * k_gibibyte);
        add_relative("max_concurrency given kv_gib", *printed_sequences, given.max_concurrency, 0.02);
      }
      add_relative("max_concurrency end to end", *printed_sequences, pool->max_concurrency, 0.10);
    }
  }

  [[nodiscard]] std::optional<double> printed_memory() const {
    const auto value = row_.number("memory_value");
    const std::string& unit = row_.text("memory_unit");
    if (!value) {
      return std::nullopt;
    }
    return unit == "MiB" ? *value / 1024 : unit == "GB" ? *value * 1e9 / k_gibibyte : *value;
  }

  void need() {
    const auto printed = printed_memory();
    if (!printed) {
      return;
    }
    const auto need = sizing::memory_need(setup_.serving);
    if (setup_.serving.engine.engine == Engine::vllm) {
      const double pool = *sizing::usable_bytes(setup_.serving, need) / k_gibibyte;
      add("memory", *printed, pool, std::abs(pool - *printed) <= std::max(1.0, 0.10 * *printed));
      return;
    }
    // A peak over all devices: every one holds its part, and the activation of its layers.
    const double computed = (sizing::total_weight_bytes(*setup_.shape, setup_.serving.stored) +
                             sizing::mean_cache_bytes(whole(), setup_.prompt + setup_.output) +
                             setup_.devices * sizing::forward_bytes(*setup_.shape, setup_.prompt, 1) +
                             setup_.devices * need.overhead.likely) /
                            k_gibibyte;
    add("memory", *printed, computed, std::abs(computed - *printed) <= std::max(1.0, 0.10 * *printed));
  }

  [[nodiscard]] sizing::Serving whole() const {
    sizing::Serving serving = setup_.serving;
    serving.parallel = {};
    return serving;
  }

  /// Streams that ran, and output tokens per second over the run where its load came and went.
  struct Run {
    double streams = 0;
    std::optional<double> rate;
  };

  /// As stated, by a finite set of prompts offered at a rate, or as many as fit.
  [[nodiscard]] std::optional<Run> run() const {
    const auto most = sizing::saturating_streams(setup_.serving, prompt(), output());
    if (const auto offered = row_.noted(R"((\d+) requests?/s offered)"); offered && most) {
      return finite_run(*offered, std::max(*most, 1.0));
    }
    const auto given = row_.number("batch_or_concurrency");
    if (given) {
      return Run{most ? std::min(*given, std::max(*most, 1.0)) : *given, {}};
    }
    return most ? std::optional(Run{*most, {}}) : std::nullopt;
  }

  /// A set of prompts sent at a rate ends when the last of them is answered.
  [[nodiscard]] std::optional<Run> finite_run(double offered, double most) const {
    constexpr double k_prompts = 200;  // of the ShareGPT runs
    Run result{1, {}};
    constexpr int k_rounds = 100;
    for (int i = 0; i < k_rounds; ++i) {
      const auto step = sizing::decode_ms_per_token(setup_.serving, {result.streams, prompt(), output()});
      if (!step) {
        return std::nullopt;
      }
      const double stay = output() * step->likely / 1000;
      const double lasts = std::max(k_prompts / offered + stay, k_prompts * stay / most);
      const double streams = std::clamp(k_prompts * stay / lasts, 1.0, most);
      result = {(result.streams + streams) / 2, k_prompts * output() / lasts};
    }
    return result;
  }
  // The runs of one ShareGPT set do not repeat its mean lengths in every row; short contexts are of 512 tokens.
  [[nodiscard]] double prompt() const { return is_share_gpt() ? 206 : setup_.prompt; }
  [[nodiscard]] double output() const { return is_share_gpt() ? 202 : setup_.output > 0 ? setup_.output : 512; }
  [[nodiscard]] bool is_share_gpt() const {
    return row_.text("source").find("ShareGPT") != std::string::npos && setup_.output == 0;
  }
  [[nodiscard]] bool has_workload() const {
    return setup_.output > 0 || is_share_gpt() || row_.notes("short context") ||
           row_.text("engine") == "transformers-neuronx";
  }

  void decode() {
    std::optional<double> printed;
    if (row_.text("latency_kind") == "TPOT") {
      printed = row_.number("latency_ms");
    } else if (row_.text("latency_kind") == "end-to-end") {
      printed = *row_.number("latency_ms") / setup_.output;
    } else {
      printed = row_.noted(R"(mean TPOT (\d+(?:\.\d+)?) ms)");
    }
    const auto running = printed && has_workload() ? run() : std::nullopt;
    if (!running) {
      return;
    }
    const auto ms = sizing::decode_ms_per_token(setup_.serving, {running->streams, prompt(), output()});
    if (!ms) {
      return;
    }
    const std::string& card = row_.text("accelerator");
    const bool fitted = card.starts_with("A100") || card.starts_with("H100") || card.starts_with("H200");
    fitted ? add_relative("decode", *printed, ms->likely, 0.25) : add_factor("decode", *printed, ms->likely, 2);
  }

  void throughput() {
    const auto printed = row_.number("throughput");
    const std::string& unit = row_.text("throughput_unit");
    if (!printed) {
      return;
    }
    if (unit == "requests/s" && setup_.serving.shape->is_encoder()) {
      const double tokens = *row_.noted(R"(sentences, (\d+))") * 1000;
      const auto rate = sizing::tokens_per_second(setup_.serving, {1, tokens / 256, 0});
      add_factor("throughput", *printed * tokens, rate->likely, 2);
      return;
    }
    const auto running = has_workload() ? run() : std::nullopt;
    if (!running || unit == "sequences/s") {
      return;
    }
    const auto steady = sizing::tokens_per_second(setup_.serving, {running->streams, prompt(), output()});
    if (steady) {
      const double of_all = unit == "total tok/s" ? (prompt() + output()) / output() : 1;
      add_factor("throughput", *printed, running->rate.value_or(steady->likely) * of_all, 2);
    }
  }

  void training() {
    const auto& training = *setup_.training;
    const bool known = training.sequence > 0 && training.batch > 0;
    const auto need = sizing::training_need(training);
    if (const auto printed = printed_memory(); printed && known) {
      // What a framework reports of itself: without the context that the overhead holds.
      add_relative("training memory", *printed, (need.total().likely - need.overhead.likely) / k_gibibyte, 0.10);
    }
    const auto printed = row_.number("throughput");
    const auto rate = sizing::training_tokens_per_second(training);
    if (printed && rate && known) {
      const bool each = row_.text("throughput_unit") == "tok/s/GPU";
      add_factor("training throughput", *printed, rate->likely / (each ? setup_.devices : 1), 2);
    }
    if (known || row_.text("fits") == "no") {
      verdict_of(sizing::fits(training, need));
    }
  }

  void verdict() { verdict_of(sizing::fits(setup_.serving, sizing::memory_need(setup_.serving))); }

  void verdict_of(std::optional<Fits> said) {
    const std::string& measured = row_.text("fits");
    if (measured.empty() || !said) {
      return;
    }
    const bool contradicts = measured == "no" ? said == Fits::yes : said == Fits::no;
    const char* word = said == Fits::yes ? "yes" : said == Fits::likely ? "likely" : "no";
    cells_.push_back(
        {row_.id(), "fits", 0, 0, contradicts ? 1.0 : 0.0, !contradicts, "measured " + measured + ", said " + word});
  }

  const Setup& setup_;
  const VectorRow& row_;
  std::vector<Cell> cells_;
};

}  // namespace

std::string_view known_cause(std::string_view id) {
  const auto* found = std::ranges::find(k_causes, id, &Cause::id);
  return found == std::end(k_causes) ? std::string_view() : found->cause;
}

std::vector<Cell> score(const Setup& setup, const VectorRow& row) {
  return Scores(setup, row).all();
}

}  // namespace kgpu::judge
