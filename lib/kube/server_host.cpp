#include "server_host.hpp"

#include "kgpu/base/text.hpp"

namespace kgpu::kube {

std::string server_host_and_port(std::string_view server) {
  const std::size_t scheme = server.find("://");
  if (scheme != std::string_view::npos) {
    server.remove_prefix(scheme + 3);
  }
  server = server.substr(0, server.find_first_of("/?#"));
  if (const std::size_t at = server.rfind('@'); at != std::string_view::npos) {
    server.remove_prefix(at + 1);
  }
  return printable(server, 300);
}

std::string server_host(std::string_view server) {
  std::string host = to_lower(server_host_and_port(server));
  if (host.starts_with('[')) {
    return host.substr(1, host.find(']') - 1);
  }
  return host.substr(0, host.find(':'));
}

bool is_plain_http(std::string_view server) {
  return to_lower(server.substr(0, 7)) == "http://";
}

}  // namespace kgpu::kube
