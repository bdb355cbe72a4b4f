#pragma once

#include "kgpu/commands/env.hpp"
#include "kgpu/kube/access.hpp"
#include "kgpu/kube/connection.hpp"

#include <memory>
#include <string>

namespace kgpu::app {

/// `kubectl-gpu/0.1.0 (linux/amd64) kubernetes/1a2b3c4`: what the API server sees, and takes a default field manager
/// from.
[[nodiscard]] std::string user_agent();

/// The real `Env::connect`: the machine's kubeconfig, credentials and network. From here on Ctrl-C is a flag
/// (system/interrupt.hpp). `env` must outlive the connection.
[[nodiscard]] std::unique_ptr<kube::Connection> connect(const kube::ConfigFlags& flags, commands::Env& env);

}  // namespace kgpu::app
