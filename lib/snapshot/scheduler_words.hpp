#pragma once

#include <string_view>

namespace kgpu::snapshot {

/// Whether the word is one of the sentences in which schedulers say why a pod waits, and so no name. Case is ignored.
[[nodiscard]] bool is_scheduler_word(std::string_view word);

}  // namespace kgpu::snapshot
