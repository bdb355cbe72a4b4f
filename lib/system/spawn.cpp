#include "spawn.hpp"

#include "pipe.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <fcntl.h>
#include <spawn.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace kgpu::system {
namespace {

Error cannot_run(const std::string& command, int error_number) {
  std::string reason = std::error_code(error_number, std::generic_category()).message();
  reason.front() = to_lower(reason.substr(0, 1)).front();
  return {ErrorKind::io, "fork/exec " + printable(command, 4096) + ": " + reason};
}

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void use(const Descriptor& end, int as) { posix_spawn_file_actions_adddup2(&actions_, end.get(), as); }
  void open_null(int as) { posix_spawn_file_actions_addopen(&actions_, as, "/dev/null", O_RDONLY, 0); }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// Signals as a program expects them at its start, whatever we do with ours.
class Attributes {
 public:
  explicit Attributes(bool own_group) {
    posix_spawnattr_init(&attributes_);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (const int number : {SIGINT, SIGTERM, SIGPIPE}) {
      sigaddset(&defaults, number);
    }
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, static_cast<short>(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                                              (own_group ? POSIX_SPAWN_SETPGROUP : 0)));
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

/// Our environment and the request's: the last of a name wins, in both.
std::vector<std::string> environment_of(const ProcessRequest& request) {
  std::vector<std::string> entries;
  const auto set = [&entries](const std::string& name, const std::string& entry) {
    const auto known = std::ranges::find_if(entries, [&](const std::string& one) {
      return one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=';
    });
    if (known == entries.end()) {
      entries.push_back(entry);
    } else {
      *known = entry;
    }
  };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    set(text.substr(0, text.find('=')), text);
  }
  for (const auto& [name, value] : request.env) {
    set(name, name + "=" + value);
  }
  return entries;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> found;
  found.reserve(texts.size() + 1);
  for (std::string& text : texts) {
    found.push_back(text.data());
  }
  found.push_back(nullptr);
  return found;
}

/// A text with a NUL would reach the child cut short.
void check_no_nul(const std::vector<std::string>& texts, const std::string& command) {
  if (std::ranges::any_of(texts, [](const std::string& text) { return text.find('\0') != std::string::npos; })) {
    throw cannot_run(command, EINVAL);
  }
}

/// A group of its own cannot read the terminal: a plugin that asks there would be stopped for ever.
bool has_terminal() {
  return Descriptor(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)).is_open();
}

}  // namespace

Pipe make_pipe(const std::string& command) {
  std::array<int, 2> ends{};
#ifdef __linux__
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw cannot_run(command, errno);
  }
#else
  if (::pipe(ends.data()) != 0) {
    throw cannot_run(command, errno);
  }
  for (const int end : ends) {
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
  }
#endif
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void set_nonblocking(const Descriptor& end) {
  ::fcntl(end.get(), F_SETFL, ::fcntl(end.get(), F_GETFL) | O_NONBLOCK);
}

Child spawn(const std::string& path, const ProcessRequest& request) {
  FileActions actions;
  Pipe input{Descriptor(-1), Descriptor(-1)};
  Pipe output{Descriptor(-1), Descriptor(-1)};
  if (!request.own_stdin && request.input.empty()) {
    actions.open_null(STDIN_FILENO);
  } else if (!request.own_stdin) {
    input = make_pipe(request.command);
    set_nonblocking(input.write_end);
    actions.use(input.read_end, STDIN_FILENO);
  }
  if (request.capture_output) {
    output = make_pipe(request.command);
    set_nonblocking(output.read_end);
    actions.use(output.write_end, STDOUT_FILENO);
  }
  std::vector<std::string> words = request.args;
  words.insert(words.begin(), request.command);
  std::vector<std::string> environment = environment_of(request);
  check_no_nul(words, request.command);
  check_no_nul(environment, request.command);
  Child child;
  child.leads_group = !has_terminal();
  const Attributes attributes(child.leads_group);
  const int failure = posix_spawn(&child.id, path.c_str(), actions.get(), attributes.get(), pointers(words).data(),
                                  pointers(environment).data());
  if (failure != 0) {
    throw cannot_run(path, failure);
  }
  child.input = std::move(input.write_end);
  child.output = std::move(output.read_end);
  return child;
}

void send_signal(const Child& child, int number) {
  ::kill(child.leads_group ? -child.id : child.id, number);
}

}  // namespace kgpu::system
