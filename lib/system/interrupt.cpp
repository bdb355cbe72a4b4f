#include "kgpu/system/interrupt.hpp"

#include <unistd.h>

#include <csignal>

namespace kgpu::system {
namespace {

// What a handler may touch: lock-free atomics only.
std::atomic<bool> first_seen = false;
std::atomic<int> first_signal = 0;
std::atomic<int> child_group = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int number) {
  if (first_seen) {
    if (const int group = child_group; group > 0) {
      ::kill(-group, SIGKILL);
    }
    ::_exit(128 + number);
  }
  first_signal = number;
  first_seen = true;
}

}  // namespace

void watch_for_interrupts() {
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) {
      continue;
    }
    action = {};
    action.sa_handler = on_signal;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);  // without SA_RESTART: waits end
  }
}

const std::atomic<bool>& interrupted() {
  return first_seen;
}

int interrupting_signal() {
  return first_signal;
}

void set_child_group(int group) {
  child_group = group;
}

}  // namespace kgpu::system
