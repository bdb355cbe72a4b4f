#pragma once

#include "kgpu/commands/env.hpp"
#include "kgpu/document/manifests.hpp"

#include <string>
#include <vector>

namespace kgpu::commands {

/// The objects of `-f FILE|DIR|-`, given any number of times, in that order and as kubectl reads them: of a directory
/// the files `.json`, `.yaml` and `.yml` in it, by name; `-` is standard input, at most 64 MiB of it.
/// Throws Error{usage} when nothing or `-` twice is named, Error{io} for what cannot be read, Error{data} with file and
/// line, and when there is no object at all.
[[nodiscard]] std::vector<document::Manifest> read_manifests(const std::vector<std::string>& paths, Env& env);

}  // namespace kgpu::commands
