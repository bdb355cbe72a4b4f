#include "kgpu/commands/node_describe.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/node/report.hpp"

#include <algorithm>
#include <ostream>

namespace kgpu::commands {
namespace {

const node::Row& find_row(const node::Report& report, const std::string& name) {
  const auto found = std::ranges::find_if(report.rows, [&](const node::Row& row) { return row.node->name() == name; });
  if (found == report.rows.end()) {
    std::vector<std::string_view> names;
    for (const node::Row& row : report.rows) {
      names.push_back(row.node->name());
    }
    throw data_error("no node with accelerators is called " + in_quotes(name), did_you_mean(name, names));
  }
  return *found;
}

}  // namespace

ExitCode run_node_describe(const NodeDescribeOptions& options, Env& env) {
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  ClusterOptions cluster = options.cluster;
  cluster.owners = true;
  const auto clusters = read_clusters(cluster, catalog, env);
  const node::Report report = node::report_nodes(clusters, catalog, {}, price_rules(options.prices, env));
  const node::Row& row = find_row(report, options.name);
  const output::Format format = options.report.format;
  if (format == output::Format::json || format == output::Format::yaml) {
    print_json(node::describe_json(row), format, env);
  } else {
    env.out << node::describe_text(row);
  }
  for (const std::string& warning : row.node->warnings) {
    env.err << "warning: node " << row.node->name() << ' ' << warning << '\n';
  }
  return ExitCode::ok;
}

}  // namespace kgpu::commands
