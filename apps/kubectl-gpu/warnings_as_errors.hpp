#pragma once

#include "kgpu/kube/connection.hpp"

#include <functional>
#include <memory>

namespace kgpu::app {

using Connect = std::function<std::unique_ptr<kube::Connection>(const kube::ConfigFlags& flags)>;

/// The same connections; the warnings of their servers are added to `count` where --warnings-as-errors was given.
[[nodiscard]] Connect counting_warnings(Connect connect, std::shared_ptr<int> count);

}  // namespace kgpu::app
