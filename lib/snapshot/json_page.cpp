#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/snapshot/json_scanner.hpp"
#include "kgpu/snapshot/list_page.hpp"

#include <utility>

namespace kgpu::snapshot {
namespace {

class JsonPage final : public ListPage, private JsonSink {
 public:
  JsonPage(ListKind kind, Texts& texts) : kind_(std::move(kind)), items_(texts), scanner_(*this) {}

  void bytes(std::string_view block) override {
    scanner_.bytes(block);
    if (scanner_.objects() > 1 || (scanner_.objects() == 1 && !scanner_.is_between_objects())) {
      throw data_error("something follows after the list");
    }
  }

  [[nodiscard]] std::optional<std::string> continue_token() const override { return token_; }
  [[nodiscard]] std::string resource_version() const override { return resource_version_; }
  [[nodiscard]] Records& records() override { return records_; }

  void end() override {
    if (scanner_.objects() == 0) {
      throw data_error("cut short: the list has no end");
    }
  }

 private:
  /// Kind and apiVersion may still be unread here: custom resources come with sorted keys.
  void items_begin(std::string_view head) override {
    const ListHead so_far = items_.head(head);
    if (!so_far.kind.empty()) {
      check_kind(so_far);
    }
    take(so_far);
  }

  void item(std::string_view text) override {
    items_.read(kind_.kind, kind_.api_version, kind_.object_kind, text, records_);
  }

  void object_end(std::string_view text, bool /*had_items*/) override {
    const ListHead whole = items_.head(text);
    check_kind(whole);
    if (!whole.has_metadata) {
      throw data_error("a " + whole.kind + " without 'metadata'");
    }
    take(whole);
  }

  void check_kind(const ListHead& head) const {
    const std::string wanted = kind_.metadata_only ? "PartialObjectMetadataList" : kind_.object_kind + "List";
    if (head.kind != wanted) {
      throw data_error(head.kind.empty() ? "no 'kind', where " + wanted + " was asked for"
                                         : "a " + in_quotes(head.kind) + ", where " + wanted + " was asked for");
    }
  }

  void take(const ListHead& head) {
    if (head.has_metadata) {
      token_ = head.continue_token;
      resource_version_ = head.resource_version;
    }
  }

  ListKind kind_;
  JsonItems items_;
  JsonScanner scanner_;
  Records records_;
  std::optional<std::string> token_;
  std::string resource_version_;
};

}  // namespace

std::unique_ptr<ListPage> json_page(ListKind kind, Texts& texts) {
  return std::make_unique<JsonPage>(std::move(kind), texts);
}

}  // namespace kgpu::snapshot
