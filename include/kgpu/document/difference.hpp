#pragma once

#include "kgpu/document/document.hpp"

#include <string>
#include <string_view>

namespace kgpu::document {

/// What `--diff` compares of one object: YAML with sorted keys, without `metadata.managedFields`,
/// `metadata.generation` and other noise of the server; both empty when the object is not there
/// (kubernetes-client 5.4).
struct Comparison {
  std::string name;  ///< `group.version.Kind.namespace.name`, as kubectl names its files
  std::string live;
  std::string merged;  ///< what an apply would make of it
};

/// From the JSON of the object now (empty: there is none) and as a dry run answered. Values of a Secret are masked:
/// `***`, or `*** (before)` and `*** (after)` where they differ.
[[nodiscard]] Comparison compare(std::string_view live_json, std::string_view merged_json, const std::string& name);

/// A document that no server can try yet, against nothing: every line of it is new.
[[nodiscard]] Comparison compare_new(const Document& document);

/// As `diff -u -N LIVE/name MERGED/name` prints it, without times; empty when both are the same.
[[nodiscard]] std::string unified_difference(const Comparison& comparison);

}  // namespace kgpu::document
