#include "kgpu/base/text.hpp"
#include "kgpu/sizing/training.hpp"

#include <algorithm>
#include <array>

namespace kgpu::sizing {
namespace {

// Words of the flags, in the order of their enums.
constexpr std::array<std::string_view, 3> k_methods = {"full", "lora", "qlora"};
constexpr std::array<std::string_view, 6> k_optimizers = {"adamw", "adamw-8bit", "lion", "sgd", "muon", "adafactor"};
constexpr std::array<std::string_view, 4> k_shardings = {"none", "zero1", "zero2", "zero3"};
constexpr std::array<std::string_view, 4> k_checkpointings = {"none", "selective", "full", "offloaded"};

template <class T, std::size_t n>
std::optional<T> parse_word(const std::array<std::string_view, n>& words, std::string_view text) {
  const auto* found = std::ranges::find(words, to_lower(text));
  return found == words.end() ? std::nullopt : std::optional(static_cast<T>(found - words.begin()));
}

}  // namespace

std::optional<TrainingMethod> parse_training_method(std::string_view text) {
  return parse_word<TrainingMethod>(k_methods, text);
}
std::optional<Optimizer> parse_optimizer(std::string_view text) {
  return parse_word<Optimizer>(k_optimizers, text);
}
std::optional<Sharding> parse_sharding(std::string_view text) {
  return parse_word<Sharding>(k_shardings, text);
}
std::optional<Checkpointing> parse_checkpointing(std::string_view text) {
  return parse_word<Checkpointing>(k_checkpointings, text);
}

std::string_view to_string(TrainingMethod method) {
  return k_methods[static_cast<std::size_t>(method)];
}
std::string_view to_string(Optimizer optimizer) {
  return k_optimizers[static_cast<std::size_t>(optimizer)];
}
std::string_view to_string(Sharding sharding) {
  return k_shardings[static_cast<std::size_t>(sharding)];
}
std::string_view to_string(Checkpointing checkpointing) {
  return k_checkpointings[static_cast<std::size_t>(checkpointing)];
}

}  // namespace kgpu::sizing
