#pragma once

#include "kgpu/snapshot/snapshot.hpp"
#include "kgpu/system/files.hpp"

#include <string>

namespace kgpu::collect {

/// Where `--from` reads.
struct FromSources {
  const system::Files& files;
};

/// One `--from`: a cluster out of a file (CONTRACTS §8). Throws Error{io} or Error{data} naming the file.
[[nodiscard]] snapshot::Snapshot read_from(const std::string& path, const FromSources& sources);

}  // namespace kgpu::collect
