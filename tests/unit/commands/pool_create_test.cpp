#include "kgpu/commands/pool_create.hpp"

#include "doctest/doctest.h"
#include "fake_env.hpp"

#include <functional>
#include <string>
#include <vector>

namespace kgpu::commands {
namespace {

PoolCreateOptions l4(const std::function<void(PoolCreateOptions&)>& change = [](PoolCreateOptions&) {}) {
  PoolCreateOptions options;
  options.pool.name = "l4";
  options.pool.instance_types = {"g6.xlarge"};
  options.pool.cluster_name = "prod";
  change(options);
  return options;
}

ExitCode run(testing::FakeEnv& fake, const PoolCreateOptions& options) {
  auto env = fake.env();
  return run_pool_create(options, env);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("pool create: manifests on stdout, the worst case on stderr, no clock") {
  testing::FakeEnv fake;
  fake.arguments = {"pool", "create", "l4", "--instance-type", "g6.xlarge", "--cluster-name", "prod"};
  CHECK(run(fake, l4()) == ExitCode::ok);
  CHECK(fake.out.str().starts_with("# kubectl gpu pool create l4 --instance-type g6.xlarge --cluster-name prod\n"));
  CHECK(holds(fake.out.str(), "\n---\napiVersion: karpenter.k8s.aws/v1\n"));
  // 0.8048 x 8 x 730
  CHECK(fake.err.str() == "worst case: $4,700.03 a month (8 x L4, on-demand, us-east-1, prices of 2026-07-20)\n");
  CHECK(fake.clock_reads == 0);
  CHECK(fake.files.log.empty());
}

TEST_CASE("pool create: the next command is for a terminal only") {
  const auto hint = [](const PoolCreateOptions& options) {
    testing::FakeEnv fake;
    fake.err_is_terminal = true;
    CHECK(run(fake, options) == ExitCode::ok);
    const std::string text = fake.err.str();
    return text.substr(text.find("next: "));
  };
  CHECK(hint(l4()) == "next: the same command with --diff, then --apply\n");
  CHECK(hint(l4([](auto& o) { o.manifests.output_directory = "my pools"; })) ==
        "next: kubectl apply --server-side -k 'my pools'\n");
  CHECK(hint(l4([](auto& o) {
          o.pool.provisioner = pool::Provisioner::eksctl;
          o.pool.region = "us-east-1";
          o.manifests.output_directory = "out";
        })) == "next: eksctl create nodegroup -f out/eksctl-l4.yaml\n");
}

TEST_CASE("pool create: whose prices count (pools.md 25)") {
  const auto region = [](const std::string& flag, const std::string& zone, const std::string& variable) {
    testing::FakeEnv fake;
    if (!variable.empty()) {
      fake.variables["AWS_REGION"] = variable;
    }
    CHECK(run(fake, l4([&](auto& o) {
                o.pool.region = flag;
                o.pool.zones = zone.empty() ? std::vector<std::string>() : std::vector{zone};
              })) == ExitCode::ok);
    const std::string text = fake.err.str();
    const auto begin = text.find("on-demand, ") + 11;
    return text.substr(begin, text.find(',', begin) - begin);
  };
  CHECK(region("eu-west-1", "", "us-west-2") == "eu-west-1");
  CHECK(region("", "eu-central-1a", "us-west-2") == "eu-central-1");
  CHECK(region("", "", "us-west-2") == "us-west-2");
  CHECK(region("", "", "") == "us-east-1");
}

TEST_CASE("pool create: warnings come before the worst case") {
  testing::FakeEnv fake;
  CHECK(run(fake, l4([](auto& o) { o.pool.instance_types = {"p2.xlarge"}; })) == ExitCode::ok);
  CHECK(fake.err.str().starts_with("warning: the last driver branch for K80 is 470, "));
  CHECK(holds(fake.err.str(), "\nworst case: "));
}

TEST_CASE("pool create -o: json is one List without a header, name one line an object") {
  testing::FakeEnv json;
  CHECK(run(json, l4([](auto& o) { o.manifests.format = output::Format::json; })) == ExitCode::ok);
  CHECK(json.out.str().starts_with("{\n  \"apiVersion\": \"v1\",\n  \"kind\": \"List\",\n"));
  testing::FakeEnv name;
  CHECK(run(name, l4([](auto& o) { o.manifests.format = output::Format::name; })) == ExitCode::ok);
  CHECK(name.out.str() == "nodepool.karpenter.sh/l4\nec2nodeclass.karpenter.k8s.aws/l4\n");
}

TEST_CASE("pool create --output-dir: whole or not at all, paths on stdout (pools.md 35)") {
  const auto to_out = [](Overwrite overwrite) {
    return l4([=](auto& o) {
      o.manifests.output_directory = "out";
      o.manifests.overwrite = overwrite;
    });
  };
  testing::FakeEnv fake;
  CHECK(run(fake, to_out(Overwrite::no)) == ExitCode::ok);
  CHECK(fake.out.str() == "out/nodepool-l4.yaml\nout/ec2nodeclass-l4.yaml\nout/kustomization.yaml\n");
  CHECK(fake.files.texts.size() == 3);
  for (const auto& file : fake.files.texts) {
    CAPTURE(file.first);
    CHECK(file.second.starts_with("# kubectl gpu"));
  }
  CHECK(run(fake, to_out(Overwrite::no)) == ExitCode::ok);  // the same again changes nothing

  fake.files.texts["out/nodepool-l4.yaml"] = "mine\n";
  const auto before = fake.files.texts;
  CHECK_THROWS_WITH_AS(run(fake, to_out(Overwrite::no)),
                       "'out/nodepool-l4.yaml' exists with other contents; nothing was written", Error);
  CHECK(fake.files.texts == before);
  CHECK(run(fake, to_out(Overwrite::yes)) == ExitCode::ok);
  CHECK(fake.files.texts["out/nodepool-l4.yaml"] != "mine\n");

  testing::FakeEnv both;
  CHECK_THROWS_WITH_AS(run(both, l4([](auto& o) {
                             o.manifests.output_directory = "out";
                             o.manifests.format = output::Format::json;
                           })),
                       "--output-dir writes YAML: it does not go with -o json", Error);
}

TEST_CASE("pool create --templates: laid over one by one, refused where unsafe or unknown (pools.md 35)") {
  const auto with = [](const std::string& name, const std::string& text) {
    testing::FakeEnv fake;
    fake.files.texts["mine/" + name] = text;
    try {
      (void)run(fake, l4([](auto& o) { o.manifests.templates_directory = "mine"; }));
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      return "refused: " + std::string(error.what());
    }
    return fake.out.str();
  };
  const std::string own = with("karpenter/nodepool.yaml", "kind: NodePool\nname: {{name}}\n");
  CHECK(holds(own, "kind: NodePool\nname: \"l4\"\n---\napiVersion: karpenter.k8s.aws/v1\n"));
  for (const char* text : {"name: {{{name}}}\n", "name: {{&name}}\n", "name: {{unknown}}\n", "name: a-{{name}}\n",
                           "name: \"{{name}}\"\n", "{{> other}}\n"}) {
    CAPTURE(std::string(text));
    CHECK(with("karpenter/nodepool.yaml", text).starts_with("refused: karpenter/nodepool.yaml:1: "));
  }
  CHECK(with("karpenter/nodepol.yaml", "").starts_with("refused: unknown template 'karpenter/nodepol.yaml'"));
}

TEST_CASE("the header has the arguments, quoted, less those that only say where it goes (pools.md 10)") {
  ManifestOptions options;
  options.switches = {"--efa", "--overwrite", "--no-comments", "--insecure-skip-tls-verify"};
  options.connection_flags = {"--token", "--namespace", "-n", "--insecure-skip-tls-verify"};
  const auto header = [&](const std::vector<std::string>& arguments) { return manifest_header(arguments, options); };
  CHECK(header({"pool", "create", "x", "-o", "json", "--efa"}) == "# kubectl gpu pool create x --efa");
  CHECK(header({"pool", "-ojson", "-o=json", "--output=json", "--output", "yaml", "x"}) == "# kubectl gpu pool x");
  CHECK(header({"--output-dir", "a b", "--output-dir=c", "--overwrite", "--no-comments", "x"}) == "# kubectl gpu x");
  // the word after a flag is its value, whatever it looks like
  CHECK(header({"--label", "-o", "--zone", "--overwrite", "y"}) == "# kubectl gpu --label -o --zone --overwrite y");
  CHECK(header({"--efa", "--overwrite", "y"}) == "# kubectl gpu --efa y");
  CHECK(header({"x", "--", "-o", "json"}) == "# kubectl gpu x -- -o json");
  // nor as whom and through which server: no token is ever printed
  CHECK(header({"--token", "secret", "x", "-n", "a", "-nb", "--token=secret", "--namespace=c"}) == "# kubectl gpu x");
  CHECK(header({"--insecure-skip-tls-verify", "x", "--apply"}) == "# kubectl gpu x");
  CHECK(header({"--label", "a=it's"}).find('\n') == std::string::npos);
  CHECK(header({"--label", "a=1\n2"}) == "# kubectl gpu --label $'a=1\\0122'");
}

}  // namespace
}  // namespace kgpu::commands
