// kubernetes-client 46, 49, 50, 53: credential plugins as real children, from a kubeconfig to the header.
#include "temporary_folder.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/kube/credential.hpp"
#include "kgpu/kube/kubeconfig.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <memory>
#include <thread>

using kgpu::Error;
using kgpu::testing::TemporaryFolder;

namespace {

/// A kubeconfig whose user logs in by the script `bin/login` beside it.
class Plugin {
 public:
  explicit Plugin(const std::string& script, const std::string& more = {}) : processes_(cancelled) {
    folder.put("bin/login", "#!/bin/sh\necho run >> \"$(dirname \"$0\")/runs\"\n" + script);
    ::chmod(folder.path("bin/login").c_str(), 0755);
    folder.put("config",
               "current-context: c\ncontexts: [{name: c, context: {cluster: k, user: u}}]\n"
               "clusters: [{name: k, cluster: {server: 'https://k.test'}}]\nusers:\n- name: u\n  user:\n    exec:\n"
               "      apiVersion: client.authentication.k8s.io/v1beta1\n      command: ./bin/login\n" +
                   more);
  }

  [[nodiscard]] std::unique_ptr<kgpu::kube::CredentialSource> log_in() {
    const auto nothing = [](std::string_view) { return std::nullopt; };
    kgpu::kube::ConfigFlags flags;
    flags.kubeconfig = folder.path("config");
    const auto access =
        kgpu::kube::resolve_access(flags, {.files = files_, .variable = nothing, .warn = [](const std::string&) {}});
    return kgpu::kube::make_credentials(access, {.files = files_,
                                                 .processes = processes_,
                                                 .variable = nothing,
                                                 .now = std::chrono::system_clock::now,
                                                 .stdin_is_terminal = false});
  }
  [[nodiscard]] std::string authorization() { return log_in()->current().authorization; }
  [[nodiscard]] std::string refusal() {
    try {
      (void)authorization();
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  }

  TemporaryFolder folder;
  std::atomic<bool> cancelled = false;

 private:
  kgpu::system::RealFiles files_;
  kgpu::system::RealProcesses processes_;
};

const std::string k_reply = R"(printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1",')"
                            R"('"status":{"token":"%s"}}' )";

}  // namespace

TEST_CASE("kubernetes-client 50: arguments are verbatim, the command is beside the kubeconfig") {
  Plugin plugin("for a in \"$@\"; do printf '%s\\n' \"$a\"; done > \"$(dirname \"$0\")/args\"\n" + k_reply + "token",
                "      args: ['two words', '\"quoted\"', '$HOME', '; exit 1', '~', '`id`', '']\n");
  CHECK(plugin.authorization() == "Bearer token");
  CHECK(plugin.folder.get("bin/args") == "two words\n\"quoted\"\n$HOME\n; exit 1\n~\n`id`\n\n");
}

TEST_CASE("kubernetes-client 51: a plugin reads KUBERNETES_EXEC_INFO") {
  Plugin plugin(k_reply + "\"$(printf %s \"$KUBERNETES_EXEC_INFO\" | tr -d '\"{}')\"",
                "      env: [{name: KUBERNETES_EXEC_INFO, value: mine}]\n");
  CHECK(plugin.authorization() ==
        "Bearer kind:ExecCredential,apiVersion:client.authentication.k8s.io/v1beta1,spec:interactive:false");
}

TEST_CASE("kubernetes-client 49: failures of real plugins") {
  struct Case {
    const char* script;
    const char* refusal;
  };
  const Case cases[] = {
      {"exit 3", "failed with exit code 3"},
      {"kill -9 $$", "failed with exit code -1 (signal 9)"},
      {":", "getting credentials: decoding stdout: the plugin printed nothing"},
      {"head -c 2097152 /dev/zero", "printed more than 1048576 bytes"},
      {"cat", "getting credentials: decoding stdout: the plugin printed nothing"},  // stdin is /dev/null
  };
  for (const Case& c : cases) {
    CAPTURE(c.script);
    Plugin plugin(c.script);
    CHECK(plugin.refusal().find(c.refusal) != std::string::npos);
  }
  Plugin plugin("");
  ::chmod(plugin.folder.path("bin/login").c_str(), 0644);
  CHECK(plugin.refusal() ==
        "getting credentials: fork/exec " + plugin.folder.path("./bin/login") + ": permission denied");
  std::filesystem::remove(plugin.folder.path("bin/login"));
  CHECK(plugin.refusal() ==
        "getting credentials: exec: executable " + plugin.folder.path("./bin/login") + " not found");
}

TEST_CASE("kubernetes-client 49: a plugin that never ends is ended by Ctrl-C") {
  Plugin plugin("sleep 600");
  std::thread presser([&] {
    while (plugin.folder.get("bin/runs").empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    plugin.cancelled = true;
  });
  CHECK(plugin.refusal().find("interrupted while") != std::string::npos);
  presser.join();
}

TEST_CASE("kubernetes-client 53: one run for many requests") {
  Plugin plugin(k_reply + "t");
  const auto login = plugin.log_in();
  for (int i = 0; i < 20; ++i) {
    CHECK(login->current().authorization == "Bearer t");
  }
  CHECK(plugin.folder.get("bin/runs") == "run\n");
}
