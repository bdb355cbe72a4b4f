// A file that `--from` is given, a dump or what `--save` wrote: it is read, or refused with an Error, whatever the size
// of the blocks it comes in. What was read is saved and read again to the same records; cut anywhere before its last
// line ends, what was saved is refused; and a redacted file has as many objects.
#include "kgpu/base/error.hpp"
#include "kgpu/snapshot/dump.hpp"
#include "kgpu/snapshot/saved.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace {

using namespace kgpu::snapshot;

void check(bool holds) {
  if (!holds) {
    std::abort();
  }
}

std::optional<Snapshot> read(std::string_view text, std::size_t block) {
  Snapshot snapshot;
  snapshot.name = "fuzz";
  DumpReader reader(snapshot, "fuzz");
  try {
    for (std::size_t at = 0; at < text.size(); at += block) {
      reader.bytes(text.substr(at, block));
    }
    reader.end();
  } catch (const kgpu::Error&) {
    return std::nullopt;
  }
  snapshot.settle();
  return snapshot;
}

std::string saved(const Snapshot& snapshot, const Redaction& redaction) {
  std::string text;
  write_saved(snapshot, redaction, [&](std::string_view block) { text += block; });
  return text;
}

std::string pseudonym(std::string_view name) {
  std::uint64_t hash = 1469598103934665603U;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  return "x" + std::to_string(hash);
}

bool same_records(const Snapshot& a, const Snapshot& b) {
  return a.pods == b.pods && a.nodes == b.nodes && a.namespaces == b.namespaces && a.controllers == b.controllers &&
         a.node_pools == b.node_pools && a.node_claims == b.node_claims && a.node_overlays == b.node_overlays &&
         a.claims == b.claims && a.slices == b.slices && a.read == b.read && a.name == b.name && a.as_of == b.as_of &&
         a.missing == b.missing;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::size_t cut = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto whole = read(text, std::max<std::size_t>(text.size(), 1));
  check(read(text, 1 + cut).has_value() == whole.has_value());
  if (!whole) {
    return 0;
  }
  const std::string open = saved(*whole, {});
  const auto again = read(open, open.size());
  check(again && same_records(*whole, *again));
  check(saved(*again, {}) == open);
  check(!read(std::string_view(open).substr(0, open.size() - 2 - std::min(cut, open.size() - 2)), open.size()));

  const std::string hidden = saved(*whole, Redaction(pseudonym, *whole));
  check(std::count(hidden.begin(), hidden.end(), '\n') == std::count(open.begin(), open.end(), '\n'));
  const auto redacted = read(hidden, hidden.size());
  check(redacted && redacted->nodes.size() == whole->nodes.size() && redacted->pods.size() == whole->pods.size());
  return 0;
}
