#pragma once

#include <string_view>

/// The rows of the figures that inventory reads, one struct per file of data/, fields in the order of its columns.
namespace kgpu::inventory {

/// `node_labels.csv`: what a label tells of its node. Of the rows that tell the same the first whose label has a value,
/// and the row's value where it names one, counts.
struct NodeLabelRow {
  std::string_view label;
  std::string_view value;  ///< empty: any but ""; compared without case
  std::string_view tells;  ///< `pool`, `capacity`, `product`, `count`
  std::string_view means;  ///< who manages the pool, or the capacity type
  std::string_view source;
};

/// `startup_taints.csv`: taints that go once a node is set up.
struct StartupTaintRow {
  std::string_view ending;  ///< of the taint's key
  std::string_view source;
};

/// `device_names.csv`: extended resources that count chips, and DRA drivers of accelerators.
struct DeviceNameRow {
  std::string_view name;
  std::string_view is;  ///< `chip`, in the order in which they are asked; `dra-driver`
  std::string_view source;
};

}  // namespace kgpu::inventory
