#pragma once

#include "kgpu/system/interrupt.hpp"

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kgpu::system {

/// A child to run, without a shell.
struct ProcessRequest {
  std::string command;                                   ///< a path with a separator, or a bare name looked up on PATH
  std::vector<std::string> args;                         ///< verbatim
  std::vector<std::pair<std::string, std::string>> env;  ///< added to our own environment; the last of a name wins
  std::string input;           ///< written to its stdin when `own_stdin` is false; then end of file
  bool own_stdin = false;      ///< it reads our terminal
  bool capture_output = true;  ///< else its stdout is ours
  std::size_t most_output_bytes = std::size_t{1} << 20;  ///< more is an error
};

struct ProcessResult {
  int exit_code = 0;  ///< -1 when a signal ended it
  int signal = 0;
  std::string output;  ///< its stdout; its stderr is ours
};

/// Children. Real in production, scripted in tests.
class Processes {
 public:
  virtual ~Processes() = default;
  /// Waits for its end; Ctrl-C kills its process group. Throws Error{io}: not found, cannot be run, too much output,
  /// interrupted.
  [[nodiscard]] virtual ProcessResult run(const ProcessRequest& request) = 0;
  /// The path that a bare name stands for on PATH; empty when there is none.
  [[nodiscard]] virtual std::optional<std::string> find_on_path(const std::string& name) const = 0;
};

/// The machine's. posix_spawn, pipes close-on-exec (kubernetes-client 2.2). Where there is a terminal the child stays
/// in our process group, so that it may ask there for a password and Ctrl-C reaches it too; else it leads its own.
class RealProcesses final : public Processes {
 public:
  explicit RealProcesses(const std::atomic<bool>& cancelled = interrupted()) : cancelled_(cancelled) {}
  [[nodiscard]] ProcessResult run(const ProcessRequest& request) override;
  /// Relative folders of PATH are left out, as Go does: what lies in the working directory is not ours to run.
  [[nodiscard]] std::optional<std::string> find_on_path(const std::string& name) const override;

 private:
  const std::atomic<bool>& cancelled_;
};

}  // namespace kgpu::system
