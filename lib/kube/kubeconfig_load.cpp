#include "kubeconfig_file.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::kube {
namespace {

/// An environment variable that holds something.
std::optional<std::string> set_variable(const ConfigSources& sources, std::string_view name) {
  auto value = sources.variable(name);
  return value && !value->empty() ? value : std::nullopt;
}

/// KUBECONFIG is a list, in order, each path once; `~` and `$VAR` stay as they are (1.1).
std::vector<std::string> default_paths(const ConfigSources& sources) {
  std::vector<std::string> paths;
  if (const auto list = set_variable(sources, "KUBECONFIG")) {
    for (std::string& path : split(*list, ':')) {
      if (!path.empty() && std::ranges::find(paths, path) == paths.end()) {
        paths.push_back(std::move(path));
      }
    }
    return paths;
  }
  const auto home = set_variable(sources, "HOME");
  return {home ? *home + "/.kube/config" : ".kube/config"};
}

Kubeconfig read_one(const std::string& text, const std::string& path) {
  try {
    return read_kubeconfig(text, path);
  } catch (const Error& error) {
    throw Error(error.kind(), std::string("cannot use the kubeconfig ") + error.what(), error.hint());
  }
}

}  // namespace

std::string open_failure(const Error& error, const std::string& path) {
  const std::string what = error.what();
  const std::string prefix = "cannot read " + in_quotes(path) + ": ";
  std::string reason = what.starts_with(prefix) ? what.substr(prefix.size()) : what;
  reason.front() = to_lower(reason.substr(0, 1)).front();
  const bool is_directory = reason == "is a directory";
  return (is_directory ? "read " : "open ") + printable(path, 4096) + ": " + reason;
}

LoadedKubeconfig load_kubeconfig(const ConfigFlags& flags, const ConfigSources& sources) {
  const bool is_explicit = flags.kubeconfig && !flags.kubeconfig->empty();
  LoadedKubeconfig loaded;
  loaded.looked_in = is_explicit ? std::vector{*flags.kubeconfig} : default_paths(sources);
  for (const std::string& path : loaded.looked_in) {
    std::optional<std::string> text;
    try {
      text = sources.files.read_if_exists(path);
    } catch (const Error& error) {
      throw Error(ErrorKind::io, "error loading config file " + in_quotes(path) + ": " + open_failure(error, path));
    }
    if (!text && is_explicit) {
      throw Error(ErrorKind::io, "stat " + printable(path, 4096) + ": no such file or directory",
                  "--kubeconfig names one file, KUBECONFIG may name several");
    }
    if (text) {
      merge_under(loaded.config, read_one(*text, path));
    }
  }
  return loaded;
}

}  // namespace kgpu::kube
