#include "CLI/CLI.hpp"
#include "build.hpp"
#include "completion_scripts.hpp"
#include "flags.hpp"
#include "flags_verbs.hpp"
#include "help.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/version.hpp"

#include <memory>
#include <ostream>

/// The commands about the program itself: completion, options, version.
namespace kgpu::app {

Action bind_completion(CLI::App& verb, Completions& completions) {
  auto shell = std::make_shared<std::string>();
  auto* argument = verb.add_option("shell", *shell, "The shell: " + join(completion_shells(), ", "));
  argument->type_name("SHELL")->required();
  completions.offer(argument, {.words = completion_shells()});
  return [shell](commands::Env& env) {
    const auto script = completion_script(*shell);
    if (!script) {
      const auto shells = completion_shells();
      const std::vector<std::string_view> known(shells.begin(), shells.end());
      throw usage_error("unknown shell " + in_quotes(*shell) + " (one of: " + join(shells, ", ") + ")",
                        did_you_mean(*shell, known));
    }
    env.out << *script;
    return ExitCode::ok;
  };
}

Action bind_options(CLI::App& /*verb*/, Completions& /*completions*/) {
  return [](commands::Env& env) {
    env.out << common_flags_help();
    return ExitCode::ok;
  };
}

Action bind_version(CLI::App& verb, Completions& completions) {
  static constexpr output::Format k_formats[] = {output::Format::table, output::Format::json, output::Format::yaml};
  auto options = std::make_shared<commands::ReportOptions>();
  add_output_flag(verb, *options, k_formats, completions);
  return [options](commands::Env& env) {
    return commands::run_version({std::string(k_version), std::string(k_commit)}, options->format, env);
  };
}

}  // namespace kgpu::app
