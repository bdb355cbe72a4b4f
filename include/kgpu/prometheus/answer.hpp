#pragma once

#include "kgpu/base/duration.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kgpu::prometheus {

/// One value of a series at a moment. Absent values are absent: NaN means that Prometheus had nothing to say, and is
/// left out; infinities stay.
struct Sample {
  double at = 0;  ///< seconds since 1970
  double value = 0;
};

struct Series {
  std::vector<std::pair<std::string, std::string>> labels;  ///< sorted by name
  std::vector<Sample> samples;                              ///< one for an instant query
  [[nodiscard]] std::string_view label(std::string_view name) const;
};

/// What a query gave. No series means that nothing is known, never zero (kubernetes-client 6).
struct Answer {
  std::vector<Series> series;         ///< a scalar is one series without labels
  std::vector<std::string> warnings;  ///< with Thanos: the answer is partial
  std::vector<std::string> infos;
};

/// What a Prometheus, or something before it, said instead.
struct Refusal {
  std::string type;     ///< `bad_data`, `execution`, `timeout`, …; empty when it was no Prometheus
  std::string message;  ///< at most 200 characters, without control characters and tags
};

struct Reading {
  std::optional<Answer> answer;
  Refusal refusal;  ///< of use where there is no answer
};

/// Reads a body of `/api/v1/query` or `/api/v1/query_range`, whatever the status: a 200 may hold an error, a proxy may
/// answer in HTML.
[[nodiscard]] Reading read_answer(std::string_view body);

/// The step to ask for so that no series has more than 11,000 points: the one wished for, or a larger one in whole
/// seconds.
[[nodiscard]] std::int64_t step_seconds(std::int64_t range_seconds, std::int64_t wished_seconds);

}  // namespace kgpu::prometheus
