#pragma once

#include "draft.hpp"

#include <span>

namespace kgpu::catalog {

/// The catalogue of data/, read whole and checked: what the generator compiles in. `directory` is for messages. Every
/// file of `files()` has to be there, but for rates.csv, which only overlays have. The first mistake is Error{data}.
[[nodiscard]] std::unique_ptr<Draft> read_data(std::string_view directory, std::span<const NamedText> texts);

}  // namespace kgpu::catalog
