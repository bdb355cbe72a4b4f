#include "fields.hpp"
#include "kubeconfig_file.hpp"
#include "value.hpp"

#include "kgpu/base/text.hpp"

namespace kgpu::kube {
namespace {

/// The kubeconfig extension that a cluster hands to credential plugins.
constexpr std::string_view k_exec_extension = "client.authentication.k8s.io/exec";

/// The directory of `path` as it is spelled: a link is not resolved first (1.4).
std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash == 0 ? 1 : slash);
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), directory_(directory_of(path)) {}

  [[nodiscard]] Kubeconfig read(const Value* root) const {
    const Fields file(root, path_, "");
    check_kind(file);
    Kubeconfig config;
    config.current_context = file.text("current-context");
    read_list(file, "clusters", "cluster", config.clusters, [this](const Fields& fields) { return cluster(fields); });
    read_list(file, "users", "user", config.users, [this](const Fields& fields) { return user(fields); });
    read_list(file, "contexts", "context", config.contexts, [](const Fields& fields) { return context(fields); });
    return config;
  }

 private:
  static void check_kind(const Fields& file) {
    const std::string version = file.text("apiVersion");
    const std::string kind = file.text("kind");
    if ((version.empty() || version == "v1") && (kind.empty() || kind == "Config")) {
      return;
    }
    const Value* at = file.find(version.empty() || version == "v1" ? "kind" : "apiVersion");
    throw file.refused(at->line, "no kind " + in_quotes(kind.empty() ? "Config" : kind) + " of version " +
                                     in_quotes(version.empty() ? "v1" : version) +
                                     " is known: a kubeconfig is kind Config of apiVersion v1");
  }

  template <class Entry, class Read>
  static void read_list(const Fields& file, const std::string& list, std::string_view member,
                        std::map<std::string, Entry>& entries, const Read& read) {
    file.each_item(list, [&](const Fields& item, int line) {
      const bool is_new = entries.emplace(item.text("name"), read(item.map(member))).second;
      if (!is_new) {
        throw item.refused(line, "the name is there twice in this file");
      }
    });
  }

  /// A path in the file, relative to the file's directory.
  [[nodiscard]] std::string path(const std::string& text) const {
    return text.empty() || text.starts_with('/') || directory_.empty() ? text
           : directory_ == "/"                                         ? "/" + text
                                                                       : directory_ + "/" + text;
  }

  [[nodiscard]] ClusterEntry cluster(const Fields& fields) const {
    ClusterEntry entry;
    entry.server = fields.text("server");
    entry.tls_server_name = fields.text("tls-server-name");
    entry.insecure_skip_tls_verify = fields.flag("insecure-skip-tls-verify");
    entry.certificate_authority = path(fields.text("certificate-authority"));
    entry.certificate_authority_data = fields.text("certificate-authority-data");
    entry.proxy_url = fields.text("proxy-url");
    entry.disable_compression = fields.flag("disable-compression");
    fields.each_item("extensions", [&](const Fields& item, int) {
      const Value* extension = item.find("extension");
      if (item.text("name") == k_exec_extension && extension != nullptr) {
        entry.exec_config_json = to_json(*extension, path_);
      }
    });
    return entry;
  }

  [[nodiscard]] UserEntry user(const Fields& fields) const {
    UserEntry entry;
    entry.client_certificate = path(fields.text("client-certificate"));
    entry.client_certificate_data = fields.text("client-certificate-data");
    entry.client_key = path(fields.text("client-key"));
    entry.client_key_data = fields.text("client-key-data");
    entry.token = fields.text("token");
    entry.token_file = path(fields.text("tokenFile"));
    entry.username = fields.text("username");
    entry.password = fields.text("password");
    entry.impersonation.user = fields.text("as");
    entry.impersonation.uid = fields.text("as-uid");
    entry.impersonation.groups = fields.texts("as-groups");
    const Fields extra = fields.map("as-user-extra");
    extra.each_member([&](const std::string& key) {
      for (std::string& value : extra.texts(key)) {
        entry.impersonation.extra.emplace_back(key, std::move(value));
      }
    });
    if (fields.has("auth-provider")) {
      entry.auth_provider = fields.map("auth-provider").text("name");
    }
    if (fields.has("exec")) {
      entry.exec = exec(fields.map("exec"));
    }
    return entry;
  }

  [[nodiscard]] ExecEntry exec(const Fields& fields) const {
    ExecEntry entry;
    entry.api_version = fields.text("apiVersion");
    entry.command = fields.text("command");
    if (entry.command.find('/') != std::string::npos) {
      entry.command = path(entry.command);  // a bare name is looked up on PATH
    }
    entry.args = fields.texts("args");
    fields.each_item("env",
                     [&](const Fields& item, int) { entry.env.emplace_back(item.text("name"), item.text("value")); });
    entry.install_hint = fields.text("installHint");
    entry.interactive_mode = fields.text("interactiveMode");
    entry.provide_cluster_info = fields.flag("provideClusterInfo");
    return entry;
  }

  static ContextEntry context(const Fields& fields) {
    return {.cluster = fields.text("cluster"), .user = fields.text("user"), .name_space = fields.text("namespace")};
  }

  std::string path_;
  std::string directory_;
};

}  // namespace

Kubeconfig read_kubeconfig(std::string_view text, const std::string& path) {
  const Value::Pointer root = read_value(text, path, Trailing::ignored);
  return Reader(path).read(root.get());
}

void merge_under(Kubeconfig& earlier, Kubeconfig later) {
  earlier.clusters.merge(later.clusters);
  earlier.users.merge(later.users);
  earlier.contexts.merge(later.contexts);
  if (earlier.current_context.empty()) {
    earlier.current_context = std::move(later.current_context);
  }
}

}  // namespace kgpu::kube
