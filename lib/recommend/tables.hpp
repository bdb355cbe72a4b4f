#pragma once

#include <optional>
#include <string_view>

/// The rows of the figures that recommend reads, one struct per file of data/, fields in the order of its columns.
/// A blank cell is an empty optional or text.
namespace kgpu::recommend {

using Number = std::optional<double>;

/// `engine_support.csv`: an engine serves a kind of weights on a class of devices.
struct SupportRow {
  std::string_view engine;
  std::string_view vendor;         ///< NVIDIA, AMD, AWS, CPU
  std::string_view precision;      ///< a name or kind of precisions.csv, `16-bit`, `int4`, `gguf`, `kv-fp8`
  Number from_capability;          ///< CUDA's; the row with the highest that is not above the device's counts
  std::string_view architectures;  ///< gfx names or Neuron cores, separated by spaces
  std::string_view how;            ///< native, weight-only, as-fp16; none: served by older cards only
  std::string_view source;
};

/// `not_sold.csv`: types that have a price, and cannot be bought that way.
struct NotSoldRow {
  std::string_view provider;
  std::string_view types;  ///< `*` stands for any ending or middle
  std::string_view capacity;
  std::string_view why;
  std::string_view source;
};

/// `cpu_bandwidth.csv`.
struct CpuRow {
  std::string_view family;
  Number gb_s_per_vcpu;
  Number tflops_per_vcpu;  ///< reached, 16 bits
  std::string_view source;
};

/// `neuron_support.csv`.
struct NeuronRow {
  std::string_view accelerator;
  std::string_view task;  ///< generation, embedding, training
  std::string_view family;
  std::string_view source;
};

/// `multi_node_types.csv`: types joined by a fast network that no column of the catalogue shows.
struct MultiNodeRow {
  std::string_view types;
  std::string_view network;
  std::string_view source;
};

}  // namespace kgpu::recommend
