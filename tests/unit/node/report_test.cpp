#include "kgpu/node/report.hpp"

#include "clusters.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace kgpu;
using kgpu::testing::NodeText;
using kgpu::testing::pod_json;

namespace {

using Clusters = std::vector<std::unique_ptr<node::Cluster>>;

std::unique_ptr<node::Cluster> cluster_of(const std::string& name, const std::vector<std::string>& objects) {
  auto cluster = std::make_unique<node::Cluster>();
  auto counted = kgpu::testing::count(objects);
  cluster->snapshot = std::move(counted.snapshot);
  cluster->snapshot.name = name;
  cluster->inventory = inventory::take_inventory(cluster->snapshot, catalog::Catalog::built_in());
  return cluster;
}

Clusters one(const std::vector<std::string>& objects) {
  Clusters clusters;
  clusters.push_back(cluster_of("test", objects));
  return clusters;
}

node::Report report(const Clusters& clusters, const node::Filter& filter = {}) {
  return node::report_nodes(clusters, catalog::Catalog::built_in(), filter, {});
}

std::vector<std::string> column(const output::Table& table, std::string_view header) {
  const auto at = std::ranges::find(table.columns, header, &output::Column::header) - table.columns.begin();
  std::vector<std::string> cells;
  for (const auto& row : table.rows) {
    cells.push_back(row.at(static_cast<std::size_t>(at)));
  }
  return cells;
}

/// `$1,234.5000`, `~$0.2`, `0.125` as nano-units; "" is nothing.
std::int64_t nanos(std::string text) {
  std::erase_if(text, [](char c) { return c == '$' || c == '~' || c == ','; });
  return text.empty() ? 0 : Decimal::parse(text).value().nanos();
}

std::int64_t sum_of(const std::vector<std::string>& cells) {
  std::int64_t sum = 0;
  for (const std::string& cell : cells) {
    sum += nanos(cell);
  }
  return sum;
}

/// The number before a word of the foot: `7.375 used`.
std::int64_t number_before(const std::string& foot, const std::string& word) {
  const auto end = foot.find(word);
  REQUIRE(end != std::string::npos);
  const auto begin = foot.rfind(' ', end - 1) + 1;
  return nanos(foot.substr(begin, end - begin));
}

const std::string k_gpu = R"("nvidia.com/gpu":)";

}  // namespace

TEST_CASE("rows add up to the foot, for any cluster (CONTRACTS §3, ledger.md 36)") {
  // Types with prices of many decimals, shared cards of 3 and 7 replicas, MIG: parts that end nowhere.
  struct Kind {
    const char* type;
    const char* labels;
    std::string capacity;
    std::string resource;
    int most;
  };
  const Kind kinds[] = {
      {"g6.xlarge", R"("nvidia.com/gpu.replicas":"3")", k_gpu + "\"3\"", "nvidia.com/gpu", 3},
      {"g5.12xlarge", R"("nvidia.com/gpu.replicas":"7")", k_gpu + "\"28\"", "nvidia.com/gpu", 28},
      {"p4d.24xlarge", R"("a":"b")", R"("nvidia.com/mig-1g.5gb":"56")", "nvidia.com/mig-1g.5gb", 56},
      {"g6f.large", R"("a":"b")", k_gpu + "\"1\"", "nvidia.com/gpu", 1},
      {"trn1.32xlarge", R"("a":"b")", R"("aws.amazon.com/neuroncore":"32")", "aws.amazon.com/neuroncore", 32},
      {"unheard.of", R"("nvidia.com/gpu.count":"9","nvidia.com/gpu.product":"X")", k_gpu + "\"9\"", "nvidia.com/gpu",
       9},
  };
  std::mt19937_64 random(5);  // a fixed seed
  for (int round = 0; round < 60; ++round) {
    std::vector<std::string> objects;
    const auto nodes = random() % 9 + 1;
    for (std::uint64_t i = 0; i < nodes; ++i) {
      const Kind& kind = kinds[random() % std::size(kinds)];
      const std::string name = "n" + std::to_string(i);
      const bool spot = random() % 2 == 0;
      objects.push_back(NodeText{.name = name,
                                 .type = kind.type,
                                 .labels = kind.labels + std::string(R"(,"karpenter.sh/capacity-type":")") +
                                           (spot ? "spot" : "on-demand") + "\"",
                                 .capacity = kind.capacity,
                                 .spec = random() % 4 == 0 ? R"("unschedulable":true)" : ""}
                            .json());
      const auto pods = random() % 4;
      for (std::uint64_t p = 0; p < pods; ++p) {
        const auto amount = static_cast<int>(random() % 9) % kind.most + 1;
        objects.push_back(pod_json("p" + std::to_string(i) + "-" + std::to_string(p), name,
                                   "\"" + kind.resource + "\":\"" + std::to_string(amount) + "\""));
      }
    }
    const Clusters clusters = one(objects);
    const node::Report all = report(clusters);
    const output::Table table = node::list_table(all);
    const std::string foot = node::totals_text(all);
    CAPTURE(round);
    CAPTURE(foot);
    CHECK(sum_of(column(table, "TOTAL")) == number_before(foot, " accelerator"));
    CHECK(sum_of(column(table, "USED")) == number_before(foot, " used"));
    CHECK(sum_of(column(table, "FREE")) == number_before(foot, " free"));
    if (foot.find("/h") != std::string::npos) {
      CHECK(sum_of(column(table, "$/HOUR")) == number_before(foot, "/h"));
    }
    for (const node::Row& row : all.rows) {
      inventory::Share sum = row.node->held;
      for (const auto& idle : row.node->idle) {
        sum += idle.devices;
      }
      CHECK(sum == row.node->devices);
      CHECK(row.node->free() <= row.node->devices - row.node->held);
    }
  }
}

