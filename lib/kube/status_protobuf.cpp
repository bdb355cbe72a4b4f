// Field numbers: protobuf.md, from generated.proto of k8s.io/apimachinery v0.34.4.
#include "server_text.hpp"
#include "status_readers.hpp"

#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>

namespace kgpu::kube {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

constexpr std::string_view k_magic("k8s\0", 4);

bool is_bytes(const pbf_reader& reader, protozero::pbf_tag_type tag) {
  return reader.tag() == tag && reader.wire_type() == pbf_wire_type::length_delimited;
}

std::string_view view_of(pbf_reader& reader) {
  const protozero::data_view view = reader.get_view();
  return {view.data(), view.size()};
}

/// int32 is written as ten bytes when negative: read as 64 bits.
std::int64_t number_of(pbf_reader& reader) {
  return static_cast<std::int32_t>(reader.get_int64());
}

/// runtime.Unknown {1 typeMeta {2 kind}, 2 raw}.
struct Envelope {
  std::string_view kind;
  std::string_view raw;
};

Envelope read_envelope(std::string_view bytes) {
  Envelope envelope;
  pbf_reader unknown(bytes.data(), bytes.size());
  while (unknown.next()) {
    if (is_bytes(unknown, 1)) {
      pbf_reader type_meta = unknown.get_message();
      while (type_meta.next()) {
        if (is_bytes(type_meta, 2)) {
          envelope.kind = view_of(type_meta);
        } else {
          type_meta.skip();
        }
      }
    } else if (is_bytes(unknown, 2)) {
      envelope.raw = view_of(unknown);
    } else {
      unknown.skip();
    }
  }
  return envelope;
}

Status::Cause read_cause(pbf_reader reader) {
  Status::Cause cause;
  while (reader.next()) {
    if (is_bytes(reader, 1)) {
      cause.reason = neutralised(view_of(reader));
    } else if (is_bytes(reader, 2)) {
      cause.message = neutralised(view_of(reader));
    } else if (is_bytes(reader, 3)) {
      cause.field = neutralised(view_of(reader));
    } else {
      reader.skip();
    }
  }
  return cause;
}

void read_details(pbf_reader reader, Status& status) {
  while (reader.next()) {
    if (is_bytes(reader, 1)) {
      status.name = neutralised(view_of(reader));
    } else if (is_bytes(reader, 2)) {
      status.group = neutralised(view_of(reader));
    } else if (is_bytes(reader, 3)) {
      status.kind = neutralised(view_of(reader));
    } else if (is_bytes(reader, 4)) {
      status.causes.push_back(read_cause(reader.get_message()));
    } else if (reader.tag() == 5 && reader.wire_type() == pbf_wire_type::varint) {
      // Always written; 0 is what JSON leaves out.
      const std::int64_t seconds = number_of(reader);
      status.retry_after_seconds = seconds == 0 ? std::nullopt : std::optional(seconds);
    } else {
      reader.skip();
    }
  }
}

std::string read_continue(pbf_reader list_meta) {
  std::string token;
  while (list_meta.next()) {
    if (is_bytes(list_meta, 3)) {
      token = view_of(list_meta);
    } else {
      list_meta.skip();
    }
  }
  return token;
}

std::optional<Status> read_failure(std::string_view raw) {
  Status status;
  std::string outcome;
  pbf_reader reader(raw.data(), raw.size());
  while (reader.next()) {
    if (is_bytes(reader, 1)) {
      status.continue_token = read_continue(reader.get_message());
    } else if (is_bytes(reader, 2)) {
      outcome = view_of(reader);
    } else if (is_bytes(reader, 3)) {
      status.message = neutralised(view_of(reader));
    } else if (is_bytes(reader, 4)) {
      status.reason = neutralised(view_of(reader));
    } else if (is_bytes(reader, 5)) {
      read_details(reader.get_message(), status);
    } else if (reader.tag() == 6 && reader.wire_type() == pbf_wire_type::varint) {
      const std::int64_t code = number_of(reader);
      status.code = code >= 0 ? static_cast<int>(code) : 0;
    } else {
      reader.skip();
    }
  }
  return outcome == "Failure" ? std::optional(std::move(status)) : std::nullopt;
}

}  // namespace

std::optional<Status> read_protobuf_status(std::string_view body) {
  if (!body.starts_with(k_magic)) {
    return std::nullopt;
  }
  try {
    const Envelope envelope = read_envelope(body.substr(k_magic.size()));
    return envelope.kind == "Status" ? read_failure(envelope.raw) : std::nullopt;
  } catch (const protozero::exception&) {
    return std::nullopt;
  }
}

}  // namespace kgpu::kube
