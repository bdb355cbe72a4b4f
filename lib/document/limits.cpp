#include "kgpu/document/limits.hpp"

#include "kgpu/document/json_text.hpp"

#include <cstddef>

namespace kgpu::document {
namespace {

using output::Json;

constexpr std::size_t k_most_data = std::size_t{1} << 20;           // v1.MaxSecretSize
constexpr std::size_t k_most_annotations = std::size_t{256} << 10;  // apimachinery TotalAnnotationSizeLimitB
constexpr std::size_t k_most_request = std::size_t{3} << 20;        // the API server's default

std::size_t bytes_in(const Json& object, Path path, bool with_keys) {
  const Json* const members = value_at(object, path);
  const auto* map = members == nullptr ? nullptr : std::get_if<Json::Object>(&members->value());
  std::size_t bytes = 0;
  if (map != nullptr) {
    for (const auto& [key, value] : *map) {
      const auto* text = std::get_if<std::string>(&value.value());
      bytes += (with_keys ? key.size() : 0) + (text == nullptr ? 0 : text->size());
    }
  }
  return bytes;
}

std::string too_big(const std::string& what, std::size_t bytes, std::size_t most) {
  return bytes <= most ? std::string()
                       : what + " of " + std::to_string(bytes) + " bytes; the API server takes " + std::to_string(most);
}

}  // namespace

std::string refused_for_size(const Document& document) {
  if (auto problem = too_big("a request", document.yaml.size(), k_most_request); !problem.empty()) {
    return problem;
  }
  const Json object = yaml_to_json(document.yaml, document.object.resource_name());
  const std::string& kind = document.object.kind;
  if (kind == "ConfigMap" || kind == "Secret") {
    // Counted decoded there: four characters of base64 are three bytes.
    const std::size_t plain = bytes_in(object, {kind == "Secret" ? "stringData" : "data"}, false);
    const std::size_t encoded = bytes_in(object, {kind == "Secret" ? "data" : "binaryData"}, false);
    const std::size_t data = plain + encoded / 4 * 3;
    if (auto problem = too_big("data", data, k_most_data); !problem.empty()) {
      return problem;
    }
  }
  return too_big("annotations", bytes_in(object, {"metadata", "annotations"}, true), k_most_annotations);
}

}  // namespace kgpu::document
