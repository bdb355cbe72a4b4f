// kubernetes-client 1 to 10, 23 to 26: which files, and how they merge. The sentences are kubectl's where the reference
// gives them.
#include "config_desk.hpp"
#include "temporary_folder.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

using kgpu::kube::Access;
using kgpu::kube::ConfigFlags;
using kgpu::kube::TokenLogin;
using kgpu::testing::ConfigDesk;
using kgpu::testing::one_context;
using kgpu::testing::TemporaryFolder;

namespace {

ConfigFlags kubeconfig(const std::string& path) {
  ConfigFlags flags;
  flags.kubeconfig = path;
  return flags;
}

std::string token_of(const Access& access) {
  return std::get<TokenLogin>(access.login).token;
}

std::string server_named(const std::string& server) {
  return one_context("    server: https://" + server + "\n");
}

/// The machine's files, its environment left alone.
std::string real_refusal(const std::string& path) {
  const kgpu::system::RealFiles files;
  try {
    (void)kgpu::kube::resolve_access(
        kubeconfig(path), {.files = files, .variable = [](std::string_view) { return std::nullopt; }, .warn = {}});
    return {};
  } catch (const kgpu::Error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("kubernetes-client 1: an explicit file that is missing") {
  ConfigDesk desk(one_context());
  CHECK(desk.refusal(kubeconfig("/nope/x")).starts_with("stat /nope/x: no such file or directory\n"));
  CHECK(desk.refusal(kubeconfig("")) == "");  // counts as not given
}

TEST_CASE("kubernetes-client 2: --kubeconfig is one path, never a list") {
  ConfigDesk desk;
  desk.files.texts = {{"a", one_context()}, {"b", one_context()}};
  CHECK(desk.refusal(kubeconfig("a:b")).starts_with("stat a:b: no such file or directory"));
  desk.files.texts["a:b"] = server_named("odd.test");
  CHECK(desk.resolve(kubeconfig("a:b")).server == "https://odd.test");
}

TEST_CASE("kubernetes-client 3: missing files of KUBECONFIG are passed over") {
  ConfigDesk desk;
  desk.variables["KUBECONFIG"] = "missing:good";
  desk.files.texts["good"] = one_context();
  CHECK(desk.resolve().server == "https://k.test");
  CHECK(desk.warnings.empty());
}

TEST_CASE("kubernetes-client 4: nothing found is one line naming where") {
  ConfigDesk desk;
  desk.variables["KUBECONFIG"] = "a:/b/c";
  CHECK(desk.refusal().starts_with("no cluster is configured: looked in 'a', '/b/c'\n"));
  desk.variables.erase("KUBECONFIG");
  CHECK(desk.refusal().starts_with("no cluster is configured: looked in '/home/me/.kube/config'\n"));
  desk.variables.erase("HOME");
  CHECK(desk.refusal().starts_with("no cluster is configured: looked in '.kube/config'\n"));
  desk.variables["KUBERNETES_MASTER"] = "https://m.test";
  CHECK(desk.resolve().server == "https://m.test");
}

TEST_CASE("kubernetes-client 5: each file of KUBECONFIG is read once") {
  ConfigDesk desk;
  desk.variables["KUBECONFIG"] = ":a::a:";
  desk.files.texts["a"] = one_context();
  CHECK(desk.resolve().server == "https://k.test");
  CHECK(desk.files.log == std::vector<std::string>{"read a"});
}

TEST_CASE("kubernetes-client 6: the first file that has a name wins with its whole entry") {
  ConfigDesk desk;
  desk.variables["KUBECONFIG"] = "a:b";
  desk.files.texts = {{"a", server_named("a.test")},
                      {"b", one_context("    server: https://b.test\n    tls-server-name: b\n", "    token: t1\n")}};
  const Access access = desk.resolve();
  CHECK(access.server == "https://a.test");
  CHECK(access.tls_server_name == "");
  CHECK(token_of(access) == "t0");
}

TEST_CASE("kubernetes-client 7: the first current-context that says something") {
  ConfigDesk desk;
  desk.variables["KUBECONFIG"] = "a:b";
  desk.files.texts = {{"a", "current-context: \"\"\nclusters: null\n"}, {"b", one_context()}};
  CHECK(desk.resolve().context == "dev");
}

TEST_CASE("kubernetes-client 8: references resolve after the merge") {
  ConfigDesk desk;
  desk.variables["KUBECONFIG"] = "a:b:c";
  desk.files.texts = {{"a", "current-context: x\ncontexts: [{name: x, context: {cluster: k, user: third}}]\n"},
                      {"b", "clusters: [{name: k, cluster: {server: https://k.test}}]\n"},
                      {"c", "users: [{name: third, user: {token: t3}}]\n"}};
  CHECK(token_of(desk.resolve()) == "t3");
}

TEST_CASE("kubernetes-client 9: one malformed file fails all, with file and line") {
  ConfigDesk desk;
  desk.variables["KUBECONFIG"] = "good:bad";
  desk.files.texts = {{"good", one_context()}, {"bad", "clusters:\n- name: k\n   cluster: [\n"}};
  CHECK(desk.refusal().starts_with("cannot use the kubeconfig bad:3: "));
  // Types too, in entries that are not chosen.
  desk.files.texts["bad"] = "users:\n- name: other\n  user:\n    username: 7\n";
  CHECK(desk.refusal() ==
        "cannot use the kubeconfig bad:4: users 'other': user: username must be text, not a number: "
        "write it in quotes");
}

TEST_CASE("kubernetes-client 10: a name twice in one file is refused without what the entries hold") {
  ConfigDesk desk(
      one_context("    server: https://k.test\n", "    token: t0\n", "- name: u\n  user: {token: s3cr3t-two}\n"));
  const std::string refusal = desk.refusal();
  CHECK(refusal == "cannot use the kubeconfig config:15: users 'u': the name is there twice in this file");
}

TEST_CASE("kubernetes-client 23: a file that may not be read") {
  ConfigDesk desk(one_context());
  desk.files.unreadable.insert("config");
  CHECK(desk.refusal() == "error loading config file 'config': open config: permission denied");
  desk.variables["KUBECONFIG"] = "other:config";
  desk.files.texts["other"] = one_context();
  CHECK(desk.refusal() == "error loading config file 'config': open config: permission denied");
}

TEST_CASE("kubernetes-client 24: a directory is no kubeconfig") {
  const TemporaryFolder folder;
  CHECK(real_refusal(folder.path()) ==
        "error loading config file '" + folder.path() + "': read " + folder.path() + ": is a directory");
}

TEST_CASE("kubernetes-client 25: a pipe is read once, or refused when nobody writes") {
  const TemporaryFolder folder;
  const std::string path = folder.path("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  CHECK(real_refusal(path).ends_with("a pipe into which nobody writes"));

  // As bash's <(…): a writer is there before the reader, and slow.
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::string text = server_named("pipe.test");
    CHECK(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    ::close(ends[1]);
  });
  CHECK(real_refusal("/dev/fd/" + std::to_string(ends[0])) == "");
  writer.join();
  ::close(ends[0]);
}

TEST_CASE("kubernetes-client 26: relative paths begin where the file is, as its path is spelled") {
  ConfigDesk desk;
  const std::string config = one_context("    server: https://k.test\n    certificate-authority: pki/ca.crt\n");
  desk.variables["KUBECONFIG"] = "links/config";
  desk.files.texts = {{"links/config", config}, {"links/pki/ca.crt", kgpu::testing::k_some_certificate}};
  CHECK(desk.resolve().ca_pem == kgpu::testing::k_some_certificate);

  // A link on the machine is not resolved first.
  const TemporaryFolder folder;
  folder.put("real/config", config);
  folder.put("link/pki/ca.crt", kgpu::testing::k_some_certificate);
  std::filesystem::create_symlink(folder.path("real/config"), folder.path("link/config"));
  CHECK(real_refusal(folder.path("link/config")) == "");
  CHECK(real_refusal(folder.path("real/config")) ==
        "unable to read certificate-authority " + folder.path("real/pki/ca.crt") + " for cluster 'k' due to open " +
            folder.path("real/pki/ca.crt") + ": no such file or directory");
}
