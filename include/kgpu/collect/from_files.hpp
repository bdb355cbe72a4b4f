#pragma once

#include "kgpu/snapshot/snapshot.hpp"
#include "kgpu/system/files.hpp"

#include <iosfwd>
#include <string>

namespace kgpu::collect {

/// Where `--from` reads.
struct FromSources {
  const system::Files& files;
  std::istream* in = nullptr;  ///< for `-`
};

/// One `--from`, a cluster out of a file, of the files of a directory, or of standard input (`-`): JSON of kubectl or
/// of the server, several such one after another, a file of `--save`, YAML of at most 64 MiB; packed by gzip or not
/// (CONTRACTS §8). Throws Error{io} or Error{data} naming the file.
[[nodiscard]] snapshot::Snapshot read_from(const std::string& path, const FromSources& sources);

}  // namespace kgpu::collect
