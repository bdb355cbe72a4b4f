#pragma once

#include "kgpu/catalog/tables.hpp"
#include "kgpu/sizing/model_shape.hpp"

#include <cstdint>
#include <string>
#include <string_view>

/// Where a shape comes from: the catalogue, a `config.json`, or nothing but a size.
namespace kgpu::sizing {

/// The shape of a row of `models.csv`. `file` names a published quantised file of it (`quantised_files.csv`), or is
/// empty for the model's own.
[[nodiscard]] ModelShape shape_of(const catalog::Model& model, std::string_view file = {});

/// What to do with an architecture that is not understood.
enum class UnknownArchitecture {
  refuse,  ///< Error{data} naming the field
  bound,   ///< count it as a plain decoder and never say `yes`
};

/// The shape in the text of a Hugging Face `config.json`; `quantisation` is that of a `hf_quant_config.json` beside it,
/// or empty. `name` is for messages. Throws Error{data}: `NAME: hidden_size is missing`.
[[nodiscard]] ModelShape shape_of_config(std::string_view config, std::string_view name,
                                         std::string_view quantisation = {},
                                         UnknownArchitecture unknown = UnknownArchitecture::refuse);

/// A plain dense decoder of so many parameters, where nothing else is known: a bound, and it says so.
[[nodiscard]] ModelShape shape_of_parameters(std::int64_t parameters);

/// `8B`, `70b`, `405B`, `0.5B`, `350M`, `1.6T` or a plain number, at least 1. Throws Error{usage} naming `flag`.
[[nodiscard]] std::int64_t parse_parameters(std::string_view text, std::string_view flag = "--params");

/// How weights are stored when `requested` is asked of the model: null or its own name is the published file.
[[nodiscard]] StoredAs stored_as(const ModelShape& shape, const Precision* requested);

}  // namespace kgpu::sizing
