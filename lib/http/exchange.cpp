#include "exchange.hpp"

#include "outcome.hpp"

#include "kgpu/base/text.hpp"

#include <charconv>
#include <utility>

namespace kgpu::http {
namespace {

constexpr std::size_t k_most_header_bytes = std::size_t{256} << 10;

long information(CURL* easy, CURLINFO which) {
  long value = 0;
  curl_easy_getinfo(easy, which, &value);
  return value;
}

}  // namespace

Exchange::Exchange(Request request, std::shared_ptr<Receiver> receiver, const Shared& shared, PeerCheck& check)
    : request_(std::move(request)),
      receiver_(std::move(receiver)),
      shared_(shared),
      check_(check),
      easy_(curl_easy_init()),
      started_(std::chrono::steady_clock::now()) {
  if (easy_ == nullptr) {
    throw std::bad_alloc();
  }
  set_peer();
  set_tls();
  set_body();
  set_signing();
  set_headers();
  set_limits();
  set_callbacks();
}

/// One line of the answer's head. A status line begins a new head: those of a 100 or 103 are gone with it.
bool Exchange::take_header_line(std::string_view line) {
  header_bytes_ += line.size();
  if (header_bytes_ > k_most_header_bytes) {
    return false;
  }
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) {
    line.remove_suffix(1);
  }
  if (head_done_) {
    return true;  // trailers
  }
  if (line.starts_with("HTTP/")) {
    head_ = {};
    const std::size_t space = line.find(' ');
    const std::string_view code = space == std::string_view::npos ? "" : line.substr(space + 1, 3);
    std::from_chars(code.data(), code.data() + code.size(), head_.status);
    return true;
  }
  if (!line.empty()) {
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos) {
      head_.headers.push_back({std::string(trim(line.substr(0, colon))), std::string(trim(line.substr(colon + 1)))});
    }
    return true;
  }
  if (head_.status >= 200) {
    head_done_ = true;
    receiver_->head(head_);
  }
  return true;
}

std::size_t Exchange::on_header(char* data, std::size_t size, std::size_t count, void* self) {
  auto& exchange = *static_cast<Exchange*>(self);
  try {
    return exchange.take_header_line({data, size * count}) ? size * count : 0;
  } catch (...) {
    exchange.thrown_ = std::current_exception();
    return 0;
  }
}

std::size_t Exchange::on_bytes(char* data, std::size_t size, std::size_t count, void* self) {
  auto& exchange = *static_cast<Exchange*>(self);
  try {
    if (exchange.receiver_->bytes({data, size * count})) {
      return size * count;
    }
    exchange.reader_refused_ = true;
  } catch (...) {
    exchange.thrown_ = std::current_exception();
  }
  return 0;
}

/// Called for each TLS connection that is opened: with an https proxy first for the proxy, then for the server in it.
CURLcode Exchange::on_tls_context(CURL* /*easy*/, void* context, void* self) {
  auto& exchange = *static_cast<Exchange*>(self);
  auto* tls = static_cast<SSL_CTX*>(context);
  ++exchange.tls_contexts_;
  if (exchange.shared_.proxy_trust != nullptr && exchange.tls_contexts_ % 2 == 1) {
    SSL_CTX_set1_cert_store(tls, exchange.shared_.proxy_trust);  // libcurl checks the name
  } else if (exchange.shared_.trust != nullptr) {
    exchange.check_.attach(tls, exchange.shared_.trust);
  }
  return CURLE_OK;
}

void Exchange::finish(CURLcode code, bool cancelled) {
  CURL* easy = handle();
  curl_off_t handshake_done = 0;
  curl_easy_getinfo(easy, request_.url.starts_with("https") ? CURLINFO_APPCONNECT_TIME_T : CURLINFO_CONNECT_TIME_T,
                    &handshake_done);
  const bool too_many_headers = header_bytes_ > k_most_header_bytes;
  const auto elapsed = std::chrono::steady_clock::now() - started_;
  const Ending ending{
      .code = code,
      .words = words_.data(),
      .tls_problem = check_.problem,
      .proxy = shared_.settings.proxy,
      .target = target_,
      .proxy_status = information(easy, CURLINFO_HTTP_CONNECTCODE),
      .system_error = information(easy, CURLINFO_OS_ERRNO),
      .connected = handshake_done > 0 || head_done_ || head_.status != 0,
      .out_of_time = request_.time_limit && elapsed + std::chrono::milliseconds(20) >= *request_.time_limit,
      .reader_refused = reader_refused_,
      .cancelled = cancelled,
      .connect_time = shared_.settings.connect_time,
      .low_speed_time = shared_.settings.low_speed_time,
  };
  const std::shared_ptr<Receiver> receiver = std::move(receiver_);
  receiver->end(too_many_headers ? Outcome{Fault::other, "the answer's headers are larger than 256 KiB"}
                                 : outcome_of(ending));
}

}  // namespace kgpu::http
