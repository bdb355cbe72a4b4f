#pragma once

#include <openssl/x509_vfy.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu::http {

struct FreeStore {
  void operator()(X509_STORE* store) const { X509_STORE_free(store); }
};
using Store = std::unique_ptr<X509_STORE, FreeStore>;

/// The certificates that a chain may end in, each of them even where it is no root, as in Go.
/// Throws Error{data} when the text holds no certificate; other text around the PEM blocks is fine.
[[nodiscard]] Store trust_only(const std::string& ca_pem);

/// The machine's roots: SSL_CERT_FILE and SSL_CERT_DIR, OpenSSL's own places, else where distributions keep them.
[[nodiscard]] Store trust_system();

/// The machine's roots and these as well: for a proxy (kubernetes-client 11.22).
[[nodiscard]] Store trust_system_and(const std::optional<std::string>& ca_pem);

/// Why a client certificate and its key cannot be used; empty when they can, or when there are none.
[[nodiscard]] std::string client_key_problem(const std::string& certificate_pem, const std::string& key_pem);

}  // namespace kgpu::http
