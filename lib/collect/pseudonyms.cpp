#include "pseudonyms.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

namespace kgpu::collect {
namespace {

constexpr std::size_t k_key_bytes = 32;
constexpr std::size_t k_least_key_bytes = 16;
constexpr std::size_t k_least_different_bytes = 8;
constexpr std::size_t k_pseudonym_bytes = 8;
constexpr std::size_t k_sha256_bytes = 32;

struct MacDeleter {
  void operator()(EVP_MAC* mac) const { EVP_MAC_free(mac); }
  void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_MAC_CTX, MacDeleter>;

Error without_openssl(const char* what) {
  return {ErrorKind::internal, std::string("OpenSSL has no ") + what};
}

Context keyed_context(const std::string& key) {
  const std::unique_ptr<EVP_MAC, MacDeleter> mac(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
  Context context(mac ? EVP_MAC_CTX_new(mac.get()) : nullptr);
  std::string digest = "SHA256";
  const std::array<OSSL_PARAM, 2> parameters{
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), digest.size()),
      OSSL_PARAM_construct_end()};
  const auto* const bytes = reinterpret_cast<const unsigned char*>(key.data());
  if (!context || EVP_MAC_init(context.get(), bytes, key.size(), parameters.data()) != 1) {
    throw without_openssl("HMAC-SHA-256");
  }
  return context;
}

std::string hexadecimal(const unsigned char* bytes, std::size_t count) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += k_digits[bytes[i] >> 4U];
    text += k_digits[bytes[i] & 0xfU];
  }
  return text;
}

}  // namespace

std::string random_key() {
  std::array<unsigned char, k_key_bytes> bytes{};
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    throw without_openssl("random bytes");
  }
  return {bytes.begin(), bytes.end()};
}

std::string key_of(std::string_view text, const std::string& path) {
  constexpr std::string_view k_space = " \t\r\n";
  const auto first = text.find_first_not_of(k_space);
  const auto last = text.find_last_not_of(k_space);
  std::string key(first == std::string_view::npos ? "" : text.substr(first, last - first + 1));
  const std::set<char> different(key.begin(), key.end());
  if (key.size() < k_least_key_bytes || different.size() < k_least_different_bytes) {
    throw data_error("--redact-key: " + in_quotes(path) +
                         (key.empty() ? " is empty" : " holds a key that could be guessed") + ": " +
                         std::to_string(k_least_key_bytes) + " bytes at least, " +
                         std::to_string(k_least_different_bytes) + " of them different",
                     "openssl rand -hex 32 > " + shell_quote(path));
  }
  return key;
}

snapshot::Redaction::Pseudonym pseudonyms(const std::string& key) {
  const std::shared_ptr<EVP_MAC_CTX> context = keyed_context(key);
  return [context](std::string_view name) {
    // A copy begins where the key was taken in: that is done once.
    const Context copy(EVP_MAC_CTX_dup(context.get()));
    std::array<unsigned char, k_sha256_bytes> digest{};
    std::size_t size = 0;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(name.data());
    if (!copy || EVP_MAC_update(copy.get(), bytes, name.size()) != 1 ||
        EVP_MAC_final(copy.get(), digest.data(), &size, digest.size()) != 1 || size != k_sha256_bytes) {
      throw without_openssl("HMAC-SHA-256");
    }
    return "x" + hexadecimal(digest.data(), k_pseudonym_bytes);
  };
}

}  // namespace kgpu::collect
