#pragma once

#include "kgpu/output/json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kgpu::document {

/// A value of a JSON stream and the line it begins at, counted from 1.
struct JsonOfStream {
  output::Json value;
  std::size_t line = 1;
};

/// What stopped a stream from being read.
struct JsonFailure {
  std::string what;
  std::size_t line = 1;
};

/// JSON values one after the other. Numbers keep their digits where an integer or nine decimal places hold them.
/// Refuses repeated keys and nesting beyond 200. `failure` is set where the text is not such a stream.
[[nodiscard]] std::vector<JsonOfStream> read_json_stream(const std::string& text, std::optional<JsonFailure>& failure);

}  // namespace kgpu::document
