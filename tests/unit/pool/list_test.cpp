#include "kgpu/pool/list.hpp"

#include "clusters.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using namespace kgpu;
using kgpu::testing::NodeText;

namespace {

using Clusters = std::vector<std::unique_ptr<node::Cluster>>;

Clusters one(const std::vector<std::string>& objects) {
  Clusters clusters;
  auto cluster = std::make_unique<node::Cluster>();
  cluster->snapshot = kgpu::testing::count(objects).snapshot;
  cluster->inventory = inventory::take_inventory(cluster->snapshot, catalog::Catalog::built_in());
  clusters.push_back(std::move(cluster));
  return clusters;
}

std::string pool_json(const std::string& name, const std::string& limits, const std::string& status) {
  return R"({"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":")" + name +
         R"("},"spec":{"limits":{)" + limits + R"(}},"status":{)" + status + "}}";
}

pool::PoolList list(const Clusters& clusters) {
  return pool::list_pools(clusters, catalog::Catalog::built_in(), {});
}

const std::string k_gpu = R"("nvidia.com/gpu":"1")";

}  // namespace

TEST_CASE("what a NodePool uses of its limits: 0 of what its status leaves out, unknown without a status") {
  struct Case {
    const char* name;
    std::string status;
    const char* used;
  };
  const Case cases[] = {
      {"as written", R"("resources":{"cpu":"4","nvidia.com/gpu":"3"})", "3"},
      {"of a pool without GPUs yet", R"("resources":{"cpu":"0","nodes":"0"})", "0"},
      {"no status", "", ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const Clusters clusters =
        one({NodeText{.name = "n", .type = "m7i.xlarge"}.json(), pool_json("l4", R"("nvidia.com/gpu":"8")", c.status)});
    const pool::PoolList pools = list(clusters);
    REQUIRE(pools.rows.size() == 2);
    CHECK(pools.rows[1].name == "l4");
    REQUIRE(pools.rows[1].limits.size() == 1);
    CHECK(pools.rows[1].limits[0].used == c.used);
    CHECK(pools.rows[1].limits[0].limit == "8");
  }
}

TEST_CASE("a pool of Karpenter and a node group of one name are two; nodes without a label are (none)") {
  const Clusters clusters = one(
      {NodeText{.name = "a", .type = "g6.xlarge", .labels = R"("karpenter.sh/nodepool":"l4")", .capacity = k_gpu}
           .json(),
       NodeText{.name = "b", .type = "g6.xlarge", .labels = R"("eks.amazonaws.com/nodegroup":"l4")", .capacity = k_gpu}
           .json(),
       NodeText{.name = "c", .type = "m7i.xlarge"}.json(), pool_json("l4", "", "")});
  const pool::PoolList pools = list(clusters);
  REQUIRE(pools.rows.size() == 3);
  CHECK(pools.rows[0].name == "(none)");
  CHECK(pools.rows[0].managed_by.empty());
  CHECK(pools.rows[1].managed_by == "eks");
  CHECK(pools.rows[2].managed_by == "karpenter");
  CHECK(pools.rows[2].nodes == 1);
}

TEST_CASE("rows add up to the foot, and what is estimated or lacks a price is said (CONTRACTS §3, ledger.md 15)") {
  // data/aws_prices.csv: g6.xlarge on-demand 0.8048 in us-east-1; g5.xlarge in eu-west-1 1.123, saving 56 %: 0.49412.
  const std::string ireland = R"("topology.kubernetes.io/region":"eu-west-1","karpenter.sh/capacity-type":"spot",)";
  const Clusters clusters = one(
      {NodeText{.name = "a", .type = "g6.xlarge", .labels = R"("karpenter.sh/nodepool":"x")", .capacity = k_gpu}.json(),
       NodeText{
           .name = "b", .type = "g5.xlarge", .labels = ireland + R"("karpenter.sh/nodepool":"x")", .capacity = k_gpu}
           .json(),
       NodeText{
           .name = "c", .type = "g5.xlarge", .labels = ireland + R"("karpenter.sh/nodepool":"y")", .capacity = k_gpu}
           .json(),
       NodeText{.name = "d", .type = "unheard.of", .labels = R"("karpenter.sh/nodepool":"y")", .capacity = k_gpu}
           .json()});
  const pool::PoolList pools = list(clusters);
  REQUIRE(pools.rows.size() == 2);
  CHECK(pools.totals.usd_per_hour == Money::parse("1.79304"));  // 0.8048 + 2 x 0.49412
  CHECK(pools.totals.estimated_usd_per_hour == Money::parse("0.98824"));
  CHECK(pools.totals.unpriced_nodes == 1);
  const output::Table table = pool::pools_table(pools);
  CHECK(table.rows[0].back() == "~$1.2989");   // 1.29892
  CHECK(table.rows[1].back() == ">~$0.4941");  // 0.49412: together 1.7930
  CHECK(pool::pools_totals_line(pools) ==
        "2 pools, 4 nodes, 4 accelerators: 0 used, 4 free; $1.7930/h, of that $0.9882/h estimated; 1 node without a "
        "price");
}
