#pragma once

#include "kgpu/recommend/recommend.hpp"

#include <algorithm>
#include <memory>
#include <string>

/// Questions and answers for tests.
namespace kgpu::test {

/// A model served on EC2 in us-east-1, on demand, with the default limits of generation.
inline recommend::Question ask(const std::string& model, std::int64_t concurrency = 1,
                               model::WorkloadOptions options = {}) {
  options.model.name = model;
  options.concurrency = concurrency;
  recommend::Question question;
  question.workload = model::plan_workload(catalog::Catalog::built_in(), options);
  question.concurrency = concurrency;
  question.limits.tpot_ms = 200;
  question.limits.ttft_ms = 10000;
  question.scope.providers = {catalog::Provider::aws};
  question.scope.regions = {"us-east-1"};
  question.scope.home_regions = {"us-east-1", "us-central1", "eastus"};
  return question;
}

inline recommend::Question ask_training(const std::string& model, model::WorkloadOptions options = {}) {
  options.task = model::Task::training;
  recommend::Question question = ask(model, 1, options);
  question.stage = recommend::Stage::training;
  question.limits = {};
  question.scope.max_nodes = 8;
  return question;
}

inline recommend::Question only(recommend::Question question, std::vector<std::string> types) {
  question.scope.instance_types = std::move(types);
  question.scope.providers.clear();
  return question;
}

inline recommend::Answer answer(const recommend::Question& question) {
  return recommend::recommend(catalog::Catalog::built_in(), question);
}

/// A copy of the first row that satisfies, so that answers need not be kept; null when none does.
template <class Predicate>
std::unique_ptr<const recommend::Row> row_where(const recommend::Answer& answer, Predicate is_such) {
  const auto found = std::ranges::find_if(answer.rows, is_such);
  return found == answer.rows.end() ? nullptr : std::make_unique<const recommend::Row>(*found);
}

inline std::unique_ptr<const recommend::Row> row_of(const recommend::Answer& answer, const std::string& type,
                                                    const std::string& slice = "") {
  return row_where(answer, [&](const recommend::Row& row) { return row.type->name == type && row.slice == slice; });
}

inline bool has_reason(const recommend::Row& row, const std::string& reason) {
  return row.verdict.reasons.contains(reason);
}

}  // namespace kgpu::test
