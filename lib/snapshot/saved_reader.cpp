#include "saved_reader.hpp"

#include "json_fields.hpp"

#include "kgpu/snapshot/saved.hpp"

#include <string>

namespace kgpu::snapshot {
namespace {

/// The longest last line: `{"end":9223372036854775807}`, with room for white space.
constexpr std::size_t k_most_end = 48;

std::string counted(std::int64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::optional<Kind> kind_called(std::string_view name) {
  for (std::size_t i = 0; i < k_kinds; ++i) {
    if (saved_name(static_cast<Kind>(i)) == name) {
      return static_cast<Kind>(i);
    }
  }
  return std::nullopt;
}

/// N of `{"end":N}`; empty for any other object.
std::optional<std::int64_t> end_of(std::string_view text) {
  if (text.size() > k_most_end) {
    return std::nullopt;
  }
  simdjson::dom::parser parser;
  const simdjson::padded_string padded(text);
  Element root;
  simdjson::dom::object object;
  std::int64_t count = 0;
  const bool is_end = parser.parse(padded).get(root) == simdjson::SUCCESS &&
                      root.get_object().get(object) == simdjson::SUCCESS && object.size() == 1 &&
                      object["end"].get_int64().get(count) == simdjson::SUCCESS;
  return is_end ? std::optional(count) : std::nullopt;
}

void read_missing(const Element& value, std::vector<Missing>& into) {
  each_element(value, "missing", [&](const Element& element) {
    Missing& missing = into.emplace_back();
    each_member(element, "missing", [&](std::string_view key, const Element& field) {
      if (key == "resource") {
        missing.resource = text(field, key);
      } else if (key == "verb") {
        missing.verb = text(field, key);
      } else if (key == "effect") {
        missing.effect = text(field, key);
      }
    });
  });
}

void check_format(std::int64_t format) {
  if (format != k_snapshot_format) {
    throw data_error("a snapshot of format " + std::to_string(format) + ", and only " +
                         std::to_string(k_snapshot_format) + " is known here",
                     format > k_snapshot_format ? "it was saved by a newer kubectl-gpu: use that one" : "");
  }
}

std::string time_text(const Element& value, std::string_view member) {
  const std::string_view time = text(value, member);
  if (!time.empty() && seconds_of(time) == 0) {
    throw data_error("'" + std::string(member) + "' is no time: " + std::string(time.substr(0, 40)));
  }
  return std::string(time);
}

}  // namespace

std::string_view saved_name(Kind kind) {
  return kind == Kind::controller ? "Controller" : to_string(kind);
}

SavedReader::SavedReader(Snapshot& snapshot, std::string_view first_line) : snapshot_(snapshot) {
  simdjson::dom::parser parser;
  const simdjson::padded_string padded(first_line);
  Element root;
  if (parser.parse(padded).get(root) != simdjson::SUCCESS) {
    throw data_error("not JSON");
  }
  each_member(root, "snapshot", [&](std::string_view key, const Element& value) {
    if (key == k_snapshot_mark) {
      check_format(whole(value, key));
    } else if (key == "name") {
      const std::string_view name = text(value, key);
      snapshot_.name = name.empty() ? snapshot_.name : std::string(name);
    } else if (key == "server") {
      snapshot_.server = text(value, key);
      snapshot_.from_server = !snapshot_.server.empty();
    } else if (key == "as_of") {
      snapshot_.as_of = time_text(value, key);
    } else if (key == "pods_read") {
      snapshot_.only_accelerator_nodes_pods = text(value, key) == "accelerator-nodes";
    } else if (key == "inconsistent") {
      snapshot_.inconsistent = truth(value, key);
    } else if (key == "missing") {
      read_missing(value, snapshot_.missing);
    } else if (key == "kinds") {
      each_member(value, key, [&](std::string_view name, const Element& count) {
        if (const auto kind = kind_called(name)) {
          snapshot_.mark_read(*kind);
          expected_[static_cast<std::size_t>(*kind)] = whole(count, name);
        }
      });
    }
  });
}

void SavedReader::last_line(std::int64_t said) {
  ended_ = true;
  if (said != objects_) {
    throw data_error("cut, or changed by hand: the last line speaks of " + counted(said, "object") + ", the file has " +
                         std::to_string(objects_),
                     k_save_again);
  }
  for (std::size_t i = 0; i < k_kinds; ++i) {
    if (expected_[i].value_or(0) != seen_[i]) {
      throw data_error("cut, or changed by hand: the first line speaks of " +
                           counted(expected_[i].value_or(0), std::string(saved_name(static_cast<Kind>(i)))) +
                           ", the file has " + std::to_string(seen_[i]),
                       k_save_again);
    }
  }
}

void SavedReader::line(std::string_view text, JsonItems& items) {
  if (ended_) {
    throw data_error("something follows after the end of the snapshot", "each --from is one cluster");
  }
  if (const auto said = end_of(text)) {
    last_line(*said);
    return;
  }
  ++objects_;
  if (const auto kind = items.read_any(text, {}, records_)) {
    ++seen_[static_cast<std::size_t>(*kind)];
    snapshot_.join(std::move(records_));
    records_ = {};
  }
}

void SavedReader::end() const {
  if (!ended_) {
    throw data_error("cut short: the line that ends a snapshot is missing", k_save_again);
  }
}

}  // namespace kgpu::snapshot
