#pragma once

#include "descriptor.hpp"

namespace kgpu::system {

/// A pipe that no child inherits but by name.
struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};
/// Throws Error{io} naming `command`.
[[nodiscard]] Pipe make_pipe(const std::string& command);

/// The end that is ours does not wait.
void set_nonblocking(const Descriptor& end);

}  // namespace kgpu::system
