#pragma once

#include <atomic>

namespace kgpu::system {

/// Ctrl-C as a flag (kubernetes-client 11.16): from now on the first SIGINT or SIGTERM sets `interrupted()`, so that
/// what was done can be said; a second one ends the program at once with 128 + its number, and the children that run
/// in groups of their own. A signal that was ignored when the program started stays ignored.
void watch_for_interrupts();

/// False until the first signal; never false again.
[[nodiscard]] const std::atomic<bool>& interrupted();

/// The first signal's number; 0 before it. The exit code is 128 + this.
[[nodiscard]] int interrupting_signal();

/// The process group to be killed with the program by a second signal; 0: none.
void set_child_group(int group);

}  // namespace kgpu::system
