#include "kgpu/prometheus/answer.hpp"

#include "kgpu/base/text.hpp"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace kgpu::prometheus {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::size_t k_most_words = 200;
constexpr std::int64_t k_most_points = 11'000;

/// A page of a proxy or a login portal in a few words: its tags and line ends are of no use in a sentence.
std::string without_tags(std::string_view body) {
  std::string words;
  bool inside = false;
  for (const char c : body.substr(0, 4096)) {
    inside = c == '<' || (inside && c != '>');
    if (!inside && c != '>') {
      const bool space = c == '\n' || c == '\r' || c == '\t' || c == ' ';
      if (!space || !words.ends_with(' ')) {
        words += space ? ' ' : c;
      }
    }
  }
  return printable(trim(words), k_most_words);
}

/// Go's text of a float: `0.5`, `1e+06`, `NaN`, `+Inf`, `-Inf`; the locale has no say.
std::optional<double> parse_value(std::string_view text) {
  if (text == "+Inf" || text == "-Inf") {
    const double infinity = std::numeric_limits<double>::infinity();
    return text.front() == '+' ? infinity : -infinity;
  }
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;  // NaN is no data
  }
  return value;
}

/// `[1435781451.781, "0.5"]`; false when it is no such pair.
bool add_sample(const element& pair, std::vector<Sample>& samples) {
  double at = 0;
  std::string_view text;
  if (pair.at(0).get(at) != simdjson::SUCCESS || pair.at(1).get(text) != simdjson::SUCCESS) {
    return false;
  }
  if (const auto value = parse_value(text)) {
    samples.push_back({.at = at, .value = *value});
  }
  return true;
}

bool add_series(const element& item, std::vector<Series>& all) {
  Series series;
  object metric;
  if (item["metric"].get(metric) != simdjson::SUCCESS) {
    return false;
  }
  for (const auto& label : metric) {
    std::string_view value;
    if (label.value.get(value) != simdjson::SUCCESS) {
      return false;
    }
    series.labels.emplace_back(label.key, value);
  }
  std::ranges::sort(series.labels);
  element pair;
  array values;
  if (item["value"].get(pair) == simdjson::SUCCESS) {
    if (!add_sample(pair, series.samples)) {
      return false;
    }
  } else if (item["values"].get(values) == simdjson::SUCCESS) {
    for (const element& one : values) {
      if (!add_sample(one, series.samples)) {
        return false;
      }
    }
  } else if (element histogram; item["histogram"].get(histogram) != simdjson::SUCCESS &&
                                item["histograms"].get(histogram) != simdjson::SUCCESS) {
    return false;
  }
  all.push_back(std::move(series));
  return true;
}

std::vector<std::string> sentences(const element& root, const char* member) {
  std::vector<std::string> words;
  array items;
  if (root[member].get(items) == simdjson::SUCCESS) {
    for (const element& item : items) {
      std::string_view text;
      if (item.get(text) == simdjson::SUCCESS) {
        words.push_back(printable(text, k_most_words));
      }
    }
  }
  return words;
}

std::string text_of(const element& root, const char* member) {
  std::string_view text;
  return root[member].get(text) == simdjson::SUCCESS ? printable(text, k_most_words) : std::string();
}

bool read_data(const element& root, Answer& answer) {
  element data;
  element result;
  std::string_view type;
  if (root["data"].get(data) != simdjson::SUCCESS || data["resultType"].get(type) != simdjson::SUCCESS ||
      data["result"].get(result) != simdjson::SUCCESS) {
    return false;
  }
  if (type == "scalar") {
    answer.series.emplace_back();
    return add_sample(result, answer.series.back().samples);
  }
  array items;
  if ((type != "vector" && type != "matrix") || result.get(items) != simdjson::SUCCESS) {
    return false;
  }
  return std::ranges::all_of(items, [&](const element& item) { return add_series(item, answer.series); });
}

}  // namespace

std::string_view Series::label(std::string_view name) const {
  const auto found = std::ranges::find(labels, name, &std::pair<std::string, std::string>::first);
  return found == labels.end() ? std::string_view{} : std::string_view(found->second);
}

Reading read_answer(std::string_view body) {
  simdjson::dom::parser parser;
  element root;
  if (parser.parse(body.data(), body.size()).get(root) != simdjson::SUCCESS || !root.is_object()) {
    return {.answer = std::nullopt, .refusal = {.type = {}, .message = without_tags(body)}};
  }
  if (text_of(root, "status") != "success") {
    const std::string message = text_of(root, "error");
    return {.answer = std::nullopt,
            .refusal = {.type = text_of(root, "errorType"), .message = message.empty() ? without_tags(body) : message}};
  }
  Answer answer{.series = {}, .warnings = sentences(root, "warnings"), .infos = sentences(root, "infos")};
  if (!read_data(root, answer)) {
    return {.answer = std::nullopt, .refusal = {.type = {}, .message = "the answer is no vector, matrix or scalar"}};
  }
  return {.answer = std::move(answer), .refusal = {}};
}

std::int64_t step_seconds(std::int64_t range_seconds, std::int64_t wished_seconds) {
  // Both ends are points: N steps make N + 1 of them.
  const std::int64_t least = (range_seconds + k_most_points - 2) / (k_most_points - 1);
  return std::max({wished_seconds, least, std::int64_t{1}});
}

}  // namespace kgpu::prometheus
