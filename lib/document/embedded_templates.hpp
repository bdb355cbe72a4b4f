#pragma once

#include "kgpu/document/template.hpp"

#include <vector>

namespace kgpu::document {

/// The files of templates/, sorted by name. Their source is generated (cmake/EmbedTexts.cmake).
[[nodiscard]] std::vector<TemplateText> embedded_templates();

}  // namespace kgpu::document