TEST_CASE("--free is what a pod could take now; nothing else hides a node") {
  const NodeText free{.name = "free",
                      .type = "g6.xlarge",
                      .capacity = k_gpu + "\"1\"",
                      .spec = R"("taints":[{"key":"nvidia.com/gpu","effect":"NoSchedule"}])"};
  const NodeText cordoned{
      .name = "cordoned", .type = "g6.xlarge", .capacity = k_gpu + "\"1\"", .spec = R"("unschedulable":true)"};
  const NodeText none{.name = "none", .type = "g6.xlarge"};
  const NodeText zero{.name = "zero", .capacity = k_gpu + "\"0\"", .provider = ""};
  const NodeText processor{.name = "processor", .type = "m7i.xlarge"};
  const Clusters clusters =
      one({free.json(), cordoned.json(), none.json(), zero.json(), processor.json(), pod_json("web", "cordoned", "")});
  CHECK(column(node::list_table(report(clusters)), "NODE") ==
        std::vector<std::string>{"cordoned", "free", "none", "zero"});
  node::Filter filter;
  filter.only_free = true;
  const node::Report only = report(clusters, filter);
  CHECK(column(node::list_table(only), "NODE") == std::vector<std::string>{"free"});
  // What is left out by a filter is not "not counted".
  CHECK(node::totals_text(only).find("not counted") == std::string::npos);
}

TEST_CASE("nodes without accelerators stand outside of the totals, with their price (ledger.md 2)") {
  const Clusters clusters =
      one({NodeText{.name = "g", .type = "g6.xlarge", .capacity = k_gpu + "\"1\""}.json(),
           NodeText{.name = "c", .type = "m7i.xlarge"}.json(), NodeText{.name = "x", .type = "unheard.of"}.json(),
           NodeText{.name = "v", .labels = R"("type":"virtual-kubelet")"}.json(), pod_json("p", "v", k_gpu + "\"1\"")});
  const node::Report all = report(clusters);
  CHECK(all.totals.nodes == 1);
  CHECK(all.totals.unpriced_nodes == 0);  // total_is_lower_bound speaks of nodes with accelerators only
  CHECK(all.others.nodes == 2);
  CHECK(all.others.usd_per_hour == Money::parse("0.2016"));  // data/aws_prices.csv: m7i.xlarge in us-east-1
  CHECK(all.others.unpriced_nodes == 1);
  CHECK(all.others.virtual_nodes == 1);
  CHECK(all.others.virtual_pods == 1);
}

TEST_CASE("-n names the pods of a namespace; what others hold is one row (ledger.md 30)") {
  const Clusters clusters = one({NodeText{.name = "g", .type = "g6.12xlarge", .capacity = k_gpu + "\"4\""}.json(),
                                 pod_json("a", "g", k_gpu + "\"1\""), pod_json("b", "g", k_gpu + "\"2\"")});
  node::Filter filter;
  filter.name_space = "other";
  const output::Table table = node::list_table(report(clusters, filter));
  CHECK(column(table, "HELD BY") == std::vector<std::string>{"(others) (3)"});
  CHECK(column(table, "USED") == std::vector<std::string>{"3"});
  filter.name_space = "ml";
  CHECK(column(node::list_table(report(clusters, filter)), "HELD BY") == std::vector<std::string>{"ml/a, ml/b (2)"});
}

TEST_CASE("what is assumed of a price is said (ledger.md 8, 13)") {
  const auto said = [](const NodeText& node) {
    const Clusters clusters = one({node.json()});
    const auto all = report(clusters);
    return all.warnings.empty() ? std::string() : all.warnings.front();
  };
  NodeText node{.name = "g", .type = "g6.xlarge", .capacity = k_gpu + "\"1\""};
  CHECK(said(node) == "1 node of unknown capacity type, priced as on-demand: no label tells");
  node.labels = R"("karpenter.sh/capacity-type":"spot")";
  CHECK(said(node).empty());
  node.labels += R"(,"topology.kubernetes.io/zone":"us-east-1-bos-1a")";
  CHECK(said(node) == "1 node in local zones, priced as the region they belong to");
  node.type = "unheard.of";  // no price, nothing assumed
  CHECK(said(node).empty());
}

TEST_CASE("order: by name, numbers as numbers, or by what is most") {
  const Clusters clusters =
      one({NodeText{.name = "n10", .type = "g6.xlarge", .capacity = k_gpu + "\"1\""}.json(),
           NodeText{.name = "n9", .type = "g6.12xlarge", .capacity = k_gpu + "\"4\"", .created = "2026-06-01T00:00:00Z"}
               .json(),
           NodeText{.name = "n1", .type = "p4d.24xlarge", .capacity = k_gpu + "\"8\""}.json(),
           pod_json("p", "n1", k_gpu + "\"8\"")});
  const auto order = [&](node::SortKey key) {
    node::Report all = report(clusters);
    node::sort_by(all, key);
    return column(node::list_table(all), "NODE");
  };
  using Names = std::vector<std::string>;
  CHECK(order(node::SortKey::name) == Names{"n1", "n9", "n10"});
  CHECK(order(node::SortKey::free) == Names{"n9", "n10", "n1"});
  CHECK(order(node::SortKey::used) == Names{"n1", "n9", "n10"});
  CHECK(order(node::SortKey::price) == Names{"n1", "n9", "n10"});
  CHECK(order(node::SortKey::age) == Names{"n9", "n1", "n10"});
}
