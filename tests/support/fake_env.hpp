#pragma once

#include "fake_connection.hpp"
#include "fake_files.hpp"
#include "fake_processes.hpp"

#include "kgpu/base/date.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/commands/env.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace kgpu::testing {

/// All that a command touches, in memory. A test sets what it is about, calls `env()`, then reads `out`, `err` and
/// `files`:
///
///   FakeEnv fake;
///   fake.variables["AWS_REGION"] = "eu-west-1";
///   auto env = fake.env();
struct FakeEnv {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  FakeFiles files;
  FakeProcesses processes;
  /// What connect() gives; without it a command that connects fails the test.
  std::function<std::unique_ptr<kube::Connection>(const kube::ConfigFlags& flags)> connect =
      [](const kube::ConfigFlags&) -> std::unique_ptr<kube::Connection> {
    throw Error(ErrorKind::internal, "this test has no cluster");
  };
  std::map<std::string, std::string, std::less<>> variables;
  Date today{2026, 8, 1};
  std::chrono::system_clock::time_point now =
      std::chrono::sys_days(std::chrono::year(2026) / 8 / 1) + std::chrono::hours(12);
  std::vector<std::string> arguments;
  bool interrupted = false;
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  catalog::Catalog catalog = catalog::Catalog::built_in();
  int clock_reads = 0;  ///< offline answers do not depend on the day

  /// Refers to this object, which must outlive it.
  [[nodiscard]] commands::Env env() {
    return {.in = in,
            .out = out,
            .err = err,
            .built_in_catalog = catalog,
            .files = files,
            .processes = processes,
            .connect = connect,
            .variable =
                [this](std::string_view name) {
                  const auto found = variables.find(name);
                  return found == variables.end() ? std::nullopt : std::optional(found->second);
                },
            .today =
                [this] {
                  ++clock_reads;
                  return today;
                },
            .now = [this] { return now; },
            .sleep = [this](Nanoseconds time) { now += time; },
            .interrupted = [this] { return interrupted; },
            .arguments = arguments,
            .in_is_terminal = in_is_terminal,
            .out_is_terminal = out_is_terminal,
            .err_is_terminal = err_is_terminal};
  }
};

}  // namespace kgpu::testing
