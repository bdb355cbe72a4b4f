#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/snapshot/json_items.hpp"
#include "kgpu/snapshot/json_scanner.hpp"
#include "kgpu/snapshot/snapshot.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace kgpu::snapshot {

class SavedReader;

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
  ~DumpReader() override;
  DumpReader(const DumpReader&) = delete;
  DumpReader& operator=(const DumpReader&) = delete;

  /// As Error{data}, naming file and item: for what goes wrong before the bytes come here.
  [[nodiscard]] Error in_place(const std::string& what, const std::string& hint) const;

 private:
  void items_begin(std::string_view head) override;
  void item(std::string_view text) override;
  void object_end(std::string_view text, bool had_items) override;
  void single_object(std::string_view text, bool had_items);
  void mark_list(const ListHead& head);

  Snapshot& snapshot_;
  std::string name_;
  JsonItems items_;
  JsonScanner scanner_;
  ListHead head_;
  Records records_;
  std::size_t item_number_ = 0;  ///< in the list, from 1; 0 outside of one
  bool began_ = false;
  std::unique_ptr<SavedReader> saved_;  ///< of a snapshot file
};

}  // namespace kgpu::snapshot
