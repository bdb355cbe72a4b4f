// Real children, from scripts in a folder of the test's own.
#include "kgpu/system/processes.hpp"

#include "temporary_folder.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

using kgpu::Error;
using kgpu::system::ProcessRequest;
using kgpu::system::ProcessResult;
using kgpu::system::RealProcesses;
using kgpu::testing::TemporaryFolder;

namespace {

/// A program of that text in `folder`; its path.
std::string script(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
  folder.put(name, "#!/bin/sh\n" + text);
  ::chmod(folder.path(name).c_str(), 0755);
  return folder.path(name);
}

std::string refusal(RealProcesses& processes, const ProcessRequest& request) {
  try {
    (void)processes.run(request);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

/// PATH for the time of a test.
class Path {
 public:
  explicit Path(const std::string& value) : before_(std::getenv("PATH")) { ::setenv("PATH", value.c_str(), 1); }
  ~Path() { ::setenv("PATH", before_.c_str(), 1); }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

 private:
  std::string before_;
};

bool has_terminal() {
  const int terminal = ::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  return terminal >= 0 && ::close(terminal) == 0;
}

/// Alive, and not only waiting to be buried by a process that may never do so.
bool is_running(const std::string& process_id) {
  std::ifstream file("/proc/" + std::to_string(std::stoi(process_id)) + "/stat");
  std::string text;
  std::getline(file, text);
  return !text.empty() && text.find(") Z ") == std::string::npos;
}

bool is_alive(const std::string& process_id) {
  return ::kill(std::stoi(process_id), 0) == 0;
}

}  // namespace

TEST_CASE("processes: arguments arrive verbatim, no shell sees them") {
  const TemporaryFolder folder;
  RealProcesses processes;
  ProcessRequest request;
  request.command = script(folder, "print args", "for a in \"$@\"; do printf '[%s]' \"$a\"; done");
  request.args = {"two words", "'\"", "$HOME", "; exit 3", "~", "", "*", "a\nb", "ü"};
  const ProcessResult result = processes.run(request);
  CHECK(result.output == "[two words]['\"][$HOME][; exit 3][~][][*][a\nb][ü]");
  CHECK(result.exit_code == 0);
}

TEST_CASE("processes: the last of a variable wins, and ours is not touched") {
  const TemporaryFolder folder;
  RealProcesses processes;
  ProcessRequest request;
  request.command = script(folder, "env", "printf '%s|%s|%s' \"$KGPU_A\" \"$KGPU_B\" \"$HOME\"");
  request.env = {{"KGPU_A", "1"}, {"KGPU_B", "x=y"}, {"KGPU_A", "2"}, {"HOME", "/nowhere"}};
  CHECK(processes.run(request).output == "2|x=y|/nowhere");
  CHECK(std::getenv("KGPU_A") == nullptr);
}

TEST_CASE("processes: how a child ended") {
  const TemporaryFolder folder;
  RealProcesses processes;
  ProcessRequest request;
  request.command = script(folder, "end", "echo said; eval \"$1\"");
  request.args = {"exit 3"};
  ProcessResult result = processes.run(request);
  CHECK(result.exit_code == 3);
  CHECK(result.signal == 0);
  CHECK(result.output == "said\n");
  request.args = {"kill -9 $$"};
  result = processes.run(request);
  CHECK(result.exit_code == -1);
  CHECK(result.signal == SIGKILL);
  // A parent that ignores the ends of its children hides them from us no more.
  std::signal(SIGCHLD, SIG_IGN);
  request.args = {"exit 4"};
  CHECK(processes.run(request).exit_code == 4);
  std::signal(SIGCHLD, SIG_DFL);
}

TEST_CASE("processes: what cannot be run says so") {
  const TemporaryFolder folder;
  RealProcesses processes;
  ProcessRequest request;
  request.command = folder.path("none");
  CHECK(refusal(processes, request) == "fork/exec " + folder.path("none") + ": no such file or directory");
  folder.put("plain", "#!/bin/sh\n");
  request.command = folder.path("plain");
  CHECK(refusal(processes, request) == "fork/exec " + folder.path("plain") + ": permission denied");
  request.command = script(folder, "fine", "");
  request.args = {std::string("a\0b", 3)};
  CHECK(refusal(processes, request) == "fork/exec " + folder.path("fine") + ": invalid argument");
  request.args = {};
  request.env = {{"X", std::string(200'000, 'x')}};
  CHECK(refusal(processes, request) == "fork/exec " + folder.path("fine") + ": argument list too long");
  request.command = "no-such-program";
  CHECK(refusal(processes, request) == "executable file 'no-such-program' not found on PATH");
}

TEST_CASE("processes: PATH") {
  const TemporaryFolder folder;
  const std::string first = script(folder, "one/tool", "echo first");
  script(folder, "two/tool", "echo second");
  folder.put("zero/tool", "no program");
  const Path path(":relative:" + folder.path("zero") + ":" + folder.path("none") + ":" + folder.path("one") + ":" +
                  folder.path("two"));
  RealProcesses processes;
  CHECK(processes.find_on_path("tool") == first);
  CHECK(!processes.find_on_path("other").has_value());
  CHECK(!processes.find_on_path("").has_value());
  CHECK(!processes.find_on_path("./tool").has_value());
  ProcessRequest request;
  request.command = "tool";
  CHECK(processes.run(request).output == "first\n");
}

TEST_CASE("processes: standard input") {
  const TemporaryFolder folder;
  RealProcesses processes;
  ProcessRequest request;
  request.command = script(folder, "count", "wc -c | tr -d ' \\n'");
  CHECK(processes.run(request).output == "0");
  request.input = std::string(300'000, 'x');  // more than a pipe holds
  CHECK(processes.run(request).output == "300000");
  // One that does not read it all is no failure, and does not end us.
  request.command = script(folder, "deaf", "exec <&-; echo done");
  CHECK(processes.run(request).output == "done\n");
}

TEST_CASE("processes: a child that prints too much is ended") {
  const TemporaryFolder folder;
  RealProcesses processes;
  ProcessRequest request;
  request.command =
      script(folder, "loud", "echo $$ > \"$0.pid\"; while :; do echo 0123456789012345678901234567890; done");
  CHECK(refusal(processes, request) == "'" + request.command + "' printed more than 1048576 bytes");
  CHECK(!is_alive(folder.get("loud.pid")));
  request.command = script(folder, "two", "head -c 2097152 /dev/zero");
  CHECK(refusal(processes, request).find("printed more than") != std::string::npos);
}

TEST_CASE("processes: output in pieces, to its end") {
  const TemporaryFolder folder;
  RealProcesses processes;
  ProcessRequest request;
  request.command = script(folder, "slow", "printf a; sleep 0.1; printf b; exec >&-; sleep 0.1; exit 5");
  const ProcessResult result = processes.run(request);
  CHECK(result.output == "ab");
  CHECK(result.exit_code == 5);
}

TEST_CASE("processes: Ctrl-C ends the child and what it started") {
  const TemporaryFolder folder;
  std::atomic<bool> cancelled = false;
  RealProcesses processes(cancelled);
  ProcessRequest request;
  // A child of its own, and one that does not listen to SIGTERM.
  request.command =
      script(folder, "forever",
             "trap '' TERM; sleep 600 & echo $! > \"$0.grandchild\"; echo $$ > \"$0.pid\"; wait; sleep 600");
  std::thread presser([&] {
    while (folder.get("forever.pid").find('\n') == std::string::npos) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    cancelled = true;
  });
  const auto start = std::chrono::steady_clock::now();
  CHECK(refusal(processes, request) == "interrupted while '" + request.command + "' ran");
  presser.join();
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
  CHECK(!is_alive(folder.get("forever.pid")));
  // Where there is a terminal the child is in our group, and the terminal's Ctrl-C reaches the grandchild.
  const std::string grandchild = folder.get("forever.grandchild");
  if (has_terminal()) {
    ::kill(std::stoi(grandchild), SIGKILL);
    return;
  }
  for (int i = 0; i < 200 && is_running(grandchild); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(!is_running(grandchild));
}

TEST_CASE("processes: no descriptor of ours reaches the child") {
  const TemporaryFolder folder;
  RealProcesses processes;
  ProcessRequest request;
  request.command = script(folder, "open", "ls /dev/fd/");
  const std::string without_input = processes.run(request).output;
  request.input = "x";
  CHECK(processes.run(request).output == without_input);
}
