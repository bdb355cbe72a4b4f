#pragma once

#include <string_view>

/// Names that other projects fixed: labels and extended resources. Words of manifests stay in templates/.
namespace kgpu::k8s {

inline constexpr std::string_view k_label_instance_type = "node.kubernetes.io/instance-type";
inline constexpr std::string_view k_label_region = "topology.kubernetes.io/region";
inline constexpr std::string_view k_label_zone = "topology.kubernetes.io/zone";
inline constexpr std::string_view k_label_arch = "kubernetes.io/arch";
inline constexpr std::string_view k_label_os = "kubernetes.io/os";
inline constexpr std::string_view k_label_karpenter_capacity_type = "karpenter.sh/capacity-type";

inline constexpr std::string_view k_resource_nvidia = "nvidia.com/gpu";
inline constexpr std::string_view k_resource_amd = "amd.com/gpu";
inline constexpr std::string_view k_resource_neuron = "aws.amazon.com/neuron";

}  // namespace kgpu::k8s
