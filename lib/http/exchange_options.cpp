#include "exchange.hpp"
#include "url.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <utility>

namespace kgpu::http {
namespace {

constexpr long k_buffer_bytes = 128L << 10;
constexpr long k_low_speed_bytes = 256;
constexpr const char* k_aws_token_header = "X-Amz-Security-Token";

template <class Value>
void set(CURL* easy, CURLoption option, Value value) {
  if (const CURLcode code = curl_easy_setopt(easy, option, value); code != CURLE_OK) {
    throw Error(ErrorKind::internal,
                "libcurl refuses option " + std::to_string(static_cast<int>(option)) + ": " + curl_easy_strerror(code));
  }
}

void set_blob(CURL* easy, CURLoption option, std::string& bytes) {
  // Not copied: the settings outlive the handle.
  curl_blob blob{bytes.data(), bytes.size(), CURL_BLOB_NOCOPY};
  set(easy, option, &blob);
}

void append(HeaderList& list, const std::string& line) {
  curl_slist* longer = curl_slist_append(list.get(), line.c_str());
  if (longer == nullptr) {
    throw std::bad_alloc();
  }
  static_cast<void>(list.release());
  list.reset(longer);
}

bool has_header(const Request& request, std::string_view name) {
  return std::ranges::any_of(request.headers, [&](const Header& h) { return to_lower(h.name) == name; });
}

bool is_token(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

const char* method_name(Method method) {
  switch (method) {
    case Method::post:
      return "POST";
    case Method::patch:
      return "PATCH";
    case Method::del:
      return "DELETE";
    case Method::get:
      break;
  }
  return "GET";
}

/// No child process inherits our sockets.
curl_socket_t open_socket(void* /*data*/, curlsocktype /*purpose*/, curl_sockaddr* address) {
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

long milliseconds(Nanoseconds duration) {
  return std::max(1L, static_cast<long>(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count()));
}

}  // namespace

void check_headers(const Request& request) {
  std::vector<Header> headers = request.headers;
  if (request.aws) {
    headers.push_back({k_aws_token_header, request.aws->session_token});
    headers.push_back({"Authorization", request.aws->access_key_id + request.aws->region});
  }
  for (const Header& header : headers) {
    if (!is_token(header.name)) {
      throw usage_error(in_quotes(header.name) + " is no name of an HTTP header");
    }
    if (header.value.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
      // The value may be a token: it is not shown.
      throw usage_error("the value of the HTTP header " + header.name + " holds a line break or a zero byte",
                        "a token must be one line, without a line break at its end");
    }
  }
}

void Exchange::set_peer() {
  CURL* easy = handle();
  const ClientSettings& settings = shared_.settings;
  set(easy, CURLOPT_URL, request_.url.c_str());
  set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  set(easy, CURLOPT_FOLLOWLOCATION, 0L);
  // Both always: else libcurl reads the environment (kubernetes-client 1.7).
  set(easy, CURLOPT_PROXY, settings.proxy.c_str());
  set(easy, CURLOPT_NOPROXY, "");
  set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  set(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  set(easy, CURLOPT_UNRESTRICTED_AUTH, 0L);
  set(easy, CURLOPT_HTTP_VERSION, static_cast<long>(settings.http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
  set(easy, CURLOPT_PIPEWAIT, settings.http2 ? 1L : 0L);
  set(easy, CURLOPT_SHARE, shared_.share);
  set(easy, CURLOPT_TCP_KEEPALIVE, 1L);
  set(easy, CURLOPT_TCP_KEEPIDLE, 30L);
  set(easy, CURLOPT_TCP_KEEPINTVL, 15L);
  set(easy, CURLOPT_BUFFERSIZE, k_buffer_bytes);
  if (request_.method == Method::post) {
    // On a reused connection libcurl itself sends a request again when the peer closes without a word; a POST may have
    // been carried out by then.
    use_fresh_connection();
  }
  set_server_name();
}

void Exchange::set_server_name() {
  const auto url = parse_url(request_.url);
  if (!url) {
    throw usage_error(in_quotes(without_credentials(request_.url)) + " is no URL");
  }
  const std::string port = !url->port.empty() ? url->port : std::string(url->scheme == "https" ? "443" : "80");
  target_ = url->host_in_url() + ":" + port;
  const std::string& name = shared_.settings.tls.server_name;
  if (name.empty() || url->scheme != "https") {
    return;
  }
  // The URL's host is what libcurl sends as SNI and verifies; the connection and `Host:` stay the real ones (1.8).
  Url named = *url;
  named.host = name;
  const std::size_t path = request_.url.find_first_of("/?", request_.url.find("://") + 3);
  const std::string rest = path == std::string::npos ? "" : request_.url.substr(path);
  const std::string renamed = "https://" + named.host_in_url() + ":" + port + rest;
  set(handle(), CURLOPT_URL, renamed.c_str());
  append(connect_to_, named.host_in_url() + ":" + port + ":" + target_);
  set(handle(), CURLOPT_CONNECT_TO, connect_to_.get());
  if (!has_header(request_, "host")) {
    append(headers_, "Host: " + url->host_in_url() + (url->port.empty() ? "" : ":" + url->port));
  }
}

void Exchange::set_tls() {
  CURL* easy = handle();
  Tls& tls = shared_.settings.tls;
  const bool verify = shared_.trust != nullptr;
  set(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  set(easy, CURLOPT_SSL_VERIFYPEER, verify ? 1L : 0L);
  set(easy, CURLOPT_SSL_VERIFYHOST, verify ? 2L : 0L);
  // Trust is the store of on_tls_context and nothing else: libcurl would add its built-in places (1.8).
  set(easy, CURLOPT_CAINFO, static_cast<char*>(nullptr));
  set(easy, CURLOPT_CAPATH, static_cast<char*>(nullptr));
  set(easy, CURLOPT_PROXY_CAINFO, static_cast<char*>(nullptr));
  set(easy, CURLOPT_PROXY_CAPATH, static_cast<char*>(nullptr));
  set(easy, CURLOPT_PROXY_SSL_VERIFYPEER, 1L);
  set(easy, CURLOPT_PROXY_SSL_VERIFYHOST, 2L);
  set(easy, CURLOPT_SSL_CTX_FUNCTION, &Exchange::on_tls_context);
  set(easy, CURLOPT_SSL_CTX_DATA, this);
  if (!tls.certificate_pem.empty()) {
    set_blob(easy, CURLOPT_SSLCERT_BLOB, tls.certificate_pem);
    set_blob(easy, CURLOPT_SSLKEY_BLOB, tls.key_pem);
    set(easy, CURLOPT_SSLCERTTYPE, "PEM");
    set(easy, CURLOPT_SSLKEYTYPE, "PEM");
    set(easy, CURLOPT_KEYPASSWD, "");  // never asked for at the terminal
  }
}

void Exchange::set_body() {
  CURL* easy = handle();
  if (request_.method == Method::get) {
    set(easy, CURLOPT_HTTPGET, 1L);
    return;
  }
  set(easy, CURLOPT_CUSTOMREQUEST, method_name(request_.method));
  if (request_.method == Method::del && request_.body.empty()) {
    return;
  }
  set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
  set(easy, CURLOPT_POSTFIELDS, request_.body.c_str());
}

void Exchange::set_signing() {
  if (!request_.aws) {
    return;
  }
  const AwsSigning& aws = *request_.aws;
  set(handle(), CURLOPT_AWS_SIGV4, ("aws:amz:" + aws.region + ":" + aws.service).c_str());
  set(handle(), CURLOPT_USERNAME, aws.access_key_id.c_str());
  set(handle(), CURLOPT_PASSWORD, aws.secret_access_key.c_str());
  if (!aws.session_token.empty()) {
    append(headers_, std::string(k_aws_token_header) + ": " + aws.session_token);
  }
}

void Exchange::set_headers() {
  append(headers_, "Expect:");  // no pause for a 100 before a large body
  for (const char* implicit : {"Accept", "Content-Type"}) {
    if (!has_header(request_, to_lower(implicit))) {
      append(headers_, std::string(implicit) + ":");
    }
  }
  for (const Header& header : request_.headers) {
    append(headers_, header.value.empty() ? header.name + ";" : header.name + ": " + header.value);
  }
  set(handle(), CURLOPT_HTTPHEADER, headers_.get());
  set(handle(), CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE));  // a proxy gets none of them
  set(handle(), CURLOPT_USERAGENT, shared_.settings.user_agent.c_str());
  if (shared_.settings.compression) {
    set(handle(), CURLOPT_ACCEPT_ENCODING, "gzip");
  }
}

void Exchange::set_limits() {
  CURL* easy = handle();
  set(easy, CURLOPT_NOSIGNAL, 1L);
  set(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(shared_.settings.connect_time.count()));
  if (request_.time_limit) {
    set(easy, CURLOPT_TIMEOUT_MS, milliseconds(*request_.time_limit));
  }
  if (request_.low_speed_limit) {
    set(easy, CURLOPT_LOW_SPEED_LIMIT, k_low_speed_bytes);
    set(easy, CURLOPT_LOW_SPEED_TIME, static_cast<long>(shared_.settings.low_speed_time.count()));
  }
}

void Exchange::set_callbacks() {
  CURL* easy = handle();
  set(easy, CURLOPT_ERRORBUFFER, words_.data());
  set(easy, CURLOPT_PRIVATE, this);
  set(easy, CURLOPT_HEADERFUNCTION, &Exchange::on_header);
  set(easy, CURLOPT_HEADERDATA, this);
  set(easy, CURLOPT_WRITEFUNCTION, &Exchange::on_bytes);
  set(easy, CURLOPT_WRITEDATA, this);
  set(easy, CURLOPT_OPENSOCKETFUNCTION, &open_socket);
}

void Exchange::use_fresh_connection() {
  set(handle(), CURLOPT_FRESH_CONNECT, 1L);
}

}  // namespace kgpu::http
