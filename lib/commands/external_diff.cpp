#include "kgpu/commands/external_diff.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>

namespace kgpu::commands {
namespace {

constexpr const char* k_variable = "KUBECTL_EXTERNAL_DIFF";

bool is_passed_on(const std::string& word) {
  return std::ranges::all_of(word, [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-' || letter == '=';
  });
}

std::string temporary_directory(const Env& env) {
  const std::string named = env.variable("TMPDIR").value_or("");
  return named.empty() ? "/tmp" : named;
}

}  // namespace

std::optional<DiffProgram> external_diff(const Env& env) {
  const std::string text = env.variable(k_variable).value_or("");
  DiffProgram program;
  for (const std::string& word : split(text, ' ')) {
    if (word.empty()) {
      continue;
    }
    if (program.command.empty()) {
      program.command = word;
    } else {
      (is_passed_on(word) ? program.args : program.left_out).push_back(word);
    }
  }
  return program.command.empty() ? std::nullopt : std::optional(program);
}

ExitCode run_external_diff(const DiffProgram& program, std::span<const document::Comparison> comparisons, Env& env) {
  if (!program.left_out.empty()) {
    env.err << "note: " << k_variable << ": left out, as kubectl does: " << printable(join(program.left_out, " "))
            << '\n';
  }
  const std::string parent = temporary_directory(env);
  const auto live = env.files.make_private_folder(parent, "LIVE");
  const auto merged = env.files.make_private_folder(parent, "MERGED");
  for (const document::Comparison& comparison : comparisons) {
    live->write(comparison.name, comparison.live);
    merged->write(comparison.name, comparison.merged);
  }
  std::vector<std::string> args = {live->path(), merged->path()};
  args.insert(args.end(), program.args.begin(), program.args.end());
  env.out.flush();  // what it prints comes after what we did
  system::ProcessResult result;
  try {
    result =
        env.processes.run({.command = program.command, .args = args, .env = {}, .input = {}, .capture_output = false});
  } catch (const Error& error) {
    if (env.interrupted && env.interrupted()) {
      throw;
    }
    throw Error(ErrorKind::io, std::string(k_variable) + ": " + error.what(), "unset it for the comparison built in");
  }
  if (result.signal != 0 || result.exit_code > 1) {
    throw Error(ErrorKind::io, std::string(k_variable) + ": " + in_quotes(program.command) + " ended with " +
                                   (result.signal != 0 ? "signal " + std::to_string(result.signal)
                                                       : "exit code " + std::to_string(result.exit_code)) +
                                   ": 0 is no difference, 1 a difference");
  }
  return result.exit_code == 0 ? ExitCode::ok : ExitCode::failed;
}

}  // namespace kgpu::commands
