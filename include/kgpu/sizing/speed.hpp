#pragma once

#include "kgpu/sizing/memory.hpp"

#include <optional>

/// Speed of one replica.
namespace kgpu::sizing {

/// Requests of `prompt_tokens` in and `output_tokens` out, `streams` of them kept running.
struct Load {
  double streams = 1;
  double prompt_tokens = 0;
  double output_tokens = 0;
};

/// Milliseconds per output token of each stream; the spread is the error of the formula on the class of the device.
/// Empty where bandwidth or arithmetic of the device are not known.
[[nodiscard]] std::optional<Estimate> decode_ms_per_token(const Serving& serving, const Load& load);

/// Mean milliseconds to the first token in a closed loop of `streams`.
[[nodiscard]] std::optional<Estimate> time_to_first_token_ms(const Serving& serving, const Load& load);

/// Output tokens per second over all streams; input tokens for encoders.
[[nodiscard]] std::optional<Estimate> tokens_per_second(const Serving& serving, const Load& load);

/// Streams at which the cache pool or the engine's limit is full: of sequences at their mean length.
[[nodiscard]] std::optional<double> saturating_streams(const Serving& serving, double prompt_tokens,
                                                       double output_tokens);

/// The same beside a pool that is already known.
[[nodiscard]] std::optional<double> saturating_streams(const Serving& serving, const CachePool& pool,
                                                       double prompt_tokens, double output_tokens);

/// Streams running when `requests_per_second` arrive, at most `saturating_streams`.
[[nodiscard]] std::optional<double> streams_at_rate(const Serving& serving, double requests_per_second,
                                                    double prompt_tokens, double output_tokens);

/// Bytes of weights and cache that one step reads on one device.
[[nodiscard]] double bytes_read_per_step(const Serving& serving, const Load& load);

}  // namespace kgpu::sizing
