#pragma once

#include <string_view>

namespace kgpu::k8s {

/// Whether a resource name counts accelerators or parts of them: those of NVIDIA (whole, MIG, shared, HAMi's), AMD,
/// Neuron, Gaudi and Intel. Not EFA, TPUs, Qualcomm's,
/// NVIDIA's network cards, nor Intel's monitoring resources (ledger.md 1).
[[nodiscard]] bool is_accelerator_resource(std::string_view name);

/// HAMi's amounts of one card, which stand in no node's capacity: `nvidia.com/gpumem` and its like (ledger.md 19).
[[nodiscard]] bool is_hami_amount(std::string_view name);

}  // namespace kgpu::k8s
