#pragma once

#include "kgpu/http/transport.hpp"

#include <curl/curl.h>

#include <string>

namespace kgpu::http {

/// What is known about an exchange when libcurl says that it ended.
struct Ending {
  CURLcode code = CURLE_OK;
  std::string words;         ///< libcurl's error buffer
  std::string tls_problem;   ///< PeerCheck::problem
  std::string proxy;         ///< the proxy's URL; empty: none
  std::string target;        ///< HOST:PORT of the URL
  long proxy_status = 0;     ///< of the answer to CONNECT
  long system_error = 0;     ///< errno of the connect that failed
  bool connected = false;    ///< TCP, the proxy and TLS were through
  bool out_of_time = false;  ///< the request's own time limit was reached
  bool reader_refused = false;
  bool cancelled = false;
  Nanoseconds connect_time{};
  Nanoseconds low_speed_time{};
};

[[nodiscard]] Outcome outcome_of(const Ending& ending);

}  // namespace kgpu::http
