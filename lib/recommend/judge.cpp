#include "judge.hpp"

#include "recommend_tables.hpp"

#include "kgpu/sizing/speed.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::recommend {
namespace {

using sizing::Fits;

constexpr double k_ms = 1000;

/// One replica with `sequences` in flight.
struct Held {
  Fits fits = Fits::no;
  sizing::Estimate memory;
  double usable = 0;
  Speed speed;
};

class Judge {
 public:
  Judge(const std::vector<sizing::MeasuredRun>& measured, const Question& question, const DeviceKind& kind,
        const Layout& layout)
      : question_(question),
        workload_(*question.workload),
        kind_(kind),
        serving_(serving_of(question, kind, layout, 1)),
        prompt_(static_cast<double>(workload_.prompt_tokens)),
        output_(static_cast<double>(workload_.output_tokens)) {
    if (question.basis == model::Basis::measured) {
      measured_ = sizing::measured_need(measured, serving_, sizing::memory_need(serving_));
      runs_ = sizing::speed_runs(serving_);
    }
  }

  Verdict run() {
    std::int64_t at_most = 1;
    for (const Fits level : {Fits::yes, Fits::likely}) {
      const std::int64_t most = most_sequences(level);
      if (most == 0) {
        continue;
      }
      if (const auto replicas = replicas_for(most)) {
        if (const auto enough = that_meet_limits(*replicas, most, level)) {
          return verdict(*enough, std::min(most, held_by(*enough, most)));
        }
      }
      at_most = most;
    }
    return refused(at_most);
  }

 private:
  [[nodiscard]] Held hold(std::int64_t sequences) {
    serving_.concurrency = sequences;
    Held held;
    const sizing::MemoryNeed need = this->need();
    held.memory = need.total();
    held.usable = sizing::usable_bytes(serving_, need).value_or(0);
    held.fits = sizing::fits(serving_, need).value_or(Fits::no);
    if (!workload_.has_speed()) {
      bound(held, need);
      return held;
    }
    held.speed = speed(static_cast<double>(sequences));
    return held;
  }

  /// As `model fit` has it: what was measured does not grow with the sequences.
  [[nodiscard]] sizing::MemoryNeed need() const {
    sizing::MemoryNeed need = sizing::memory_need(serving_);
    if (measured_) {
      need.weights = measured_->need.weights;
    }
    if (measured_ && measured_->is_whole) {
      need.activation = measured_->need.activation;
      need.overhead = measured_->need.overhead;
    }
    return need;
  }

  /// A published run near the load goes before the formulas (recommend.md 32).
  [[nodiscard]] Speed speed(double streams) const {
    const sizing::Load load{streams, prompt_, output_};
    Speed speed = speed_of(kind_, serving_, load);
    if (const auto measured = sizing::speed_at(runs_, load)) {
      speed.decode_ms = measured->decode_ms;
      speed.tokens_per_second = k_ms * streams / measured->decode_ms.likely;
      speed.measured_row = measured->row;
    }
    return speed;
  }

  /// Images and speech: weights and a share of them for everything else; never certain (recommend.md 1).
  static void bound(Held& held, const sizing::MemoryNeed& need) {
    const double rest = factor::bound_share * need.weights.likely;
    held.memory = {need.weights.low, need.weights.likely + rest + need.overhead.likely,
                   need.weights.high + rest + need.overhead.high};
    held.fits = held.memory.likely <= held.usable ? Fits::likely : Fits::no;
  }

  [[nodiscard]] bool meets_limits(const Speed& speed) const {
    const Limits& limits = question_.limits;
    return workload_.task == model::Task::embedding || !workload_.has_speed() ||
           (within(speed.decode_ms, limits.tpot_ms, limits.tpot_given) &&
            within(speed.first_token_ms, limits.ttft_ms, limits.ttft_given));
  }

