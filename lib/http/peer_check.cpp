#include "peer_check.hpp"

#include "kgpu/base/text.hpp"

#include <arpa/inet.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <array>
#include <ctime>
#include <memory>
#include <vector>

namespace kgpu::http {
namespace {

constexpr std::size_t k_most_names = 10;
constexpr unsigned k_name_flags = X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS;
constexpr std::size_t k_most_characters = 200;

bool is_address(const std::string& host) {
  std::array<unsigned char, 16> bytes{};
  return inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 || inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1;
}

/// What a certificate says it is for.
struct Names {
  std::vector<std::string> hosts;
  std::vector<std::string> addresses;
};

struct FreeNames {
  void operator()(GENERAL_NAMES* names) const { GENERAL_NAMES_free(names); }
};

Names names_of(const X509* certificate) {
  const std::unique_ptr<GENERAL_NAMES, FreeNames> list(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  Names names;
  for (int i = 0; list != nullptr && i < sk_GENERAL_NAME_num(list.get()); ++i) {
    int type = 0;
    const auto* value =
        static_cast<const ASN1_STRING*>(GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(list.get(), i), &type));
    const unsigned char* bytes = type == GEN_DNS || type == GEN_IPADD ? ASN1_STRING_get0_data(value) : nullptr;
    if (bytes == nullptr) {
      continue;
    }
    const auto length = static_cast<std::size_t>(ASN1_STRING_length(value));
    if (type == GEN_DNS) {
      names.hosts.push_back(printable(std::string_view(reinterpret_cast<const char*>(bytes), length)));
      continue;
    }
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (length == 4 || length == 16) {
      inet_ntop(length == 4 ? AF_INET : AF_INET6, bytes, text.data(), text.size());
      names.addresses.emplace_back(text.data());
    }
  }
  return names;
}

std::string name_text(const X509_NAME* name) {
  std::array<char, 512> text{};
  X509_NAME_oneline(name, text.data(), static_cast<int>(text.size()));
  return printable(text.data(), k_most_characters);
}

std::string timestamp(const std::tm& time) {
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &time)};
}

std::string timestamp(const ASN1_TIME* time) {
  std::tm parts{};
  return ASN1_TIME_to_tm(time, &parts) == 1 ? timestamp(parts) : "an unreadable date";
}

std::string timestamp_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return timestamp(parts);
}

std::string dates_problem(const X509* certificate, bool expired) {
  return "certificate has expired or is not yet valid: current time " + timestamp_now() +
         (expired ? " is after " : " is before ") +
         timestamp(expired ? X509_get0_notAfter(certificate) : X509_get0_notBefore(certificate)) + " (" +
         name_text(X509_get_subject_name(certificate)) + ")";
}

std::string chain_problem(int code, const X509* certificate) {
  switch (code) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return dates_problem(certificate, true);
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return dates_problem(certificate, false);
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return "certificate signed by unknown authority (" + name_text(X509_get_subject_name(certificate)) +
             ", issued by " + name_text(X509_get_issuer_name(certificate)) + ")";
    default:
      return std::string(X509_verify_cert_error_string(code)) + " (" + name_text(X509_get_subject_name(certificate)) +
             ")";
  }
}

std::string listed(std::vector<std::string> names) {
  const std::size_t all = names.size();
  names.resize(std::min(all, k_most_names));
  return join(names, ", ") + (all > k_most_names ? " and " + std::to_string(all - k_most_names) + " more" : "");
}

/// Empty when the certificate is for that host. A common name alone counts for nothing, as in Go.
std::string name_problem(X509* certificate, const std::string& host) {
  const Names names = names_of(certificate);
  if (names.hosts.empty() && names.addresses.empty()) {
    return "certificate relies on legacy Common Name field, use SANs instead (" +
           name_text(X509_get_subject_name(certificate)) + ")";
  }
  if (is_address(host)) {
    if (names.addresses.empty()) {
      return "cannot validate certificate for " + host + " because it doesn't contain any IP SANs (it is for " +
             listed(names.hosts) + ")";
    }
    if (X509_check_ip_asc(certificate, host.c_str(), k_name_flags) == 1) {
      return {};
    }
    return "certificate is valid for " + listed(names.addresses) + ", not " + host;
  }
  if (X509_check_host(certificate, host.data(), host.size(), k_name_flags, nullptr) == 1) {
    return {};
  }
  return "certificate is valid for " + listed(names.hosts.empty() ? names.addresses : names.hosts) + ", not " +
         printable(host, k_most_characters);
}

int verify(X509_STORE_CTX* context, void* argument) {
  auto& check = *static_cast<PeerCheck*>(argument);
  X509* leaf = X509_STORE_CTX_get0_cert(context);
  std::string problem;
  if (X509_verify_cert(context) != 1) {
    const X509* at_fault = X509_STORE_CTX_get_current_cert(context);
    problem = chain_problem(X509_STORE_CTX_get_error(context), at_fault != nullptr ? at_fault : leaf);
  } else if (problem = name_problem(leaf, check.host); !problem.empty()) {
    X509_STORE_CTX_set_error(context, X509_V_ERR_HOSTNAME_MISMATCH);
  }
  if (problem.empty()) {
    check.problem.clear();
    return 1;
  }
  check.problem = "tls: failed to verify certificate: x509: " + problem;
  return 0;
}

}  // namespace

void PeerCheck::attach(SSL_CTX* context, X509_STORE* store) {
  SSL_CTX_set1_cert_store(context, store);
  SSL_CTX_set_cert_verify_callback(context, verify, this);
}

}  // namespace kgpu::http
