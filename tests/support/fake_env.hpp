#pragma once

#include "fake_files.hpp"

#include "kgpu/base/date.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/commands/env.hpp"

#include <map>
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
  std::map<std::string, std::string, std::less<>> variables;
  Date today{2026, 8, 1};
  std::vector<std::string> arguments;
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
            .arguments = arguments,
            .err_is_terminal = err_is_terminal};
  }
};

}  // namespace kgpu::testing
