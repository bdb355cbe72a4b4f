#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/snapshot/json_items.hpp"
#include "kgpu/snapshot/json_scanner.hpp"
#include "kgpu/snapshot/snapshot.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace kgpu::snapshot {

/// Reads what `kubectl get … -o json` or `--raw` printed, several such one after another, or a file of `--save`: bytes
/// in, records out, never the whole of it in memory (CONTRACTS §8).
class DumpReader final : private JsonSink {
 public:
  /// Records go to `snapshot`; `name` is the file's, for messages.
  DumpReader(Snapshot& snapshot, std::string name);

  /// Throws Error{data}, naming file and item.
  void bytes(std::string_view block);
  /// The end of the file. Throws Error{data} when it is cut, or holds nothing of Kubernetes.
  void end();

 private:
  void items_begin(std::string_view head) override;
  void item(std::string_view text) override;
  void object_end(std::string_view text, bool had_items) override;
  void mark_list(const ListHead& head);
  [[nodiscard]] Error in_place(const std::string& what, const std::string& hint) const;

  Snapshot& snapshot_;
  std::string name_;
  JsonItems items_;
  JsonScanner scanner_;
  ListHead head_;
  Records records_;
  std::size_t item_number_ = 0;  ///< in the list, from 1; 0 outside of one
  bool began_ = false;
};

}  // namespace kgpu::snapshot
