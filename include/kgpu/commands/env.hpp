#pragma once

#include "kgpu/base/date.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/system/files.hpp"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::commands {

/// All that a command may touch outside its own memory. Each part has a fake in tests/support.
struct Env {
  std::istream& in;   ///< standard input, read where a flag says `-`
  std::ostream& out;  ///< results: what a script may parse
  std::ostream& err;  ///< warnings, errors, progress, the next command to run
  const catalog::Catalog& built_in_catalog;
  system::Files& files;
  std::function<std::optional<std::string>(std::string_view name)> variable;  ///< environment variables
  std::function<Date()> today;         ///< UTC; read only where a flag asks for ages
  std::vector<std::string> arguments;  ///< as given, without the program's name
  bool err_is_terminal = false;        ///< hints and progress are shown on a terminal only
};

}  // namespace kgpu::commands
