#include "kgpu/document/document.hpp"

#include "kgpu/base/text.hpp"

namespace kgpu::document {

std::string ObjectReference::resource_name() const {
  const auto slash = api_version.find('/');
  const std::string group = slash == std::string::npos ? "" : "." + api_version.substr(0, slash);
  return to_lower(kind) + group + "/" + name;
}

std::string to_text(std::span<const Document> documents, const std::string& header) {
  std::string text = header;
  if (!text.empty() && !text.ends_with('\n')) {
    text += '\n';
  }
  for (std::size_t i = 0; i < documents.size(); ++i) {
    text += i == 0 ? "" : "---\n";
    text += documents[i].yaml;
  }
  return text;
}

output::Json to_json(std::span<const Document> documents) {
  const auto read = [](const Document& document) {
    return yaml_to_json(document.yaml, document.object.resource_name());
  };
  if (documents.size() == 1) {
    return read(documents.front());
  }
  auto items = output::Json::array();
  for (const Document& document : documents) {
    items.push(read(document));
  }
  return output::Json::object().set("apiVersion", "v1").set("kind", "List").set("items", std::move(items));
}

}  // namespace kgpu::document
