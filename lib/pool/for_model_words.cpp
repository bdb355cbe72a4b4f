#include "for_model_words.hpp"

#include "kgpu/base/memory_size.hpp"
#include "kgpu/pool/for_model.hpp"

#include <fmt/format.h>

namespace kgpu::pool {
namespace {

using recommend::Question;
using recommend::Row;

constexpr int k_price_places = 4;
constexpr int k_total_places = 2;

std::string counted(std::int64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

/// `1 x L4`, `1g.10gb of H100-80`, `0.125 x L4`, `8 vCPUs`: what one replica uses.
std::string device_words(const Row& row) {
  if (row.accelerator == nullptr) {
    return counted(row.type->vcpus, "vCPU");
  }
  if (!row.slice.empty()) {
    return fmt::format("{} of {}", row.slice, row.accelerator->name);
  }
  const bool is_whole = row.type->accelerator_count.is_whole();
  return fmt::format("{} x {}", is_whole ? std::to_string(row.devices) : row.type->accelerator_count.to_string(),
                     row.accelerator->name);
}

/// `16 sequences at once of 8192 tokens, 6144 in and 2048 out`.
std::string load_of(const Question& question) {
  const model::Workload& workload = *question.workload;
  if (question.is_training()) {
    const auto method = workload.training.method.value_or(sizing::TrainingMethod::lora);
    return fmt::format("{} training, sequences of {} tokens, batch {} a device", to_string(method),
                       workload.context_tokens, workload.training.batch.value_or(1));
  }
  if (!workload.has_speed()) {
    return "a bound on its memory";
  }
  const std::string lengths = fmt::format("of {} tokens, {} in and {} out", workload.context_tokens,
                                          workload.prompt_tokens, workload.output_tokens);
  if (question.requests_per_second) {
    return fmt::format("{:g} requests a second {}", *question.requests_per_second, lengths);
  }
  return fmt::format("{} at once {}", counted(question.concurrency.value_or(1), "sequence"), lengths);
}

std::string workload_line(const Question& question, const Row& winner) {
  const std::string engine = winner.engine.empty() ? "" : " on " + winner.engine;
  return fmt::format("for {} ({}{}): {}", question.workload->shape->id, winner.precision, engine, load_of(question));
}

std::string fit_line(const Row& winner) {
  const auto& verdict = winner.verdict;
  std::string layout;
  if (winner.parallel.tensor > 1) {
    layout += fmt::format(", tensor parallel {}", winner.parallel.tensor);
  }
  if (winner.parallel.pipeline > 1) {
    layout += fmt::format(", pipeline parallel {}", winner.parallel.pipeline);
  }
  const bool is_sure = verdict.fits == sizing::Fits::yes;
  std::string memory;
  if (verdict.memory && verdict.usable) {
    constexpr double k_gibibyte = static_cast<double>(k_gib);
    memory = fmt::format(", {:.1f} of {:.1f} GiB usable on the fullest device",
                         (is_sure ? verdict.memory->high : verdict.memory->likely) / k_gibibyte,
                         *verdict.usable / k_gibibyte);
  }
  const std::string replicas =
      winner.stage == recommend::Stage::training ? "" : counted(verdict.replicas, "replica") + " of ";
  return fmt::format("{}{}{}: fits on the {} estimate{}", replicas, device_words(winner), layout,
                     is_sure ? "high" : "best", memory);
}

std::string price_line(const Row& winner, std::size_t types) {
  const std::string day = winner.price.as_of ? ", price of " + winner.price.as_of->to_string() : "";
  const std::string total = winner.nodes > 1 ? fmt::format(", {} nodes {}", winner.nodes,
                                                           format_dollars(*winner.usd_per_hour, k_total_places))
                                             : "";
  const std::string others = types > 1 ? "; types like it at up to 1.5 times that are in too" : "";
  return fmt::format("the cheapest of whole devices: {} at {} an hour{}, {} in {}{}{}", winner.type->name,
                     format_dollars(*winner.price.usd_per_hour, k_price_places), total, to_string(winner.capacity()),
                     winner.region, day, others);
}

}  // namespace

std::string row_words(const Row& row) {
  const std::string nodes = row.nodes > 1 ? fmt::format("{} x ", row.nodes) : "";
  const std::string price =
      row.usd_per_hour ? format_dollars(*row.usd_per_hour, k_total_places) + " an hour" : "without a price";
  return fmt::format("{} on {}{}, {}", device_words(row), nodes, row.type->name, price);
}

std::vector<std::string> reasons_for(const Question& question, const Row& winner, std::size_t types) {
  return {workload_line(question, winner), fit_line(winner), price_line(winner, types)};
}

std::string load_words(const ModelHardware& hardware) {
  return "the load takes " + counted(hardware.nodes, "node");
}

}  // namespace kgpu::pool
