#include "kgpu/model/view_fit.hpp"

#include "amounts.hpp"

#include "kgpu/output/derivation.hpp"
#include "kgpu/output/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kgpu::model {
namespace {

constexpr std::size_t k_bar_cells = 64;

std::string_view word(std::optional<sizing::Fits> fits) {
  if (!fits) {
    return "unknown";
  }
  return *fits == sizing::Fits::yes ? "yes" : *fits == sizing::Fits::likely ? "likely" : "no";
}

std::string sentence(std::optional<sizing::Fits> fits) {
  if (!fits) {
    return "whether it fits is not known";
  }
  return *fits == sizing::Fits::yes      ? "fits"
         : *fits == sizing::Fits::likely ? "likely fits, but not with every margin"
                                         : "does not fit";
}

std::string engine_text(const FitReport& report) {
  const std::string name(to_string(report.engine));
  // Rules that hold for every release have no version to name.
  return report.engine_version == "0" ? name : name + " " + report.engine_version;
}

std::string headline(const FitReport& report) {
  const Workload& workload = report.workload;
  std::string text = fmt::format("{} ({}) on {} x {}", workload.shape->id, workload.stored.name(), report.count,
                                 report.accelerator->name);
  if (workload.task == Task::training) {
    text += ", training";
  } else {
    text += fmt::format(", {}", engine_text(report));
  }
  if (report.parallel.devices() > 1) {
    text += fmt::format(", tp {} pp {}", report.parallel.tensor, report.parallel.pipeline);
  }
  return text + ": " + sentence(report.fits) + "\n";
}

/// The card from left to right: a letter a cell for what is resident, `|` where the usable part ends.
std::string bar(const FitReport& report) {
  const double whole = std::max(report.capacity_bytes.value_or(0), report.total.likely);
  if (whole <= 0) {
    return {};
  }
  std::string cells(k_bar_cells, '.');
  double upto = 0;
  std::size_t from = 0;
  for (const MemoryPart& part : report.memory) {
    upto += part.bytes.likely;
    const auto end = static_cast<std::size_t>(std::lround(upto / whole * k_bar_cells));
    for (; from < std::min(end, k_bar_cells); ++from) {
      cells[from] = part.letter;
    }
  }
  if (report.usable_bytes && *report.usable_bytes < whole) {
    const auto mark = static_cast<std::size_t>(std::lround(*report.usable_bytes / whole * k_bar_cells));
    cells.insert(std::min(mark, k_bar_cells), 1, '|');
  }
  std::string text = "[" + cells + "]";
  if (report.capacity_bytes) {
    text += " " + gib_text(*report.capacity_bytes);
    if (report.total.likely > *report.capacity_bytes) {
      text += " and " + gib_text(report.total.likely - *report.capacity_bytes) + " more needed";
    }
  }
  return text + "\n";
}

std::string memory_table(const FitReport& report) {
  output::Table table{{{"PER DEVICE"},
                       {"BAR"},
                       {"LOW", output::Align::right},
                       {"LIKELY", output::Align::right},
                       {"HIGH", output::Align::right}},
                      {}};
  const auto add = [&](std::string label, std::string mark, const sizing::Estimate& bytes) {
    table.rows.push_back(
        {std::move(label), std::move(mark), gib_text(bytes.low), gib_text(bytes.likely), gib_text(bytes.high)});
  };
  for (const MemoryPart& part : report.memory) {
    if (part.bytes.high > 0) {
      add(std::string(part.label), std::string(1, part.letter), part.bytes);
    }
  }
  add("total", "", report.total);
  if (report.usable_bytes) {
    add("usable", "|", sizing::Estimate::exactly(*report.usable_bytes));
    const double usable = *report.usable_bytes;
    add("free", ".", {usable - report.total.low, usable - report.total.likely, usable - report.total.high});
  }
  return to_text(table, {});
}

std::string three_digits(double value) {
  return value >= 100 ? grouped_text(std::llround(value)) : fmt::format("{:.3g}", value);
}

std::string ranged(const sizing::Estimate& value, std::string_view unit) {
  return fmt::format("{} {} ({} to {})", three_digits(value.likely), unit, three_digits(value.low),
                     three_digits(value.high));
}

std::string facts(const FitReport& report) {
  const Workload& workload = report.workload;
  std::string text;
  const auto line = [&](std::string_view key, const std::string& value) {
    text += fmt::format("{:<22}{}\n", std::string(key) + ":", value);
  };
  if (workload.task == Task::training) {
    line("Training", report.training);
    line("Tokens a device", grouped_text(workload.training.batch.value_or(1) * workload.context_tokens));
  } else {
    line("Asked for",
         fmt::format("{} of {} tokens ({} in, {} out)", workload.concurrency, grouped_text(workload.context_tokens),
                     grouped_text(workload.prompt_tokens), grouped_text(workload.output_tokens)));
  }
  if (report.cache_per_token.likely > 0) {
    line("KV a token",
         bytes_text(report.cache_per_token.likely) + " on a device, " + std::string(workload.kv_precision->name));
  }
  if (report.pool && report.pool->max_tokens > 0) {
    line("The pool holds", fmt::format("{} tokens, {:.2f} sequences of {}", grouped_text(report.pool->max_tokens),
                                       report.pool->max_concurrency, grouped_text(workload.context_tokens)));
  }
  if (report.decode_ms) {
    line("Time a token", ranged(*report.decode_ms, "ms"));
  }
  if (report.first_token_ms) {
    line("Time to first token", ranged(*report.first_token_ms, "ms"));
  }
  if (report.tokens_per_second) {
    line(
        workload.task == Task::inference ? "Output" : "Throughput",
        fmt::format("{} tokens/s", grouped_text(std::llround(report.tokens_per_second->likely))) +
            (report.saturated_tokens_per_second && workload.task == Task::inference
                 ? fmt::format(", {} when full", grouped_text(std::llround(report.saturated_tokens_per_second->likely)))
                 : ""));
  }
  for (std::size_t i = 0; i < report.levers.size(); ++i) {
    const Lever& lever = report.levers[i];
    text += fmt::format("{:<22}{}: {}\n", i == 0 ? "What would change it:" : "", lever.flags, sentence(lever.fits));
  }
  for (const std::string& note : report.notes) {
    line("Note", note);
  }
  return text;
}

output::Json workload_json(const FitReport& report) {
  const Workload& workload = report.workload;
  auto json = output::Json::object();
  json.set("model", workload.shape->id);
  json.set("task", to_string(workload.task));
  json.set("precision", workload.stored.name());
  json.set("context_length", workload.context_tokens);
  if (workload.task == Task::training) {
    json.set("training", report.training);
    json.set("batch", workload.training.batch.value_or(1));
    json.set("data_parallel", std::int64_t{report.ranks});
    return json;
  }
  json.set("engine", to_string(report.engine));
  if (report.engine_version != "0") {
    json.set("engine_version", report.engine_version);
  }
  json.set("kv_precision", workload.kv_precision->name);
  json.set("concurrency", workload.concurrency);
  json.set("prompt_tokens", workload.prompt_tokens);
  json.set("output_tokens", workload.output_tokens);
  return json;
}

output::Json memory_json(const FitReport& report) {
  auto json = output::Json::object();
  for (const MemoryPart& part : report.memory) {
    json.set(std::string(part.field), bytes_json(part.bytes));
    if (part.field == "kv_cache_bytes") {
      json.set("kv_cache_bytes_per_token", bytes_json(report.cache_per_token));
    }
  }
  json.set("total_bytes", bytes_json(report.total));
  return json;
}

}  // namespace