  [[nodiscard]] bool holds(std::int64_t sequences, Fits level) {
    const Held held = hold(sequences);
    return (held.fits == Fits::yes || held.fits == level) && meets_limits(held.speed);
  }

  /// So many replicas, or more where a measured run is slower at fewer sequences than a formula at more.
  [[nodiscard]] std::optional<std::int64_t> that_meet_limits(std::int64_t replicas, std::int64_t most, Fits level) {
    for (; replicas <= k_most_replicas; ++replicas) {
      const std::int64_t each = std::min(most, held_by(replicas, most));
      if (each == most || runs_.empty() || holds(each, level)) {
        return replicas;
      }
    }
    return std::nullopt;
  }

  /// Sequences above which more replicas are needed, whatever fits.
  [[nodiscard]] std::int64_t asked_sequences() const {
    constexpr std::int64_t k_unlimited = 1024;
    const std::int64_t engine_most = serving_.engine.max_num_seqs > 1 ? serving_.engine.max_num_seqs : k_unlimited;
    if (!serving_.holds_cache) {
      return 1;
    }
    const bool by_rate = question_.requests_per_second.has_value();
    return std::min(engine_most, question_.concurrency.value_or(by_rate ? engine_most : 1));
  }

  /// The largest number that fits and meets the limits; all three grow with it. 0: not one does.
  [[nodiscard]] std::int64_t most_sequences(Fits level) {
    std::int64_t high = asked_sequences();
    if (holds(high, level)) {
      return high;
    }
    std::int64_t low = 0;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (holds(middle, level) ? low : high) = middle;
    }
    return low;
  }

  /// Sequences that each of so many replicas holds.
  [[nodiscard]] std::int64_t held_by(std::int64_t replicas, std::int64_t most) const {
    if (!question_.concurrency || !serving_.holds_cache) {
      return most;
    }
    return (*question_.concurrency + replicas - 1) / replicas;
  }

  /// The fewest that hold the concurrency and carry the rate; empty above the most that are proposed.
  [[nodiscard]] std::optional<std::int64_t> replicas_for(std::int64_t most) {
    const bool holds_some = question_.concurrency && serving_.holds_cache;
    std::int64_t replicas = holds_some ? (*question_.concurrency + most - 1) / most : 1;
    if (question_.requests_per_second) {
      for (; replicas <= k_most_replicas; ++replicas) {
        const auto needed = replicas_for_rate(std::min(most, held_by(replicas, most)));
        if (!needed) {
          return std::nullopt;
        }
        if (*needed <= replicas) {
          break;
        }
        if (!holds_some) {
          replicas = *needed;
          break;
        }
      }
    }
    return replicas <= k_most_replicas ? std::optional(replicas) : std::nullopt;
  }

  /// Tokens a second that the rate asks for: output, or input where there is none.
  [[nodiscard]] double asked_tokens_per_second() const {
    return *question_.requests_per_second * (output_ > 0 ? output_ : prompt_);
  }

  /// Replicas that carry the rate, each with so many sequences; empty when the speed is not known.
  [[nodiscard]] std::optional<std::int64_t> replicas_for_rate(std::int64_t sequences) {
    const auto each = hold(sequences).speed.tokens_per_second;
    if (!each || *each <= 0) {
      return std::nullopt;
    }
    constexpr double k_rounding = 1e-9;  // of the division, so that an exact multiple is not one more
    const double needed = std::ceil(asked_tokens_per_second() / *each - k_rounding);
    return needed > k_most_replicas ? k_most_replicas + 1
                                    : std::max<std::int64_t>(1, static_cast<std::int64_t>(needed));
  }

