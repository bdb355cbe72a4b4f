#include "explain_fit.hpp"

#include "kgpu/sizing/measured.hpp"

#include <algorithm>

namespace kgpu::model {
namespace {

/// Writes down how the figures came about, of those that are there.
class Explanation {
 public:
  Explanation(FitReport& report, const catalog::Catalog& catalog) : report_(&report), catalog_(&catalog) {}

  void add(const std::optional<Term>& term, std::string_view which = {}) {
    if (!term) {
      return;
    }
    report_->derivations.push_back(
        derivation_of(*term, [this](const Origin& origin) { return origin_text(*catalog_, origin); }));
    report_->derivations.back().name += which;
  }

 private:
  FitReport* report_;
  const catalog::Catalog* catalog_;
};

std::optional<Term> rate_term(const sizing::Serving& serving, const sizing::Load& load, Basis basis) {
  constexpr double k_ms = 1000;
  const auto measured = basis == Basis::measured ? sizing::speed_at(sizing::speed_runs(serving), load)
                                                 : std::optional<sizing::MeasuredSpeed>();
  if (!measured) {
    return sizing::tokens_per_second_term(serving, load);
  }
  const Term step = given(serving.trace, measured->decode_ms.likely, "time per token", "ms",
                          {"measured_speed.csv", measured->row, measured->source});
  const Term streams = given(serving.trace, load.streams, "streams", {}, {{}, "--concurrency"});
  return (k_ms * streams / step).named("tokens per second", "tokens/s");
}

}  // namespace

void explain_serving(FitReport& report, const catalog::Catalog& catalog, const sizing::Serving& serving,
                     const sizing::MemoryTerms& need, Basis basis) {
  Explanation explanation(report, catalog);
  const sizing::Terms total = need.total();
  explanation.add(total.likely, ", likely");
  explanation.add(total.high, ", high");
  explanation.add(sizing::usable_term(serving, need));
  if (!report.workload.has_speed()) {
    return;
  }
  const sizing::Load load{static_cast<double>(report.workload.concurrency),
                          static_cast<double>(report.workload.prompt_tokens),
                          static_cast<double>(report.workload.output_tokens)};
  explanation.add(rate_term(serving, load, basis));
  explanation.add(sizing::first_token_ms_term(serving, load));
}

void explain_training(FitReport& report, const catalog::Catalog& catalog, const sizing::Training& training,
                      const sizing::TrainingTerms& need) {
  Explanation explanation(report, catalog);
  explanation.add(need.total().likely, ", likely");
  explanation.add(need.total().high, ", high");
  explanation.add(sizing::training_tokens_per_second_term(training));
}

std::string origin_text(const catalog::Catalog& catalog, const Origin& origin) {
  if (origin.file.empty()) {
    return std::string(origin.row);
  }
  std::string text = "data/" + std::string(origin.file) + ", " + std::string(origin.row);
  const auto provenance = catalog.tables().provenance;
  const auto found = std::ranges::find(provenance, origin.file, &catalog::Provenance::file);
  if (found != provenance.end() && found->as_of) {
    text += " (" + found->as_of->to_string() + ")";
  }
  return text;
}

}  // namespace kgpu::model
