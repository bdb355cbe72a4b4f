#pragma once

#include "kgpu/snapshot/snapshot.hpp"
#include "kgpu/system/files.hpp"

#include <cstddef>
#include <string>

namespace kgpu::collect {

/// Where `--save` writes, and whether names are hidden there.
struct SaveTarget {
  std::string path;
  bool redact = false;          ///< by a random key that is nowhere stored
  std::string redact_key = {};  ///< a file that holds the key; empty: the random one
  bool overwrite = false;
};

/// One `--save`.
class Save {
 public:
  /// Refuses before anything is read what could not be written after: a file that is there (unless it may be
  /// overwritten), a key that could be guessed. Throws Error{io}, Error{data} or Error{usage}. `files` must outlive it.
  Save(SaveTarget target, system::Files& files);

  /// Writes the snapshot file (snapshot/saved.hpp), whole or not at all; packed by gzip when the name ends in `.gz`.
  /// Gives the number of objects.
  std::size_t write(const snapshot::Snapshot& snapshot) const;

 private:
  SaveTarget target_;
  std::string key_;  ///< secret; of names that are hidden
  system::Files& files_;
};

}  // namespace kgpu::collect