std::string fit_text(const FitReport& report) {
  return headline(report) + "\n" + bar(report) + "\n" + memory_table(report) + "\n" + facts(report) +
         output::derivations_text(report.derivations);
}

output::Json fit_json(const FitReport& report) {
  auto json = output::Json::object();
  json.set("kind", "ModelFit");
  json.set("version", 1);
  json.set("workload", workload_json(report));
  json.set("accelerator", report.accelerator->name);
  json.set("count", std::int64_t{report.count});
  json.set("tensor_parallel", std::int64_t{report.parallel.tensor});
  json.set("pipeline_parallel", std::int64_t{report.parallel.pipeline});
  json.set("memory", memory_json(report));
  if (report.capacity_bytes) {
    json.set("capacity_bytes", std::int64_t{std::llround(*report.capacity_bytes)});
  }
  if (report.usable_bytes) {
    json.set("usable_bytes", std::int64_t{std::llround(std::floor(*report.usable_bytes))});
  }
  if (report.fits) {
    json.set("fits", word(report.fits));
  }
  json.set("basis", report.is_measured ? "measured" : "formula");
  if (report.pool) {
    json.set("max_kv_tokens", report.pool->max_tokens);
    json.set("max_concurrency", rounded(report.pool->max_concurrency, 2));
  }
  if (report.decode_ms) {
    json.set("decode_ms_per_token", estimate_json(*report.decode_ms, 3));
    json.set("speed_basis", report.is_speed_measured ? "measured" : "formula");
  }
  if (report.first_token_ms) {
    json.set("time_to_first_token_ms", estimate_json(*report.first_token_ms, 1));
  }
  if (report.tokens_per_second) {
    json.set("output_tokens_per_second", rounded(report.tokens_per_second->likely, 1));
  }
  if (report.saturated_tokens_per_second) {
    json.set("max_output_tokens_per_second", rounded(report.saturated_tokens_per_second->likely, 1));
  }
  if (!report.levers.empty()) {
    auto levers = output::Json::array();
    for (const Lever& lever : report.levers) {
      levers.push(std::move(output::Json::object().set("lever", lever.flags).set("fits", word(lever.fits))));
    }
    json.set("would_change", std::move(levers));
  }
  if (!report.derivations.empty()) {
    json.set("derivation", output::derivations_json(report.derivations));
  }
  if (!report.notes.empty()) {
    auto notes = output::Json::array();
    for (const std::string& note : report.notes) {
      notes.push(note);
    }
    json.set("notes", std::move(notes));
  }
  return json;
}

}  // namespace kgpu::model
