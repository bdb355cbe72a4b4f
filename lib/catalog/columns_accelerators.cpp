#include "column.hpp"

namespace kgpu::catalog {

template <>
std::span<const Column<Accelerator>> columns() {
  using Row = Accelerator;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::name>("accelerator_model", Role::key),
      column<&Row::catalogue_model>("catalogue_model", Role::optional),
      column<&Row::vendor>("vendor", Role::required),
      column<&Row::architecture>("architecture", Role::required),
      column<&Row::compute_capability>("compute_capability", Role::optional),
      column<&Row::memory_nominal_gb>("memory_nominal_gb", Role::optional),
      column<&Row::memory_gib_usable>("memory_gib_usable", Role::optional),
      column<&Row::memory_gib_framework>("memory_gib_framework", Role::optional),
      column<&Row::memory_bandwidth_gb_s>("memory_bandwidth_gb_s", Role::optional),
      column<&Row::fp16_bf16_dense_tflops>("fp16_bf16_dense_tflops", Role::optional),
      column<&Row::fp8_dense_tflops>("fp8_dense_tflops", Role::optional),
      column<&Row::int8_tops>("int8_tops", Role::optional),
      column<&Row::fp4_dense_tflops>("fp4_dense_tflops", Role::optional),
      column<&Row::mig_capable>("mig_capable", Role::optional),
      column<&Row::max_mig_instances>("max_mig_instances", Role::optional),
      column<&Row::nvlink_gb_s>("nvlink_gb_s", Role::optional),
      column<&Row::tdp_w>("tdp_w", Role::optional),
      column<&Row::bf16_support>("bf16_support", Role::optional),
      column<&Row::fp8_support>("fp8_support", Role::optional),
      column<&Row::source>("source", Role::required),
      column<&Row::notes>("notes", Role::optional),
  };
  return k_columns;
}

template <>
std::span<const Column<AcceleratorAlias>> columns() {
  using Row = AcceleratorAlias;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::alias>("alias", Role::key),
      column<&Row::accelerator>("accelerator", Role::key),
      column<&Row::source>("source", Role::required),
  };
  return k_columns;
}

template <>
std::span<const Column<AcceleratorOfTypes>> columns() {
  using Row = AcceleratorOfTypes;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::types>("types", Role::key),
      column<&Row::accelerator_model>("accelerator_model", Role::key),
      column<&Row::accelerator>("accelerator", Role::required),
      column<&Row::source>("source", Role::required),
  };
  return k_columns;
}

template <>
std::span<const Column<AcceleratorUse>> columns() {
  using Row = AcceleratorUse;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::accelerator>("accelerator", Role::key),
      column<&Row::memory_mib_from>("memory_mib_from", Role::blank_key),
      column<&Row::memory_mib_below>("memory_mib_below", Role::blank_key),
      column<&Row::use>("use", Role::required),
      column<&Row::source>("source", Role::required),
  };
  return k_columns;
}

template <>
std::span<const Column<DriverMinimum>> columns() {
  using Row = DriverMinimum;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::architecture>("architecture", Role::key),
      column<&Row::driver_branch>("driver_branch", Role::required),
      column<&Row::cuda>("cuda", Role::required),
      column<&Row::last_branch>("last_branch", Role::optional),
      column<&Row::source>("source", Role::required),
  };
  return k_columns;
}

template <>
std::span<const Column<MigProfile>> columns() {
  using Row = MigProfile;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::gpu_model>("gpu_model", Role::key),
      column<&Row::device_id>("device_id_if_known", Role::blank_key),
      column<&Row::profile>("profile", Role::key),
      column<&Row::max_instances>("max_instances", Role::required),
      column<&Row::memory_gib>("memory_gib", Role::required),
      column<&Row::compute_slices>("compute_slices", Role::required),
      column<&Row::memory_slices>("memory_slices", Role::required),
      column<&Row::resource_name>("resource_name", Role::required),
  };
  return k_columns;
}

template <>
std::span<const Column<MigUsableMemory>> columns() {
  using Row = MigUsableMemory;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::gpu_model>("gpu_model", Role::key),
      column<&Row::profile>("profile", Role::key),
      column<&Row::usable_mib>("usable_mib", Role::required),
      column<&Row::confirmed, ConfirmedCodec>("confirmed", Role::required),
      column<&Row::source>("source", Role::required),
  };
  return k_columns;
}

}  // namespace kgpu::catalog
