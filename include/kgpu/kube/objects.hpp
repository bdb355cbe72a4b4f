#pragma once

#include "kgpu/document/json_text.hpp"
#include "kgpu/k8s/resources.hpp"
#include "kgpu/kube/connection.hpp"

#include <span>
#include <vector>

namespace kgpu::kube {

/// Every object of these resources, of all namespaces, whole, resource by resource: for custom resources of which a
/// cluster has few. What the server does not serve (404) has none. Throws StatusError for what may not be read and
/// Error{io} where a list was not read to its end: a part is never given for the whole.
[[nodiscard]] std::vector<std::vector<output::Json>> read_objects(Connection& connection,
                                                                  std::span<const k8s::Resource> resources);

}  // namespace kgpu::kube
