#pragma once

#include "kgpu/http/transport.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace kgpu::http {

/// How the peer is verified and who we are to it, all in memory: no key ever touches a file.
struct Tls {
  std::optional<std::string> ca_pem;  ///< given: only these are trusted; absent: the system's roots
  std::string certificate_pem;        ///< client certificate chain; empty: none
  std::string key_pem;
  std::string server_name;  ///< name to send and verify in place of the URL's host; empty: the host
  bool skip_verification = false;
};

/// Fixed for all requests of one client.
struct ClientSettings {
  Tls tls;
  std::string proxy;       ///< URL, credentials percent-encoded; empty: none. The environment is never asked (1.7)
  std::string user_agent;  ///< never curl's own (3.1)
  bool compression = true;
  bool http2 = true;
  const std::atomic<bool>* cancelled = nullptr;   ///< set by a signal handler; in-flight requests then end
  std::chrono::milliseconds connect_time{30000};  ///< for resolving, connecting and the handshake (3.2)
  std::chrono::seconds low_speed_time{90};        ///< of Request::low_speed_limit
};

/// A transport over libcurl. Throws Error{data} for a CA that holds no certificate.
[[nodiscard]] std::unique_ptr<Transport> make_client(ClientSettings settings);

}  // namespace kgpu::http
