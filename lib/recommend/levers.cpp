#include "levers.hpp"

#include "support.hpp"

#include "kgpu/sizing/model_source.hpp"

#include <algorithm>
#include <functional>

namespace kgpu::recommend {
namespace {

constexpr std::size_t k_most_levers = 3;

/// A change of the question, and whether it changes what is judged or only where it is bought.
struct Change {
  std::string text;
  Question question;
  bool of_workload = true;
};

class Changes {
 public:
  Changes(const Question& question, const Candidate* best, const Candidate* near)
      : question_(question), best_(best), near_(near) {}

  std::vector<Change> all() {
    if (question_.workload && question_.is_training()) {
      add_sharding();
    } else if (question_.workload) {
      add_serving();
    }
    add_scope();
    return std::move(changes_);
  }

 private:
  void add(std::string text, const std::function<void(Question&)>& change, bool of_workload) {
    Question question = question_;
    change(question);
    changes_.push_back({std::move(text), std::move(question), of_workload});
  }

  static void set_cache_fp8(Question& question) {
    question.workload->kv_precision = sizing::find_precision("fp8");
    question.workload->cache_bytes_per_value = 1;
  }

  /// int4 where the card cannot take fp8.
  [[nodiscard]] std::string_view smaller_weights() const {
    if (near_ == nullptr) {
      return "fp8";
    }
    Question question = question_;
    set_weights(question, "fp8");
    std::set<std::string> notes;
    return refusals(question, *near_->kind, notes).empty() ? "fp8" : "int4";
  }

  static void set_weights(Question& question, std::string_view name) {
    question.workload->stored = sizing::stored_as(*question.workload->shape, sizing::find_precision(name));
  }

  void add_serving() {
    const model::Workload& workload = *question_.workload;
    const bool generates = workload.has_speed() && workload.task == model::Task::inference;
    const bool wide_cache = generates && (workload.kv_precision == nullptr || workload.kv_precision->is_16_bit());
    const bool wide_weights = workload.stored.quantised == nullptr;
    const std::string weights(smaller_weights());
    if (wide_cache) {
      add("fp8 KV", set_cache_fp8, true);
    }
    if (wide_weights) {
      add(
          weights + " weights", [&](Question& question) { set_weights(question, weights); }, true);
    }
    if (wide_cache && wide_weights) {
      add(
          weights == "fp8" ? "fp8 weights and KV" : "int4 weights and fp8 KV",
          [&](Question& question) {
            set_weights(question, weights);
            set_cache_fp8(question);
          },
          true);
    }
    if (generates) {
      add_smaller_load();
    }
  }

  void add_smaller_load() {
    add(
        "half the context",
        [](Question& question) {
          model::Workload& workload = *question.workload;
          workload.context_tokens = std::max<std::int64_t>(1, workload.context_tokens / 2);
          workload.prompt_tokens = std::min(workload.prompt_tokens / 2, workload.context_tokens);
          workload.output_tokens =
              std::min(workload.output_tokens / 2, workload.context_tokens - workload.prompt_tokens);
        },
        true);
    if (question_.concurrency.value_or(1) > 1) {
      add(
          "half the concurrency", [](Question& question) { question.concurrency = (*question.concurrency + 1) / 2; },
          true);
    }
    if (!question_.workload->engine_flags.max_num_seqs) {
      const std::int64_t held = best_ != nullptr ? best_->verdict->sequences : question_.concurrency.value_or(1);
      add(
          "--max-num-seqs " + std::to_string(held),
          [&](Question& question) { question.workload->engine_flags.max_num_seqs = held; }, true);
    }
  }

  void add_sharding() {
    const auto sharding = question_.workload->training.sharding;
    if (sharding && *sharding != sizing::Sharding::zero3) {
      add(
          "--sharding zero3",
          [](Question& question) { question.workload->training.sharding = sizing::Sharding::zero3; }, true);
    }
  }

