#pragma once

#include "kgpu/base/date.hpp"
#include "kgpu/base/decimal.hpp"
#include "kgpu/base/money.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

/// The rows of the catalogue: one struct per file of data/, fields in the order and the words of its columns.
///
/// A blank cell is an empty optional or an empty string: unknown, never 0. Texts point into the binary, or into the
/// overlay that the Catalog owns.
namespace kgpu::catalog {

enum class Provider : std::uint8_t { aws, gcp, azure };
enum class Architecture : std::uint8_t { amd64, arm64 };

/// How capacity is bought. `reserved` in prices means Capacity Blocks.
enum class Capacity : std::uint8_t { on_demand, spot, reserved };

/// The Spot Advisor's frequency of interruption in a month.
enum class InterruptionBand : std::uint8_t { under_5, from_5_to_10, from_10_to_15, from_15_to_20, over_20 };

[[nodiscard]] std::string_view to_string(Provider provider);
[[nodiscard]] std::string_view to_string(Architecture architecture);
[[nodiscard]] std::string_view to_string(Capacity capacity);      ///< `on-demand`
[[nodiscard]] std::string_view to_string(InterruptionBand band);  ///< `<5%`, as the file has it
[[nodiscard]] std::optional<Provider> parse_provider(std::string_view text);
[[nodiscard]] std::optional<Architecture> parse_architecture(std::string_view text);
[[nodiscard]] std::optional<Capacity> parse_capacity(std::string_view text);

/// `{aws,gcp,azure}_instances.csv`, sorted by provider, then name with its numbers as numbers.
struct InstanceType {
  Provider provider{};
  std::string_view name;
  std::string_view family;
  Architecture architecture{};
  std::int32_t vcpus = 0;
  std::int64_t memory_mib = 0;                   ///< of the machine, before any node overhead
  std::string_view accelerator_vendor;           ///< nvidia, amd, aws, habana; empty on CPU types (`none` in the file)
  std::string_view accelerator_model;            ///< the catalogue's word, `l4`; empty on CPU types
  Decimal accelerator_count;                     ///< physical: 0.125 is an eighth of one; 0 on CPU types
  std::int64_t accelerator_memory_mib_each = 0;  ///< as the node sees it; for a part of a GPU, the part's memory
  std::optional<Decimal> network_gbps;
  std::optional<std::int32_t> efa_interfaces;
  std::optional<std::int32_t> nvme_gb;
  bool current_generation = true;
  std::string_view k8s_resource;  ///< `nvidia.com/gpu`; empty on CPU types
  std::int32_t k8s_resource_count = 0;
  std::string_view node_label_value;  ///< Karpenter's or GKE's accelerator label; empty where unknown

