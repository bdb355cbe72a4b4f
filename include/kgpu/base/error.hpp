#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace kgpu {

/// What a failure means for whoever called the program; each maps to one exit code.
enum class ErrorKind {
  usage,     ///< bad command line or a combination that cannot work; nothing was attempted (exit 2)
  data,      ///< a file or document that cannot be used: overlay, template, dump (exit 1)
  io,        ///< the operating system said no: open, write, rename (exit 1)
  internal,  ///< a mistake of ours (exit 1)
};

/// The one exception type. Thrown where the failure is known, caught once at the edge of the program.
///
/// `what()` is one sentence, lower case, without a full stop: what failed, on what, what would be valid.
/// `hint()` is what to try next, or empty.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::string hint = {})
      : std::runtime_error(message), kind_(kind), hint_(std::move(hint)) {}

  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }
  [[nodiscard]] const std::string& hint() const noexcept { return hint_; }

 private:
  ErrorKind kind_;
  std::string hint_;
};

/// The exit codes of CONTRACTS §2.
enum class ExitCode {
  ok = 0,
  failed = 1,        ///< tried and failed
  usage = 2,         ///< bad command line, nothing attempted
  answer_is_no = 3,  ///< answered, and the answer is no
};

[[nodiscard]] inline Error usage_error(const std::string& message, std::string hint = {}) {
  return {ErrorKind::usage, message, std::move(hint)};
}

[[nodiscard]] inline Error data_error(const std::string& message, std::string hint = {}) {
  return {ErrorKind::data, message, std::move(hint)};
}

}  // namespace kgpu
