#pragma once

#include "call.hpp"

#include "kgpu/kube/connection.hpp"

#include <deque>
#include <memory>
#include <string>

namespace kgpu::kube {

class Session;

/// One list on its way: pages asked for ahead, joined in order, all or nothing (kubernetes-client 3.5, 11.2 to 11.5).
class ListRun {
 public:
  ListRun(Session& session, const ListRequest& request, ListResult& result);
  ListRun(const ListRun&) = delete;
  ListRun& operator=(const ListRun&) = delete;

  void begin() { ask({}, {}); }
  [[nodiscard]] bool is_done() const { return is_done_; }

 private:
  /// A page that is in flight or whole but not yet joined.
  struct Page {
    std::string token;    ///< it was asked for with; empty: the first
    std::string follows;  ///< the token that the page before it gave; differs only after a 410
    std::shared_ptr<Call> call;
    std::unique_ptr<Sink> whole;  ///< null while in flight
  };
  class PageSink;

  void ask(const std::string& token, const std::string& follows);
  [[nodiscard]] ApiRequest page_request(const std::string& token) const;
  void token_known(const std::shared_ptr<Page>& page, const std::string& token);
  void ended(const std::shared_ptr<Page>& page, Call::End end);
  void expired(const std::shared_ptr<Page>& page, const Status& status);
  void settle();
  void drop_after(std::size_t kept);
  void start_over();
  void fail(Status status);

  Session& session_;
  const ListRequest& request_;
  ListResult& result_;
  std::deque<std::shared_ptr<Page>> pages_;  ///< at most two, in order
  std::size_t page_size_;
  int expiries_ = 0;
  int inconsistent_tokens_ = 0;
  bool is_done_ = false;
};

}  // namespace kgpu::kube
