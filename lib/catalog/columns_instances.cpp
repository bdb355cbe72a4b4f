#include "column.hpp"

namespace kgpu::catalog {

template <>
std::span<const Column<InstanceType>> columns() {
  using Row = InstanceType;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::provider>("provider", Role::of_file),
      column<&Row::name>("instance_type", Role::key),
      column<&Row::family>("family", Role::required),
      column<&Row::architecture>("arch", Role::required),
      column<&Row::vcpus>("vcpus", Role::required),
      column<&Row::memory_mib>("memory_mib", Role::required),
      column<&Row::accelerator_vendor, NoneCodec>("accelerator_vendor", Role::required),
      column<&Row::accelerator_model, NoneCodec>("accelerator_model", Role::required),
      column<&Row::accelerator_count>("accelerator_count", Role::required),
      column<&Row::accelerator_memory_mib_each>("accelerator_memory_mib_each", Role::required),
      column<&Row::network_gbps>("network_gbps", Role::optional),
      column<&Row::efa_interfaces>("efa_interfaces", Role::optional),
      column<&Row::nvme_gb>("nvme_gb", Role::optional),
      column<&Row::current_generation, TrueFalseCodec>("current_generation", Role::required),
      column<&Row::k8s_resource, NoneCodec>("k8s_resource", Role::required),
      column<&Row::k8s_resource_count>("k8s_resource_count", Role::required),
      column<&Row::node_label_value>("node_label_value", Role::optional),
  };
  return k_columns;
}

template <>
std::span<const Column<KarpenterLabels>> columns() {
  using Row = KarpenterLabels;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::instance_type>("instance_type", Role::key),
      column<&Row::category>("category", Role::required),
      column<&Row::family>("family", Role::required),
      column<&Row::generation>("generation", Role::required),
      column<&Row::architecture>("arch", Role::required),
      column<&Row::vcpus>("vcpu", Role::required),
      column<&Row::memory_mib>("memory_mib", Role::required),
      column<&Row::gpu_manufacturer>("gpu_manufacturer", Role::optional),
      column<&Row::gpu_name>("gpu_name", Role::optional),
      column<&Row::gpu_count>("gpu_count", Role::optional),
      column<&Row::gpu_memory_mib_each>("gpu_memory_mib_each", Role::optional),
      column<&Row::accelerator_manufacturer>("accelerator_manufacturer", Role::optional),
      column<&Row::accelerator_name>("accelerator_name", Role::optional),
      column<&Row::accelerator_count>("accelerator_count", Role::optional),
      column<&Row::nvidia_com_gpu>("nvidia_com_gpu", Role::optional),
      column<&Row::amd_com_gpu>("amd_com_gpu", Role::optional),
      column<&Row::habana_ai_gaudi>("habana_ai_gaudi", Role::optional),
      column<&Row::aws_amazon_com_neuron>("aws_amazon_com_neuron", Role::optional),
      column<&Row::aws_amazon_com_neuroncore>("aws_amazon_com_neuroncore", Role::optional),
      column<&Row::vpc_amazonaws_com_efa>("vpc_amazonaws_com_efa", Role::optional),
      column<&Row::local_nvme_gib>("local_nvme_gib", Role::optional),
      column<&Row::network_mbps>("network_mbps", Role::optional),
      column<&Row::alloc_cpu>("alloc_cpu", Role::optional),
      column<&Row::alloc_memory>("alloc_memory", Role::optional),
      column<&Row::alloc_pods>("alloc_pods", Role::optional),
  };
  return k_columns;
}

template <>
std::span<const Column<AmiRelease>> columns() {
  using Row = AmiRelease;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::family>("family", Role::key),          column<&Row::version>("version", Role::required),
      column<&Row::released>("released", Role::required), column<&Row::kubernetes>("kubernetes", Role::required),
      column<&Row::variants>("variants", Role::required), column<&Row::nvidia_driver>("nvidia_driver", Role::optional),
      column<&Row::source>("source", Role::required),
  };
  return k_columns;
}

}  // namespace kgpu::catalog
