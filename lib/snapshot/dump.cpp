#include "kgpu/snapshot/dump.hpp"

#include "kgpu/base/text.hpp"

#include <utility>

namespace kgpu::snapshot {
namespace {

bool is_list(std::string_view kind) {
  return kind.ends_with("List");
}

}  // namespace

DumpReader::DumpReader(Snapshot& snapshot, std::string name)
    : snapshot_(snapshot), name_(std::move(name)), items_(*snapshot.texts), scanner_(*this) {}

Error DumpReader::in_place(const std::string& what, const std::string& hint) const {
  const std::string place = item_number_ > 0         ? ": item " + std::to_string(item_number_)
                            : scanner_.objects() > 0 ? ": object " + std::to_string(scanner_.objects() + 1)
                                                     : "";
  return data_error(name_ + place + ": " + what, hint);
}

void DumpReader::mark_list(const ListHead& head) {
  if (head.kind.size() <= 4) {
    return;
  }
  if (const auto kind = kind_of(head.api_version, std::string_view(head.kind).substr(0, head.kind.size() - 4))) {
    snapshot_.mark_read(*kind);
  }
}

void DumpReader::items_begin(std::string_view head) {
  head_ = items_.head(head);
  item_number_ = 0;
}

void DumpReader::item(std::string_view text) {
  ++item_number_;
  if (const auto kind = items_.read_any(text, head_, records_)) {
    snapshot_.mark_read(*kind);
    snapshot_.join(std::move(records_));
    records_ = {};
  }
}

void DumpReader::object_end(std::string_view text, bool had_items) {
  item_number_ = 0;
  const ListHead whole = items_.head(text);
  if (!had_items && !is_list(whole.kind)) {
    if (const auto kind = items_.read_any(text, {}, records_)) {
      snapshot_.mark_read(*kind);
      snapshot_.join(std::move(records_));
      records_ = {};
    }
    return;
  }
  if (!is_list(whole.kind)) {
    throw data_error(whole.kind.empty() ? "an object with 'items' but without 'kind'"
                                        : "'items' in a " + whole.kind + ", which is no list");
  }
  mark_list(whole);
  head_ = {};
}

void DumpReader::bytes(std::string_view block) {
  began_ = began_ || !block.empty();
  try {
    scanner_.bytes(block);
  } catch (const Error& error) {
    throw in_place(error.what(), error.hint());
  }
}

void DumpReader::end() {
  if (!began_ || (scanner_.objects() == 0 && scanner_.is_between_objects())) {
    throw data_error(name_ + ": empty", "kubectl get nodes,pods -A -o json > dump.json");
  }
  if (!scanner_.is_between_objects()) {
    const std::string after = item_number_ > 0         ? " after item " + std::to_string(item_number_)
                              : scanner_.objects() > 0 ? " after object " + std::to_string(scanner_.objects())
                                                       : "";
    throw data_error(name_ + ": cut short" + after + ": the last object has no end",
                     "write the dump again: its end is missing");
  }
}

}  // namespace kgpu::snapshot
