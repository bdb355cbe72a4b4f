#include "kgpu/commands/manifest_apply.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/connection_words.hpp"
#include "kgpu/commands/external_diff.hpp"
#include "kgpu/document/apply_order.hpp"
#include "kgpu/kube/apply.hpp"

#include <algorithm>
#include <memory>
#include <ostream>

namespace kgpu::commands {
namespace {

using document::Document;
using kube::Applied;
using kube::Fate;

/// The command's connection, or one for this delivery.
class Link {
 public:
  Link(kube::Connection* open, const DeliveryOptions& delivery, Env& env)
      : own_(open == nullptr ? env.connect(delivery.cluster) : nullptr), connection_(open == nullptr ? *own_ : *open) {}

  [[nodiscard]] kube::Connection& connection() const { return connection_; }

 private:
  std::unique_ptr<kube::Connection> own_;
  kube::Connection& connection_;
};

kube::ApplyContext context_for(kube::Connection& connection, kube::Discovery& discovery, std::string_view noun,
                               const DeliveryOptions& delivery, Env& env) {
  return {.connection = connection,
          .discovery = discovery,
          .field_manager = "kubectl-gpu-" + std::string(noun),
          .dry_run = delivery.dry_run == DryRun::server,
          .force_conflicts = delivery.force_conflicts,
          .cancelled = env.interrupted,
          .sleep = env.sleep,
          .elapsed = [&env, start = env.now()] { return Nanoseconds(env.now() - start); }};
}

/// Says of each object that others wrote whose it is; stops where another tool would write it back (11.15).
void mind_owners(std::span<const Document> documents, std::span<const kube::Standing> standings,
                 const DeliveryOptions& delivery, Env& env) {
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto& live = standings[i].live;
    if (!live) {
      continue;
    }
    const std::string name = documents[i].object.resource_name();
    if (live->tracker && !delivery.force_conflicts) {
      throw Error(ErrorKind::io,
                  name + " is kept by " + live->tracker->tool + " (" + live->tracker->where +
                      "), which would write it back; nothing was applied",
                  "put the manifest where that takes it from: leave out --apply to print it; or --force-conflicts");
    }
    if (!document::is_ours(*live)) {
      env.err << name << " exists, " << document::last_written_by(*live) << "; our fields will be added\n";
    }
  }
}

std::string done_line(const Applied& applied, bool dry_run) {
  return applied.object.resource_name() + " serverside-applied" + (dry_run ? " (server dry run)" : "");
}

void report_object(const Applied& applied, const ManifestOptions& manifests, bool dry_run, Env& env) {
  switch (applied.fate) {
    case Fate::applied:
    case Fate::checked:
      env.out << (manifests.format == output::Format::name ? applied.object.resource_name()
                                                           : done_line(applied, dry_run))
              << '\n';
      if (!applied.message.empty()) {
        env.err << applied.object.resource_name() << ": " << applied.message << '\n';
      }
      env.out.flush();
      break;
    case Fate::failed:
    case Fate::skipped:
      print_error(applied.message, applied.hint, env);
      break;
    case Fate::unknown:
      env.err << "error: " << applied.message << "; whether it was applied is not known\n";
      break;
    case Fate::not_tried:
      break;  // the summary lists them
  }
}

std::string names_of(std::span<const Applied> results, Fate fate) {
  std::vector<std::string> names;
  for (const Applied& one : results) {
    if (one.fate == fate) {
      names.push_back(one.object.resource_name());
    }
  }
  return names.empty() ? "none" : join(names, ", ");
}

/// After anything went wrong: where each object stands, and how to go on.
void print_summary(std::span<const Applied> results, const ManifestOptions& manifests, const DeliveryOptions& delivery,
                   Env& env) {
  env.err << "applied: " << names_of(results, Fate::applied) << '\n';
  for (const auto& [fate, word] : {std::pair{Fate::failed, "failed"}, std::pair{Fate::skipped, "skipped"},
                                   std::pair{Fate::unknown, "unknown"}, std::pair{Fate::not_tried, "not tried"}}) {
    if (std::ranges::any_of(results, [&, fate = fate](const Applied& one) { return one.fate == fate; })) {
      env.err << word << ": " << names_of(results, fate) << '\n';
    }
  }
  // Applying again is safe: what is there already does not change.
  const std::string again = manifest_header(env.arguments, manifests).substr(2);
  env.err << "go on with: " << again << connection_words(delivery.cluster) << " --apply\n";
}

ExitCode wait_for(std::span<const Document> documents, std::span<const kube::Standing> standings, Nanoseconds limit,
                  kube::ApplyContext& context, Env& env) {
  bool all_ready = true;
  for (const kube::Waited& waited : kube::wait_until_ready(documents, standings, limit, context)) {
    const std::string name = waited.object.resource_name();
    if (waited.ready) {
      env.err << name << " is ready\n";
    } else {
      all_ready = false;
      env.err << "error: " << name << " did not become ready within " << format_hms(limit) << ": " << waited.message
              << '\n';
    }
  }
  return all_ready ? ExitCode::ok : ExitCode::failed;
}

/// What an earlier run of the same command made and this one does not: named, never deleted (11.15).
void name_leftovers(std::span<const Document> documents, std::span<const kube::Standing> standings,
                    const DeliveryOptions& delivery, kube::ApplyContext& context, Env& env) {
  for (const document::LiveObject& object : kube::leftovers(documents, standings, context)) {
    env.err << object.object.resource_name() << " was made by an earlier run for " << in_quotes(object.of)
            << " and is no longer part of it: kubectl delete "
            << object.object.resource_name().substr(0, object.object.resource_name().find('/')) << ' '
            << shell_quote(object.object.name) << connection_words(delivery.cluster)
            << (object.object.name_space.empty() ? "" : " -n " + shell_quote(object.object.name_space)) << '\n';
  }
}

ExitCode apply_manifests(std::span<const Document> documents, std::string_view noun, const ManifestOptions& manifests,
                         const DeliveryOptions& delivery, kube::Connection& connection, Env& env) {
  kube::Discovery discovery(connection);
  kube::ApplyContext context = context_for(connection, discovery, noun, delivery, env);
  const auto standings = kube::survey(documents, context);
  mind_owners(documents, standings, delivery, env);
  const auto results = kube::apply(documents, standings, context, [&](const Applied& applied) {
    report_object(applied, manifests, context.dry_run, env);
  });
  const bool all_done = std::ranges::all_of(
      results, [](const Applied& one) { return one.fate == Fate::applied || one.fate == Fate::checked; });
  if (!all_done) {
    if (!context.dry_run) {
      print_summary(results, manifests, delivery, env);
    }
    return ExitCode::failed;
  }
  if (context.dry_run) {
    return ExitCode::ok;
  }
  name_leftovers(documents, standings, delivery, context, env);
  return delivery.wait ? wait_for(documents, standings, *delivery.wait, context, env) : ExitCode::ok;
}

/// `--diff`.
ExitCode compare_manifests(std::span<const Document> documents, std::string_view noun, const DeliveryOptions& delivery,
                           kube::Connection& connection, Env& env) {
  kube::Discovery discovery(connection);
  kube::ApplyContext context = context_for(connection, discovery, noun, delivery, env);
  const auto standings = kube::survey(documents, context);
  const std::vector<document::Comparison> comparisons = kube::difference(documents, standings, context);
  if (const auto program = external_diff(env)) {
    return run_external_diff(*program, comparisons, env);
  }
  std::string text;
  for (const document::Comparison& comparison : comparisons) {
    text += document::unified_difference(comparison);
  }
  env.out << text;
  return text.empty() ? ExitCode::ok : ExitCode::failed;
}

/// eksctl's files are no objects of a cluster: its own program makes the group, where there is one.
ExitCode run_eksctl(std::span<const Document> documents, const DeliveryOptions& delivery, Env& env) {
  if (!delivery.changes()) {
    throw usage_error("an eksctl file is no Kubernetes object: there is nothing to compare or to validate on a cluster",
                      "eksctl create nodegroup --dry-run --config-file FILE");
  }
  if (!env.processes.find_on_path("eksctl")) {
    throw Error(ErrorKind::io, "eksctl is not on PATH, and only eksctl applies its files; nothing was applied",
                "leave out --apply, then: eksctl create nodegroup --config-file FILE");
  }
  const system::ProcessResult result = env.processes.run({.command = "eksctl",
                                                          .args = {"create", "nodegroup", "--config-file=-"},
                                                          .env = {},
                                                          .input = document::to_text(documents, ""),
                                                          .capture_output = false});
  if (result.exit_code != 0) {
    throw Error(ErrorKind::io, "eksctl create nodegroup ended with " +
                                   (result.signal != 0 ? "signal " + std::to_string(result.signal)
                                                       : "exit code " + std::to_string(result.exit_code)));
  }
  return ExitCode::ok;
}

}  // namespace