  void add_scope() {
    const Scope& scope = question_.scope;
    if (std::ranges::find(scope.capacities, catalog::Capacity::spot) == scope.capacities.end()) {
      add(
          "spot", [](Question& question) { question.scope.capacities = {catalog::Capacity::spot}; }, false);
    }
    if (!scope.regions.empty()) {
      add(
          "any region", [](Question& question) { question.scope.regions.clear(); }, false);
    }
    if (!scope.providers.empty() && !scope.regions.empty() && !scope.home_regions.empty()) {
      add(
          "any provider",
          [](Question& question) {
            question.scope.providers.clear();
            question.scope.regions.insert(question.scope.regions.end(), question.scope.home_regions.begin(),
                                          question.scope.home_regions.end());
          },
          false);
    }
    if (scope.max_nodes < 2) {
      add(
          "two nodes", [](Question& question) { question.scope.max_nodes = 2; }, false);
    }
  }

  const Question& question_;
  const Candidate* best_;
  const Candidate* near_;
  std::vector<Change> changes_;
};

/// At least 5 percent less than the winner, and as sure.
bool saves(const Candidate& candidate, const Candidate& best) {
  constexpr double k_enough = 0.95;
  return candidate.verdict->fits <= best.verdict->fits &&
         candidate.usd_of_job.has_value() == best.usd_of_job.has_value() &&
         static_cast<double>(candidate.cost().nanos()) <= k_enough * static_cast<double>(best.cost().nanos());
}

/// The cheapest of those that fit and satisfy `is_such`.
template <class Predicate>
const Candidate* cheapest_where(const std::vector<Candidate>& candidates, Predicate is_such) {
  const Candidate* cheapest = nullptr;
  for (const Candidate& candidate : candidates) {
    if (candidate.fits() && is_such(candidate) && (cheapest == nullptr || ranks_above(candidate, *cheapest))) {
      cheapest = &candidate;
    }
  }
  return cheapest;
}

void add_from_found(const Question& question, const std::vector<Candidate>& found, const Candidate& best,
                    std::vector<Lever>& levers) {
  const Candidate* likely = cheapest_where(found, [&](const Candidate& candidate) {
    return candidate.verdict->fits == sizing::Fits::likely && best.verdict->fits == sizing::Fits::yes &&
           candidate.usd_of_job.has_value() == best.usd_of_job.has_value() && candidate.cost() < best.cost();
  });
  if (likely != nullptr) {
    levers.push_back({"fits on the best estimate only", row_of(question, *likely)});
  }
  if (best.kind->device.vendor != "NVIDIA") {
    const Candidate* nvidia =
        cheapest_where(found, [](const Candidate& candidate) { return candidate.kind->device.vendor == "NVIDIA"; });
    if (nvidia != nullptr) {
      levers.push_back({"an NVIDIA GPU", row_of(question, *nvidia)});
    }
  }
}

}  // namespace

const Candidate* best_of(const std::vector<Candidate>& candidates) {
  return cheapest_where(candidates, [](const Candidate&) { return true; });
}

std::vector<Lever> levers(const catalog::Catalog& catalog, const Question& question,
                          const std::vector<Candidate>& found, const Candidate* best, const Candidate* near,
                          Memory memory) {
  std::vector<Lever> levers;
  if (best != nullptr) {
    add_from_found(question, found, *best, levers);
  }
  for (const Change& change : Changes(question, best, near).all()) {
    if (levers.size() >= k_most_levers) {
      break;
    }
    Judgements judgements(catalog, change.question);
    OfferTable offers(catalog, change.question);
    const auto changed = search(catalog, change.question,
                                change.of_workload ? Memory{memory.kinds, memory.offers, judgements}
                                                   : Memory{memory.kinds, offers, memory.judgements});
    const Candidate* winner = best_of(changed);
    if (winner != nullptr && (best == nullptr || saves(*winner, *best))) {
      levers.push_back({change.text, row_of(change.question, *winner)});
    }
  }
  return levers;
}

}  // namespace kgpu::recommend
