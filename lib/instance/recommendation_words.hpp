#pragma once

#include "kgpu/instance/view_recommendation.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kgpu::instance {

[[nodiscard]] std::string_view fits_word(sizing::Fits fits);  ///< yes, likely, no

/// The words of the row's reasons, sorted.
[[nodiscard]] std::string reasons_text(const recommend::Row& row, std::string_view separator);

}  // namespace kgpu::instance
