#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/kube/kubeconfig.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// What a shell is offered after the words typed so far: from the command table, the catalogue and the kubeconfig's
/// names. No cluster is asked and no plugin started.
namespace kgpu::app {

/// The hidden verb that the scripts and `kubectl_complete-gpu` call.
inline constexpr std::string_view k_complete = "__complete";

struct Suggestion {
  std::string value;
  std::string description;  ///< may be empty
};

struct Suggestions {
  std::vector<Suggestion> items;
  bool files = false;  ///< the shell may offer file names
};

/// The names in the kubeconfig that the flags choose; called only where one of them is completed.
using ConfigNamesOf = std::function<kube::ConfigNames(const kube::ConfigFlags& flags)>;

/// `words` are those after the program's name; the last is the one being typed, possibly empty.
[[nodiscard]] Suggestions complete(std::vector<std::string> words, const catalog::Catalog& catalog,
                                   const ConfigNamesOf& config_names = {});

/// `value\tdescription` lines, then `:4` (no file names) or `:0`: what kubectl reads from kubectl_complete-gpu, in the
/// numbers of cobra's ShellCompDirective.
[[nodiscard]] std::string to_text(const Suggestions& suggestions);

}  // namespace kgpu::app
