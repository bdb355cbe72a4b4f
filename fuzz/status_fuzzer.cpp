// kubernetes-client 132: what a server says about a failure: a Status as JSON or protobuf, a Warning header, a body of
// somebody else's. Read or refused without harm; what is shown is one line of UTF-8 without control characters.
#include "server_text.hpp"
#include "status_readers.hpp"
#include "warnings.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/kube/status.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void require_shown(const std::string& text) {
  require(kgpu::is_valid_utf8(text));
  require(std::ranges::none_of(text, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const char* type : {"application/json", "application/vnd.kubernetes.protobuf", "text/plain"}) {
    if (const auto status = kgpu::kube::read_status(type, text)) {
      require_shown(kgpu::kube::sentence(*status));
      require(status->code >= 0);
      for (const auto& cause : status->causes) {
        require_shown(cause.field + cause.message + cause.reason);
      }
    }
  }
  for (const std::string& warning : kgpu::kube::warning_texts(text)) {
    require_shown(warning);
  }
  for (const int code : {400, 403, 413, 502, 599}) {
    require_shown(kgpu::kube::generic_status(code, text, "list pods").message);
  }
  require_shown(kgpu::kube::excerpt(text));
  return 0;
}
