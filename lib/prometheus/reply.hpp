#pragma once

#include "kgpu/http/transport.hpp"
#include "kgpu/prometheus/answer.hpp"
#include "kgpu/prometheus/target.hpp"

#include <string>
#include <string_view>

namespace kgpu::prometheus {

/// What came back from one request.
struct Reply {
  int status = 0;
  std::string body;
};

/// The answer in a reply. Throws Error{io} with the query shortened, and what to do where that is known.
[[nodiscard]] Answer answer_in(const Reply& reply, const Target& target, std::string_view promql);

}  // namespace kgpu::prometheus
