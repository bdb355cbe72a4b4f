#include "kgpu/commands/pool_migrate.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/manifest_input.hpp"

#include <algorithm>
#include <ostream>

namespace kgpu::commands {
namespace {

/// How many objects a message names.
constexpr std::size_t k_named = 5;

void check(const pool::MigrationOptions& options) {
  if (!options.role.empty() && !options.instance_profile.empty()) {
    throw usage_error("--role and --instance-profile exclude each other: a class has exactly one");
  }
}

void print_findings(const pool::Migration& migration, Env& env) {
  for (const pool::Finding& finding : migration.findings) {
    env.err << (finding.is_loss ? "warning: " : "note: ") << pool::to_line(finding) << '\n';
  }
  if (migration.left_alone.empty()) {
    return;
  }
  std::vector<std::string> named = migration.left_alone;
  named.resize(std::min(named.size(), k_named));
  env.err << "note: left alone: " << join(named, ", ");
  if (migration.left_alone.size() > k_named) {
    env.err << " and " << migration.left_alone.size() - k_named << " more";
  }
  env.err << '\n';
}

std::string next_command(const ManifestOptions& options) {
  return options.output_directory.empty() ? "kubectl diff --server-side -f FILE (or -, at the end of a pipe)"
                                          : "kubectl diff --server-side -k " + shell_quote(options.output_directory);
}

}  // namespace

ExitCode run_pool_migrate(const PoolMigrateOptions& options, Env& env) {
  check(options.migration);
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  const auto manifests = read_manifests(options.files, env);
  const pool::Migration migration = pool::plan_migration(manifests, options.migration, catalog);
  if (migration.objects.empty()) {
    print_findings(migration, env);
    env.err << "note: nothing to migrate: no Provisioner or AWSNodeTemplate, no NodePool or EC2NodeClass of v1beta1\n";
  } else {
    const auto documents = pool::render_migration(migration);
    std::vector<std::string> names;
    for (const document::Document& document : documents) {
      names.push_back(document.object.resource_name());
    }
    write_manifests(documents, names, options.manifests, env);
    print_findings(migration, env);
    print_next(next_command(options.manifests), env);
  }
  const bool lost = std::ranges::any_of(migration.findings, &pool::Finding::is_loss);
  return lost ? ExitCode::answer_is_no : ExitCode::ok;
}

}  // namespace kgpu::commands