  [[nodiscard]] constexpr bool has_accelerator() const { return !accelerator_model.empty(); }
};

/// A row of `provenance.csv`: where a file's column (for a region and types) comes from. The most specific row wins.
struct Provenance {
  std::string_view file;
  std::string_view column;  ///< or `*`
  std::string_view region;  ///< or `*`
  std::string_view types;   ///< glob, `*` for all
  std::string_view source;
  std::optional<Date> as_of;  ///< empty only for a cell of an overlay without a provenance of its own
  bool overlaid = false;      ///< the figure came from `--catalog`
};

/// A price and where it is from: an index for Catalog::provenance().
struct SourcedMoney {
  Money usd_per_hour;
  std::uint16_t provenance = 0;
};

/// `{aws,gcp,azure}_prices.csv`, sorted by provider, type, region.
struct PriceRow {
  Provider provider{};
  std::string_view instance_type;
  std::string_view region;
  std::optional<SourcedMoney> on_demand;
  std::optional<SourcedMoney> spot;  ///< published only, never an estimate
  std::optional<Decimal> spot_savings_percent;
  std::uint16_t spot_savings_provenance = 0;  ///< meaningful when spot_savings_percent is there
  std::optional<InterruptionBand> spot_interruption;
};

/// `aws_capacity_block_prices.csv`. `region` may be a local zone; some types are UltraServer names without an instance
/// row.
struct CapacityBlockPrice {
  std::string_view instance_type;
  std::string_view region;
  SourcedMoney per_instance;
  Money usd_per_accelerator_hour;
};

/// `gpus.csv`: one row per accelerator as a scheduler would see it.
struct Accelerator {
  std::string_view name;             ///< canonical, `A100-80`
  std::string_view catalogue_model;  ///< `a100`; empty where no listed cloud rents it
  std::string_view vendor;           ///< NVIDIA, AMD, AWS, Intel, Google
  std::string_view architecture;     ///< Ampere
  std::string_view compute_capability;
  std::optional<Decimal> memory_nominal_gb;
  std::optional<Decimal> memory_gib_usable;     ///< driver total
  std::optional<Decimal> memory_gib_framework;  ///< total a framework printed
  std::optional<Decimal> memory_bandwidth_gb_s;
  std::optional<Decimal> fp16_bf16_dense_tflops;
  std::optional<Decimal> fp8_dense_tflops;
  std::optional<Decimal> int8_tops;
  std::optional<Decimal> fp4_dense_tflops;
  std::optional<bool> mig_capable;
  std::optional<std::int32_t> max_mig_instances;
  std::optional<Decimal> nvlink_gb_s;
  std::optional<Decimal> tdp_w;
  std::optional<bool> bf16_support;
  std::optional<bool> fp8_support;
  std::string_view source;
  std::string_view notes;
};

/// `accelerator_aliases.csv`: another way to write a canonical name.
struct AcceleratorAlias {
  std::string_view alias;
  std::string_view accelerator;
  std::string_view source;
};

/// `accelerator_of_types.csv`: which card the types carry where the catalogue's word and memory do not tell.
struct AcceleratorOfTypes {
  std::string_view types;              ///< glob over instance types
  std::string_view accelerator_model;  ///< the catalogue's word on those types
  std::string_view accelerator;        ///< canonical name
  std::string_view source;
};

/// `mig_profiles.csv`.
struct MigProfile {
  std::string_view gpu_model;  ///< canonical accelerator name
  std::string_view device_id;
  std::string_view profile;
  std::int32_t max_instances = 0;
  Decimal memory_gib;
  std::int32_t compute_slices = 0;
  std::int32_t memory_slices = 0;
  std::string_view resource_name;
};

/// `mig_usable_memory.csv`.
struct MigUsableMemory {
  std::string_view gpu_model;
  std::string_view profile;
  std::int64_t usable_mib = 0;
  bool confirmed = false;
  std::string_view source;
};

/// `models.csv`.
struct Model {
  std::string_view id;
  std::string_view family;
  std::string_view task;
  std::optional<std::int64_t> total_params;
  std::optional<std::int64_t> active_params;
  std::optional<std::int32_t> num_layers;
  std::optional<std::int32_t> hidden_size;
  std::optional<std::int32_t> intermediate_size;
  std::optional<std::int32_t> num_attention_heads;
  std::optional<std::int32_t> num_kv_heads;
  std::optional<std::int32_t> head_dim;
  std::optional<std::int32_t> vocab_size;
  std::optional<std::int32_t> max_position_embeddings;
  std::optional<bool> tie_word_embeddings;
  std::string_view attention_kind;
  std::optional<std::int32_t> kv_lora_rank;
  std::optional<std::int32_t> qk_rope_head_dim;
  std::optional<std::int32_t> sliding_window;
  std::optional<std::int32_t> num_sliding_layers;
  std::optional<std::int32_t> num_full_layers;
  std::optional<std::int32_t> num_linear_layers;
  std::string_view native_dtype;
  std::optional<Decimal> checkpoint_gib;
  std::string_view source;
  std::string_view notes;
};

/// `model_aliases.csv`.
struct ModelAlias {
  std::string_view alias;
  std::string_view id;
  std::string_view precision;
  std::string_view source;
};

/// `karpenter_aws_accelerator_labels.csv`: what Karpenter writes on a node of the type.
struct KarpenterLabels {
  std::string_view instance_type;
  std::string_view category;
  std::string_view family;
  std::string_view generation;
  Architecture architecture{};
  std::int32_t vcpus = 0;
  std::int64_t memory_mib = 0;
  std::string_view gpu_manufacturer;
  std::string_view gpu_name;
  std::optional<std::int32_t> gpu_count;
  std::optional<std::int64_t> gpu_memory_mib_each;
  std::string_view accelerator_manufacturer;
  std::string_view accelerator_name;
  std::optional<std::int32_t> accelerator_count;
  std::optional<std::int32_t> nvidia_com_gpu;
  std::optional<std::int32_t> amd_com_gpu;
  std::optional<std::int32_t> habana_ai_gaudi;
  std::optional<std::int32_t> aws_amazon_com_neuron;
  std::optional<std::int32_t> aws_amazon_com_neuroncore;
  std::optional<std::int32_t> vpc_amazonaws_com_efa;
  std::optional<std::int64_t> local_nvme_gib;
  std::optional<std::int64_t> network_mbps;
  std::string_view alloc_cpu;
  std::string_view alloc_memory;
  std::optional<std::int32_t> alloc_pods;
};

/// `ami_releases.csv`: the image a pool is pinned to.
struct AmiRelease {
  std::string_view family;   ///< al2023, bottlerocket
  std::string_view version;  ///< v20260714, 1.58.0
  Date released;
  std::string_view kubernetes;
  std::string_view variants;
  std::string_view nvidia_driver;
  std::string_view source;
};

/// `accelerator_use.csv`: what a device of such memory is good for (the USE column). The first row that matches counts.
struct AcceleratorUse {
  std::string_view accelerator;                  ///< the catalogue's word, or a glob
  std::optional<std::int64_t> memory_mib_from;   ///< at least, per device
  std::optional<std::int64_t> memory_mib_below;  ///< less than
  std::string_view use;
  std::string_view source;
};

/// `driver_minimum.csv`.
struct DriverMinimum {
  std::string_view architecture;  ///< or the canonical name of a card that needs something else than its architecture
  std::string_view driver_branch;
  std::string_view cuda;
  std::string_view last_branch;  ///< the last driver branch that supports it; empty while it is supported
  std::string_view source;
};

/// `rates.csv` of an overlay: on-prem and negotiated rates. Exactly one of the two prices is there.
struct Rate {
  std::string_view selector;  ///< `label=value,…` or an instance type; empty or `*` matches all
  std::string_view region;    ///< empty or `*` matches all
  std::optional<Capacity> capacity;
  std::optional<Money> usd_per_node_hour;
  std::optional<Money> usd_per_device_hour;  ///< per physical device
  std::optional<Date> as_of;
  std::string_view source;
};

}  // namespace kgpu::catalog
