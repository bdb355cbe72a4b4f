#include "kgpu/commands/manifest_input.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <iterator>

namespace kgpu::commands {
namespace {

using document::Manifest;

constexpr std::string_view k_standard_input = "-";

bool is_manifest_file(std::string_view name) {
  return name.ends_with(".json") || name.ends_with(".yaml") || name.ends_with(".yml");
}

std::string read_standard_input(Env& env) {
  std::string text;
  std::array<char, 65536> block{};
  while (env.in.read(block.data(), block.size()) || env.in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(env.in.gcount()));
    if (text.size() > system::k_most_file_bytes) {
      throw Error(ErrorKind::io, "standard input is larger than 64 MiB");
    }
  }
  return text;
}

void append(std::vector<Manifest>& all, std::vector<Manifest> more) {
  std::ranges::move(more, std::back_inserter(all));
}

void read_directory(const std::string& directory, std::vector<Manifest>& all, const Env& env) {
  const std::string below = directory.ends_with('/') ? directory : directory + "/";
  for (const std::string& name : env.files.list(directory)) {
    if (is_manifest_file(name)) {
      append(all, document::read_manifests(env.files.read(below + name), below + name));
    }
  }
}

}  // namespace

std::vector<Manifest> read_manifests(const std::vector<std::string>& paths, Env& env) {
  if (paths.empty()) {
    throw usage_error("no manifests are named", "-f FILE, -f DIR or -f - for standard input");
  }
  if (std::ranges::count(paths, k_standard_input) > 1) {
    throw usage_error("--filename: standard input is named twice");
  }
  std::vector<Manifest> all;
  for (const std::string& path : paths) {
    if (path == k_standard_input) {
      append(all, document::read_manifests(read_standard_input(env), "stdin"));
    } else if (env.files.is_directory(path)) {
      read_directory(path, all, env);
    } else {
      append(all, document::read_manifests(env.files.read(path), path));
    }
  }
  if (all.empty()) {
    throw data_error("no objects in " + join(paths, ", "));
  }
  return all;
}

}  // namespace kgpu::commands
