#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/document/template.hpp"

#include <string>
#include <string_view>

namespace kgpu::document {

/// The template filled with `data`. `on_missing` is the kind of error for a tag without a value: a mistake of ours in
/// a shipped template, the user's in an override.
[[nodiscard]] std::string render_template(std::string_view name, const std::string& text, const TemplateData& data,
                                          ErrorKind on_missing);

}  // namespace kgpu::document
