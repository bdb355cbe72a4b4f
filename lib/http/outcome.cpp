#include "outcome.hpp"

#include "url.hpp"

#include "kgpu/base/text.hpp"

#include <cerrno>
#include <cstring>

namespace kgpu::http {
namespace {

constexpr std::size_t k_most_words = 300;

std::string seconds(Nanoseconds duration) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(duration).count()) + " s";
}

std::string clean(const std::string& words) {
  return printable(without_credentials(words), k_most_words);
}

std::string proxy_name(const Ending& ending) {
  return "the proxy " + printable(without_credentials(ending.proxy));
}

Outcome proxy_failure(const Ending& ending, const std::string& why) {
  return {Fault::proxy, proxy_name(ending) + " " + why};
}

std::string connect_words(const Ending& ending) {
  switch (ending.system_error) {
    case ECONNREFUSED:
      return "connection refused";
    case ENETUNREACH:
      return "network is unreachable";
    case EHOSTUNREACH:
      return "no route to host";
    default:
      return clean(ending.words);
  }
}

Outcome timed_out(const Ending& ending) {
  if (ending.out_of_time) {
    return {Fault::timeout, "no whole answer within the request's time limit"};
  }
  if (ending.connected) {
    return {Fault::timeout, "less than 256 bytes a second for " + seconds(ending.low_speed_time)};
  }
  if (!ending.proxy.empty()) {
    return proxy_failure(ending, "opened no way to " + ending.target + " within " + seconds(ending.connect_time));
  }
  return {Fault::connect, "no answer from " + ending.target + " within " + seconds(ending.connect_time)};
}

bool speaks_old_tls(const std::string& words) {
  return words.find("unsupported protocol") != std::string::npos ||
         words.find("protocol version") != std::string::npos || words.find("version too low") != std::string::npos;
}

Outcome handshake_failure(const Ending& ending) {
  if (!ending.tls_problem.empty()) {
    return {Fault::tls, ending.tls_problem};
  }
  if (speaks_old_tls(ending.words)) {
    return {Fault::tls, "tls: the server speaks neither TLS 1.2 nor 1.3 (" + clean(ending.words) + ")"};
  }
  if (ending.words.find("wrong version number") != std::string::npos ||
      ending.words.find("http request") != std::string::npos) {
    return {Fault::tls, "tls: first record does not look like a TLS handshake (is it an http:// server?)"};
  }
  return {Fault::tls, "tls: handshake failed: " + clean(ending.words)};
}

}  // namespace

Outcome outcome_of(const Ending& ending) {
  if (ending.cancelled) {
    return {Fault::cancelled, "interrupted"};
  }
  if (ending.reader_refused) {
    return {Fault::refused_by_reader, {}};
  }
  const bool through_proxy = !ending.proxy.empty() && !ending.connected;
  if (ending.code != CURLE_OK && through_proxy && ending.proxy_status >= 300) {
    return proxy_failure(ending, "answered " + std::to_string(ending.proxy_status) + " to CONNECT " + ending.target);
  }
  switch (ending.code) {
    case CURLE_OK:
      return {};
    case CURLE_COULDNT_RESOLVE_HOST:
      return {Fault::resolve, "no address for " + ending.target};
    case CURLE_COULDNT_RESOLVE_PROXY:
      return proxy_failure(ending, "has no address");
    case CURLE_COULDNT_CONNECT:
      return through_proxy ? proxy_failure(ending, "cannot be reached: " + connect_words(ending))
                           : Outcome{Fault::connect, connect_words(ending)};
    case CURLE_PROXY:
      return proxy_failure(ending, "refused: " + clean(ending.words));
    case CURLE_OPERATION_TIMEDOUT:
      return timed_out(ending);
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
      return handshake_failure(ending);
    case CURLE_SSL_CERTPROBLEM:
      return {Fault::client_key, "tls: the client certificate or its key cannot be used: " + clean(ending.words)};
    case CURLE_GOT_NOTHING:
      return {Fault::reset, "EOF"};
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
      if (through_proxy) {
        return proxy_failure(ending, "broke off: " + clean(ending.words));
      }
      return {Fault::reset, clean(ending.words)};
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return {Fault::reset, "http2: " + clean(ending.words)};
    case CURLE_PARTIAL_FILE:
      return {Fault::truncated, "unexpected EOF: " + clean(ending.words)};
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_WRITE_ERROR:
      return {Fault::encoding, "the body is no gzip: " + clean(ending.words)};
    default:
      return {Fault::other, clean(ending.words.empty() ? curl_easy_strerror(ending.code) : ending.words)};
  }
}

}  // namespace kgpu::http
