#include "kgpu/instance/view_recommendation.hpp"

#include "recommendation_words.hpp"

#include "kgpu/base/memory_size.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/output/derivation.hpp"

#include <fmt/format.h>

#include <cmath>

namespace kgpu::instance {
namespace {

using output::Align;
using recommend::Row;

constexpr int k_hour_places = 2;
constexpr double k_gibibyte = static_cast<double>(k_gib);

std::string dollars(const std::optional<Money>& amount) {
  return amount ? format_dollars(*amount, k_hour_places) : "";
}

std::string whole(const std::optional<double>& value) {
  return value ? fmt::format("{:.0f}", std::floor(*value)) : "";
}

/// Three digits and more are enough: `12.3`, `123`.
std::string rate(const std::optional<double>& value) {
  constexpr double k_three_digits = 100;
  return !value ? "" : *value < k_three_digits ? fmt::format("{:.1f}", *value) : fmt::format("{:.0f}", *value);
}

std::string milliseconds(const std::optional<sizing::Estimate>& estimate) {
  return estimate ? rate(estimate->likely) + "ms" : "";
}

std::string memory_text(const Row& row) {
  const auto& verdict = row.verdict;
  if (!verdict.usable) {
    return "";
  }
  const double usable = *verdict.usable / k_gibibyte;
  return verdict.memory ? fmt::format("{:.1f}/{:.1f}Gi", verdict.memory->high / k_gibibyte, usable)
                        : fmt::format("{:.1f}Gi", usable);
}

std::string headroom_text(const Row& row) {
  constexpr double k_percent = 100;
  const auto headroom = row.verdict.headroom();
  return headroom ? fmt::format("{:.0f}%", *headroom * k_percent) : "";
}

std::string parallel_text(const Row& row) {
  std::vector<std::string> parts;
  if (row.parallel.tensor > 1) {
    parts.push_back("tp" + std::to_string(row.parallel.tensor));
  }
  if (row.parallel.pipeline > 1) {
    parts.push_back("pp" + std::to_string(row.parallel.pipeline));
  }
  return join(parts, " ");
}

/// The reasons; of a measured speed also the row of the figures.
std::string why_text(const Row& row) {
  std::vector<std::string> words(row.verdict.reasons.begin(), row.verdict.reasons.end());
  for (std::string& word : words) {
    word += word == "measured" ? ":" + row.verdict.measured_rows.back() : "";
  }
  return join(words, ",");
}

std::vector<std::string> table_row(const Row& row) {
  const auto& verdict = row.verdict;
  return {std::string(row.type->name),
          uses_text(row),
          parallel_text(row),
          std::to_string(verdict.replicas),
          std::to_string(row.nodes),
          memory_text(row),
          headroom_text(row),
          std::string(fits_word(verdict.fits)),
          whole(verdict.max_concurrency),
          rate(verdict.tokens_per_second),
          dollars(row.usd_per_hour),
          dollars(row.usd_per_million_tokens),
          std::string(to_string(row.capacity())),
          row.price.as_of ? row.price.as_of->to_string() : "",
          why_text(row),
          std::string(to_string(row.stage)),
          row.region,
          row.precision,
          row.engine,
          milliseconds(verdict.decode_ms),
          milliseconds(verdict.first_token_ms),
          rate(verdict.max_tokens_per_second),
          dollars(row.expected_usd_per_hour),
          dollars(row.usd_of_job)};
}

std::string row_line(const Row& row) {
  const std::string price = row.usd_per_hour ? dollars(row.usd_per_hour) + "/h" : "no price";
  const std::string replicas = row.verdict.replicas > 1 ? fmt::format("{} replicas of ", row.verdict.replicas) : "";
  const std::string nodes =
      row.nodes > 1 ? fmt::format("{} × {}", row.nodes, row.type->name) : std::string(row.type->name);
  const std::string capacity =
      row.capacity() == catalog::Capacity::on_demand ? "" : " " + std::string(to_string(row.capacity()));
  return fmt::format("{}{}, {} in {}, {}{}", replicas, uses_text(row), nodes, row.region, price, capacity);
}

std::string nearest_line(const Row& row) {
  const std::string short_of =
      row.verdict.shortfall > 0 ? fmt::format(", {:.1f} GiB a device short", row.verdict.shortfall / k_gibibyte) : "";
  return fmt::format("{} ({}{})", row_line(row), reasons_text(row, ","), short_of);
}

/// How the figures of the first row came about; of the nearest where nothing fits.
void add_derivations(std::string& text, const recommend::Answer& answer) {
  const auto& rows = answer.best() != nullptr ? answer.rows : answer.nearest;
  if (rows.empty()) {
    return;
  }
  text += output::derivations_text(rows.front().derivations);
}

void add_levers(std::string& text, std::string_view title, const std::vector<recommend::Lever>& levers) {
  if (levers.empty()) {
    return;
  }
  text += fmt::format("\n{}:\n", title);
  for (const recommend::Lever& lever : levers) {
    text += fmt::format("  {}: {}\n", lever.text, row_line(lever.row));
  }
}

}  // namespace

std::string_view fits_word(sizing::Fits fits) {
  return fits == sizing::Fits::yes ? "yes" : fits == sizing::Fits::likely ? "likely" : "no";
}

std::string reasons_text(const Row& row, std::string_view separator) {
  return join(std::vector<std::string>(row.verdict.reasons.begin(), row.verdict.reasons.end()), separator);
}

std::string uses_text(const Row& row) {
  if (row.accelerator == nullptr) {
    return std::to_string(row.type->vcpus) + " vCPU";
  }
  if (!row.slice.empty()) {
    return fmt::format("{} of {}", row.slice, row.accelerator->name);
  }
  const bool is_part = row.type->accelerator_count < Decimal::whole(1);
  const std::string count = is_part ? row.type->accelerator_count.to_string() : std::to_string(row.devices);
  return fmt::format("{} × {}", count, row.accelerator->name);
}

output::Table recommendation_table(const Answers& answers) {
  output::Table table;
  table.columns = {{"TYPE"},
                   {"USES"},
                   {"PARALLEL"},
                   {"REPLICAS", Align::right},
                   {"NODES", Align::right},
                   {"MEMORY", Align::right},
                   {"HEADROOM", Align::right},
                   {"FITS"},
                   {"HOLDS", Align::right},
                   {"TOK/S", Align::right},
                   {"$/H", Align::right},
                   {"$/1M", Align::right},
                   {"CAPACITY"},
                   {"AS OF"},
                   {"WHY"},
                   {"STAGE", Align::left, answers.size() == 1},
                   {"REGION", Align::left, true},
                   {"PRECISION", Align::left, true},
                   {"ENGINE", Align::left, true},
                   {"TPOT", Align::right, true},
                   {"TTFT", Align::right, true},
                   {"MAX-TOK/S", Align::right, true},
                   {"EXPECTED-$/H", Align::right, true},
                   {"JOB", Align::right, true}};
  for (const recommend::Answer& answer : answers) {
    for (const Row& row : answer.rows) {
      table.rows.push_back(table_row(row));
    }
  }
  return table;
}

std::string recommendation_notes(const Answers& answers) {
  std::string text;
  for (const recommend::Answer& answer : answers) {
    const std::string stage = answers.size() > 1 ? " (" + std::string(to_string(answer.question.stage)) + ")" : "";
    if (answer.best() == nullptr) {
      text += fmt::format("nothing fits{}\n", stage);
    }
    if (!answer.nearest.empty()) {
      text += "\nnearest:\n";
      for (const Row& row : answer.nearest) {
        text += fmt::format("  {}\n", nearest_line(row));
      }
    }
    add_levers(text, "what would fit" + stage, answer.would_fit);
    add_levers(text, "what would change it" + stage, answer.would_change);
  }
  for (const recommend::Answer& answer : answers) {
    add_derivations(text, answer);
  }
  if (const auto total = total_usd_per_hour(answers); answers.size() > 1 && total) {
    text += fmt::format("\ntogether: {}/h\n", dollars(total));
  }
  return text;
}

std::optional<Money> total_usd_per_hour(const Answers& answers) {
  Money total;
  for (const recommend::Answer& answer : answers) {
    const Row* best = answer.best();
    if (best == nullptr || !best->usd_per_hour) {
      return std::nullopt;
    }
    total = total + *best->usd_per_hour;
  }
  return total;
}

}  // namespace kgpu::instance
