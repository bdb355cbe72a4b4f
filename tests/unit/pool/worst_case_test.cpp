#include "kgpu/pool/worst_case.hpp"

#include "doctest/doctest.h"
#include "pool_questions.hpp"

namespace kgpu::pool {
namespace {

using catalog::Capacity;

std::string line_of(const PoolOptions& options, std::string_view region = "us-east-1",
                    const pricing::PriceRules& rules = {}) {
  const auto& catalog = catalog::Catalog::built_in();
  return to_line(worst_case(plan_pool(options, catalog, region, rules), catalog, region, rules));
}

// Each amount by hand from data/aws_prices.csv: $/h x nodes (or x limit / count) x 730 h.
TEST_CASE("worst case per month (pools.md 25)") {
  const struct {
    std::string what;
    PoolOptions options;
    std::string line;
  } cases[] = {
      {"0.8048 x 8 x 730", question([](auto&) {}),
       "worst case: $4,700.03 a month (8 x L4, on-demand, us-east-1, prices of 2026-07-20)"},
      {"whole nodes only: 55.04 x 1 x 730 under a limit of 12", question([](auto& o) {
         o.instance_types = {"p5.48xlarge"};
         o.max_accelerators = 12;
       }),
       "worst case: $40,179.20 a month (8 x H100-80, on-demand, us-east-1, prices of 2026-07-20)"},
      {"the dearest per GPU of several sizes: g6.16xlarge 3.3968 x 8 x 730", question(by_accelerator({"L4"})),
       "worst case: $19,837.31 a month (8 x L4, on-demand, us-east-1, prices of 2026-07-20)"},
      {"spot 0.5375 x 8 x 730 beside on-demand", question([](auto& o) { o.capacity = {Capacity::spot}; }),
       "worst case: $3,139.00 a month, at most $4,700.03 at on-demand prices (8 x L4, spot, us-east-1, prices of "
       "2026-08-10)"},
      {"spot and on-demand: the dearest", question([](auto& o) {
         o.capacity = {Capacity::spot, Capacity::on_demand};
       }),
       "worst case: $4,700.03 a month (8 x L4, on-demand, us-east-1, prices of 2026-07-20)"},
      {"fallback counts both: 3139.00 + 4700.03", question([](auto& o) {
         o.capacity = {Capacity::spot};
         o.fallback_on_demand = true;
       }),
       "worst case: $7,839.03 a month, at most $9,400.06 at on-demand prices (8 x L4, spot + 8 x L4, on-demand, "
       "us-east-1, prices of 2026-07-20 and 2026-08-10)"},
      {"a reservation is paid as on-demand", question([](auto& o) { o.capacity_reservations = {"cr-01234567"}; }),
       "worst case: $4,700.03 a month (8 x L4, reserved, already paid, us-east-1, prices of 2026-07-20)"},
      // 41.528 x 730 in data/aws_capacity_block_prices.csv is read below
      {"nodes on eksctl: 0.8048 x 2 x 730", eksctl_question([](auto&) {}),
       "worst case: $1,175.01 a month (2 x g6.xlarge, on-demand, us-east-1, prices of 2026-07-20)"},
      {"vCPUs: m7i.4xlarge 0.8064 / 16 x 64 x 730", question([](auto& o) { o.instance_types = {"m7i.4xlarge"}; }),
       "worst case: $2,354.69 a month (64 x vCPU, on-demand, us-east-1, prices of 2026-07-20)"},
      {"unpriced types are named", question(by_accelerator({"H200"})),
       "worst case: at least $46,206.08 a month (8 x H200-141, on-demand, us-east-1, prices of 2026-07-20, no price "
       "for p5e.48xlarge)"},
      // g7.2xlarge in us-west-2: 0.6915 on spot, no on-demand price; 0.6915 x 8 x 730
      {"a spot price is no bound where on-demand is allowed", question([](auto& o) {
         o.instance_types = {"g7.2xlarge"};
         o.capacity = {Capacity::spot, Capacity::on_demand};
         o.zones = {"us-west-2a"};
       }),
       "worst case: at least $4,038.36 a month (8 x RTX PRO 4500, spot, us-west-2, prices of 2026-08-10, no price for "
       "g7.2xlarge)"},
      {"nothing priced", question([](auto& o) { o.instance_types = {"p5e.48xlarge"}; }),
       "worst case: unknown (8 x H200-141, on-demand, us-east-1, no price for p5e.48xlarge)"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.what);
    CHECK(line_of(c.options, c.options.zones.empty() ? "us-east-1" : "us-west-2") == c.line);
  }
}

TEST_CASE("a Capacity Block has its own price") {
  const auto* block = catalog::Catalog::built_in().find_capacity_block("p5.48xlarge", "us-east-1");
  REQUIRE(block != nullptr);
  const std::string line = line_of(question([](auto& o) {
    o.instance_types = {"p5.48xlarge"};
    o.capacity_block = true;
    o.capacity_reservations = {"cr-01234567"};
    o.zones = {"us-east-1a"};
  }));
  CHECK(line == "worst case: " + format_dollars(block->per_instance.usd_per_hour * k_hours_per_month, 2) +
                    " a month (8 x H100-80, Capacity Block, already paid, us-east-1, prices of 2026-07-22)");
}

TEST_CASE("the user's rules count: a discount of 30 %") {
  pricing::PriceRules rules;
  rules.discount_percent = Decimal::whole(30);
  // 0.8048 x 0.7 x 8 x 730
  CHECK(line_of(question([](auto&) {}), "us-east-1", rules) ==
        "worst case: $3,290.02 a month (8 x L4, on-demand, us-east-1, prices of 2026-07-20)");
}

}  // namespace
}  // namespace kgpu::pool
