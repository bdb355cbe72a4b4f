#include "explain.hpp"

#include "kgpu/sizing/measured.hpp"
#include "kgpu/sizing/terms.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kgpu::recommend {
namespace {

double dollars(const Money& amount) {
  return static_cast<double>(amount.nanos()) / static_cast<double>(Decimal::k_scale);
}

class Explainer {
 public:
  Explainer(const catalog::Catalog& catalog, const Question& question, const Candidate& candidate)
      : catalog_(catalog), question_(question), candidate_(candidate), verdict_(*candidate.verdict) {}

  std::vector<Derivation> run() {
    std::optional<Term> rate;
    if (question_.workload && verdict_.memory) {
      rate = question_.is_training() ? training() : serving();
    }
    price(rate);
    return std::move(derivations_);
  }

 private:
  void add(const std::optional<Term>& term, std::string_view which = {}) {
    if (term) {
      derivations_.push_back(
          derivation_of(*term, [this](const Origin& origin) { return model::origin_text(catalog_, origin); }));
      derivations_.back().name += which;
    }
  }

  std::optional<Term> training() {
    sizing::Training training = training_of(question_, *candidate_.kind, candidate_.layout);
    training.trace = &trace_;
    const sizing::Terms total = sizing::training_terms(training).total();
    add(total.likely, ", likely");
    add(total.high, ", high");
    return sizing::training_tokens_per_second_term(training);
  }

  std::optional<Term> serving() {
    sizing::Serving serving = serving_of(question_, *candidate_.kind, candidate_.layout, verdict_.sequences);
    serving.trace = &trace_;
    sizing::MemoryTerms need = sizing::memory_terms(serving);
    if (question_.basis == model::Basis::measured) {
      if (const auto measured = sizing::measured_need(catalog_, serving, need.values())) {
        need = sizing::with_measured(need, *measured, &trace_);
      }
    }
    const sizing::Terms total = need.total();
    if (question_.workload->has_speed()) {
      add(total.likely, ", likely");
      add(total.high, ", high");
      add(sizing::usable_term(serving, need));
      return rate(serving);
    }
    return std::nullopt;
  }

  /// Of the whole need at the asked load.
  std::optional<Term> rate(const sizing::Serving& serving) {
    const model::Workload& workload = *question_.workload;
    const sizing::Load load{static_cast<double>(verdict_.sequences), static_cast<double>(workload.prompt_tokens),
                            static_cast<double>(workload.output_tokens)};
    if (!verdict_.tokens_per_second) {
      return std::nullopt;
    }
    if (question_.requests_per_second) {
      return given(&trace_, *verdict_.tokens_per_second, "tokens per second", "tokens/s",
                   {{}, "--requests-per-second x tokens, or --tokens-per-second"});
    }
    const bool is_measured = verdict_.reasons.contains("measured");
    const auto one = is_measured                       ? measured_rate(load)
                     : candidate_.kind->cpu != nullptr ? cpu_rate_term(serving, load)
                                                       : sizing::tokens_per_second_term(serving, load);
    return one ? std::optional((replicas() * *one).named("tokens per second of the need", "tokens/s")) : std::nullopt;
  }

  std::optional<Term> measured_rate(const sizing::Load& load) {
    constexpr double k_ms = 1000;
    const Term step = given(&trace_, verdict_.decode_ms->likely, "time per token", "ms",
                            {"measured_speed.csv", verdict_.measured_rows.back()});
    const Term streams =
        given(&trace_, load.streams, "streams of the replica", {}, {{}, "--concurrency, the part of one replica"});
    return (k_ms * streams / step).named("tokens per second", "tokens/s");
  }

  Term replicas() {
    return given(&trace_, static_cast<double>(verdict_.replicas), "replicas", {},
                 {{}, "the fewest that hold --concurrency, carry the rate and meet the limits"});
  }

  void price(const std::optional<Term>& rate) {
    if (!candidate_.usd_per_hour) {
      add(rate);
      return;
    }
    const auto& offer = *candidate_.offer;
    const std::string day = offer.price.as_of ? " of " + offer.price.as_of->to_string() : "";
    const std::string from =
        fmt::format("{} in {}, {}, {}{}: {}", offer.type->name, offer.region, catalog::to_string(offer.price.capacity),
                    to_string(offer.price.basis), day, offer.price.source);
    const Term node = given(&trace_, dollars(*offer.price.usd_per_hour), "price of a node", "$/h", {{}, from});
    const Term nodes = given(&trace_, static_cast<double>(candidate_.nodes), "nodes", {},
                             {{},
                              fmt::format("for {} replica{}, as many on a node as its devices hold", verdict_.replicas,
                                          verdict_.replicas == 1 ? "" : "s")});
    Term cost = (nodes * node).named("price", "$/h");
    add(cost);
    if (!rate) {
      return;
    }
    if (candidate_.expected_usd_per_hour && question_.is_training() &&
        *candidate_.expected_usd_per_hour != *candidate_.usd_per_hour) {
      cost = given(&trace_, dollars(*candidate_.expected_usd_per_hour), "expected price", "$/h",
                   {{}, "with what interruptions of spot cost"});
    }
    constexpr double k_million = 1e6;
    constexpr double k_seconds = 3600;
    const Term used =
        given(&trace_, static_cast<double>(question_.utilization.nanos()) / static_cast<double>(Decimal::k_scale),
              "utilization", {}, {{}, "--utilization"});
    add((k_million * cost / (*rate * k_seconds * used)).named("price of a million tokens", "$"));
  }

  const catalog::Catalog& catalog_;
  const Question& question_;
  const Candidate& candidate_;
  const Verdict& verdict_;
  Trace trace_;
  std::vector<Derivation> derivations_;
};

}  // namespace

std::vector<Derivation> explain(const catalog::Catalog& catalog, const Question& question, const Candidate& candidate) {
  return Explainer(catalog, question, candidate).run();
}

}  // namespace kgpu::recommend
