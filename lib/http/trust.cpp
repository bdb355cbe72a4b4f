#include "trust.hpp"

#include "kgpu/base/error.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <filesystem>

namespace kgpu::http {
namespace {

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
struct FreeCertificate {
  void operator()(X509* certificate) const { X509_free(certificate); }
};
struct FreeKey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using Bio = std::unique_ptr<BIO, FreeBio>;
using Certificate = std::unique_ptr<X509, FreeCertificate>;

Bio reader(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

/// Never ask at the terminal: an encrypted key is one that cannot be read.
int no_password(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/) {
  return -1;
}

int add_certificates(X509_STORE* store, const std::string& pem) {
  const Bio bio = reader(pem);
  int count = 0;
  while (const Certificate certificate{PEM_read_bio_X509_AUX(bio.get(), nullptr, no_password, nullptr)}) {
    count += X509_STORE_add_cert(store, certificate.get());
  }
  ERR_clear_error();
  return count;
}

Store empty_store() {
  Store store(X509_STORE_new());
  // As in Go: an intermediate that is trusted ends the chain.
  X509_STORE_set_flags(store.get(), X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_TRUSTED_FIRST);
  return store;
}

/// Go's list (crypto/x509 root_linux.go), for an OpenSSL that was built for another machine.
constexpr const char* k_bundles[] = {
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/cacert.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
};

bool exists(const char* path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

}  // namespace

Store trust_only(const std::string& ca_pem) {
  Store store = empty_store();
  if (add_certificates(store.get(), ca_pem) == 0) {
    throw data_error("unable to load root certificates: unable to parse bytes as PEM block",
                     "the cluster's certificate authority is one or more blocks of -----BEGIN CERTIFICATE-----");
  }
  return store;
}

Store trust_system() {
  Store store = empty_store();
  X509_STORE_set_default_paths(store.get());
  if (!exists(X509_get_default_cert_file()) && !exists(X509_get_default_cert_dir())) {
    for (const char* bundle : k_bundles) {
      if (exists(bundle) && X509_STORE_load_file(store.get(), bundle) == 1) {
        break;
      }
    }
  }
  ERR_clear_error();
  return store;
}

Store trust_system_and(const std::optional<std::string>& ca_pem) {
  Store store = trust_system();
  if (ca_pem) {
    add_certificates(store.get(), *ca_pem);
  }
  return store;
}

std::string client_key_problem(const std::string& certificate_pem, const std::string& key_pem) {
  if (certificate_pem.empty() && key_pem.empty()) {
    return {};
  }
  const Bio certificate_text = reader(certificate_pem);
  const Certificate certificate{PEM_read_bio_X509_AUX(certificate_text.get(), nullptr, no_password, nullptr)};
  const Bio key_text = reader(key_pem);
  const std::unique_ptr<EVP_PKEY, FreeKey> key{PEM_read_bio_PrivateKey(key_text.get(), nullptr, no_password, nullptr)};
  const bool match = certificate && key && X509_check_private_key(certificate.get(), key.get()) == 1;
  ERR_clear_error();
  if (!certificate) {
    return "tls: failed to find any PEM data in certificate input";
  }
  if (!key) {
    return key_pem.find("ENCRYPTED") != std::string::npos
               ? "tls: the client key is encrypted, which kubectl does not support either"
               : "tls: failed to find any PEM data in key input";
  }
  return match ? std::string{} : "tls: private key does not match public key";
}

}  // namespace kgpu::http
