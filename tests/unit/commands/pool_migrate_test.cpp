#include "kgpu/commands/pool_migrate.hpp"

#include "doctest/doctest.h"
#include "fake_env.hpp"

#include <functional>
#include <string>
#include <vector>

namespace kgpu::commands {
namespace {

using testing::ConnectionTo;
using testing::FakeConnection;
using testing::FakeEnv;
using testing::json_reply;

constexpr const char* k_provisioner =
    "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p}\nspec: {providerRef: {name: c}}\n";

/// A group with one kind in some versions, as `GET /apis` has it.
std::string group(const std::string& name, const std::string& plural, const std::string& kind,
                  const std::vector<std::string>& versions) {
  std::string text;
  for (const std::string& version : versions) {
    text += (text.empty() ? "" : ",") + std::string(R"({"version":")") + version +
            R"(","freshness":"Current","resources":[{"resource":")" + plural +
            R"(","scope":"Cluster","verbs":["list"],"responseKind":{"group":")" + name + R"(","version":")" + version +
            R"(","kind":")" + kind + R"("}}]})";
  }
  return R"({"metadata":{"name":")" + name + R"("},"versions":[)" + text + "]}";
}

/// A cluster that serves NodePools, and has those of `items`.
struct Cluster {
  FakeConnection server;
  int logins = 0;
  FakeEnv fake;

  Cluster(const std::vector<std::string>& versions, const std::string& items) {
    server.answer = [=](const kube::ApiRequest& request) -> kube::ApiReply {
      if (request.path == "/apis") {
        return json_reply(
            R"({"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[)" +
            group("karpenter.sh", "nodepools", "NodePool", versions) + "]}");
      }
      if (request.path == "/apis/karpenter.sh/v1beta1/nodepools") {
        return json_reply(R"({"kind":"NodePoolList","metadata":{},"items":[)" + items + "]}");
      }
      testing::refuse(404, "NotFound", "not found");
    };
    fake.connect = [this](const kube::ConfigFlags&) {
      ++logins;
      return std::make_unique<ConnectionTo>(server);
    };
  }

  ExitCode run(const std::function<void(PoolMigrateOptions&)>& change = [](PoolMigrateOptions&) {}) {
    PoolMigrateOptions options;
    options.all = true;
    options.manifests.format = output::Format::name;
    change(options);
    auto env = fake.env();
    return run_pool_migrate(options, env);
  }
};

std::string pool(const std::string& name, const std::string& managers) {
  return R"({"metadata":{"name":")" + name + R"(","managedFields":[)" + managers +
         R"(]},"spec":{"template":{"spec":{"requirements":[],"nodeClassRef":{"name":"c"}}}}})";
}

std::string manager(const std::string& name, const std::string& version) {
  return R"({"manager":")" + name + R"(","operation":"Update","apiVersion":"karpenter.sh/)" + version + R"("})";
}

std::string refusal(const std::function<void(PoolMigrateOptions&)>& change) {
  FakeEnv fake;
  PoolMigrateOptions options;
  change(options);
  auto env = fake.env();
  try {
    (void)run_pool_migrate(options, env);
  } catch (const Error& error) {
    return error.kind() == ErrorKind::usage ? error.what() : "not a usage error";
  }
  return "(accepted)";
}

TEST_CASE("pool migrate: where it reads from") {
  CHECK(refusal([](auto&) {}) == "no manifests are named");
  CHECK(refusal([](auto& o) {
          o.all = true;
          o.files = {"a.yaml"};
        }) == "--all and -f exclude each other: --all reads the cluster and nothing else");
  CHECK(refusal([](auto& o) {
          o.all = true;
          o.delivery.wait = std::chrono::minutes(1);
        }) == "--wait is of no use without --apply");
}

TEST_CASE("pool migrate -f: no cluster is asked, nothing that is not on the command line") {
  FakeEnv fake;
  fake.files.texts["old.yaml"] = k_provisioner;
  PoolMigrateOptions options;
  options.files = {"old.yaml"};
  auto env = fake.env();
  CHECK(run_pool_migrate(options, env) == ExitCode::ok);
  CHECK(fake.out.str().find("kind: NodePool\n") != std::string::npos);
}

TEST_CASE("pool migrate -f -: a credential plugin does not read what is piped in") {
  FakeEnv fake;
  fake.in.str(k_provisioner);
  bool taken = false;
  fake.connect = [&](const kube::ConfigFlags& flags) -> std::unique_ptr<kube::Connection> {
    taken = flags.stdin_is_taken;
    throw Error(ErrorKind::io, "no cluster");
  };
  PoolMigrateOptions options;
  options.files = {"-"};
  options.delivery.diff = true;
  auto env = fake.env();
  CHECK(run_pool_migrate(options, env) == ExitCode::usage);  // 2: it could not be told
  CHECK(taken);
}

TEST_CASE("pool migrate --all: one login, and objects that users wrote in the old version") {
  Cluster cluster({"v1", "v1beta1"}, pool("old", manager("kubectl", "v1beta1")) + "," +
                                         pool("new", manager("kubectl", "v1") + "," + manager("karpenter", "v1beta1")) +
                                         "," + pool("unknown", ""));
  CHECK(cluster.run([](auto& o) { o.delivery.dry_run = DryRun::server; }) == ExitCode::failed);  // it has no such path
  CHECK(cluster.logins == 1);
  CHECK(cluster.run() == ExitCode::ok);
  CHECK(cluster.fake.out.str() == "nodepool.karpenter.sh/old\nnodepool.karpenter.sh/unknown\n");
  CHECK(cluster.fake.err.str().find("note: left alone: nodepool/new (karpenter.sh/v1)\n") != std::string::npos);
}

TEST_CASE("pool migrate --all: where only the old version is served every object is old") {
  Cluster cluster({"v1beta1"}, pool("a", manager("kubectl", "v1")));
  CHECK(cluster.run() == ExitCode::ok);
  CHECK(cluster.fake.out.str() == "nodepool.karpenter.sh/a\n");
}

TEST_CASE("pool migrate --all: nothing to do is one line and exit 0") {
  Cluster cluster({"v1beta1"}, "");
  CHECK(cluster.run([](auto& o) { o.delivery.apply = true; }) == ExitCode::ok);
  CHECK(cluster.fake.out.str().empty());
  CHECK(cluster.fake.err.str() ==
        "note: nothing to migrate: Provisioner of karpenter.sh/v1alpha5: not served; AWSNodeTemplate of "
        "karpenter.k8s.aws/v1alpha1: not served; EC2NodeClass of karpenter.k8s.aws/v1beta1: not served; NodePool of "
        "karpenter.sh/v1beta1: none\n");
}

}  // namespace
}  // namespace kgpu::commands
