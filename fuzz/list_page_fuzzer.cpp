// kubernetes-client 132: a page of a list from a server, or a dump from a file, in blocks of any size: it is whole and
// gives records, or an Error; and in one block or in many it is the same. The first byte says which kind and how the
// rest is cut.
#include "kgpu/base/error.hpp"
#include "kgpu/snapshot/dump.hpp"
#include "kgpu/snapshot/list_page.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace {

using namespace kgpu::snapshot;

void check(bool holds) {
  if (!holds) {
    std::abort();
  }
}

ListKind kind_of_number(unsigned number) {
  switch (number % 6) {
    case 0:
      return {Kind::pod, "v1", "Pod", false};
    case 1:
      return {Kind::node, "v1", "Node", false};
    case 2:
      return {Kind::name_space, "v1", "Namespace", false};
    case 3:
      return {Kind::resource_claim, "resource.k8s.io/v1", "ResourceClaim", false};
    case 4:
      return {Kind::resource_slice, "resource.k8s.io/v1", "ResourceSlice", false};
    default:
      return {Kind::controller, "apps/v1", "ReplicaSet", true};
  }
}

std::size_t count(const Records& records) {
  return records.pods.size() + records.nodes.size() + records.namespaces.size() + records.controllers.size() +
         records.claims.size() + records.slices.size();
}

/// How many records; -1 when it is no page.
long read_page(bool protobuf, const ListKind& kind, std::string_view body, std::size_t block) {
  Texts texts;
  const auto page = protobuf ? protobuf_page(kind, texts) : json_page(kind, texts);
  try {
    for (std::size_t at = 0; at < body.size(); at += block) {
      page->bytes(body.substr(at, block));
    }
    page->end();
  } catch (const kgpu::Error&) {
    return -1;
  }
  check(page->continue_token().has_value());
  return static_cast<long>(count(page->records()));
}

void read_dump(std::string_view body) {
  Snapshot snapshot;
  DumpReader reader(snapshot, "dump");
  try {
    reader.bytes(body);
    reader.end();
    const std::size_t nodes = snapshot.nodes.size();
    snapshot.settle();
    check(snapshot.nodes.size() <= nodes);
  } catch (const kgpu::Error&) {
    return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const unsigned choice = data[0];
  const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool protobuf = body.starts_with("k8s");
  const ListKind kind = kind_of_number(choice);
  const long whole = read_page(protobuf, kind, body, std::max<std::size_t>(body.size(), 1));
  check(read_page(protobuf, kind, body, 1 + choice / 6) == whole);
  // A page that is whole is none without its last byte that is no white space.
  if (whole >= 0) {
    const std::size_t last = protobuf ? body.size() : body.find_last_not_of(" \t\r\n") + 1;
    check(read_page(protobuf, kind, body.substr(0, last - 1), body.size()) == -1);
  }
  if (!protobuf) {
    read_dump(body);
  }
  return 0;
}
