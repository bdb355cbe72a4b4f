#pragma once

#include "kgpu/document/document.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace kgpu::document {

/// In which order to send the documents, as indices into them: what others refer to first (namespaces, CRDs, classes,
/// RBAC, configuration, services), then workloads and custom resources, webhooks last; as given within a rank
/// (kubernetes-client 5.2).
[[nodiscard]] std::vector<std::size_t> apply_order(std::span<const Document> documents);

/// Whether an API server knows such a thing: not eksctl's files, not Helm values.
[[nodiscard]] bool is_cluster_object(const ObjectReference& object);

}  // namespace kgpu::document
