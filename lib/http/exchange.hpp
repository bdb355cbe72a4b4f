#pragma once

#include "peer_check.hpp"

#include "kgpu/http/client.hpp"
#include "kgpu/http/transport.hpp"

#include <curl/curl.h>

#include <array>
#include <chrono>
#include <exception>
#include <memory>
#include <string>

namespace kgpu::http {

struct FreeEasy {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, FreeList>;
using SteadyTime = std::chrono::steady_clock::time_point;

/// What the exchanges of one client have in common.
struct Shared {
  ClientSettings& settings;
  CURLSH* share = nullptr;
  X509_STORE* trust = nullptr;        ///< null: the peer is not verified
  X509_STORE* proxy_trust = nullptr;  ///< null: no https proxy
};

/// One request on its own libcurl handle. The multi handle moves it; finish() tells the receiver.
class Exchange {
 public:
  /// `check` must outlive the connections that this exchange opens: the client owns it.
  Exchange(Request request, std::shared_ptr<Receiver> receiver, const Shared& shared, PeerCheck& check);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  [[nodiscard]] CURL* handle() const { return easy_.get(); }
  [[nodiscard]] Method method() const { return request_.method; }
  /// What a receiver threw inside a call of libcurl's; null when nothing.
  [[nodiscard]] std::exception_ptr thrown() const { return thrown_; }
  void use_fresh_connection();
  void finish(CURLcode code, bool cancelled);

 private:
  void set_peer();
  void set_server_name();
  void set_tls();
  void set_body();
  void set_signing();
  void set_headers();
  void set_limits();
  void set_callbacks();
  bool take_header_line(std::string_view line);

  static std::size_t on_header(char* data, std::size_t size, std::size_t count, void* self);
  static std::size_t on_bytes(char* data, std::size_t size, std::size_t count, void* self);
  static CURLcode on_tls_context(CURL* easy, void* context, void* self);

  Request request_;
  std::shared_ptr<Receiver> receiver_;
  const Shared& shared_;
  PeerCheck& check_;
  std::unique_ptr<CURL, FreeEasy> easy_;
  HeaderList headers_;
  HeaderList connect_to_;
  std::array<char, CURL_ERROR_SIZE> words_{};
  std::string target_;
  SteadyTime started_;
  Head head_;
  std::size_t header_bytes_ = 0;
  int tls_contexts_ = 0;
  bool head_done_ = false;
  bool reader_refused_ = false;
  std::exception_ptr thrown_;
};

/// Throws Error{usage} when a header could smuggle in another one.
void check_headers(const Request& request);

}  // namespace kgpu::http
