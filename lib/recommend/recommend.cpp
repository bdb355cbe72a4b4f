#include "kgpu/recommend/recommend.hpp"

#include "explain.hpp"
#include "levers.hpp"
#include "search.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace kgpu::recommend {
namespace {

constexpr std::array<std::string_view, 3> k_stages = {"development", "training", "inference"};
constexpr std::size_t k_most_nearest = 3;

/// One row per type, slice or devices, parallelism and capacity (recommend.md 38); per region where all were asked for.
auto key_of(const Question& question, const Candidate& candidate) {
  return std::tuple(candidate.offer->type, candidate.kind->slice, candidate.layout.devices,
                    candidate.layout.parallel.tensor, candidate.layout.parallel.pipeline, candidate.layout.nodes,
                    candidate.offer->price.capacity,
                    question.scope.every_region ? candidate.offer->region : std::string());
}

std::vector<const Candidate*> ranked(const Question& question, const std::vector<Candidate>& candidates) {
  std::vector<const Candidate*> rows;
  for (const Candidate& candidate : candidates) {
    if (candidate.fits()) {
      rows.push_back(&candidate);
    }
  }
  std::ranges::sort(rows, [](const Candidate* a, const Candidate* b) { return ranks_above(*a, *b); });
  std::set<decltype(key_of(question, *rows.front()))> seen;
  std::erase_if(rows, [&](const Candidate* row) { return !seen.insert(key_of(question, *row)).second; });
  return rows;
}

/// Smaller shortfall first; those whose memory fits, by cost.
bool is_nearer(const Candidate& a, const Candidate& b) {
  const auto key = [](const Candidate& row) {
    return std::tuple(row.verdict->shortfall, !row.usd_per_hour, !row.usd_of_job, row.cost(), row.nodes,
                      row.layout.devices);
  };
  return key(a) != key(b) ? key(a) < key(b) : natural_less(a.offer->type->name, b.offer->type->name);
}

/// Those that were judged at all: no card that the engine does not serve.
std::vector<const Candidate*> refused(const std::vector<Candidate>& candidates) {
  std::vector<const Candidate*> rows;
  for (const Candidate& candidate : candidates) {
    if (!candidate.fits() && (candidate.verdict->memory || candidate.verdict->fits != sizing::Fits::no)) {
      rows.push_back(&candidate);
    }
  }
  std::ranges::sort(rows, [](const Candidate* a, const Candidate* b) { return is_nearer(*a, *b); });
  return rows;
}

void add_nearest(Answer& answer, const std::vector<Candidate>& candidates) {
  std::set<const catalog::InstanceType*> shown;
  for (const Candidate* candidate : refused(candidates)) {
    if (answer.nearest.size() >= k_most_nearest) {
      break;
    }
    if (shown.insert(candidate->offer->type).second) {
      answer.nearest.push_back(row_of(answer.question, *candidate));
    }
  }
}

/// Of a named type and capacity that nothing fits, one row without a rank (recommend.md 39).
void add_unfit(Answer& answer, const std::vector<Candidate>& candidates) {
  std::set<std::pair<const catalog::InstanceType*, catalog::Capacity>> shown;
  for (const Candidate& candidate : candidates) {
    if (candidate.fits()) {
      shown.insert({candidate.offer->type, candidate.offer->price.capacity});
    }
  }
  std::vector<const Candidate*> rows;
  for (const Candidate& candidate : candidates) {
    rows.push_back(&candidate);
  }
  std::ranges::stable_sort(rows, [](const Candidate* a, const Candidate* b) { return is_nearer(*a, *b); });
  for (const Candidate* candidate : rows) {
    if (shown.insert({candidate->offer->type, candidate->offer->price.capacity}).second) {
      answer.rows.push_back(row_of(answer.question, *candidate));
    }
  }
}

void add_warnings(Answer& answer, bool any_certain) {
  if (!answer.rows.empty() && answer.rows.front().rank && !any_certain) {
    answer.warnings.emplace_back("nothing fits on the high estimate: every row is likely only");
  }
  const Row* best = answer.best();
  if (best != nullptr && best->verdict.reasons.contains("spot-single-replica")) {
    answer.warnings.emplace_back("one replica on spot: an interruption stops the endpoint until a new node is ready");
  }
}

void check_types(const catalog::Catalog& catalog, const Question& question) {
  for (const std::string& name : question.scope.instance_types) {
    if (catalog.find_instance_type(name) == nullptr) {
      std::vector<std::string_view> names;
      for (const catalog::InstanceType& type : catalog.tables().instance_types) {
        names.push_back(type.name);
      }
      throw usage_error("--instance-type: unknown instance type " + in_quotes(name), did_you_mean(name, names));
    }
  }
}

}  // namespace

std::string_view to_string(Stage stage) {
  return k_stages[static_cast<std::size_t>(stage)];
}

Stage parse_stage(std::string_view text) {
  const auto* found = std::ranges::find(k_stages, to_lower(text));
  if (found == k_stages.end()) {
    throw usage_error("--stage: unknown value " + in_quotes(text) + " (one of: development, training, inference)",
                      did_you_mean(text, k_stages));
  }
  return static_cast<Stage>(found - k_stages.begin());
}

const Row* Answer::best() const {
  return !rows.empty() && rows.front().rank ? &rows.front() : nullptr;
}

const Candidate* nearest_of(const std::vector<Candidate>& candidates) {
  const auto rows = refused(candidates);
  return rows.empty() ? nullptr : rows.front();
}

Answer recommend(const catalog::Catalog& catalog, const Question& question) {
  check_types(catalog, question);
  Answer answer;
  answer.question = question;
  KindTable kinds(catalog);
  OfferTable offers(catalog, answer.question);
  Judgements judgements(catalog, answer.question);
  const Memory memory{kinds, offers, judgements};
  const auto found = search(catalog, answer.question, memory);
  const auto rows = ranked(answer.question, found);
  bool any_certain = false;
  std::set<std::tuple<const catalog::InstanceType*, std::string, catalog::Capacity, std::string>> seen;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Candidate& candidate = *rows[i];
    any_certain = any_certain || candidate.verdict->fits == sizing::Fits::yes;
    const Offer& offer = *candidate.offer;
    const std::string region = question.scope.every_region ? offer.region : std::string();
    if (answer.rows.size() < question.shown.most &&
        (!question.shown.best_only ||
         seen.insert({offer.type, candidate.kind->slice, offer.price.capacity, region}).second)) {
      answer.rows.push_back(row_of(answer.question, candidate));
      answer.rows.back().rank = static_cast<int>(i) + 1;
    }
  }
  const Candidate* best = rows.empty() ? nullptr : rows.front();
  if (best == nullptr) {
    add_nearest(answer, found);
  }
  if (question.explains && (best != nullptr || !answer.nearest.empty())) {
    Row& row = best != nullptr ? answer.rows.front() : answer.nearest.front();
    row.derivations = explain(catalog, answer.question, best != nullptr ? *best : *nearest_of(found));
  }
  auto& changes = best == nullptr ? answer.would_fit : answer.would_change;
  changes = levers(catalog, answer.question, found, best, best != nullptr ? best : nearest_of(found), memory);
  if (!answer.question.scope.instance_types.empty()) {
    add_unfit(answer, found);
  }
  add_warnings(answer, any_certain);
  return answer;
}

}  // namespace kgpu::recommend
