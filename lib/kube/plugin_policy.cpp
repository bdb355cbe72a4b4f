#include "choose.hpp"
#include "fields.hpp"
#include "value.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

namespace kgpu::kube {
namespace {

/// `--kuberc`, then KUBERC, then the home folder; empty when it is switched off.
std::string policy_path(const ConfigFlags& flags, const ConfigSources& sources) {
  if (sources.variable("KUBECTL_KUBERC").value_or("") == "false") {
    return {};
  }
  std::string path = is_given(flags.kuberc) ? *flags.kuberc : sources.variable("KUBERC").value_or("");
  if (path == "off") {
    return {};
  }
  const std::string home = sources.variable("HOME").value_or("");
  return path.empty() && !home.empty() ? home + "/.kube/kuberc" : path;
}

ExecLogin::Policy parse_policy(const Fields& preferences) {
  const std::string word = preferences.text("credentialPluginPolicy");
  if (word.empty() || word == "AllowAll") {
    return ExecLogin::Policy::allow_all;
  }
  if (word == "DenyAll") {
    return ExecLogin::Policy::deny_all;
  }
  if (word == "Allowlist") {
    return ExecLogin::Policy::allowlist;
  }
  throw preferences.refused(
      preferences.find("credentialPluginPolicy")->line,
      "unknown credentialPluginPolicy " + in_quotes(word) + " (one of: AllowAll, DenyAll, Allowlist)");
}

void read_policy(ExecLogin& login, const std::string& text, const std::string& path) {
  // In a second document a policy could be missed: kubectl looks there too.
  const Value::Pointer root = read_value(text, path, Trailing::refused);
  const Fields preferences(root.get(), path, "");
  login.policy = parse_policy(preferences);
  preferences.each_item("credentialPluginAllowlist", [&](const Fields& item, int line) {
    // `name` in Kubernetes 1.35, `command` since.
    std::string allowed = item.text("command");
    allowed = allowed.empty() ? item.text("name") : allowed;
    if (allowed.empty()) {
      throw item.refused(line, "an entry without command");
    }
    login.allowed.push_back(std::move(allowed));
  });
  const Value* list = preferences.find("credentialPluginAllowlist");
  if (list != nullptr && login.policy != ExecLogin::Policy::allowlist) {
    throw preferences.refused(list->line, "credentialPluginAllowlist needs credentialPluginPolicy: Allowlist");
  }
}

}  // namespace

void read_plugin_policy(ExecLogin& login, const ConfigFlags& flags, const ConfigSources& sources) {
  const std::string path = policy_path(flags, sources);
  if (path.empty()) {
    return;
  }
  const bool is_explicit = is_given(flags.kuberc) || !sources.variable("KUBERC").value_or("").empty();
  const auto text = sources.files.read_if_exists(path);
  if (!text && is_explicit) {
    throw Error(ErrorKind::io, "open " + printable(path, 4096) + ": no such file or directory",
                "--kuberc and KUBERC name an existing file, or 'off'");
  }
  if (!text) {
    return;
  }
  try {
    read_policy(login, *text, path);
  } catch (const Error& error) {
    // kubectl goes on without it; but it may say that the plugin must not run.
    throw Error(error.kind(), std::string("cannot use the kuberc ") + error.what(), "KUBERC=off leaves it out");
  }
}

}  // namespace kgpu::kube
