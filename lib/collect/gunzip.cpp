#include "gunzip.hpp"

#include "kgpu/base/error.hpp"

#include <cstring>
#include <limits>
#include <utility>

namespace kgpu::collect {
namespace {

constexpr int k_gzip_window = 15 + 16;  // zlib: the largest window, a gzip header is expected

}  // namespace

Gunzip::Gunzip(std::function<void(std::string_view block)> use)
    : use_(std::move(use)), block_(std::size_t{1} << 18, 0) {
  if (inflateInit2(&stream_, k_gzip_window) != Z_OK) {
    throw Error(ErrorKind::internal, "zlib cannot begin");
  }
}

Gunzip::~Gunzip() {
  inflateEnd(&stream_);
}

void Gunzip::bytes(std::string_view packed) {
  // zlib takes the bytes by a pointer that is not const, and leaves them alone.
  std::string copy(packed);
  stream_.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream_.avail_in = static_cast<uInt>(copy.size());
  while (stream_.avail_in > 0) {
    in_member_ = true;
    stream_.next_out = reinterpret_cast<Bytef*>(block_.data());
    stream_.avail_out = static_cast<uInt>(block_.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
      throw data_error("not gzip, or damaged");
    }
    use_(std::string_view(block_).substr(0, block_.size() - stream_.avail_out));
    if (status == Z_STREAM_END) {
      in_member_ = false;
      inflateReset(&stream_);
    } else if (status == Z_BUF_ERROR) {
      break;
    }
  }
}

void Gunzip::end() const {
  if (in_member_) {
    throw data_error("cut short: its gzip has no end");
  }
}

}  // namespace kgpu::collect
