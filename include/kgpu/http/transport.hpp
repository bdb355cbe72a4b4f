#pragma once

#include "kgpu/base/duration.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// HTTP as this program needs it: several requests side by side on one thread, bodies streamed, nothing implicit
/// (kubernetes-client 3.2). The only module that knows libcurl.
namespace kgpu::http {

enum class Method { get, post, patch, del };

struct Header {
  std::string name;
  std::string value;  ///< refused with Error{usage} when it holds CR, LF or NUL
};

/// Signature Version 4 of AWS, made by libcurl over method, host, path, query, body and the headers of the request. It
/// is sent as Authorization; a query is signed as it stands, which old releases of libcurl do wrongly: send a form.
struct AwsSigning {
  std::string region;
  std::string service;  ///< `aps`
  std::string access_key_id;
  std::string secret_access_key;  ///< secret
  std::string session_token;      ///< secret, sent as X-Amz-Security-Token; empty: keys without one
};

struct Request {
  Method method = Method::get;
  std::string url;  ///< complete, percent-encoded
  std::vector<Header> headers;
  std::string body;
  std::optional<Nanoseconds> time_limit;  ///< of this one attempt, from connecting to the last byte
  bool low_speed_limit = true;            ///< under 256 bytes/s for 90 s ends it; not for queries that compute long
  std::optional<AwsSigning> aws = std::nullopt;
};

/// Status line and headers of the final answer: those of a 100 or of a proxy's 200 are gone.
struct Head {
  int status = 0;
  std::vector<Header> headers;
  /// The first header of that name, compared without case; empty when there is none.
  [[nodiscard]] std::string_view find(std::string_view name) const;
};

/// The text with the `user:password@` of every URL in it taken out, for messages and logs.
[[nodiscard]] std::string without_credentials(std::string_view text);

/// What ended an exchange that got no whole answer.
enum class Fault {
  none,
  resolve,
  connect,            ///< refused, unreachable, or no answer within 30 s
  timeout,            ///< time_limit or the low-speed limit
  tls,                ///< handshake or verification; the detail is one of the five sentences of kubernetes-client 64
  client_key,         ///< certificate and key do not belong together, or cannot be read
  proxy,              ///< the proxy said no
  reset,              ///< the peer went away: reset, empty reply, lost HTTP/2 stream, GOAWAY
  truncated,          ///< less than Content-Length or a cut chunk; a close-delimited cut is not seen here
  encoding,           ///< a body that is no gzip
  refused_by_reader,  ///< Receiver::bytes returned false
  cancelled,          ///< Ctrl-C: a GET at once, anything else after 2 s in which its answer may still come (11.16)
  other,
};

struct Outcome {
  Fault fault = Fault::none;
  std::string detail;  ///< words for people, without control characters or secrets
};

/// Where an answer goes while it arrives. Calls come in this order, on the thread of Transport::run().
class Receiver {
 public:
  virtual ~Receiver() = default;
  virtual void head(const Head& head) = 0;
  /// Decompressed bytes of the body. False ends the exchange as refused_by_reader.
  virtual bool bytes(std::string_view bytes) = 0;
  virtual void end(const Outcome& outcome) = 0;
};

/// Requests in flight and timers, driven by one loop. Real in production, scripted in tests.
class Transport {
 public:
  virtual ~Transport() = default;
  /// Queues a request; it moves only inside run(). May be called from a Receiver or a timer.
  virtual void start(Request request, std::shared_ptr<Receiver> receiver) = 0;
  /// Calls `then` after `delay`, inside run().
  virtual void after(Nanoseconds delay, std::function<void()> then) = 0;
  /// Until `done()` or nothing is in flight and no timer is pending.
  virtual void run(const std::function<bool()>& done) = 0;
  /// New connections only, from now on: after a client certificate changed.
  virtual void drop_connections() = 0;
};

}  // namespace kgpu::http
