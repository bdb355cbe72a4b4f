#include "fake_env.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/commands/node_list.hpp"
#include "kgpu/commands/pool_list.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace kgpu;
using namespace kgpu::commands;
using kgpu::testing::FakeEnv;

namespace {

std::string node(const std::string& name, const std::string& type, const std::string& labels,
                 const std::string& devices, const std::string& more = "") {
  const std::string amounts =
      R"({"cpu":"64","memory":"256Gi","pods":"110")" + (devices.empty() ? "" : "," + devices) + "}";
  return R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")" + name +
         R"(","creationTimestamp":"2026-07-01T00:00:00Z")" + more +
         R"(,"labels":{"topology.kubernetes.io/region":"us-east-1","kubernetes.io/hostname":")" + name +
         R"(","node.kubernetes.io/instance-type":")" + type + "\"," + labels +
         R"(}},"spec":{"providerID":"aws:///us-east-1a/i-)" + name + R"("},"status":{"capacity":)" + amounts +
         R"(,"allocatable":)" + amounts +
         R"(,"conditions":[{"type":"Ready","status":"True","lastHeartbeatTime":"2026-08-01T00:00:00Z"}]}})";
}

std::string pod(const std::string& name, const std::string& on, const std::string& limits,
                const std::string& metadata = "", const std::string& spec = "") {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name + R"(","namespace":"team-blue")" + metadata +
         R"(},"spec":{"nodeName":")" + on + R"(","containers":[{"resources":{"limits":{)" + limits + "}}}]" + spec +
         R"(},"status":{"phase":"Running"}})";
}

/// Whatever money and devices could hang on a name: pools, overlays by labels and by their order, NodeClaims by
/// provider id, MIG, HAMi's ids of cards, DRA's pools named like nodes, squatters.
std::string cluster() {
  const std::string card = "GPU-03f69c50-207a-2038-9b45-23cac89cb67d";
  std::string text;
  for (
      const std::string& object : std::vector<std::string>{
          node("spot-node", "g6.12xlarge", R"("karpenter.sh/nodepool":"blue-l4","karpenter.sh/capacity-type":"spot")",
               R"("nvidia.com/gpu":"4")"),
          node("deal-node", "g6.xlarge",
               R"("karpenter.sh/nodepool":"red-l4","karpenter.sh/capacity-type":"on-demand","level":"7")",
               R"("nvidia.com/gpu":"1")"),
          node("mig-node", "p4d.24xlarge",
               R"("eks.amazonaws.com/nodegroup":"slices","nvidia.com/gpu.product":"NVIDIA-A100-SXM4-40GB")",
               R"("nvidia.com/gpu":"6","nvidia.com/mig-1g.5gb":"14")"),
          node("hami-node", "custom-box", R"("owner":"lab")", R"("nvidia.com/gpu":"10")",
               R"(,"annotations":{"hami.io/node-nvidia-register":")" + card + R"(,10,46068,100,NVIDIA-A40,0,true:"})"),
          node("dra-node", "g6e.12xlarge", R"("owner":"lab")", ""),
          node("cpu-node", "m5.large", R"("owner":"lab")", ""),
          pod("train", "spot-node", R"("nvidia.com/gpu":"3")", R"(,"labels":{"app":"train"})"),
          pod("sliced", "mig-node", R"("nvidia.com/mig-1g.5gb":"3")"),
          pod("shared", "hami-node", R"("nvidia.com/gpu":"1","nvidia.com/gpumem":"23034")",
              R"(,"annotations":{"hami.io/vgpu-devices-allocated":")" + card + R"(,NVIDIA,23034,30:;"})"),
          pod("claims", "dra-node", "", "", R"(,"resourceClaims":[{"name":"card","resourceClaimName":"card-claim"}])"),
          pod("squats", "deal-node", R"("cpu":"1")",
              R"(,"ownerReferences":[{"kind":"ReplicaSet","name":"web-5d8f","controller":true}])"),
          std::string(
              R"({"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"blue-l4"},"spec":{"limits":{"nvidia.com/gpu":"8"}}})"),
          std::string(
              R"({"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{"name":"blue-l4-abc","labels":{"karpenter.sh/nodepool":"blue-l4","karpenter.sh/capacity-type":"spot","node.kubernetes.io/instance-type":"g6.12xlarge","topology.kubernetes.io/region":"us-east-1"}},"status":{"providerID":"aws:///us-east-1a/i-spot-node","capacity":{"nvidia.com/gpu":"4"}}})"),
          // Of one weight: the first by name counts, and it compares a number.
          std::string(
              R"({"apiVersion":"karpenter.sh/v1alpha1","kind":"NodeOverlay","metadata":{"name":"a-deal"},"spec":{"requirements":[{"key":"level","operator":"Gt","values":["5"]},{"key":"karpenter.sh/nodepool","operator":"In","values":["red-l4"]}],"price":"0.125"}})"),
          std::string(
              R"({"apiVersion":"karpenter.sh/v1alpha1","kind":"NodeOverlay","metadata":{"name":"b-deal"},"spec":{"price":"9.75"}})"),
          std::string(
              R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":"dra-node-gpu-x1"},"spec":{"driver":"gpu.nvidia.com","nodeName":"dra-node","pool":{"name":"dra-node","generation":1},"devices":[{"name":"gpu-0"},{"name":"gpu-1"},{"name":"gpu-2"},{"name":"gpu-3"}]}})"),
          std::string(
              R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"card-claim","namespace":"team-blue"},"status":{"allocation":{"devices":{"results":[{"request":"r","driver":"gpu.nvidia.com","pool":"dra-node","device":"gpu-1"}]}},"reservedFor":[{"resource":"pods","name":"claims"}]}})"),
      }) {
    text += object + "\n";
  }
  return text;
}

