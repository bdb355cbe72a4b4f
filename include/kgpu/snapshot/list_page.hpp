#pragma once

#include "kgpu/snapshot/json_items.hpp"
#include "kgpu/snapshot/snapshot.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu::snapshot {

/// Which list is expected, and what its items are read as.
struct ListKind {
  Kind kind = Kind::pod;
  std::string api_version;     ///< `v1`, `karpenter.sh/v1`
  std::string object_kind;     ///< `Pod`: the list is `PodList`
  bool metadata_only = false;  ///< a PartialObjectMetadataList
};

/// One page of a list, read while its bytes arrive. A page counts only when whole() says so; then its records may be
/// taken (kubernetes-client 11.2, 11.3, 11.5).
class ListPage {
 public:
  virtual ~ListPage() = default;
  /// Throws Error{data}: no such list.
  virtual void bytes(std::string_view block) = 0;
  /// `metadata.continue` as soon as it was read; "" on the last page.
  [[nodiscard]] virtual std::optional<std::string> continue_token() const = 0;
  [[nodiscard]] virtual std::string resource_version() const = 0;
  /// Nothing more comes. Throws Error{data} when the page is cut or not the list expected.
  virtual void end() = 0;
  [[nodiscard]] virtual Records& records() = 0;
};

/// Pages as the API server writes them. Texts of the records are kept in `texts`.
[[nodiscard]] std::unique_ptr<ListPage> json_page(ListKind kind, Texts& texts);
[[nodiscard]] std::unique_ptr<ListPage> protobuf_page(ListKind kind, Texts& texts);

/// Whether protobuf_page can read items of the kind: custom resources have no protobuf.
[[nodiscard]] bool has_protobuf(Kind kind);

}  // namespace kgpu::snapshot
