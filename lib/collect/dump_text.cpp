#include "dump_text.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/output/json.hpp"

#include <utility>
#include <variant>
#include <vector>

namespace kgpu::collect {
namespace {

constexpr std::string_view k_gzip_magic = "\x1f\x8b";
constexpr std::string_view k_byte_order_mark = "\xef\xbb\xbf";

/// The documents between lines of `---`, with the number of the line that each begins at.
struct YamlDocument {
  std::string text;
  std::size_t line = 1;
};

std::vector<YamlDocument> documents_of(std::string_view text) {
  std::vector<YamlDocument> documents(1);
  std::size_t line = 1;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view one = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
    text.remove_prefix(one.size());
    ++line;
    if (one.starts_with("---") && one.find_first_not_of("- \t\r\n") == std::string_view::npos) {
      documents.push_back({"", line});
    } else {
      documents.back().text += one;
    }
  }
  return documents;
}

bool is_blank(std::string_view text) {
  while (!text.empty()) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
      return true;
    }
    if (text[first] != '#') {
      return false;
    }
    const auto end = text.find('\n', first);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end);
  }
  return true;
}

}  // namespace

DumpText::DumpText(snapshot::Snapshot& snapshot, const std::string& name) : name_(name), reader_(snapshot, name) {}

void DumpText::bytes(std::string_view block) {
  if (form_ == Form::unknown) {
    first_ += block;
    if (first_.size() < k_byte_order_mark.size()) {
      return;
    }
    form_ = first_.starts_with(k_gzip_magic) ? Form::gzip : Form::json;
    const std::string all = std::exchange(first_, {});
    bytes(all);
    return;
  }
  if (form_ != Form::gzip) {
    unpacked(block);
    return;
  }
  if (!gunzip_) {
    gunzip_.emplace([this](std::string_view part) { unpacked(part); });
  }
  try {
    gunzip_->bytes(block);
  } catch (const Error& error) {
    if (std::string(error.what()).starts_with(name_)) {
      throw;
    }
    throw reader_.in_place(error.what(), error.hint());
  }
}

/// JSON begins with a brace. Everything else is YAML, or nothing that we know.
void DumpText::unpacked(std::string_view block) {
  if (inside_ == Form::unknown) {
    first_ += block;
    std::string_view text = first_;
    text.remove_prefix(text.starts_with(k_byte_order_mark) ? k_byte_order_mark.size() : 0);
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
      return;
    }
    inside_ = text[first] == '{' || text[first] == '[' ? Form::json : Form::yaml;
    const std::string all(text);
    first_.clear();
    unpacked(all);
    return;
  }
  if (inside_ == Form::json) {
    reader_.bytes(block);
    return;
  }
  yaml_ += block;
  if (yaml_.size() > system::k_most_file_bytes) {
    throw data_error(name_ + ": YAML of more than 64 MiB", "kubectl get nodes,pods -A -o json > dump.json");
  }
}

void DumpText::read_yaml() {
  for (const YamlDocument& document : documents_of(yaml_)) {
    if (is_blank(document.text)) {
      continue;
    }
    const std::string name = document.line == 1 ? name_ : name_ + ", document at line " + std::to_string(document.line);
    const output::Json json = document::yaml_to_json(document.text, name);
    if (!std::holds_alternative<output::Json::Object>(json.value())) {
      throw data_error(name + ": not an object of Kubernetes", "kubectl get nodes,pods -A -o json > dump.json");
    }
    reader_.bytes(output::to_json(json));
  }
}

void DumpText::end() {
  if (form_ == Form::unknown) {
    form_ = Form::json;
    const std::string all = std::exchange(first_, {});
    unpacked(all);
  }
  if (gunzip_) {
    try {
      gunzip_->end();
    } catch (const Error& error) {
      throw reader_.in_place(error.what(), error.hint());
    }
  }
  if (inside_ == Form::yaml) {
    read_yaml();
  }
  reader_.end();
}

}  // namespace kgpu::collect
