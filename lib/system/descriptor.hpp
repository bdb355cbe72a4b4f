#pragma once

#include <unistd.h>

#include <utility>

namespace kgpu::system {

/// An open file, closed with its scope.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] bool is_open() const { return value_ >= 0; }
  [[nodiscard]] int get() const { return value_; }
  /// What close(2) says: some file systems report a failed write only here.
  int close() { return value_ < 0 ? 0 : ::close(std::exchange(value_, -1)); }

 private:
  int value_;
};

}  // namespace kgpu::system