FakeEnv desk() {
  FakeEnv fake;
  fake.files.texts["dump.json"] = cluster();
  fake.files.texts["key"] = "a key of more than sixteen bytes";
  return fake;
}

std::string list(FakeEnv& fake, const ClusterOptions& cluster, output::Format format) {
  NodeListOptions options;
  options.cluster = cluster;
  options.report.format = format;
  fake.out.str("");
  auto env = fake.env();
  CHECK(run_node_list(options, env) == ExitCode::ok);
  return fake.out.str();
}

ClusterOptions from(const std::string& path) {
  ClusterOptions options;
  options.from = {path};
  return options;
}

/// The sums of `node list -o json`: all that stands before its rows.
std::string sums(const std::string& json) {
  return json.substr(0, json.find("\"items\""));
}

std::string refusal(const ClusterOptions& options) {
  FakeEnv fake = desk();
  auto env = fake.env();
  try {
    (void)read_clusters(options, fake.catalog, env);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(fake.files.log.empty());
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("--save does not change the report, and --from of the file gives it again") {
  FakeEnv fake = desk();
  const std::string before = list(fake, from("dump.json"), output::Format::csv);
  for (const char* const path : {"saved.jsonl", "saved.jsonl.gz"}) {
    ClusterOptions save = from("dump.json");
    save.save = path;
    CHECK(list(fake, save, output::Format::csv) == before);
    CHECK(list(fake, from(path), output::Format::csv) == before);
  }
  CHECK(list(fake, from("saved.jsonl"), output::Format::json) == list(fake, from("dump.json"), output::Format::json));
}

TEST_CASE("a redacted file has the same devices and the same money, and no name") {
  FakeEnv fake = desk();
  ClusterOptions save = from("dump.json");
  save.save = "hidden.jsonl";
  save.redact_key = "key";
  const std::string before = list(fake, save, output::Format::json);
  CHECK(before.find("team-blue") != std::string::npos);  // the report itself shows names
  const std::string after = list(fake, from("hidden.jsonl"), output::Format::json);
  CHECK(sums(after) == sums(before));
  // By hand: 4 + 1 + 8 + 1 + 4 devices. The overlay that counts for deal-node is a-deal: 0.125; for spot-node b-deal.
  CHECK(sums(before).find("\"devices\": 18,") != std::string::npos);
  CHECK(before.find("\"usd_per_hour\": 0.125,") != std::string::npos);
  CHECK(after.find("\"usd_per_hour\": 0.125,") != std::string::npos);
  for (const char* const name :
       {"spot-node", "mig-node", "hami-node", "dra-node", "cpu-node", "team-blue", "blue-l4", "train", "sliced",
        "squats", "card-claim", "a-deal", "GPU-03f69c50", "web-5d8f", "lab\""}) {
    CAPTURE(name);
    CHECK(fake.files.texts["hidden.jsonl"].find(name) == std::string::npos);
    CHECK(after.find(name) == std::string::npos);
  }
}

TEST_CASE("pools of a redacted file: the same rows under other names") {
  FakeEnv fake = desk();
  ClusterOptions save = from("dump.json");
  save.save = "hidden.jsonl";
  save.redact = true;
  (void)list(fake, save, output::Format::json);
  const auto rows = [&](const std::string& path) {
    PoolListOptions options;
    options.cluster = from(path);
    options.report.format = output::Format::csv;
    fake.out.str("");
    auto env = fake.env();
    CHECK(run_pool_list(options, env) == ExitCode::ok);
    std::vector<std::string> figures;
    for (const std::string& line : split(fake.out.str(), '\n')) {
      const auto cells = split(line, ',');
      // Cluster and pool are the first two cells.
      figures.push_back(cells.size() < 3 ? line : line.substr(cells[0].size() + cells[1].size() + 2));
    }
    std::ranges::sort(figures);
    return figures;
  };
  CHECK(rows("hidden.jsonl") == rows("dump.json"));
}

TEST_CASE("several saved clusters of one name are told apart by their files") {
  FakeEnv fake = desk();
  ClusterOptions save = from("dump.json");
  save.save = "a.jsonl";
  (void)list(fake, save, output::Format::csv);
  fake.files.texts["b.jsonl"] = fake.files.texts["a.jsonl"];
  ClusterOptions both;
  both.from = {"a.jsonl", "b.jsonl"};
  const std::string table = list(fake, both, output::Format::csv);
  CHECK(table.find("a.jsonl,") != std::string::npos);
  CHECK(table.find("b.jsonl,") != std::string::npos);
}

TEST_CASE("of several clusters the JSON has the earliest time, and what holds for any") {
  FakeEnv fake = desk();
  const auto file = [](const std::string& head) {
    return "{\"kubectlGpuSnapshot\":1," + head + "\"kinds\":{\"Node\":0,\"Pod\":0}}\n{\"end\":0}\n";
  };
  fake.files.texts["late"] = file(R"("name":"a","as_of":"2026-08-02T00:00:00Z","pods_read":"all",)");
  fake.files.texts["early"] = file(R"("name":"b","as_of":"2026-08-01T00:00:00Z","pods_read":"accelerator-nodes",)");
  ClusterOptions options;
  options.from = {"late", "early"};
  const std::string both = list(fake, options, output::Format::json);
  CHECK(both.find(R"("as_of": "2026-08-01T00:00:00Z")") != std::string::npos);
  CHECK(both.find(R"("pods_read": "accelerator-nodes")") != std::string::npos);
  CHECK(both.find("inconsistent") == std::string::npos);
  options.from.emplace_back("dump.json");  // which does not say when
  CHECK(list(fake, options, output::Format::json).find("\"as_of\": \"2026-08-0") == std::string::npos);
}

TEST_CASE("flags of a file without one, and two clusters into one file") {
  ClusterOptions options = from("dump.json");
  options.redact = true;
  CHECK(refusal(options) == "--redact is of no use without --save");
  options.redact = false;
  options.redact_key = "key";
  CHECK(refusal(options) == "--redact-key is of no use without --save");
  options.redact_key = "";
  options.overwrite = Overwrite::yes;
  CHECK(refusal(options) == "--overwrite is of no use without --save");
  options.save = "a.jsonl";
  options.from.emplace_back("other.json");
  CHECK(refusal(options) == "--save writes one cluster, and --from is given 2 times");
}
