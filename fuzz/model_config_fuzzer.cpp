// A Hugging Face `config.json` from outside (`--config`): a shape whose parts add up, or an Error. A file that is
// refused outright may still be counted as a plain decoder; then it never says a plain yes.
#include "kgpu/base/error.hpp"
#include "kgpu/sizing/memory.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace kgpu::sizing;

void check(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void check_shape(const ModelShape& shape) {
  std::int64_t counted = 0;
  for (std::size_t i = 0; i < k_parts; ++i) {
    counted += shape.count(static_cast<Part>(i));
  }
  check(shape.parameters > 0 && counted == shape.parameters);
  check(shape.active_parameters >= 0 && shape.layers > 0 && shape.hidden > 0);
  const double weights = total_weight_bytes(shape, shape.stored);
  check(std::isfinite(weights) && weights > 0);
}

void check_needs(const ModelShape& shape) {
  Serving serving;
  serving.shape = &shape;
  serving.stored = shape.stored;
  serving.device.capacity_bytes = 80e9;
  serving.engine = engine_rule(Engine::vllm, {}, serving.device, 1);
  double before = 0;
  for (const std::int64_t tokens : {1, 512, 8192}) {
    serving.context_tokens = tokens;
    const double cache = sequence_cache_bytes(serving, tokens);
    check(std::isfinite(cache) && cache >= before);
    before = cache;
    const Estimate total = memory_need(serving).total();
    check(std::isfinite(total.high) && total.low <= total.likely && total.likely <= total.high);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // A config, and after a line of its own a hf_quant_config.json.
  constexpr std::string_view k_between = "\n---\n";
  const auto cut = text.find(k_between);
  const std::string_view config = text.substr(0, cut);
  const std::string_view quantisation =
      cut == std::string_view::npos ? std::string_view() : text.substr(cut + k_between.size());
  for (const auto unknown : {UnknownArchitecture::refuse, UnknownArchitecture::bound}) {
    try {
      const ModelShape shape = shape_of_config(config, "config.json", quantisation, unknown);
      check_shape(shape);
      check_needs(shape);
    } catch (const kgpu::Error&) {
      continue;
    }
  }
  return 0;
}
