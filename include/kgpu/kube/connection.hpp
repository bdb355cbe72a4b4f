#pragma once

#include "kgpu/http/transport.hpp"
#include "kgpu/k8s/resources.hpp"
#include "kgpu/kube/access.hpp"
#include "kgpu/kube/credential.hpp"
#include "kgpu/kube/status.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kgpu::kube {

using Query = std::vector<std::pair<std::string, std::string>>;  ///< unencoded

struct ApiRequest {
  http::Method method = http::Method::get;
  std::string path;  ///< below the server's prefix, segments percent-encoded: `/api/v1/nodes`
  Query query = {};
  std::string accept = "application/json";
  std::string content_type = {};  ///< of the body
  std::string body = {};
  std::vector<http::Header> headers = {};                ///< besides our own: a tenant's, for Prometheus
  std::optional<Nanoseconds> time_limit = std::nullopt;  ///< in place of --request-timeout; no low-speed limit then
  std::string what = {};  ///< for messages: `get nodes`, `apply nodepool.karpenter.sh/gpu`
};

struct ApiReply {
  int status = 0;
  std::string content_type;
  std::string body;
  std::string date;  ///< the server's `Date` header; empty when none
};

/// Reads the body of one page of a list while it arrives. Its records are staged and join the result only by accept()
/// (kubernetes-client 11.2, 11.3).
class PageReader {
 public:
  virtual ~PageReader() = default;
  /// Before the first byte: which format comes. False when this reader cannot read it.
  virtual bool begin(std::string_view content_type) = 0;
  /// False for bytes that are no such list; problem() says why.
  virtual bool bytes(std::string_view bytes) = 0;
  /// `metadata.continue`, as soon as it has been read; "" on the last page.
  [[nodiscard]] virtual std::optional<std::string> continue_token() const = 0;
  /// The stream ended: true when the page is whole and of the expected kind.
  virtual bool whole() = 0;
  [[nodiscard]] virtual std::string problem() const = 0;
  /// `metadata.resourceVersion`; asked for once the page is whole.
  [[nodiscard]] virtual std::string resource_version() const { return {}; }
  /// Joins the staged records to the result.
  virtual void accept() = 0;
};

/// One resource to list.
struct ListRequest {
  k8s::Resource resource;
  std::string name_space;  ///< empty: all namespaces, or cluster-scoped
  std::string field_selector;
  std::string label_selector;
  bool metadata_only = false;                           ///< as PartialObjectMetadataList
  bool protobuf = true;                                 ///< offered first, for built-in kinds
  bool any_cached_version = false;                      ///< resourceVersion=0, no limit: a node's pods (CONTRACTS §8)
  std::size_t page_size = 500;                          ///< 11.19
  std::function<std::unique_ptr<PageReader>()> reader;  ///< one per attempt at a page
  std::function<void()> start_over;                     ///< drop every record of this list: it begins again (11.4)
};

struct ListResult {
  bool complete = false;
  bool inconsistent = false;      ///< went on from a 410's token (11.4)
  std::optional<Status> failure;  ///< 403, 404 or other answer of the server; transport failures throw
  std::string resource_version;
  std::string date;  ///< the server's `Date`
};

/// What lists and a request beside them gave.
struct ListsAndReply {
  std::vector<ListResult> lists;
  std::optional<ApiReply> reply;  ///< absent: `refusal` says what the server answered
  Status refusal;
};

/// One API server as one user: credentials, retries, Status, warnings, -v (kubernetes-client 3).
class Connection {
 public:
  virtual ~Connection() = default;
  [[nodiscard]] virtual const Access& access() const = 0;
  /// A 2xx answer, read whole (at most 64 MiB). Throws StatusError for any other, Error{io} where none came.
  [[nodiscard]] virtual ApiReply request(const ApiRequest& request) = 0;
  /// Lists side by side, at most 4 requests in flight, the next page asked for as soon as its token is read.
  /// Transport failures that outlive the retries throw; then nothing of any list may be shown.
  [[nodiscard]] virtual std::vector<ListResult> list(const std::vector<ListRequest>& lists) = 0;
  /// list() and request() at the same time, where the connection can; here one after the other.
  [[nodiscard]] virtual ListsAndReply list_beside(const std::vector<ListRequest>& lists, const ApiRequest& request);
  /// Different `Warning` headers so far; with --warnings-as-errors one is enough for exit 1.
  [[nodiscard]] virtual int warnings() const { return 0; }
};

struct ConnectionParts {
  Access access;
  std::unique_ptr<CredentialSource> credentials;
  /// Makes the transport for a credential's client certificate.
  std::function<std::unique_ptr<http::Transport>(const Credential& credential)> transport;
  std::function<void(const std::string& line)> warn;  ///< `Warning: …` and notes of waiting, to stderr
  std::function<void(const std::string& line)> log;   ///< lines of -v, free of secrets
  std::function<double()> jitter;                     ///< 0 to 1
  std::string user_agent;
  std::function<Nanoseconds()> monotonic;  ///< time since some moment; absent: the machine's steady clock
};
[[nodiscard]] std::unique_ptr<Connection> make_connection(ConnectionParts parts);

}  // namespace kgpu::kube
