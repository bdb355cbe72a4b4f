// kgpu_query TARGET PROMQL [--range START,END,STEP] [--header NAME=VALUE]... [--bearer-token T] [--aws-region R] [--ca
// FILE] [kubectl's flags]: one query by URL or through the API server. A line per sample: labels, moment, value.
// Warnings on stderr; exit codes as the program's.
#include "CLI/CLI.hpp"
#include "connect.hpp"
#include "flag_words.hpp"
#include "flags_kubeconfig.hpp"
#include "real_program.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/http/client.hpp"
#include "kgpu/http/proxy.hpp"
#include "kgpu/prometheus/aws.hpp"
#include "kgpu/prometheus/client.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

namespace {

using namespace kgpu;

struct Asked {
  kube::ConfigFlags flags;
  std::string target;
  std::string promql;
  std::vector<std::int64_t> range;
  std::vector<std::string> headers;
  std::string bearer_token;
  std::string aws_region;
  std::string ca;
  int seconds = 150;
};

Asked parse(std::vector<std::string> words) {
  Asked asked;
  CLI::App verb;
  app::Completions completions;
  verb.add_option("TARGET", asked.target)->required();
  verb.add_option("PROMQL", asked.promql)->required();
  verb.add_option("--range", asked.range)->delimiter(',')->expected(3);
  verb.add_option("--header", asked.headers);
  verb.add_option("--bearer-token", asked.bearer_token);
  verb.add_option("--aws-region", asked.aws_region);
  verb.add_option("--ca", asked.ca);
  verb.add_option("--seconds", asked.seconds);
  app::add_kubeconfig_flags(verb, asked.flags, completions);
  words = app::plain_words(verb, std::move(words));
  std::ranges::reverse(words);
  verb.parse(std::move(words));
  return asked;
}

prometheus::Settings settings_of(const Asked& asked, commands::Env& env) {
  prometheus::Settings settings;
  settings.target = prometheus::parse_target(asked.target);
  settings.bearer_token = asked.bearer_token;
  settings.time_limit = std::chrono::seconds(asked.seconds);
  for (const std::string& header : asked.headers) {
    const auto equals = header.find('=');
    settings.headers.push_back({header.substr(0, equals), header.substr(equals + 1)});
  }
  const std::string region = asked.aws_region.empty() ? prometheus::aws_region_of(settings.target) : asked.aws_region;
  if (!region.empty()) {
    settings.aws = prometheus::aws_signing(region, env.variable, env.processes);
  }
  return settings;
}

void print(const prometheus::Answer& answer, std::ostream& out) {
  for (const prometheus::Series& series : answer.series) {
    for (const prometheus::Sample& sample : series.samples) {
      for (const auto& [name, value] : series.labels) {
        out << name << '=' << value << ' ';
      }
      out << static_cast<std::int64_t>(sample.at) << ' ' << sample.value << '\n';
    }
  }
  out << answer.series.size() << " series\n";
}

void query(const Asked& asked, commands::Env& env) {
  const prometheus::Settings settings = settings_of(asked, env);
  const auto warn = [&env](const std::string& sentence) { env.err << "warning: " << sentence << '\n'; };
  std::unique_ptr<kube::Connection> connection;
  std::unique_ptr<http::Transport> transport;
  std::unique_ptr<prometheus::Client> client;
  if (settings.target.way == prometheus::Target::Way::service) {
    connection = env.connect(asked.flags);
    client = prometheus::make_proxied_client(settings, *connection, warn);
  } else {
    http::ClientSettings of_client;
    of_client.user_agent = app::user_agent();
    of_client.proxy = http::choose_proxy(settings.target.url, "", env.variable);
    if (!asked.ca.empty()) {
      of_client.tls.ca_pem = env.files.read(asked.ca);
    }
    transport = http::make_client(of_client);
    client = prometheus::make_direct_client(settings, *transport, warn);
  }
  print(asked.range.empty() ? client->query(asked.promql, std::nullopt)
                            : client->query_range(asked.promql, {asked.range[0], asked.range[1], asked.range[2]}),
        env.out);
}

}  // namespace

int main(int argc, char** argv) {
  return testing::run_program(argc, argv, [](commands::Env& env) {
    query(parse(env.arguments), env);
    return 0;
  });
}
