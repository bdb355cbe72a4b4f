#include "protobuf_fields.hpp"
#include "protobuf_scanner.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/snapshot/list_page.hpp"

#include <utility>

namespace kgpu::snapshot {
namespace {

class ProtobufPage final : public ListPage, private ProtobufSink {
 public:
  ProtobufPage(ListKind kind, Texts& texts) : kind_(std::move(kind)), keeper_(texts), scanner_(*this) {}

  void bytes(std::string_view block) override {
    try {
      scanner_.bytes(block);
    } catch (const protozero::exception& error) {
      throw data_error(std::string("not a protobuf list: ") + error.what());
    }
  }

  [[nodiscard]] std::optional<std::string> continue_token() const override { return token_; }
  [[nodiscard]] std::string resource_version() const override { return resource_version_; }
  [[nodiscard]] Records& records() override { return records_; }

  void end() override {
    if (!scanner_.is_whole()) {
      throw data_error("cut short: the list has no end");
    }
    if (!token_) {
      throw data_error("a " + kind_.object_kind + "List without 'metadata'");
    }
  }

 private:
  void type(std::string_view type_meta) override {
    std::string_view kind;
    each_field(message_of(type_meta), [&](std::uint32_t field, Message& message) {
      if (field != 2 || !is_bytes(message)) {
        return false;
      }
      kind = text(message);
      return true;
    });
    const std::string wanted = kind_.metadata_only ? "PartialObjectMetadataList" : kind_.object_kind + "List";
    if (kind != wanted) {
      throw data_error("a " + in_quotes(kind) + ", where " + wanted + " was asked for");
    }
  }

  /// ListMeta: 2 resourceVersion, 3 continue.
  void list_metadata(std::string_view meta) override {
    token_ = "";
    each_field(message_of(meta), [&](std::uint32_t field, Message& message) {
      if (!is_bytes(message) || (field != 2 && field != 3)) {
        return false;
      }
      (field == 2 ? resource_version_ : *token_) = text(message);
      return true;
    });
  }

  void item(std::string_view bytes_of_item) override {
    const Message message = message_of(bytes_of_item);
    switch (kind_.kind) {
      case Kind::pod:
        pod_.clear();
        read_pod(message, pod_);
        records_.pods.push_back(keeper_.pod(pod_));
        return;
      case Kind::node:
        node_.clear();
        read_node(message, node_);
        records_.nodes.push_back(keeper_.node(node_));
        return;
      case Kind::name_space:
        object_.clear();
        read_metadata_only(message, object_);
        records_.namespaces.push_back(keeper_.name_space(object_));
        return;
      case Kind::controller:
        object_.clear();
        read_metadata_only(message, object_);
        records_.controllers.push_back(keeper_.controller(kind_.api_version, kind_.object_kind, object_));
        return;
      case Kind::resource_claim:
        claim_.clear();
        read_claim(message, claim_);
        records_.claims.push_back(keeper_.claim(claim_));
        return;
      case Kind::resource_slice:
        slice_.clear();
        numbers_.clear();
        read_slice(message, slice_, numbers_);
        records_.slices.push_back(keeper_.slice(slice_));
        return;
      case Kind::node_pool:
      case Kind::node_claim:
      case Kind::node_overlay:
        break;
    }
    throw data_error("a custom resource as protobuf");
  }

  static Message message_of(std::string_view bytes) { return Message(bytes.data(), bytes.size()); }

  ListKind kind_;
  Keeper keeper_;
  ProtobufScanner scanner_;
  Records records_;
  std::optional<std::string> token_;
  std::string resource_version_;
  PodDraft pod_;
  NodeDraft node_;
  ObjectDraft object_;
  ClaimDraft claim_;
  SliceDraft slice_;
  std::deque<std::string> numbers_;
};

}  // namespace

std::unique_ptr<ListPage> protobuf_page(ListKind kind, Texts& texts) {
  return std::make_unique<ProtobufPage>(std::move(kind), texts);
}

bool has_protobuf(Kind kind) {
  return kind != Kind::node_pool && kind != Kind::node_claim && kind != Kind::node_overlay;
}

}  // namespace kgpu::snapshot
