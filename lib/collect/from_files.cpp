#include "kgpu/collect/from_files.hpp"

#include "dump_text.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>
#include <istream>

namespace kgpu::collect {
namespace {

void read_stream(std::istream& in, DumpText& text) {
  std::string block(std::size_t{1} << 18, '\0');
  while (in.good()) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.bytes(std::string_view(block).substr(0, static_cast<std::size_t>(in.gcount())));
  }
}

void read_file(const std::string& path, const system::Files& files, snapshot::Snapshot& snapshot) {
  DumpText text(snapshot, path);
  files.read_blocks(path, [&](std::string_view block) { text.bytes(block); });
  text.end();
}

/// What in a directory is of a dump: the rest, a README say, is passed over.
bool is_dump(std::string_view name) {
  constexpr std::array<std::string_view, 6> k_endings{".json", ".yaml", ".yml", ".jsonl", ".gz", ".ndjson"};
  return std::any_of(k_endings.begin(), k_endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

void read_directory(const std::string& path, const system::Files& files, snapshot::Snapshot& snapshot) {
  bool any = false;
  for (const std::string& name : files.list_recursively(path)) {
    if (is_dump(name)) {
      any = true;
      read_file(path + "/" + name, files, snapshot);
    }
  }
  if (!any) {
    throw data_error("--from: no .json or .yaml file in " + in_quotes(path));
  }
}

}  // namespace

snapshot::Snapshot read_from(const std::string& path, const FromSources& sources) {
  snapshot::Snapshot snapshot;
  snapshot.name = path == "-" ? "standard input" : path;
  if (path == "-") {
    if (sources.in == nullptr) {
      throw usage_error("--from -: there is no standard input");
    }
    DumpText text(snapshot, snapshot.name);
    read_stream(*sources.in, text);
    text.end();
  } else if (sources.files.is_directory(path)) {
    read_directory(path, sources.files, snapshot);
  } else {
    read_file(path, sources.files, snapshot);
  }
  snapshot.settle();
  return snapshot;
}

}  // namespace kgpu::collect
