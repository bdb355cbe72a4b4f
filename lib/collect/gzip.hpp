#pragma once

#include <zlib.h>

#include <functional>
#include <string>
#include <string_view>

namespace kgpu::collect {

/// Packs by gzip as it comes. The same bytes give the same file: neither a name nor a time is in it.
class Gzip {
 public:
  explicit Gzip(std::function<void(std::string_view block)> use);
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  void bytes(std::string_view text);
  void end();

 private:
  void pack(std::string_view text, int flush);

  std::function<void(std::string_view)> use_;
  z_stream stream_{};
  std::string block_;
};

}  // namespace kgpu::collect
