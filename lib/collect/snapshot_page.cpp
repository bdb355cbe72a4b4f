#include "snapshot_page.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <utility>

namespace kgpu::collect {

SnapshotPage::SnapshotPage(snapshot::ListKind kind, snapshot::Snapshot& snapshot)
    : kind_(std::move(kind)), snapshot_(snapshot) {}

bool SnapshotPage::begin(std::string_view content_type) {
  const std::string type = to_lower(trim(content_type.substr(0, content_type.find(';'))));
  if (type == "application/json") {
    page_ = snapshot::json_page(kind_, *snapshot_.texts);
  } else if (type == "application/vnd.kubernetes.protobuf" && snapshot::has_protobuf(kind_.kind)) {
    page_ = snapshot::protobuf_page(kind_, *snapshot_.texts);
  } else {
    problem_ = "an answer of the type " + in_quotes(content_type);
    return false;
  }
  return true;
}

bool SnapshotPage::bytes(std::string_view bytes) {
  try {
    page_->bytes(bytes);
    return true;
  } catch (const Error& error) {
    problem_ = error.what();
    return false;
  }
}

std::optional<std::string> SnapshotPage::continue_token() const {
  return page_ == nullptr ? std::nullopt : page_->continue_token();
}

std::string SnapshotPage::resource_version() const {
  return page_ == nullptr ? std::string() : page_->resource_version();
}

bool SnapshotPage::whole() {
  if (page_ == nullptr || !problem_.empty()) {
    return false;
  }
  try {
    page_->end();
    return true;
  } catch (const Error& error) {
    problem_ = error.what();
    return false;
  }
}

void SnapshotPage::accept() {
  snapshot_.join(std::move(page_->records()));
}

}  // namespace kgpu::collect
