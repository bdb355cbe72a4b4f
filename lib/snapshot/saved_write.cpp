#include "saved_lines.hpp"
#include "saved_reader.hpp"

#include "kgpu/snapshot/saved.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace kgpu::snapshot {
namespace {

constexpr std::size_t k_block = std::size_t{1} << 18;

std::size_t count_of(const Snapshot& snapshot, Kind kind) {
  switch (kind) {
    case Kind::pod:
      return snapshot.pods.size();
    case Kind::node:
      return snapshot.nodes.size();
    case Kind::name_space:
      return snapshot.namespaces.size();
    case Kind::controller:
      return snapshot.controllers.size();
    case Kind::node_pool:
      return snapshot.node_pools.size();
    case Kind::node_claim:
      return snapshot.node_claims.size();
    case Kind::node_overlay:
      return snapshot.node_overlays.size();
    case Kind::resource_claim:
      return snapshot.claims.size();
    case Kind::resource_slice:
      break;
  }
  return snapshot.slices.size();
}

void write_first_line(const Snapshot& snapshot, const Redaction& names, JsonLine& line) {
  line.open();
  line.number(k_snapshot_mark, k_snapshot_format);
  line.text("name", names.name(snapshot.name));
  line.text("server", names.name(snapshot.server));
  line.text("as_of", snapshot.as_of);
  line.text("pods_read", snapshot.only_accelerator_nodes_pods ? "accelerator-nodes" : "all");
  line.truth("inconsistent", snapshot.inconsistent);
  line.truth("redacted", names.hides());
  line.open("kinds");
  for (std::size_t i = 0; i < k_kinds; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (snapshot.has_read(kind)) {
      line.number_or_zero(saved_name(kind), static_cast<std::int64_t>(count_of(snapshot, kind)));
    }
  }
  line.close();
  line.open_list("missing");
  for (const Missing& missing : snapshot.missing) {
    line.open();
    line.text("resource", missing.resource);
    line.text("verb", missing.verb);
    line.text("effect", missing.effect);
    line.close();
  }
  line.close();
  line.close();
  line.end_line();
}

/// The first letters of a pseudonym as a number.
std::uint64_t order_of(std::string_view pseudonym) {
  std::uint64_t order = 0;
  for (std::size_t i = 0; i < sizeof order; ++i) {
    order = (order << 8U) | (i < pseudonym.size() ? static_cast<unsigned char>(pseudonym[i]) : 0U);
  }
  return order;
}

class Lines {
 public:
  Lines(const Redaction& names, const std::function<void(std::string_view)>& use) : names_(names), use_(use) {}

  JsonLine& line() { return line_; }
  [[nodiscard]] std::size_t objects() const { return objects_; }

  /// Objects of one kind. Where names are hidden their order would tell of them: there it is that of the pseudonyms.
  template <class Sequence>
  void write_all(const Sequence& records) {
    if (!names_.hides()) {
      for (const auto& record : records) {
        write(record);
      }
      return;
    }
    std::vector<std::pair<std::uint64_t, std::size_t>> places;
    places.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      places.emplace_back(order_of(names_.name_once(records[i].object.name)), i);
    }
    std::ranges::sort(places);
    for (const auto& place : places) {
      write(records[place.second]);
    }
  }

  void flush() {
    if (!line_.line().empty()) {
      use_(line_.line());
      line_.clear();
    }
  }

 private:
  template <class Record>
  void write(const Record& record) {
    write_object(record, names_, line_);
    line_.end_line();
    ++objects_;
    if (line_.line().size() >= k_block) {
      flush();
    }
  }

  const Redaction& names_;
  const std::function<void(std::string_view)>& use_;
  JsonLine line_;
  std::size_t objects_ = 0;
};

}  // namespace

std::size_t write_saved(const Snapshot& snapshot, const Redaction& redaction,
                        const std::function<void(std::string_view block)>& use) {
  Lines lines(redaction, use);
  write_first_line(snapshot, redaction, lines.line());
  lines.write_all(snapshot.nodes);
  lines.write_all(snapshot.node_pools);
  lines.write_all(snapshot.node_claims);
  lines.write_all(snapshot.node_overlays);
  lines.write_all(snapshot.namespaces);
  lines.write_all(snapshot.controllers);
  lines.write_all(snapshot.claims);
  lines.write_all(snapshot.slices);
  lines.write_all(snapshot.pods);
  lines.line().open();
  lines.line().number_or_zero("end", static_cast<std::int64_t>(lines.objects()));
  lines.line().close();
  lines.line().end_line();
  lines.flush();
  return lines.objects();
}

}  // namespace kgpu::snapshot
