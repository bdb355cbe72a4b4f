#include "kgpu/collect/from_files.hpp"

#include "kgpu/snapshot/dump.hpp"

namespace kgpu::collect {

snapshot::Snapshot read_from(const std::string& path, const FromSources& sources) {
  snapshot::Snapshot snapshot;
  snapshot.name = path;
  snapshot::DumpReader reader(snapshot, path);
  sources.files.read_blocks(path, [&](std::string_view block) { reader.bytes(block); });
  reader.end();
  snapshot.settle();
  return snapshot;
}

}  // namespace kgpu::collect
