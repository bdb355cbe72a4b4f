#pragma once

#include "connect.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/kube/connection.hpp"
#include "kgpu/system/interrupt.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace kgpu::testing {

/// `main` of a test program whose files, children, clock and cluster are real, as the program's own. Exit codes are its
/// own too: 2 for a bad command line, 1 for another failure, 128 + the number of a signal.
inline int run_program(int argc, char** argv, const std::function<int(commands::Env& env)>& work) {
  system::RealFiles files;
  system::RealProcesses processes;
  commands::Env env{
      .in = std::cin,
      .out = std::cout,
      .err = std::cerr,
      .built_in_catalog = catalog::Catalog::built_in(),
      .files = files,
      .processes = processes,
      .connect = {},
      .variable =
          [](std::string_view name) {
            const char* value = std::getenv(std::string(name).c_str());  // NOLINT(concurrency-mt-unsafe): one thread
            return value == nullptr ? std::nullopt : std::optional<std::string>(value);
          },
      .today = [] { return Date{}; },
      .now = std::chrono::system_clock::now,
      .sleep = [](Nanoseconds time) { std::this_thread::sleep_for(time); },
      .interrupted = [] { return system::interrupted().load(); },
      .arguments = {argv + 1, argv + argc},
      .in_is_terminal = isatty(STDIN_FILENO) == 1,
  };
  env.connect = [&env](const kube::ConfigFlags& flags) { return app::connect(flags, env); };
  int code = 0;
  try {
    code = work(env);
  } catch (const Error& error) {
    std::cerr << "error: " << error.what() << (error.hint().empty() ? "" : "\nhint: " + error.hint()) << '\n';
    code = error.kind() == ErrorKind::usage ? 2 : 1;
  }
  const int signal = system::interrupting_signal();
  return signal == 0 ? code : 128 + signal;
}

}  // namespace kgpu::testing
