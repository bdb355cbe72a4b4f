// `pool create --for-model` (recommend.md 44, 45). Prices in comments are of data/aws_prices.csv, us-east-1.
#include "kgpu/pool/for_model.hpp"

#include "doctest/doctest.h"
#include "pool_questions.hpp"

#include "kgpu/pool/render.hpp"
#include "kgpu/recommend/recommend.hpp"

namespace kgpu::pool {
namespace {

using catalog::Capacity;
using recommend::Answer;
using recommend::Row;
using sizing::Fits;

const catalog::Catalog& figures() {
  return catalog::Catalog::built_in();
}

PoolOptions for_model(const Change& change = [](PoolOptions&) {}) {
  return question([&](PoolOptions& options) {
    options.instance_types.clear();
    change(options);
  });
}

/// A row made by hand: one replica on the first devices of a type.
Row row(const std::string& type, const char* usd_per_hour, Fits fits = Fits::yes) {
  Row row;
  row.rank = 1;
  row.type = figures().find_instance_type(type);
  REQUIRE(row.type != nullptr);
  row.region = "us-east-1";
  row.accelerator = figures().accelerator_of(*row.type);
  row.devices = row.accelerator == nullptr ? 0 : 1;
  row.nodes = 1;
  row.precision = "bf16";
  row.engine = "vllm";
  row.price.usd_per_hour = Money::parse(usd_per_hour);
  row.usd_per_hour = row.price.usd_per_hour;
  row.verdict.fits = fits;
  row.verdict.replicas = 1;
  return row;
}

Row slice(Row of, const std::string& profile) {
  of.slice = profile;
  return of;
}

recommend::Question ask(const std::string& model, const PoolOptions& options, std::int64_t concurrency = 1) {
  model::WorkloadOptions workload;
  workload.model.name = model;
  workload.context_tokens = 8192;
  recommend::Question question;
  question.workload = model::plan_workload(figures(), workload);
  question.concurrency = concurrency;
  question.limits.tpot_ms = 200;
  question.limits.ttft_ms = 10000;
  question.scope = scope_for_model(options, figures(), "us-east-1");
  return question;
}

ModelChoice choose(std::vector<Row> rows, bool allow_likely = false, const PoolOptions& options = for_model()) {
  Answer answer;
  answer.question = ask("meta-llama/Llama-3.1-8B", for_model());
  answer.rows = std::move(rows);
  return choose_for_model(options, answer, allow_likely);
}

std::vector<std::string> names(const ModelChoice& choice) {
  std::vector<std::string> names;
  if (choice.hardware) {
    for (const catalog::InstanceType* type : choice.hardware->types) {
      names.emplace_back(type->name);
    }
  }
  return names;
}

using Names = std::vector<std::string>;

TEST_CASE("the best row on whole devices, and what is like it") {
  const Row l4 = row("g6.xlarge", "0.80");
  Row two_nodes = row("inf2.xlarge", "0.70");
  two_nodes.nodes = 2;
  Row other_layout = row("g6.12xlarge", "0.81");
  other_layout.devices = 2;
  Row on_spot = row("g6.2xlarge", "0.30");
  on_spot.price.capacity = Capacity::spot;
  const struct {
    std::string what;
    std::vector<Row> rows;
    Names types;
    std::string note;  // empty: none
  } cases[] = {
      {"a whole GPU wins", {l4}, {"g6.xlarge"}, ""},
      {"a part of a GPU ranks above",
       {row("g6f.large", "0.20"), l4},
       {"g6.xlarge"},
       "0.125 x L4 on g6f.large, $0.20 an hour, ranks above 1 x L4 on g6.xlarge, $0.80 an hour"},
      {"a slice ranks above",
       {slice(row("p4d.24xlarge", "0.50"), "1g.5gb"), l4},
       {"g6.xlarge"},
       "1g.5gb of A100-40 on p4d.24xlarge, $0.50 an hour, ranks above"},
      {"a CPU ranks above", {row("c7i.2xlarge", "0.357"), l4}, {"g6.xlarge"}, "8 vCPUs on c7i.2xlarge, $0.36 an hour"},
      {"a slice below is no news", {l4, slice(row("p4d.24xlarge", "9"), "1g.5gb")}, {"g6.xlarge"}, ""},
      {"Neuron devices", {two_nodes, l4}, {"inf2.xlarge"}, ""},
      {"1.5 times is in, more is not",
       {row("g6.xlarge", "2.00"), row("g6.2xlarge", "3.00"), row("g6.4xlarge", "3.000000001")},
       {"g6.xlarge", "g6.2xlarge"},
       ""},
      {"another card or count is not", {l4, row("g5.xlarge", "0.81"), other_layout}, {"g6.xlarge"}, ""},
      {"another capacity does not count twice", {on_spot, l4}, {"g6.2xlarge"}, ""},
      {"what is less sure is not", {l4, row("g6.2xlarge", "0.90", Fits::likely)}, {"g6.xlarge"}, ""},
      {"a type once", {l4, l4}, {"g6.xlarge"}, ""},
  };
  for (const auto& c : cases) {
    CAPTURE(c.what);
    const ModelChoice choice = choose(c.rows);
    CHECK(names(choice) == c.types);
    CHECK(choice.notes.size() == (c.note.empty() ? 0 : 1));
    CHECK((c.note.empty() || mentions(choice.notes, c.note)));
    CHECK(choice.warnings.empty());
  }
}

TEST_CASE("what fits on the best estimate only is asked for") {
  const std::vector<Row> rows = {row("g6.xlarge", "0.80", Fits::likely), row("g6.2xlarge", "0.90", Fits::likely)};
  const ModelChoice no = choose(rows);
  CHECK_FALSE(no.hardware.has_value());
  CHECK(no.refusal.find("1 x L4 on g6.xlarge, $0.80 an hour, does on the best one") != std::string::npos);
  CHECK(no.hint.starts_with("--allow-likely"));
  const ModelChoice yes = choose(rows, true);
  CHECK(names(yes) == Names{"g6.xlarge", "g6.2xlarge"});
  CHECK(mentions(yes.warnings, "best estimate only"));
  CHECK(mentions(yes.hardware->reasons, "fits on the best estimate"));
}

TEST_CASE("nothing whole, nothing at all, and a replica over several nodes") {
  const ModelChoice only_cpu = choose({row("c7i.2xlarge", "0.357")}, true);
  CHECK_FALSE(only_cpu.hardware.has_value());
  CHECK(only_cpu.refusal.starts_with("no whole device fits: 8 vCPUs on c7i.2xlarge, $0.36 an hour"));
  const ModelChoice nothing = choose({});
  CHECK_FALSE(nothing.hardware.has_value());
  CHECK(nothing.refusal.empty());  // the answer itself says what is near
  Row spread = row("p5.48xlarge", "110");
  spread.nodes_per_replica = 2;
  CHECK_THROWS_WITH_AS(choose({spread}), doctest::Contains("one replica over 2 nodes of p5.48xlarge"), Error);
}

TEST_CASE("a limit below the load is said") {
  Row two = row("inf2.xlarge", "0.70");
  two.nodes = 2;
  const auto warnings = [&](const Change& change) { return choose({two}, false, for_model(change)).warnings; };
  CHECK(warnings([](auto& o) { o.max_accelerators = 2; }).empty());
  CHECK(warnings([](auto& o) { o.max_accelerators = 1; }) ==
        Names{"--max-accelerators 1 is below the 2 that the load takes"});
  CHECK(warnings([](auto& o) { o.max_nodes = 1; }) == Names{"--max 1 is below the 2 nodes that the load takes"});
}

PoolPlan plan_of_model(const std::string& model, std::int64_t concurrency, const PoolOptions& options) {
  const Answer answer = recommend::recommend(figures(), ask(model, options, concurrency));
  const ModelChoice choice = choose_for_model(options, answer, false);
  REQUIRE(choice.hardware.has_value());
  return plan_pool_for_model(options, *choice.hardware, figures(), "us-east-1", {});
}

TEST_CASE("a pool for an 8B at 16 sequences: Inferentia2, and of NVIDIA the L40S") {
  const std::string model = "meta-llama/Llama-3.1-8B";
  // inf2.xlarge 0.7582 x 1.5 = 1.1373: inf2.8xlarge, 1.96786, is out. Two nodes hold it, so four devices at most.
  const NodePool neuron = plan_of_model(model, 16, for_model()).pools.at(0);
  CHECK(neuron.limit_resource == "aws.amazon.com/neuron");
  CHECK(neuron.limit == 4);
  const auto lines = requirement_lines(neuron);
  CHECK(has(lines, "karpenter.k8s.aws/instance-accelerator-name In inferentia2"));
  CHECK(has(lines, "karpenter.k8s.aws/instance-accelerator-count In 1"));
  CHECK(has(lines, "node.kubernetes.io/instance-type In inf2.xlarge"));
  CHECK_FALSE(mentions(lines, "memory"));
  // g6e.xlarge 1.861 x 1.5 = 2.7915: g6e.2xlarge, 2.24208, is in, g6e.4xlarge, 3.00424, is out.
  const NodePool nvidia = plan_of_model(model, 16, for_model([](auto& o) {
                                          o.accelerators = {"L40S", "L4"};
                                        }))
                              .pools.at(0);
  const auto of_gpu = requirement_lines(nvidia);
  CHECK(nvidia.limit == 2);
  CHECK(has(of_gpu, "karpenter.k8s.aws/instance-gpu-name In l40s"));
  CHECK(has(of_gpu, "karpenter.k8s.aws/instance-gpu-count In 1"));
  CHECK(has(of_gpu, "karpenter.k8s.aws/instance-gpu-memory In 45776"));
  CHECK(has(of_gpu, "node.kubernetes.io/instance-type In g6e.2xlarge,g6e.xlarge"));
}

TEST_CASE("the reasons: workload, fit on high, price and its day (recommend.md 45)") {
  const auto options = for_model([](auto& o) { o.accelerators = {"L40S"}; });
  const NodePool pool = plan_of_model("meta-llama/Llama-3.1-8B", 16, options).pools.at(0);
  REQUIRE(pool.requirement_notes.size() == 3);
  CHECK(pool.requirement_notes[0] ==
        "for meta-llama/Llama-3.1-8B (bf16 on vllm): 16 sequences at once of 8192 tokens, 6144 in and 2048 out");
  CHECK(pool.requirement_notes[1].starts_with("1 replica of 1 x L40S: fits on the high estimate, "));
  CHECK(pool.requirement_notes[2].find("g6e.xlarge at $1.8610 an hour, on-demand in us-east-1, price of 2026-07-20") !=
        std::string::npos);
}

TEST_CASE("eksctl has the types by name, cheapest first, and twice the nodes") {
  const auto plan = plan_of_model("meta-llama/Llama-3.1-8B", 16, for_model([](auto& o) {
                                    o.provisioner = Provisioner::eksctl;
                                    o.region = "us-east-1";
                                    o.accelerators = {"L40S"};
                                  }));
  const NodeGroup& group = plan.cluster.groups.at(0);
  CHECK(group.instance_types == Names{"g6e.xlarge", "g6e.2xlarge"});
  CHECK(group.min == 0);
  CHECK(group.max == 2);
  CHECK(group.notes.size() == 3);
}

TEST_CASE("a given limit wins; every capacity of the pool is priced") {
  const auto given = plan_of_model("meta-llama/Llama-3.1-8B", 1, for_model([](auto& o) { o.max_accelerators = 16; }));
  CHECK(given.pools.at(0).limit == 16);
  const struct {
    std::string what;
    PoolOptions options;
    std::vector<Capacity> priced;
  } cases[] = {
      {"none given", for_model(), {Capacity::on_demand}},
      {"two",
       for_model([](auto& o) {
         o.capacity = {Capacity::spot, Capacity::on_demand};
       }),
       {Capacity::spot, Capacity::on_demand}},
      {"a baseline has both",
       for_model([](auto& o) { o.baseline_on_demand = 1; }),
       {Capacity::on_demand, Capacity::spot}},
      {"a reservation costs what on-demand does (pools.md 25)",
       for_model([](auto& o) { o.capacity_reservations = {"cr-01234567"}; }),
       {Capacity::on_demand}},
      {"a block has a price of its own",
       for_model([](auto& o) {
         o.capacity_block = true;
         o.capacity_reservations = {"cr-01234567"};
       }),
       {Capacity::reserved}},
  };
  for (const auto& c : cases) {
    CAPTURE(c.what);
    CHECK(scope_for_model(c.options, figures(), "us-east-1").capacities == c.priced);
  }
}

TEST_CASE("device counts narrow the choice") {
  const auto options = for_model([](auto& o) { o.accelerator_counts = {4}; });
  const auto answer = recommend::recommend(figures(), ask("meta-llama/Llama-3.1-70B", options));
  REQUIRE_FALSE(answer.rows.empty());
  for (const Row& row : answer.rows) {
    CAPTURE(row.type->name);
    CHECK(row.type->accelerator_count == Decimal::whole(4));
  }
}

TEST_CASE("flags that contradict a model") {
  const auto refuse = [](const Change& change) { (void)scope_for_model(for_model(change), figures(), "us-east-1"); };
  CHECK_THROWS_WITH_AS(refuse([](auto& o) { o.instance_types = {"g6.xlarge"}; }),
                       "--for-model and --instance-type exclude each other: the model chooses the types", Error);
  CHECK_THROWS_WITH_AS(refuse([](auto& o) { o.min_nodes = 1; }), "--min is not for --provisioner karpenter", Error);
  CHECK_THROWS_WITH_AS(refuse([](auto& o) { o.accelerators = {"MI300X"}; }),
                       "--accelerator: no EC2 type carries 'MI300X'", Error);
}

TEST_CASE("the stage: as given, else by the flags of the load") {
  using recommend::Stage;
  const auto with = [](pool::Stage stage) { return for_model([stage](auto& o) { o.stage = stage; }); };
  CHECK(stage_for_model(for_model(), Stage::training) == Stage::training);
  CHECK(stage_for_model(for_model(), Stage::inference) == Stage::inference);
  CHECK(stage_for_model(with(pool::Stage::training), Stage::inference) == Stage::training);
  CHECK(stage_for_model(with(pool::Stage::development), Stage::inference) == Stage::development);
  CHECK_THROWS_AS((void)stage_for_model(with(pool::Stage::inference), Stage::training), Error);
}

}  // namespace
}  // namespace kgpu::pool
