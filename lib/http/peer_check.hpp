#pragma once

#include <openssl/ssl.h>

#include <string>

namespace kgpu::http {

/// Verifies one peer's chain and name inside the handshake, before anything is sent, and remembers the reason of a
/// refusal in words (kubernetes-client 1.8, 11.23).
struct PeerCheck {
  std::string host;     ///< name or address that the certificate must be for; IPv6 without brackets
  std::string problem;  ///< of the last handshake that was refused

  /// Makes `context` verify by this check, which must outlive it, with `store` as the only trust.
  void attach(SSL_CTX* context, X509_STORE* store);
};

}  // namespace kgpu::http
