#include "command_line.hpp"
#include "completion.hpp"
#include "connect.hpp"

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/system/files.hpp"
#include "kgpu/system/interrupt.hpp"
#include "kgpu/system/processes.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

namespace {

std::optional<std::string> environment_variable(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());  // NOLINT(concurrency-mt-unsafe): one thread
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

kgpu::Date today_utc() {
  const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
  return {static_cast<std::int16_t>(static_cast<int>(day.year())),
          static_cast<std::int8_t>(static_cast<unsigned>(day.month())),
          static_cast<std::int8_t>(static_cast<unsigned>(day.day()))};
}

/// kubectl runs `kubectl_complete-gpu WORDS…` for completion: the same program by another name.
std::vector<std::string> arguments_of(int argc, char** argv) {
  std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  const std::string_view program = argc > 0 ? argv[0] : "";
  if (program.substr(program.rfind('/') + 1) == "kubectl_complete-gpu") {
    arguments.insert(arguments.begin(), std::string(kgpu::app::k_complete));
  }
  return arguments;
}

void sleep_unless_interrupted(kgpu::Nanoseconds duration) {
  const auto end = std::chrono::steady_clock::now() + duration;
  while (std::chrono::steady_clock::now() < end && !kgpu::system::interrupted()) {
    std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(std::chrono::milliseconds(20),
                                                                              end - std::chrono::steady_clock::now()));
  }
}

/// 128 + the signal's number when one ended the work, as a shell says it (CONTRACTS §2).
int exit_code(kgpu::ExitCode code) {
  const int signal = kgpu::system::interrupting_signal();
  return signal == 0 ? static_cast<int>(code) : 128 + signal;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  kgpu::system::RealFiles files;
  kgpu::system::RealProcesses processes;
  kgpu::commands::Env env{
      .in = std::cin,
      .out = std::cout,
      .err = std::cerr,
      .built_in_catalog = kgpu::catalog::Catalog::built_in(),
      .files = files,
      .processes = processes,
      .connect = {},
      .variable = environment_variable,
      .today = today_utc,
      .now = std::chrono::system_clock::now,
      .sleep = sleep_unless_interrupted,
      .interrupted = [] { return kgpu::system::interrupted().load(); },
      .arguments = arguments_of(argc, argv),
      .in_is_terminal = isatty(STDIN_FILENO) == 1,
      .out_is_terminal = isatty(STDOUT_FILENO) == 1,
      .err_is_terminal = isatty(STDERR_FILENO) == 1,
  };
  env.connect = [&env](const kgpu::kube::ConfigFlags& flags) { return kgpu::app::connect(flags, env); };
  return exit_code(kgpu::app::run(env));
}
