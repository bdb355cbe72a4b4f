#include "kgpu/pool/for_model.hpp"

#include "cards.hpp"
#include "for_model_words.hpp"
#include "purchase.hpp"
#include "refusals.hpp"
#include "selection.hpp"

#include "kgpu/base/error.hpp"

#include <algorithm>

namespace kgpu::pool {
namespace {

using catalog::Capacity;
using recommend::Answer;
using recommend::Row;

bool is_whole(const Row& row) {
  return row.accelerator != nullptr && row.slice.empty() && row.type->accelerator_count.is_whole();
}

/// Of one card, memory and count, laid out and bought alike, and as sure.
bool is_like(const Row& row, const Row& winner) {
  return is_whole(row) && row.accelerator == winner.accelerator && units_of(*row.type) == units_of(*winner.type) &&
         row.type->accelerator_memory_mib_each == winner.type->accelerator_memory_mib_each &&
         row.devices == winner.devices && row.nodes_per_replica == winner.nodes_per_replica &&
         row.parallel.tensor == winner.parallel.tensor && row.parallel.pipeline == winner.parallel.pipeline &&
         row.capacity() == winner.capacity() && row.verdict.fits <= winner.verdict.fits;
}

/// At most 1.5 times the winner's price, a node.
bool is_affordable(const Row& row, const Row& winner) {
  return *row.price.usd_per_hour * 2 <= *winner.price.usd_per_hour * 3;
}

std::vector<const catalog::InstanceType*> types_like(const Answer& answer, const Row& winner) {
  std::vector<const catalog::InstanceType*> types;
  for (const Row& row : answer.rows) {
    const bool known = std::ranges::find(types, row.type) != types.end();
    if (row.rank && !known && is_like(row, winner) && is_affordable(row, winner)) {
      types.push_back(row.type);
    }
  }
  return types;
}

const Row* best_whole(const Answer& answer) {
  const auto found =
      std::ranges::find_if(answer.rows, [](const Row& row) { return row.rank.has_value() && is_whole(row); });
  return found == answer.rows.end() ? nullptr : &*found;
}

void refuse_several_nodes(const Row& winner) {
  if (winner.nodes_per_replica > 1) {
    throw usage_error("--for-model: the cheapest that fits is one replica over " +
                          std::to_string(winner.nodes_per_replica) + " nodes of " + std::string(winner.type->name) +
                          ", which is more than a pool decides: its pods must start together",
                      "--max-nodes 1 looks for a single node");
  }
}

void add_remarks(ModelChoice& choice, const PoolOptions& options, const Answer& answer, const Row& winner) {
  if (!is_whole(answer.rows.front())) {
    choice.notes.push_back(row_words(answer.rows.front()) + ", ranks above " + row_words(winner) +
                           ": a pool is of whole devices");
  }
  if (winner.verdict.fits != sizing::Fits::yes) {
    choice.warnings.push_back(row_words(winner) + ", fits on the best estimate only: it may run out of memory");
  }
  if (winner.verdict.reasons.contains("spot-single-replica")) {
    choice.warnings.emplace_back("one replica on spot: an interruption stops the endpoint until a new node is ready");
  }
  const std::int64_t devices = winner.nodes * units_of(*winner.type);
  if (options.max_accelerators && *options.max_accelerators < devices) {
    choice.warnings.push_back("--max-accelerators " + std::to_string(*options.max_accelerators) + " is below the " +
                              std::to_string(devices) + " that the load takes");
  }
  if (options.max_nodes && *options.max_nodes < winner.nodes) {
    choice.warnings.push_back("--max " + std::to_string(*options.max_nodes) + " is below the " +
                              std::to_string(winner.nodes) + " nodes that the load takes");
  }
}

/// What recommend prices them as: a reservation that is no block costs what on-demand does (pools.md 25).
std::vector<Capacity> priced_capacities(const PoolOptions& options) {
  if (options.baseline_on_demand) {
    return {Capacity::on_demand, Capacity::spot};
  }
  const bool reserved = !options.capacity_reservations.empty() || options.capacity_block;
  std::vector<Capacity> given = options.capacity;
  if (given.empty()) {
    given = {reserved ? Capacity::reserved : Capacity::on_demand};
  }
  std::vector<Capacity> priced;
  for (const Capacity one : given) {
    const Capacity as = one == Capacity::reserved && !options.capacity_block ? Capacity::on_demand : one;
    if (!contains(priced, as)) {
      priced.push_back(as);
    }
  }
  return priced;
}

}  // namespace

recommend::Stage stage_for_model(const PoolOptions& options, recommend::Stage usual) {
  if (!options.stage) {
    return usual;
  }
  switch (*options.stage) {
    case Stage::training:
      return recommend::Stage::training;
    case Stage::development:
    case Stage::inference:
      break;
  }
  if (usual == recommend::Stage::training) {
    throw usage_error("--stage " + std::string(to_string(*options.stage)) + " and flags of training exclude each other",
                      "--stage training");
  }
  return *options.stage == Stage::development ? recommend::Stage::development : recommend::Stage::inference;
}

recommend::Scope scope_for_model(const PoolOptions& options, const catalog::Catalog& catalog, std::string_view region) {
  check_pool_names(options, {});
  check_flags(options);
  check_identifiers(options);
  check_zones(options, catalog);
  if (!options.instance_types.empty()) {
    throw usage_error(
        "--for-model and --instance-type exclude each other: the model chooses the types",
        "--accelerator narrows the choice; 'instance recommend --instance-type' says whether a type holds it");
  }
  recommend::Scope scope;
  scope.providers = {catalog::Provider::aws};
  scope.regions = {std::string(region)};
  scope.capacities = priced_capacities(options);
  for (const catalog::InstanceType* type : options.accelerators.empty()
                                               ? std::vector<const catalog::InstanceType*>()
                                               : types_that_carry(options.accelerators, catalog)) {
    scope.accelerators.insert(catalog.accelerator_of(*type));
  }
  scope.accelerator_counts = options.accelerator_counts;
  scope.accelerator_memory = options.accelerator_memory;
  return scope;
}

ModelChoice choose_for_model(const PoolOptions& options, const Answer& answer, bool allow_likely) {
  ModelChoice choice;
  if (answer.best() == nullptr) {
    return choice;
  }
  const Row* winner = best_whole(answer);
  if (winner == nullptr) {
    choice.refusal = "no whole device fits: " + row_words(*answer.best()) + ", does, and a pool is of whole devices";
    choice.hint = "'kubectl gpu instance recommend' shows what fits";
    return choice;
  }
  if (winner->verdict.fits != sizing::Fits::yes && !allow_likely) {
    choice.refusal = "no whole device fits on the high estimate: " + row_words(*winner) + ", does on the best one";
    choice.hint = "--allow-likely makes the pool all the same";
    return choice;
  }
  refuse_several_nodes(*winner);
  ModelHardware hardware;
  hardware.types = types_like(answer, *winner);
  hardware.nodes = winner->nodes;
  hardware.reasons = reasons_for(answer.question, *winner, hardware.types.size());
  hardware.others_why = "of these, what fits and costs at most 1.5 x " + std::string(winner->type->name);
  add_remarks(choice, options, answer, *winner);
  choice.hardware = std::move(hardware);
  return choice;
}

}  // namespace kgpu::pool
