/// A whole command line: each line of the input is an argument. Nothing outside memory is touched.
///
/// What must hold: run() returns one of the exit codes and throws nothing; a refusal is `error: …` and at most one
/// `hint: …` without control characters; a pool that was created is YAML that reads back.
#include "command_line.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/kube/connection.hpp"
#include "kgpu/system/files.hpp"
#include "kgpu/system/processes.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// No file is there, and none can be written.
class NoFiles final : public kgpu::system::Files {
 public:
  [[nodiscard]] std::string read(const std::string& path) const override { throw missing(path); }
  [[nodiscard]] std::optional<std::string> read_if_exists(const std::string& /*path*/) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::vector<std::string> list_recursively(const std::string& directory) const override {
    throw missing(directory);
  }
  [[nodiscard]] std::vector<std::string> list(const std::string& directory) const override { throw missing(directory); }
  [[nodiscard]] bool is_directory(const std::string& /*path*/) const override { return false; }
  void write_whole(const std::vector<kgpu::system::FileText>& files) override { throw missing(files.front().path); }
  [[nodiscard]] std::unique_ptr<kgpu::system::PrivateFolder> make_private_folder(
      const std::string& parent, const std::string& /*prefix*/) override {
    throw missing(parent);
  }

 private:
  static kgpu::Error missing(const std::string& path) {
    return {kgpu::ErrorKind::io, "cannot open " + kgpu::in_quotes(path)};
  }
};

class NoProcesses final : public kgpu::system::Processes {
 public:
  [[nodiscard]] kgpu::system::ProcessResult run(const kgpu::system::ProcessRequest& request) override {
    throw kgpu::Error(kgpu::ErrorKind::io, "cannot run " + kgpu::in_quotes(request.command));
  }
  [[nodiscard]] std::optional<std::string> find_on_path(const std::string& /*name*/) const override { return {}; }
};

[[noreturn]] void fail(const std::string& what, const std::string& text) {
  std::cerr << what << ":\n" << text << '\n';
  std::abort();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

void check_refusal(const std::string& err) {
  const auto lines = lines_of(err);
  const auto error = std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with("error: "); });
  if (error == lines.end() || lines.end() - error > 2) {
    fail("a refusal is one error and at most one hint", err);
  }
  if (error->starts_with("error: unexpected: ")) {
    fail("an exception that is not ours", err);
  }
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; };
  if (std::ranges::any_of(err, is_control)) {
    fail("control characters in a message", err);
  }
}

/// Each document of what `pool create` printed, read back.
void check_manifests(const std::string& out) {
  std::string document;
  for (const std::string& line : lines_of(out + "---\n")) {
    if (line == "---") {
      static_cast<void>(kgpu::document::yaml_to_json(document, "rendered"));
      document.clear();
    } else {
      document += line + '\n';
    }
  }
}

/// `pool create` with YAML on stdout.
bool is_manifest_run(const std::vector<std::string>& arguments) {
  const auto prints_else = [](const std::string& word) {
    return word == "-h" || word == "--help" || word.starts_with("-o") || word.starts_with("--output");
  };
  return arguments.size() > 2 && arguments[0] == "pool" && arguments[1] == "create" &&
         std::ranges::none_of(arguments, prints_else);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  std::vector<std::string> arguments;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    // an argument ends at NUL, as the operating system has it
    arguments.emplace_back(text.substr(from, end - from).c_str());
    from = end + 1;
  }
  NoFiles files;
  std::ostringstream out;
  std::ostringstream err;
  NoProcesses processes;
  std::istringstream in;
  kgpu::commands::Env env{
      .in = in,
      .out = out,
      .err = err,
      .built_in_catalog = kgpu::catalog::Catalog::built_in(),
      .files = files,
      .processes = processes,
      .connect = [](const kgpu::kube::ConfigFlags&) -> std::unique_ptr<kgpu::kube::Connection> {
        throw kgpu::Error(kgpu::ErrorKind::io, "no cluster");
      },
      .variable = [](std::string_view) { return std::nullopt; },
      .today =
          [] {
            return kgpu::Date{2026, 11, 21};
          },
      .now = [] { return std::chrono::sys_days(std::chrono::year(2026) / 11 / 21); },
      .arguments = arguments,
  };
  const kgpu::ExitCode code = kgpu::app::run(env);
  if (code == kgpu::ExitCode::failed || code == kgpu::ExitCode::usage) {
    check_refusal(err.str());
  } else if (code == kgpu::ExitCode::ok && is_manifest_run(arguments)) {
    try {
      check_manifests(out.str());
    } catch (const kgpu::Error& error) {
      fail(std::string("does not read back: ") + error.what(), out.str());
    }
  }
  return 0;
}
