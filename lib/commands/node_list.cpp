#include "kgpu/commands/node_list.hpp"

#include <ostream>

namespace kgpu::commands {
namespace {

node::Filter filter_of(const NodeListOptions& options) {
  node::Filter filter{.only_free = options.only_free, .labels = {}, .name_space = name_space_of(options.cluster)};
  for (const k8s::Label& label : options.labels) {
    filter.labels.push_back({label.key, label.value});
  }
  return filter;
}

/// Rows, then what waits, then the sums. `is_narrowed`: by --free or -l.
void print_for_people(const node::Report& report, const ReportOptions& options, bool is_narrowed, Env& env) {
  if (report.rows.empty()) {
    env.err << (is_narrowed ? "No nodes with accelerators match\n" : "No nodes with accelerators found\n");
  } else {
    print_table(node::list_table(report), options, env);
  }
  if (options.no_headers) {
    return;
  }
  if (!report.pending.empty()) {
    env.out << '\n';
    print_table(node::pending_table(report), options, env);
  }
  if (!report.rows.empty()) {
    env.out << '\n' << node::totals_text(report);
  }
}

}  // namespace

ExitCode run_node_list(const NodeListOptions& options, Env& env) {
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  const output::Format format = options.report.format;
  const bool is_document = format == output::Format::json || format == output::Format::yaml;
  ClusterOptions cluster = options.cluster;
  cluster.owners = is_document;  // the tables name pods only
  const auto clusters = read_clusters(cluster, catalog, env);
  node::Report report = node::report_nodes(clusters, catalog, filter_of(options), price_rules(options.prices, env));
  if (options.sort_key) {
    node::sort_by(report, *options.sort_key);
  }
  if (is_document) {
    print_json(node::list_json(report), format, env);
  } else if (format == output::Format::csv) {
    print_table(node::list_csv(report), options.report, env);
  } else if (format == output::Format::name) {
    print_names(node::list_table(report), "NODE", env);
  } else {
    print_for_people(report, options.report, options.only_free || !options.labels.empty(), env);
  }
  for (const std::string& warning : report.warnings) {
    env.err << "warning: " << warning << '\n';
  }
  return ExitCode::ok;
}

}  // namespace kgpu::commands
