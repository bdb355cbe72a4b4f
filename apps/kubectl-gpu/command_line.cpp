#include "command_line.hpp"

#include "CLI/CLI.hpp"
#include "command_table.hpp"
#include "completion.hpp"
#include "flag_words.hpp"
#include "help.hpp"
#include "parse_errors.hpp"
#include "warnings_as_errors.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/common_options.hpp"

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace kgpu::app {
namespace {

bool is_help(const std::string& argument) {
  return argument == "--help" || argument == "-h" || argument == "help";
}

std::string list_of(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    text += (text.empty() ? "" : ", ") + std::string(word);
  }
  return text;
}

/// The command that the first words name, and how many words that took. Throws for what no command is called.
struct Chosen {
  const CommandRow* row = nullptr;
  std::size_t words = 0;
};

Chosen choose(const std::vector<std::string>& arguments) {
  const std::string& noun = arguments.at(0);
  if (const CommandRow* row = find_command(noun, "")) {
    return {row, 1};
  }
  const auto words = first_words();
  if (noun.starts_with('-')) {
    const std::string near = did_you_mean(noun, words);  // --version is the command's name on many programs
    throw usage_error("unknown flag " + in_quotes(noun) + " for 'kubectl gpu'",
                      near.empty() ? "flags come after the command: kubectl gpu NOUN VERB [flags]" : near);
  }
  if (std::ranges::find(words, noun) == words.end()) {
    throw usage_error("unknown command " + in_quotes(noun) + " for 'kubectl gpu' (one of: " + list_of(words) + ")",
                      did_you_mean(noun, words));
  }
  const auto verbs = verbs_of(noun);
  if (arguments.size() < 2) {
    throw usage_error("'kubectl gpu " + noun + "' needs a verb (one of: " + list_of(verbs) + ")",
                      "kubectl gpu " + noun + " --help");
  }
  if (const CommandRow* row = find_command(noun, arguments[1])) {
    return {row, 2};
  }
  throw usage_error(
      "unknown verb " + in_quotes(arguments[1]) + " for 'kubectl gpu " + noun + "' (one of: " + list_of(verbs) + ")",
      did_you_mean(arguments[1], verbs));
}

ExitCode run_command(commands::Env& env) {
  std::vector<std::string> arguments = env.arguments;
  const bool asked_by_word = !arguments.empty() && arguments.front() == "help";
  if (asked_by_word) {
    arguments.erase(arguments.begin());
  }
  if (!arguments.empty() && arguments.front() == k_complete) {
    arguments.erase(arguments.begin());
    const auto names = [&env](const kube::ConfigFlags& flags) {
      return kube::config_names(flags, {.files = env.files, .variable = env.variable, .warn = [](const auto&) {}});
    };
    env.out << to_text(complete(std::move(arguments), env.built_in_catalog, names));
    return ExitCode::ok;
  }
  if (arguments.empty() || is_help(arguments.front())) {
    env.out << program_help();
    return ExitCode::ok;
  }
  const bool names_noun = find_command(arguments.front(), "") == nullptr && !verbs_of(arguments.front()).empty();
  if (names_noun && (arguments.size() == 1 ? asked_by_word : is_help(arguments[1]))) {
    env.out << noun_help(arguments.front());
    return ExitCode::ok;
  }

  const Chosen chosen = choose(arguments);
  CLI::App verb;
  verb.set_help_flag();
  Completions completions;
  const Action action = chosen.row->bind(verb, completions);
  std::vector<std::string> rest(arguments.begin() + static_cast<std::ptrdiff_t>(chosen.words), arguments.end());
  const auto end_of_flags = std::ranges::find(rest, "--");
  if (asked_by_word || std::any_of(rest.begin(), end_of_flags,
                                   [](const std::string& word) { return word == "--help" || word == "-h"; })) {
    env.out << verb_help(*chosen.row, verb);
    return ExitCode::ok;
  }
  rest = plain_words(verb, std::move(rest));
  std::ranges::reverse(rest);  // CLI11 takes its arguments from the back
  try {
    verb.parse(std::move(rest));
  } catch (const CLI::ParseError& failure) {
    throw explain(failure, verb, *chosen.row);
  }
  return action(env);
}

ExitCode exit_code(ErrorKind kind) {
  return kind == ErrorKind::usage ? ExitCode::usage : ExitCode::failed;
}

}  // namespace

ExitCode run(commands::Env& env) {
  const auto warnings = std::make_shared<int>(0);
  if (env.connect) {
    env.connect = counting_warnings(std::move(env.connect), warnings);
  }
  try {
    const ExitCode code = run_command(env);
    if (!env.out.flush()) {
      throw Error(ErrorKind::io, "cannot write to standard output");
    }
    if (code == ExitCode::ok && *warnings > 0) {
      throw Error(ErrorKind::io, std::to_string(*warnings) + (*warnings == 1 ? " warning" : " warnings") + " received",
                  "--warnings-as-errors was given");
    }
    return code;
  } catch (const Error& error) {
    commands::print_error(error.what(), error.hint(), env);
    return exit_code(error.kind());
  } catch (const std::exception& error) {
    commands::print_error(std::string("unexpected: ") + error.what(),
                          "this is a mistake in kubectl-gpu: please report it with the command line", env);
    return ExitCode::failed;
  }
}

}  // namespace kgpu::app
