#pragma once

#include "kgpu/output/json.hpp"

#include <optional>
#include <string>

namespace kgpu::document {

/// What a plain (unquoted) YAML scalar is to kubectl, that is to sigs.k8s.io/yaml over go-yaml v2: null, a boolean
/// (`y`, `on` and their like too), an integer (`0x1f`, `0o17`, `017`, `0b1`, `1_000`), a number, else a string; dates
/// are strings. Empty for what JSON cannot hold: infinities, not-a-number, integers of more than 64 bits.
[[nodiscard]] std::optional<output::Json> resolve_plain_scalar(const std::string& text);

}  // namespace kgpu::document
