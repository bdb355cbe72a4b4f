#pragma once

#include "kgpu/base/date.hpp"
#include "kgpu/base/duration.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/system/files.hpp"
#include "kgpu/system/processes.hpp"

#include <chrono>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::kube {
class Connection;
struct ConfigFlags;
}  // namespace kgpu::kube

namespace kgpu::commands {

/// All that a command may touch outside its own memory. Each part has a fake in tests/support.
struct Env {
  std::istream& in;   ///< standard input, read where a flag says `-`
  std::ostream& out;  ///< results: what a script may parse
  std::ostream& err;  ///< warnings, errors, progress, the next command to run
  const catalog::Catalog& built_in_catalog;
  system::Files& files;
  system::Processes& processes;
  /// The API server of these flags; called by a command only when it needs one. Throws Error{data} or Error{io} where
  /// the configuration cannot be used; nothing is sent before the first request.
  std::function<std::unique_ptr<kube::Connection>(const kube::ConfigFlags& flags)> connect;
  std::function<std::optional<std::string>(std::string_view name)> variable;  ///< environment variables
  std::function<Date()> today;  ///< UTC; read only where a flag asks for ages
  /// The clock with its time: ages and waits of live answers.
  std::function<std::chrono::system_clock::time_point()> now;
  std::function<void(Nanoseconds)> sleep = {};  ///< ends early by Ctrl-C
  std::function<bool()> interrupted = {};       ///< Ctrl-C came
  std::vector<std::string> arguments;           ///< as given, without the program's name
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;  ///< hints and progress are shown on a terminal only
};

}  // namespace kgpu::commands
