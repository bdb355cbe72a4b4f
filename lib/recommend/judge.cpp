#include "judge.hpp"

#include "recommend_tables.hpp"
#include "support.hpp"

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
  Judge(const Question& question, const DeviceKind& kind, const Layout& layout)
      : question_(question),
        workload_(*question.workload),
        kind_(kind),
        serving_(serving_of(question, kind, layout, 1)),
        prompt_(static_cast<double>(workload_.prompt_tokens)),
        output_(static_cast<double>(workload_.output_tokens)) {}

  Verdict run() {
    std::int64_t at_most = 1;
    for (const Fits level : {Fits::yes, Fits::likely}) {
      const std::int64_t most = most_sequences(level);
      if (most == 0) {
        continue;
      }
      if (const auto replicas = replicas_for(most)) {
        return verdict(*replicas, std::min(most, held_by(*replicas, most)));
      }
      at_most = most;
    }
    return refused(at_most);
  }

 private:
  [[nodiscard]] Held hold(std::int64_t sequences) {
    serving_.concurrency = sequences;
    Held held;
    const sizing::MemoryNeed need = sizing::memory_need(serving_);
    held.memory = need.total();
    held.usable = sizing::usable_bytes(serving_, need).value_or(0);
    held.fits = sizing::fits(serving_, need).value_or(Fits::no);
    if (!workload_.has_speed()) {
      bound(held, need);
      return held;
    }
    held.speed = speed_of(kind_, serving_, {static_cast<double>(sequences), prompt_, output_});
    return held;
  }

  /// Images and speech: weights and a share of them for everything else; never certain (recommend.md 1).
  static void bound(Held& held, const sizing::MemoryNeed& need) {
    const double rest = factor::bound_share * need.weights.likely;
    held.memory = {need.weights.low, need.weights.likely + rest + need.overhead.likely,
                   need.weights.high + rest + need.overhead.high};
    held.fits = held.memory.likely <= held.usable ? Fits::likely : Fits::no;
  }

  static bool within(const std::optional<sizing::Estimate>& figure, const std::optional<double>& limit, bool given) {
    return !limit || (figure ? figure->likely <= *limit : !given);
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
    const auto pool = sizing::cache_pool(serving_);
    if (!pool) {
      return;
    }
    verdict.max_concurrency = pool->max_concurrency * replicas;
    verdict.max_kv_tokens = static_cast<double>(pool->max_tokens) * replicas;
    const auto most = sizing::saturating_streams(serving_, prompt_, output_);
    if (most && *most >= 1) {
      const Speed full = speed_of(kind_, serving_, {std::floor(*most), prompt_, output_});
      if (full.tokens_per_second) {
        verdict.max_tokens_per_second = replicas * *full.tokens_per_second;
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
};

}  // namespace

std::optional<double> Verdict::headroom() const {
  if (!memory || !usable || *usable <= 0) {
    return std::nullopt;
  }
  constexpr double k_places = 1e4;
  return std::round((1 - memory->high / *usable) * k_places) / k_places;
}

sizing::Serving serving_of(const Question& question, const DeviceKind& kind, const Layout& layout,
                           std::int64_t concurrency) {
  const model::Workload& workload = *question.workload;
  sizing::Serving serving;
  serving.shape = workload.shape.get();
  serving.stored = workload.stored;
  serving.cache_bytes_per_value = workload.cache_bytes_per_value;
  serving.device = kind.device;
  serving.parallel = layout.parallel;
  const sizing::Engine engine = engine_of(question, kind);
  // A version is of the engine that was asked for, not of those that other devices need.
  sizing::EngineFlags flags = workload.engine_flags;
  if (engine != workload.engine) {
    flags.version.clear();
    flags.memory_fraction.reset();
  }
  serving.engine = sizing::engine_rule(engine, flags, kind.device, layout.parallel.tensor, layout.parallel.pipeline);
  serving.context_tokens = workload.context_tokens;
  serving.concurrency = concurrency;
  serving.holds_cache = workload.task != model::Task::embedding;
  return serving;
}

Speed speed_of(const DeviceKind& kind, const sizing::Serving& serving, const sizing::Load& load) {
  if (kind.cpu != nullptr) {
    return cpu_speed_of(serving, load);
  }
  Speed speed;
  speed.decode_ms = sizing::decode_ms_per_token(serving, load);
  speed.first_token_ms = sizing::time_to_first_token_ms(serving, load);
  if (speed.decode_ms) {
    speed.tokens_per_second = k_ms * load.streams / speed.decode_ms->likely;
  } else if (!serving.holds_cache) {
    const auto rate = sizing::tokens_per_second(serving, load);
    speed.tokens_per_second = rate ? std::optional(rate->likely) : std::nullopt;
  }
  return speed;
}

Verdict judge_serving(const Question& question, const DeviceKind& kind, const Layout& layout) {
  return Judge(question, kind, layout).run();
}

}  // namespace kgpu::recommend
