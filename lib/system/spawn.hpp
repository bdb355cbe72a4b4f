#pragma once

#include "descriptor.hpp"

#include "kgpu/system/processes.hpp"

#include <sys/types.h>

namespace kgpu::system {

/// A child that runs.
struct Child {
  pid_t id = 0;
  bool leads_group = false;
  Descriptor input = Descriptor(-1);   ///< where its stdin is written; closed when it reads elsewhere
  Descriptor output = Descriptor(-1);  ///< where its stdout comes; closed when it writes elsewhere
};

/// Starts `path`. Throws Error{io} when the system refuses.
[[nodiscard]] Child spawn(const std::string& path, const ProcessRequest& request);

/// To its group where it leads one.
void send_signal(const Child& child, int number);

}  // namespace kgpu::system
