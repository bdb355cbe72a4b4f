// Manifests from outside: read, or refused with an Error that names the file and a line of it. What is read survives
// being written with comments everywhere and read again.
#include "kgpu/base/error.hpp"
#include "kgpu/document/annotated_yaml.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/manifests.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using kgpu::document::Manifest;
using kgpu::document::Remarks;
using kgpu::output::Json;

/// A remark of every kind at every place.
void remark_everywhere(const Json& value, const std::string& place, const std::string& words, Remarks& remarks) {
  remarks.above(place, words).beside(place, words).inside(place, words);
  if (const auto* object = std::get_if<Json::Object>(&value.value())) {
    for (const auto& [key, member] : *object) {
      remark_everywhere(member, place + "/" + kgpu::document::pointer_step(key), words, remarks);
    }
  } else if (const auto* array = std::get_if<Json::Array>(&value.value())) {
    for (std::size_t i = 0; i < array->size(); ++i) {
      remark_everywhere((*array)[i], place + "/" + std::to_string(i), words, remarks);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<Manifest> manifests;
  try {
    manifests = kgpu::document::read_manifests(text, "f");
  } catch (const kgpu::Error& error) {
    if (error.kind() != kgpu::ErrorKind::data || !std::string_view(error.what()).starts_with("f:")) {
      std::abort();
    }
    return 0;
  }
  for (const Manifest& manifest : manifests) {
    if (manifest.object.find("kind") == nullptr || !manifest.where.starts_with("f:")) {
      std::abort();
    }
    Remarks remarks;
    remark_everywhere(manifest.object, "", text.substr(0, 64), remarks);
    const std::string yaml = kgpu::document::annotated_yaml(manifest.object, remarks);
    if (kgpu::document::yaml_to_json(yaml, "written") != manifest.object) {
      std::abort();
    }
  }
  return 0;
}
