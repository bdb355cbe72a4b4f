#pragma once

#include "kgpu/snapshot/redaction.hpp"
#include "kgpu/snapshot/snapshot.hpp"

#include <cstddef>
#include <functional>
#include <string_view>

/// The file of `--save`: JSON lines. The first says what follows, `{"kubectlGpuSnapshot":1,"server":…,"as_of":…,
/// "pods_read":…,"kinds":{…}}`; then one object a line, as Kubernetes writes it, cut to what the records hold; the last
/// says how many objects there were, `{"end":N}`: without it the file is cut (CONTRACTS §8, kubernetes-client 11.21).
/// DumpReader reads it.
namespace kgpu::snapshot {

inline constexpr int k_snapshot_format = 1;

/// Writes the lines in blocks of whole lines, never all of them at once. What no record holds, such as values of
/// environment variables, arguments and other annotations, cannot be in the file. Gives the number of objects.
std::size_t write_saved(const Snapshot& snapshot, const Redaction& redaction,
                        const std::function<void(std::string_view block)>& use);

}  // namespace kgpu::snapshot
