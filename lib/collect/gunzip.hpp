#pragma once

#include <zlib.h>

#include <functional>
#include <string>
#include <string_view>

namespace kgpu::collect {

/// Unpacks gzip as it comes, members one after another too.
class Gunzip {
 public:
  explicit Gunzip(std::function<void(std::string_view block)> use);
  ~Gunzip();
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  /// Throws Error{data} for what is no gzip.
  void bytes(std::string_view packed);
  /// Throws Error{data} when the last member has no end.
  void end() const;

 private:
  std::function<void(std::string_view)> use_;
  z_stream stream_{};
  bool in_member_ = false;
  std::string block_;
};

}  // namespace kgpu::collect
