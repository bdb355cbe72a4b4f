#include "choose.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::kube {
namespace {

constexpr std::size_t k_most_names_in_a_hint = 10;

/// "did you mean", or the names when they are few.
template <class Entry>
std::string names_hint(const std::map<std::string, Entry>& entries, const std::string& wanted, std::string_view what) {
  std::vector<std::string_view> names;
  for (const auto& entry : entries) {
    names.push_back(entry.first);
  }
  if (std::string near = did_you_mean(wanted, names); !near.empty()) {
    return near;
  }
  if (names.empty() || names.size() > k_most_names_in_a_hint) {
    return {};
  }
  std::string list;
  for (const std::string_view name : names) {
    list += (list.empty() ? "" : ", ") + in_quotes(name);
  }
  return std::string(what) + ": " + list;
}

std::string quoted_list(const std::vector<std::string>& paths) {
  std::string list;
  for (const std::string& path : paths) {
    list += (list.empty() ? "" : ", ") + in_quotes(path);
  }
  return list;
}

ContextEntry choose_context(Chosen& chosen, const Kubeconfig& config, const ConfigFlags& flags) {
  chosen.context_name = is_given(flags.context) ? *flags.context : config.current_context;
  if (chosen.context_name.empty()) {
    return {};
  }
  const auto found = config.contexts.find(chosen.context_name);
  if (found == config.contexts.end()) {
    const bool is_length = chosen.context_name.find_first_not_of("0123456789kKmM") == std::string::npos &&
                           std::string_view("kKmM").find(chosen.context_name.front()) == std::string_view::npos;
    const std::string hint = is_length ? "a length in tokens is --context-length"
                                       : names_hint(config.contexts, chosen.context_name, "contexts");
    throw data_error("context was not found for specified context: " + printable(chosen.context_name),
                     is_given(flags.context) || !hint.empty() ? hint : "current-context names it");
  }
  return found->second;
}

void choose_cluster(Chosen& chosen, const Kubeconfig& config, const ConfigFlags& flags) {
  const auto found = config.clusters.find(chosen.cluster_name);
  if (found != config.clusters.end()) {
    chosen.cluster = found->second;
  } else if (!chosen.cluster_name.empty() && (is_given(flags.cluster) || !is_given(flags.server))) {
    const std::string context = is_given(flags.cluster) ? "" : "context " + in_quotes(chosen.context_name) + ": ";
    throw data_error(context + "no server found for cluster " + in_quotes(chosen.cluster_name),
                     names_hint(config.clusters, chosen.cluster_name, "clusters"));
  }
}

void choose_user(Chosen& chosen, const Kubeconfig& config, const ConfigFlags& flags, const ConfigSources& sources) {
  const auto found = config.users.find(chosen.user_name);
  if (found != config.users.end()) {
    chosen.user = found->second;
  } else if (is_given(flags.user)) {
    throw data_error("auth info " + in_quotes(chosen.user_name) + " does not exist",
                     names_hint(config.users, chosen.user_name, "users"));
  } else if (!chosen.user_name.empty()) {
    sources.warn("context " + in_quotes(chosen.context_name) + " names the user " + in_quotes(chosen.user_name) +
                 ", which no kubeconfig has: going on without its credentials");
  }
}

Error nothing_configured(const LoadedKubeconfig& loaded) {
  const Kubeconfig& config = loaded.config;
  if (!config.contexts.empty() || !config.clusters.empty()) {
    const std::string hint = names_hint(config.contexts, "", "--context NAME chooses one of");
    return data_error("no context is chosen: the kubeconfig has no current-context",
                      hint.empty() ? "--context NAME chooses one, 'kubectl config get-contexts' lists them" : hint);
  }
  const std::string where =
      loaded.looked_in.empty() ? "KUBECONFIG names no file" : "looked in " + quoted_list(loaded.looked_in);
  return data_error(
      "no cluster is configured: " + where,
      "--kubeconfig FILE or KUBECONFIG names a kubeconfig; on EKS 'aws eks update-kubeconfig' writes one");
}

/// The value of a path segment of the API server (apimachinery `IsValidPathSegmentName`).
void check_namespace(const std::string& name) {
  std::string problem;
  if (name == "." || name == "..") {
    problem = "may not be '" + name + "'";
  } else if (name.find('/') != std::string::npos) {
    problem = "may not contain '/'";
  } else if (name.find('%') != std::string::npos) {
    problem = "may not contain '%'";
  }
  if (!problem.empty()) {
    throw usage_error("invalid namespace " + in_quotes(name) + ": [" + problem + "]");
  }
}

}  // namespace

Chosen choose(const LoadedKubeconfig& loaded, const ConfigFlags& flags, const ConfigSources& sources) {
  const Kubeconfig& config = loaded.config;
  Chosen chosen;
  const ContextEntry context = choose_context(chosen, config, flags);
  chosen.cluster_name = is_given(flags.cluster) ? *flags.cluster : context.cluster;
  chosen.user_name = is_given(flags.user) ? *flags.user : context.user;
  chosen.name_space = context.name_space;
  choose_cluster(chosen, config, flags);
  choose_user(chosen, config, flags, sources);
  if (chosen.cluster.server.empty() && !is_given(flags.server)) {
    if (!chosen.cluster_name.empty()) {
      throw data_error("no server found for cluster " + in_quotes(chosen.cluster_name),
                       "its entry in the kubeconfig has no server");
    }
    if (!chosen.context_name.empty()) {
      throw data_error("context " + in_quotes(chosen.context_name) + " names no cluster");
    }
    if (!choose_service_account(chosen, sources)) {
      chosen.cluster.server = sources.variable("KUBERNETES_MASTER").value_or("");
    }
    if (chosen.cluster.server.empty()) {
      throw nothing_configured(loaded);
    }
  }
  lay_over(chosen.cluster, flags);
  lay_over(chosen.user, flags);
  chosen.name_space_given = is_given(flags.name_space);
  if (chosen.name_space_given) {
    chosen.name_space = *flags.name_space;
    check_namespace(chosen.name_space);
  }
  return chosen;
}

}  // namespace kgpu::kube
