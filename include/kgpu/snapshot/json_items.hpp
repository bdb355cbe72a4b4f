#pragma once

#include "kgpu/snapshot/snapshot.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu::snapshot {

/// Larger objects are refused: etcd's own limit is 1.5 MiB (CONTRACTS §8).
inline constexpr std::size_t k_most_item_bytes = std::size_t{4} << 20;

/// What a list says of itself, beside its items.
struct ListHead {
  std::string api_version;
  std::string kind;  ///< `PodList`
  bool has_metadata = false;
  std::string continue_token;
  std::string resource_version;
  bool begins_snapshot_file = false;  ///< the first line of what `--save` writes (saved.hpp)
};

/// Reads single objects written as JSON.
class JsonItems {
 public:
  /// Texts of the records are kept in `texts`.
  explicit JsonItems(Texts& texts);
  ~JsonItems();
  JsonItems(const JsonItems&) = delete;
  JsonItems& operator=(const JsonItems&) = delete;

  /// One object of that kind. `api_version` and `object_kind` are what controllers of the list are; items of a list do
  /// not say. Throws Error{data}: no JSON, or a member of another kind than Kubernetes writes.
  void read(Kind kind, std::string_view api_version, std::string_view object_kind, std::string_view item,
            Records& into);

  /// One object that says its own kind, or is one of `list` (a head; may be empty). Empty for a kind that is passed
  /// over. Throws as read(), and when neither says a kind.
  std::optional<Kind> read_any(std::string_view item, const ListHead& list, Records& into);

  /// A list without its items. Throws Error{data} when it is no object.
  [[nodiscard]] ListHead head(std::string_view text);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace kgpu::snapshot
