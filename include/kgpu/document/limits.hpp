#pragma once

#include "kgpu/document/document.hpp"

#include <string>

namespace kgpu::document {

/// Why an API server would refuse the document for its size, or empty: data of a ConfigMap or Secret above 1 MiB,
/// annotations above 256 KiB, a request above 3 MiB (kubernetes-client 5.2). Found before anything is sent.
[[nodiscard]] std::string refused_for_size(const Document& document);

}  // namespace kgpu::document