  [[nodiscard]] Verdict described(const Held& held, std::int64_t replicas, std::int64_t sequences) {
    const auto count = static_cast<double>(replicas);
    Verdict verdict;
    verdict.fits = held.fits;
    verdict.replicas = replicas;
    verdict.sequences = sequences;
    verdict.memory = held.memory;
    verdict.usable = held.usable;
    verdict.decode_ms = held.speed.decode_ms;
    verdict.first_token_ms = held.speed.first_token_ms;
    if (measured_) {
      verdict.is_memory_measured = measured_->is_whole;
      verdict.measured_rows.push_back(measured_->row);
    }
    if (!held.speed.measured_row.empty()) {
      verdict.reasons.insert("measured");
      verdict.measured_rows.emplace_back(held.speed.measured_row);
    }
    if (held.speed.tokens_per_second) {
      verdict.max_tokens_per_second = count * *held.speed.tokens_per_second;
      verdict.tokens_per_second =
          question_.requests_per_second ? std::optional(asked_tokens_per_second()) : verdict.max_tokens_per_second;
    }
    if (serving_.holds_cache && workload_.has_speed()) {
      add_pool(verdict, count);
    }
    return verdict;
  }

  void add_pool(Verdict& verdict, double replicas) {
    const auto pool = sizing::cache_pool(serving_, need());
    if (!pool) {
      return;
    }
    verdict.max_concurrency = pool->max_concurrency * replicas;
    verdict.max_kv_tokens = static_cast<double>(pool->max_tokens) * replicas;
    const auto most = sizing::saturating_streams(serving_, *pool, prompt_, output_);
    if (most && *most >= 1) {
      const Speed full = speed(std::floor(*most));
      if (full.tokens_per_second) {
        // Measured at one load and not at the other, the two need not agree; what runs at fewer streams is reached.
        verdict.max_tokens_per_second =
            std::max(replicas * *full.tokens_per_second,
                     verdict.measured_rows.empty() ? 0 : verdict.max_tokens_per_second.value_or(0));
      }
    }
  }

  [[nodiscard]] Verdict verdict(std::int64_t replicas, std::int64_t sequences) {
    const Held held = hold(sequences);
    Verdict result = described(held, replicas, sequences);
    const Limits& limits = question_.limits;
    const auto is_tight = [](const std::optional<sizing::Estimate>& figure, const std::optional<double>& limit) {
      return limit && figure && figure->high > *limit;
    };
    if (workload_.task != model::Task::embedding &&
        (is_tight(held.speed.decode_ms, limits.tpot_ms) || is_tight(held.speed.first_token_ms, limits.ttft_ms))) {
      result.reasons.insert("within-error");
    }
    return result;
  }

  /// What stands in the way with so many sequences on a replica.
  [[nodiscard]] Verdict refused(std::int64_t sequences) {
    const Held held = hold(sequences);
    const std::int64_t asked = question_.concurrency.value_or(1);
    Verdict result = described(held, std::min(k_most_replicas, (asked + sequences - 1) / sequences), sequences);
    result.fits = Fits::no;
    const Limits& limits = question_.limits;
    if (held.fits == Fits::no) {
      result.reasons.insert("memory");
      result.shortfall = std::max(0.0, held.memory.likely - held.usable);
    } else if (!meets_limits(held.speed)) {
      if (!within(held.speed.decode_ms, limits.tpot_ms, limits.tpot_given)) {
        result.reasons.insert("tpot");
      }
      if (!within(held.speed.first_token_ms, limits.ttft_ms, limits.ttft_given)) {
        result.reasons.insert("ttft");
      }
    } else {
      result.reasons.insert(question_.requests_per_second ? "rate" : "replicas");
    }
    return result;
  }

  const Question& question_;
  const model::Workload& workload_;
  const DeviceKind& kind_;
  sizing::Serving serving_;
  double prompt_ = 0;
  double output_ = 0;
  std::optional<sizing::MeasuredNeed> measured_;
  std::vector<const sizing::SpeedRow*> runs_;
};

}  // namespace

Verdict judge_serving(const std::vector<sizing::MeasuredRun>& measured, const Question& question,
                      const DeviceKind& kind, const Layout& layout) {
  return Judge(measured, question, kind, layout).run();
}

}  // namespace kgpu::recommend
