#include "kgpu/system/processes.hpp"

#include "spawn.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>

namespace kgpu::system {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int k_look_again_ms = 50;                             ///< a signal that comes just before poll() is seen then
constexpr auto k_time_to_end = std::chrono::milliseconds(500);  ///< between SIGTERM and SIGKILL

/// A write to a child that has gone is an error here, not the end of the program; and a child's end is ours to see,
/// even when who started us ignores those of its own.
class Signals {
 public:
  Signals() {
    struct sigaction action {};
    action.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &action, &pipe_before_);
    action.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &action, &child_before_);
  }
  ~Signals() {
    ::sigaction(SIGPIPE, &pipe_before_, nullptr);
    ::sigaction(SIGCHLD, &child_before_, nullptr);
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  struct sigaction pipe_before_ {};
  struct sigaction child_before_ {};
};

/// One run of a child: its pipes, then its end.
class Run {
 public:
  Run(const ProcessRequest& request, const std::string& path, const std::atomic<bool>& cancelled)
      : request_(request), cancelled_(cancelled), child_(spawn(path, request)) {
    if (child_.leads_group) {
      set_child_group(child_.id);
    }
  }
  ~Run() {
    if (!is_reaped_) {
      end_now();
    }
    set_child_group(0);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  ProcessResult to_the_end() {
    while (child_.input.is_open() || child_.output.is_open()) {
      check_cancelled();
      move_bytes();
    }
    for (int wait_ms = 1; !reap(); wait_ms = std::min(2 * wait_ms, k_look_again_ms)) {
      check_cancelled();
      ::poll(nullptr, 0, wait_ms);
    }
    return std::move(result_);
  }

 private:
  void check_cancelled() {
    if (cancelled_) {
      throw Error(ErrorKind::io, "interrupted while " + in_quotes(request_.command) + " ran");
    }
  }

  void move_bytes() {
    std::array<pollfd, 2> ends = {{{child_.output.get(), POLLIN, 0}, {child_.input.get(), POLLOUT, 0}}};
    if (::poll(ends.data(), ends.size(), k_look_again_ms) <= 0) {
      return;  // a signal, or nothing yet
    }
    if (ends[0].revents != 0) {
      read_output();
    }
    if (ends[1].revents != 0) {
      write_input();
    }
  }

  void read_output() {
    std::array<char, 65536> block{};
    const ssize_t got = ::read(child_.output.get(), block.data(), block.size());
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) {
      child_.output.close();
    }
    if (got > 0) {
      result_.output.append(block.data(), static_cast<std::size_t>(got));
    }
    if (result_.output.size() > request_.most_output_bytes) {
      throw Error(ErrorKind::io, in_quotes(request_.command) + " printed more than " +
                                     std::to_string(request_.most_output_bytes) + " bytes");
    }
  }

  void write_input() {
    const ssize_t put = ::write(child_.input.get(), request_.input.data() + written_, request_.input.size() - written_);
    if (put < 0 && errno != EINTR && errno != EAGAIN) {
      child_.input.close();  // it does not want the rest
      return;
    }
    written_ += put > 0 ? static_cast<std::size_t>(put) : 0;
    if (written_ == request_.input.size()) {
      child_.input.close();
    }
  }

  /// True when the child has ended; does not wait for it.
  bool reap() {
    int status = 0;
    const pid_t ended = ::waitpid(child_.id, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) {
      return false;
    }
    is_reaped_ = true;
    if (WIFSIGNALED(status)) {
      result_.exit_code = -1;
      result_.signal = WTERMSIG(status);
    } else {
      result_.exit_code = WEXITSTATUS(status);
    }
    return true;
  }

  void end_now() {
    send_signal(child_, SIGTERM);
    for (const auto until = Clock::now() + k_time_to_end; Clock::now() < until && !reap();) {
      ::poll(nullptr, 0, 10);
    }
    if (!is_reaped_ || child_.leads_group) {
      send_signal(child_, SIGKILL);  // it, or those of its group that did not end with it
    }
    while (!is_reaped_ && !reap()) {
      ::poll(nullptr, 0, 10);
    }
  }

  const ProcessRequest& request_;
  const std::atomic<bool>& cancelled_;
  Child child_;
  ProcessResult result_;
  std::size_t written_ = 0;
  bool is_reaped_ = false;
};

bool is_executable(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<std::string> RealProcesses::find_on_path(const std::string& name) const {
  if (name.empty() || name.find('/') != std::string::npos) {
    return std::nullopt;
  }
  const char* folders = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing writes the environment
  for (const std::string& folder : split(folders == nullptr ? "" : folders, ':')) {
    std::string path = folder + "/" + name;
    if (folder.starts_with('/') && is_executable(path)) {
      return path;
    }
  }
  return std::nullopt;
}

ProcessResult RealProcesses::run(const ProcessRequest& request) {
  std::string path = request.command;
  if (path.find('/') == std::string::npos) {
    auto found = find_on_path(path);
    if (!found) {
      throw Error(ErrorKind::io, "executable file " + in_quotes(path) + " not found on PATH");
    }
    path = std::move(*found);
  }
  watch_for_interrupts();  // a child in a group of its own would outlive us
  const Signals signals;
  return Run(request, path, cancelled_).to_the_end();
}

}  // namespace kgpu::system
