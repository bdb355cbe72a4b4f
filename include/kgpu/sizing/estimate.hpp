#pragma once

namespace kgpu::sizing {

/// Three figures for one quantity: what a lean engine takes, the best estimate, and that with its margins.
struct Estimate {
  double low = 0;
  double likely = 0;
  double high = 0;

  [[nodiscard]] static constexpr Estimate exactly(double value) { return {value, value, value}; }

  constexpr Estimate operator+(const Estimate& other) const {
    return {low + other.low, likely + other.likely, high + other.high};
  }
  constexpr Estimate operator*(double factor) const { return {low * factor, likely * factor, high * factor}; }
};

/// Does a need fit what is usable (CONTRACTS §4)?
enum class Fits {
  yes,     ///< the high estimate does
  likely,  ///< the best estimate does, the high one does not
  no,
};

}  // namespace kgpu::sizing
