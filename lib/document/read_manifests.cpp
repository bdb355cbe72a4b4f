#include "json_stream.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/json_text.hpp"
#include "kgpu/document/manifests.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace kgpu::document {
namespace {

using output::Json;

std::string place(const std::string& name, std::size_t line) {
  return name + ":" + std::to_string(line);
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view k_blanks = " \t\r\n";
  const std::size_t first = std::min(text.find_first_not_of(k_blanks), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(k_blanks) + 1);
}

/// A document between two separators: its text and where it stands.
struct Piece {
  std::string text;
  std::size_t first_line = 1;    ///< of the text
  std::size_t content_line = 0;  ///< the first that is neither blank nor a comment; 0 when there is none
};

/// kubectl's splitter (apimachinery `NewYAMLReader`): `---` at the start of any line ends a document, whatever encloses
/// it; only blanks or a comment may follow on that line.
std::vector<Piece> split_documents(std::string_view text, const std::string& name) {
  std::vector<Piece> pieces(1);
  for (std::size_t line_number = 1; !text.empty(); ++line_number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view content = without_blanks(line);
    if (line.starts_with("---")) {
      const std::string_view rest = without_blanks(line.substr(3));
      if (!rest.empty() && rest.front() != '#') {
        throw data_error(place(name, line_number) + ": text behind the document separator: " + in_quotes(rest),
                         "put it on the next line; a PEM block is indented under its key");
      }
      pieces.push_back({.text = {}, .first_line = line_number + 1, .content_line = 0});
      continue;
    }
    Piece& piece = pieces.back();
    piece.text.append(line).push_back('\n');
    const bool says_something = !content.empty() && content.front() != '#' && content.front() != '%';
    if (piece.content_line == 0 && says_something) {
      piece.content_line = line_number;
    }
  }
  return pieces;
}

/// Adds the object, or those of a List; items of a typed list (`kubectl get --raw`) have their kind from it.
void add_objects(Json object, const std::string& where, std::vector<Manifest>& manifests) {
  if (!std::holds_alternative<Json::Object>(object.value())) {
    throw data_error(where + ": not a Kubernetes object: a mapping with apiVersion and kind");
  }
  const std::string kind = text_at(object, {"kind"});
  const std::string version = text_at(object, {"apiVersion"});
  if (kind.empty() || version.empty()) {
    throw data_error(where + ": not a Kubernetes object: " + (kind.empty() ? "kind" : "apiVersion") + " is missing");
  }
  const Json* items = object.find("items");
  const auto* list = items == nullptr ? nullptr : std::get_if<Json::Array>(&items->value());
  if (!kind.ends_with("List") || list == nullptr) {
    manifests.push_back({std::move(object), where});
    return;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    Json item = (*list)[i];
    if (kind != "List" && std::holds_alternative<Json::Object>(item.value()) && item.find("kind") == nullptr) {
      if (item.find("apiVersion") == nullptr) {
        item.set("apiVersion", version);
      }
      item.set("kind", kind.substr(0, kind.size() - std::string_view("List").size()));
    }
    add_objects(std::move(item), where + ", item " + std::to_string(i + 1), manifests);
  }
}

void read_piece(const Piece& piece, const std::string& name, std::vector<Manifest>& manifests) {
  if (piece.content_line == 0) {
    return;
  }
  if (without_blanks(piece.text).starts_with('{')) {
    std::optional<JsonFailure> failure;
    std::vector<JsonOfStream> values = read_json_stream(piece.text, failure);
    if (!failure) {
      for (JsonOfStream& one : values) {
        add_objects(std::move(one.value), place(name, piece.first_line + one.line - 1), manifests);
      }
      return;
    }
    // `{kind: List}` is YAML: what begins like JSON is held to be JSON.
    const std::string_view inside = without_blanks(without_blanks(piece.text).substr(1));
    if (inside.empty() || inside.front() == '"' || inside.front() == '}' || !values.empty()) {
      throw data_error(place(name, piece.first_line + failure->line - 1) + ": " + failure->what);
    }
  }
  Json object = yaml_to_json(piece.text, name, piece.first_line);
  if (!std::holds_alternative<std::monostate>(object.value())) {
    add_objects(std::move(object), place(name, piece.content_line), manifests);
  }
}

}  // namespace

std::vector<Manifest> read_manifests(const std::string& text, const std::string& name) {
  constexpr std::string_view k_byte_order_mark = "\ufeff";
  std::string_view rest = text;
  rest.remove_prefix(rest.starts_with(k_byte_order_mark) ? k_byte_order_mark.size() : 0);
  std::vector<Manifest> manifests;
  for (const Piece& piece : split_documents(rest, name)) {
    read_piece(piece, name, manifests);
  }
  return manifests;
}

}  // namespace kgpu::document
