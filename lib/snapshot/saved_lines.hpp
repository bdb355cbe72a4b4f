#pragma once

#include "json_line.hpp"

#include "kgpu/snapshot/redaction.hpp"
#include "kgpu/snapshot/snapshot.hpp"

namespace kgpu::snapshot {

/// One record as the object that it was read from, cut to what the record holds: reading it gives the record again.
/// Whatever names something goes through `names`.
void write_object(const Pod& pod, const Redaction& names, JsonLine& line);
void write_object(const Node& node, const Redaction& names, JsonLine& line);
void write_object(const Namespace& name_space, const Redaction& names, JsonLine& line);
void write_object(const Controller& controller, const Redaction& names, JsonLine& line);
void write_object(const NodePool& pool, const Redaction& names, JsonLine& line);
void write_object(const NodeClaim& claim, const Redaction& names, JsonLine& line);
void write_object(const NodeOverlay& overlay, const Redaction& names, JsonLine& line);
void write_object(const ResourceClaim& claim, const Redaction& names, JsonLine& line);
void write_object(const ResourceSlice& slice, const Redaction& names, JsonLine& line);

/// The parts that several kinds have.
void begin_object(std::string_view api_version, std::string_view kind, JsonLine& line);
/// Leaves `metadata` open: labels and annotations may follow.
void open_metadata(const Object& object, std::string_view kind, const Redaction& names, JsonLine& line);
void write_owner(const Owner& owner, const Redaction& names, JsonLine& line);
void write_labels(std::string_view key, const List<Pair>& labels, const Redaction& names, JsonLine& line);
void write_pairs(std::string_view key, const List<Pair>& pairs, JsonLine& line);
void write_resources(std::string_view key, const Resources& resources, JsonLine& line);
void write_ready(Condition ready, std::int64_t heartbeat, JsonLine& line);

/// RFC 3339; empty for 0 and for years that it cannot write.
[[nodiscard]] std::string rfc3339(std::int64_t seconds);

}  // namespace kgpu::snapshot
