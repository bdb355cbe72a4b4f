#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kgpu::sizing {

/// A row of `data/precisions.csv`: one way to store weights.
struct Precision {
  std::string_view name;              ///< as written in a flag, lower case
  std::optional<double> bits;         ///< per quantised weight, scales and zero points included; always there
  std::optional<double> bits_at_70b;  ///< where the mean falls with size (GGUF keeps embeddings wider)
  std::optional<double> group;     ///< weights that share a scale and must not be split over ranks; empty: engines pad
  std::string_view scope;          ///< what is stored so: all, linear, experts, file (a mean over everything)
  std::string_view multiplies_as;  ///< fp32, 16-bit, fp8, int8, fp4; weight-only formats multiply in 16 bits
  std::string_view source;

  /// Bytes per stored weight of a model of so many parameters.
  [[nodiscard]] double bytes_per_weight(double parameters) const;
  [[nodiscard]] bool is_16_bit() const { return bits == 16.0; }
};

[[nodiscard]] std::span<const Precision> precisions();

/// Case is ignored; `bfloat16`, `float16` and `float32` are known. Null when there is none of that name.
[[nodiscard]] const Precision* find_precision(std::string_view name);

/// The row of a name; throws Error{usage} with the nearest ones and `flag`.
[[nodiscard]] const Precision& precision_named(std::string_view name, std::string_view flag = "--precision");

/// Bytes of one cached value: 2 for fp16 and bf16, 1 for fp8 and int8, 0.5625 for 4-bit types. Empty for others.
[[nodiscard]] std::optional<double> cache_bytes_per_value(const Precision& precision);

}  // namespace kgpu::sizing
