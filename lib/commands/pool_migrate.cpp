#include "kgpu/commands/pool_migrate.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/connection_words.hpp"
#include "kgpu/commands/live_manifests.hpp"
#include "kgpu/commands/manifest_input.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <ostream>

namespace kgpu::commands {
namespace {

/// How many objects a message names.
constexpr std::size_t k_named = 5;

/// What is to be migrated, and what is to be said of where it was looked for.
struct Source {
  std::vector<document::Manifest> manifests;
  std::vector<std::string> left_alone;           ///< besides what the migration leaves alone
  std::vector<std::string> not_served;           ///< kinds that the cluster does not know
  std::string nothing;                           ///< the note where nothing is to be migrated
  std::unique_ptr<kube::Connection> connection;  ///< where it is the cluster's
};

void check(const PoolMigrateOptions& options) {
  if (!options.migration.role.empty() && !options.migration.instance_profile.empty()) {
    throw usage_error("--role and --instance-profile exclude each other: a class has exactly one");
  }
  if (options.all && !options.files.empty()) {
    throw usage_error("--all and -f exclude each other: --all reads the cluster and nothing else",
                      "leave one of them out");
  }
  if (!options.all && options.files.empty()) {
    throw usage_error("no manifests are named",
                      "-f FILE, -f DIR or -f - for standard input; --all for what the cluster holds");
  }
  check_delivery(options.delivery, options.manifests);
}

std::vector<std::string> each_with(const std::vector<std::string>& words, const char* end) {
  std::vector<std::string> result;
  for (const std::string& word : words) {
    result.push_back(word + end);
  }
  return result;
}

Source source_of(const PoolMigrateOptions& options, Env& env) {
  Source source;
  if (!options.all) {
    source.manifests = read_manifests(options.files, env);
    source.nothing = "no Provisioner or AWSNodeTemplate, no NodePool or EC2NodeClass of v1beta1";
    return source;
  }
  source.connection = env.connect(options.delivery.cluster);
  LiveManifests live = read_live_manifests(pool::old_kinds(), *source.connection);
  std::vector<std::string> reasons = each_with(live.not_served, ": not served");
  std::ranges::move(each_with(live.none_of, ": none"), std::back_inserter(reasons));
  source.manifests = std::move(live.manifests);
  source.left_alone = std::move(live.written_newer);
  source.not_served = std::move(live.not_served);
  source.nothing = join(reasons, "; ") +
                   (source.left_alone.empty() ? "" : "; of v1 already: " + std::to_string(source.left_alone.size()));
  return source;
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
  return options.output_directory.empty() ? "the same command with --diff, then --apply"
                                          : "kubectl diff --server-side -k " + shell_quote(options.output_directory);
}

/// Old objects stay: their nodes are for the user to move. Pools first, for their nodes are taken down by what their
/// class says.
void print_what_is_left(const pool::Migration& migration, const PoolMigrateOptions& options, Env& env) {
  if (migration.retired.empty()) {
    return;
  }
  env.err << "note: nothing old was deleted. When the new pools are Ready and their nodes may take over, in this order "
             "(a Provisioner takes its nodes with it, all at once):\n";
  for (const pool::Retired& old : migration.retired) {
    const std::string name = old.object.resource_name();
    if (old.tracker) {
      env.err << "# " << name << ": take it out of " << old.tracker->tool << "'s " << old.tracker->where
              << ", which would write it back\n";
      continue;
    }
    env.err << "kubectl delete " << shell_quote(name)
            << (old.object.kind == "Provisioner" ? " --cascade=foreground" : "")
            << (options.all ? "" : " --ignore-not-found") << connection_words(options.delivery.cluster) << '\n';
  }
}

ExitCode send(const pool::Migration& migration, const std::vector<document::Document>& documents, bool lost,
              const PoolMigrateOptions& options, kube::Connection* connection, Env& env) {
  const DeliveryOptions& delivery = options.delivery;
  print_findings(migration, env);  // to be read before the cluster is changed
  if (lost && delivery.changes()) {
    print_error("nothing was applied: what the warnings name has no equivalent",
                "leave out --apply, fill in what is missing, then: kubectl apply --server-side -f FILE", env);
    return ExitCode::answer_is_no;
  }
  const ExitCode code = send_manifests(documents, "pool", options.manifests, delivery, env, connection);
  if (code == ExitCode::ok && delivery.changes()) {
    print_what_is_left(migration, options, env);
  }
  return code == ExitCode::ok && lost && !delivery.diff ? ExitCode::answer_is_no : code;
}

ExitCode migrate(const PoolMigrateOptions& options, Env& env) {
  check(options);
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  Source source = source_of(options, env);
  pool::Migration migration = pool::plan_migration(source.manifests, options.migration, catalog);
  const bool lost = std::ranges::any_of(migration.findings, &pool::Finding::is_loss);
  if (migration.objects.empty()) {
    print_findings(migration, env);
    env.err << "note: nothing to migrate: " << source.nothing << '\n';
    return lost ? ExitCode::answer_is_no : ExitCode::ok;
  }
  std::ranges::move(source.left_alone, std::back_inserter(migration.left_alone));
  if (!source.not_served.empty()) {
    env.err << "note: the cluster does not serve " << join(source.not_served, ", ") << '\n';
  }
  const auto documents = pool::render_migration(migration);
  if (options.delivery.sends()) {
    return send(migration, documents, lost, options, source.connection.get(), env);
  }
  std::vector<std::string> names;
  for (const document::Document& document : documents) {
    names.push_back(document.object.resource_name());
  }
  write_manifests(documents, names, options.manifests, env);
  print_findings(migration, env);
  print_next(next_command(options.manifests), env);
  return lost ? ExitCode::answer_is_no : ExitCode::ok;
}

}  // namespace

ExitCode run_pool_migrate(const PoolMigrateOptions& options, Env& env) {
  PoolMigrateOptions settled = options;
  settled.migration.newer_wins = options.all;
  settled.delivery.cluster.stdin_is_taken = std::ranges::find(options.files, "-") != options.files.end();
  return with_diff_codes(settled.delivery, env, [&] { return migrate(settled, env); });
}

}  // namespace kgpu::commands
