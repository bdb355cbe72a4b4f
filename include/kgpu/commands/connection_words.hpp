#pragma once

#include "kgpu/kube/access.hpp"

#include <string>

namespace kgpu::commands {

/// The flags that a command needs in order to reach the same cluster as the same user, ` --context prod`, quoted for a
/// shell and with a space before each; empty when none was given. kubectl takes them too. In place of a token or a
/// password stand the words TOKEN and PASSWORD.
[[nodiscard]] std::string connection_words(const kube::ConfigFlags& flags);

}  // namespace kgpu::commands
