#pragma once

#include "kgpu/base/derivation.hpp"
#include "kgpu/sizing/memory.hpp"
#include "kgpu/sizing/speed.hpp"
#include "kgpu/sizing/training.hpp"

#include <optional>

/// The numbers of memory, speed and training with how they came about, where the serving or training keeps a trace. The
/// functions without `terms` give the values of these.
namespace kgpu::sizing {

/// An estimate whose figures know their terms.
struct Terms {
  Term low;
  Term likely;
  Term high;

  [[nodiscard]] static Terms exactly(const Term& term) { return {term, term, term}; }
  [[nodiscard]] static Terms of(const Estimate& estimate) { return {estimate.low, estimate.likely, estimate.high}; }

  [[nodiscard]] Estimate values() const { return {low.value(), likely.value(), high.value()}; }
  [[nodiscard]] Terms named(std::string_view name, std::string_view unit) const {
    return {low.named(name, unit), likely.named(name, unit), high.named(name, unit)};
  }
  Terms operator+(const Terms& other) const { return {low + other.low, likely + other.likely, high + other.high}; }
  Terms operator*(const Term& factor) const { return {low * factor, likely * factor, high * factor}; }
};

struct MemoryTerms {
  Terms weights;
  Terms cache;
  Terms activation;
  Terms overhead;

  [[nodiscard]] Terms total() const { return (weights + cache + activation + overhead).named("memory", "bytes"); }
  [[nodiscard]] MemoryNeed values() const {
    return {weights.values(), cache.values(), activation.values(), overhead.values()};
  }
  [[nodiscard]] static MemoryTerms of(const MemoryNeed& need) {
    return {Terms::of(need.weights), Terms::of(need.cache), Terms::of(need.activation), Terms::of(need.overhead)};
  }
};

[[nodiscard]] MemoryTerms memory_terms(const Serving& serving);
[[nodiscard]] std::optional<Term> usable_term(const Serving& serving, const MemoryTerms& need);

/// On the best estimate.
[[nodiscard]] std::optional<Term> decode_ms_term(const Serving& serving, const Load& load);
[[nodiscard]] std::optional<Term> first_token_ms_term(const Serving& serving, const Load& load);
[[nodiscard]] std::optional<Term> tokens_per_second_term(const Serving& serving, const Load& load);

struct TrainingTerms {
  Terms weights;
  Terms optimizer;
  Terms gradients;
  Terms activation;
  Terms overhead;

  [[nodiscard]] Terms total() const {
    return (weights + optimizer + gradients + activation + overhead).named("memory", "bytes");
  }
  [[nodiscard]] TrainingNeed values() const {
    return {weights.values(), optimizer.values(), gradients.values(), activation.values(), overhead.values()};
  }
};

[[nodiscard]] TrainingTerms training_terms(const Training& training);
[[nodiscard]] std::optional<Term> training_tokens_per_second_term(const Training& training);

}  // namespace kgpu::sizing
