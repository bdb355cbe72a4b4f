#pragma once

#include "kgpu/base/duration.hpp"
#include "kgpu/base/error.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/commands/manifest_output.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/kube/access.hpp"
#include "kgpu/kube/connection.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kgpu::commands {

enum class DryRun {
  none,
  client,  ///< print, whatever else is asked
  server,  ///< the server validates and stores nothing
};

/// `--apply`, `--diff`, `--dry-run`, `--force-conflicts`, `--wait` (CONTRACTS §7). Without the first three, print.
struct DeliveryOptions {
  bool apply = false;
  bool diff = false;
  DryRun dry_run = DryRun::none;
  bool force_conflicts = false;
  std::optional<Nanoseconds> wait;  ///< `--wait[=5m]`
  kube::ConfigFlags cluster;

  /// Whether an API server, or eksctl, is asked at all.
  [[nodiscard]] bool sends() const { return diff || dry_run == DryRun::server || changes(); }
  /// Whether the cluster is changed.
  [[nodiscard]] bool changes() const { return apply && dry_run == DryRun::none; }
};

/// Throws Error{usage} for flags that do not go together; nothing has been attempted then.
void check_delivery(const DeliveryOptions& delivery, const ManifestOptions& manifests);

/// Applies, validates or compares, where `delivery.sends()`. `noun` names the field manager: `kubectl-gpu-<noun>`.
///
/// Applying prints a line per object, `nodepool.karpenter.sh/l4 serverside-applied`; failures go to stderr one by one.
/// Exit code 1 when any object failed; of a comparison 0 same, 1 differs. `open` is the connection of a command that
/// has one already: a login happens once.
ExitCode send_manifests(std::span<const document::Document> documents, std::string_view noun,
                        const ManifestOptions& manifests, const DeliveryOptions& delivery, Env& env,
                        kube::Connection* open = nullptr);

/// Runs a command to its end. Exit code 1 of `--diff` means that something differs: there any failure is 2, it could
/// not be told (kubernetes-client 5.4).
ExitCode with_diff_codes(const DeliveryOptions& delivery, Env& env, const std::function<ExitCode()>& command);

}  // namespace kgpu::commands
