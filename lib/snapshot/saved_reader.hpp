#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/snapshot/json_items.hpp"
#include "kgpu/snapshot/snapshot.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu::snapshot {

/// The member by which a snapshot file is known.
inline constexpr std::string_view k_snapshot_mark = "kubectlGpuSnapshot";

/// The hint of what is wrong with such a file.
inline constexpr const char* k_save_again = "save it again";

/// What the first line calls a kind: as Kubernetes does, and all controllers by one name.
[[nodiscard]] std::string_view saved_name(Kind kind);

/// The lines of a snapshot file, held against what its first and last say.
class SavedReader {
 public:
  /// Takes the first line over into `snapshot`. Throws Error{data} when it is of another format.
  SavedReader(Snapshot& snapshot, std::string_view first_line);

  /// A line after the first, one object. Throws Error{data} as JsonItems does, and when the end came before it.
  void line(std::string_view text, JsonItems& items);
  /// The end of the file. Throws Error{data} when its last line is missing.
  void end() const;

 private:
  void last_line(std::int64_t said);

  Snapshot& snapshot_;
  Records records_;
  std::array<std::optional<std::int64_t>, k_kinds> expected_{};
  std::array<std::int64_t, k_kinds> seen_{};
  std::int64_t objects_ = 0;
  bool ended_ = false;
};

}  // namespace kgpu::snapshot