void check_delivery(const DeliveryOptions& delivery, const ManifestOptions& manifests) {
  if (delivery.diff && (delivery.apply || delivery.dry_run != DryRun::none)) {
    throw usage_error("--diff compares and changes nothing: it does not go with --apply or --dry-run",
                      "leave one of them out");
  }
  const bool sends = delivery.sends();
  if (sends && !manifests.output_directory.empty()) {
    throw usage_error(
        "--output-dir writes files and sends nothing: it does not go with --apply, --diff or "
        "--dry-run=server",
        "write the files first, then run the command again with --apply");
  }
  if (sends && manifests.format == output::Format::json) {
    throw usage_error("-o json prints the manifests: it does not go with --apply, --diff or --dry-run=server");
  }
  if (!sends && delivery.force_conflicts) {
    throw usage_error("--force-conflicts is of no use without --apply, --diff or --dry-run=server");
  }
  if (delivery.wait && !delivery.apply) {
    throw usage_error("--wait is of no use without --apply");
  }
}

ExitCode send_manifests(std::span<const Document> documents, std::string_view noun, const ManifestOptions& manifests,
                        const DeliveryOptions& delivery, Env& env, kube::Connection* open) {
  check_rendered(documents, manifests);
  const bool for_eksctl = std::ranges::none_of(
      documents, [](const Document& document) { return document::is_cluster_object(document.object); });
  if (for_eksctl) {
    return run_eksctl(documents, delivery, env);
  }
  const Link link(open, delivery, env);
  return delivery.diff ? compare_manifests(documents, noun, delivery, link.connection(), env)
                       : apply_manifests(documents, noun, manifests, delivery, link.connection(), env);
}

ExitCode with_diff_codes(const DeliveryOptions& delivery, Env& env, const std::function<ExitCode()>& command) {
  constexpr auto k_could_not_tell = ExitCode::usage;  // 2
  if (!delivery.diff) {
    return command();
  }
  try {
    return command();
  } catch (const Error& error) {
    print_error(error.what(), error.hint(), env);
    return k_could_not_tell;
  }
}

}  // namespace kgpu::commands
