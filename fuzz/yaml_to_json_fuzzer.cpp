// YAML from outside: read, or refused with an Error. What is read survives being written and read again, and comments
// put into what was written come out again.
#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/template.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string yaml(reinterpret_cast<const char*>(data), size);
  kgpu::output::Json json;
  try {
    json = kgpu::document::yaml_to_json(yaml, "input");
  } catch (const kgpu::Error& error) {
    if (error.kind() != kgpu::ErrorKind::data) {
      std::abort();
    }
    return 0;
  }
  const std::string written = kgpu::output::to_yaml(json);
  if (kgpu::document::yaml_to_json(written, "written") != json) {
    std::abort();
  }
  // A long line many times over would only cost time.
  const std::string words = "# " + kgpu::document::comment_words(yaml.substr(0, 64));
  std::string commented = words + "\n";
  for (const std::string& line : kgpu::split(written.substr(0, written.size() - 1), '\n')) {
    commented += "  " + words + "\n" + line + "  " + words + "\n";
  }
  if (kgpu::document::without_comments(commented) != words + "\n" + written) {
    std::abort();
  }
  (void)kgpu::document::without_comments(yaml);
  return 0;
}
