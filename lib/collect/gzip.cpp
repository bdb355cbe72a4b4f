#include "gzip.hpp"

#include "kgpu/base/error.hpp"

#include <utility>

namespace kgpu::collect {
namespace {

constexpr int k_gzip_window = 15 + 16;  // zlib: the largest window, with a gzip header
constexpr int k_memory_level = 8;       // zlib's default

}  // namespace

Gzip::Gzip(std::function<void(std::string_view block)> use) : use_(std::move(use)), block_(std::size_t{1} << 18, 0) {
  if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, k_gzip_window, k_memory_level, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw Error(ErrorKind::internal, "zlib cannot begin");
  }
}

Gzip::~Gzip() {
  deflateEnd(&stream_);
}

void Gzip::pack(std::string_view text, int flush) {
  // zlib takes the bytes by a pointer that is not const, and leaves them alone.
  std::string copy(text);
  stream_.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream_.avail_in = static_cast<uInt>(copy.size());
  do {
    stream_.next_out = reinterpret_cast<Bytef*>(block_.data());
    stream_.avail_out = static_cast<uInt>(block_.size());
    deflate(&stream_, flush);
    use_(std::string_view(block_).substr(0, block_.size() - stream_.avail_out));
  } while (stream_.avail_out == 0);
}

void Gzip::bytes(std::string_view text) {
  pack(text, Z_NO_FLUSH);
}

void Gzip::end() {
  pack({}, Z_FINISH);
}

}  // namespace kgpu::collect
