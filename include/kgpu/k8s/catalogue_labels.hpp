#pragma once

#include <string_view>

namespace kgpu::k8s {

/// Whether a label's value is a word of a cloud or a vendor, the same in everybody's clusters, and no name that
/// somebody gave: machine types, regions, how a node was bought, what card it has and how that is cut. They say what a
/// node is and what it costs (CONTRACTS §3; ledger.md 4 to 13).
[[nodiscard]] bool is_catalogue_label(std::string_view key, std::string_view value);

}  // namespace kgpu::k8s
