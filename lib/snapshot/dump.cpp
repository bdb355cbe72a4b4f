#include "kgpu/snapshot/dump.hpp"

#include "saved_reader.hpp"

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

DumpReader::~DumpReader() = default;

Error DumpReader::in_place(const std::string& what, const std::string& hint) const {
  const std::size_t object = scanner_.objects() + 1;
  const std::string place = saved_             ? ": line " + std::to_string(object)
                            : item_number_ > 0 ? ": item " + std::to_string(item_number_)
                            : object > 1       ? ": object " + std::to_string(object)
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
  if (saved_) {
    throw data_error("a list, where a snapshot has one object a line");
  }
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
  if (saved_) {
    saved_->line(text, items_);
  } else {
    single_object(text, had_items);
  }
}

void DumpReader::single_object(std::string_view text, bool had_items) {
  const ListHead whole = items_.head(text);
  if (whole.begins_snapshot_file) {
    if (scanner_.objects() > 0 || had_items) {
      throw data_error("a snapshot file begins here", "each --from is one cluster");
    }
    saved_ = std::make_unique<SavedReader>(snapshot_, text);
    return;
  }
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
    if (saved_) {
      throw in_place("cut short: the last object has no end", k_save_again);
    }
    const std::string after = item_number_ > 0         ? " after item " + std::to_string(item_number_)
                              : scanner_.objects() > 0 ? " after object " + std::to_string(scanner_.objects())
                                                       : "";
    throw data_error(name_ + ": cut short" + after + ": the last object has no end",
                     "write the dump again: its end is missing");
  }
  if (saved_) {
    try {
      saved_->end();
    } catch (const Error& error) {
      throw in_place(error.what(), error.hint());
    }
  }
}

}  // namespace kgpu::snapshot
