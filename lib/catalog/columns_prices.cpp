#include "column.hpp"

namespace kgpu::catalog {

template <>
std::span<const Column<PriceRow>> columns() {
  using Row = PriceRow;
  static constexpr Column<Row> k_columns[] = {
      derived<&Row::provider>(),
      column<&Row::instance_type>("instance_type", Role::key),
      column<&Row::region>("region", Role::key),
      column<&Row::on_demand>("on_demand_usd_per_hour", Role::optional),
      column<&Row::spot>("spot_usd_per_hour", Role::optional),
      column<&Row::spot_savings_percent>("spot_savings_percent", Role::optional),
      derived<&Row::spot_savings_provenance>(),
      column<&Row::spot_interruption>("spot_interruption", Role::optional),
  };
  return k_columns;
}

template <>
std::span<const Column<CapacityBlockPrice>> columns() {
  using Row = CapacityBlockPrice;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::instance_type>("instance_type", Role::key),
      column<&Row::region>("region", Role::key),
      column<&Row::per_instance>("capacity_block_usd_per_hour", Role::required),
      column<&Row::usd_per_accelerator_hour>("usd_per_accelerator_hour", Role::required),
  };
  return k_columns;
}

template <>
std::span<const Column<Provenance>> columns() {
  using Row = Provenance;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::file>("file", Role::key),
      column<&Row::column>("column", Role::key),
      column<&Row::region>("region", Role::key),
      column<&Row::types>("types", Role::key),
      column<&Row::source>("source", Role::required),
      column<&Row::as_of>("as_of", Role::required),
      derived<&Row::overlaid>(),
  };
  return k_columns;
}

template <>
std::span<const Column<Rate>> columns() {
  using Row = Rate;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::selector>("selector", Role::blank_key),
      column<&Row::region>("region", Role::blank_key),
      column<&Row::capacity>("capacity", Role::blank_key),
      column<&Row::usd_per_node_hour>("usd_per_node_hour", Role::optional),
      column<&Row::usd_per_device_hour>("usd_per_device_hour", Role::optional),
      column<&Row::as_of>("as_of", Role::optional),
      column<&Row::source>("source", Role::optional),
  };
  return k_columns;
}

}  // namespace kgpu::catalog
