#include "list.hpp"

#include "session.hpp"

#include <fmt/format.h>

#include <utility>

namespace kgpu::kube {
namespace {

constexpr std::size_t k_most_pages_ahead = 2;  // kubernetes-client 11.3
constexpr int k_most_inconsistent_tokens = 2;  // 11.4
constexpr int k_gone = 410;

std::string accept_of(const ListRequest& request) {
  if (request.metadata_only) {
    const std::string json = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, application/json";
    return request.protobuf
               ? "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, " + json
               : json;
  }
  return request.protobuf ? "application/vnd.kubernetes.protobuf, application/json" : "application/json";
}

bool is_expired(const Status& status) {
  return status.code == k_gone || status.reason == "Expired" || status.reason == "Gone";
}

}  // namespace

/// Hands bytes to the caller's reader, and the token on as soon as it is known.
class ListRun::PageSink final : public Sink {
 public:
  PageSink(std::unique_ptr<PageReader> reader, std::function<void(const std::string& token)> token_known)
      : reader_(std::move(reader)), token_known_(std::move(token_known)) {}

  [[nodiscard]] PageReader& reader() const { return *reader_; }

  bool begin(const http::Head& head) override { return reader_->begin(head.find("Content-Type")); }
  bool bytes(std::string_view bytes) override {
    if (!reader_->bytes(bytes)) {
      return false;
    }
    if (const auto token = reader_->continue_token(); token && !is_told_) {
      is_told_ = true;
      token_known_(*token);
    }
    return true;
  }
  bool whole() override { return reader_->whole(); }
  [[nodiscard]] std::string problem() const override { return reader_->problem(); }

 private:
  std::unique_ptr<PageReader> reader_;
  std::function<void(const std::string& token)> token_known_;
  bool is_told_ = false;
};

ListRun::ListRun(Session& session, const ListRequest& request, ListResult& result)
    : session_(session), request_(request), result_(result), page_size_(request.page_size) {}

ApiRequest ListRun::page_request(const std::string& token) const {
  ApiRequest page;
  page.path = request_.resource.path(request_.name_space);
  page.accept = accept_of(request_);
  page.what = "list " + request_.resource.qualified();
  // A limit would be ignored beside resourceVersion=0, and a resourceVersion beside a token is refused (3.5).
  if (!request_.any_cached_version) {
    page.query.emplace_back("limit", std::to_string(page_size_));
  } else if (token.empty()) {
    page.query.emplace_back("resourceVersion", "0");
  }
  if (!token.empty()) {
    page.query.emplace_back("continue", token);
  }
  if (!request_.field_selector.empty()) {
    page.query.emplace_back("fieldSelector", request_.field_selector);
  }
  if (!request_.label_selector.empty()) {
    page.query.emplace_back("labelSelector", request_.label_selector);
  }
  return page;
}

void ListRun::ask(const std::string& token, const std::string& follows) {
  auto page = std::make_shared<Page>();
  page->token = token;
  page->follows = follows;
  const std::weak_ptr<Page> known = page;  // the call is the page's: no circle
  page->call = std::make_shared<Call>(
      session_, page_request(token),
      [this, known] {
        return std::make_unique<PageSink>(request_.reader(), [this, known](const std::string& next) {
          if (const auto asked = known.lock()) {
            token_known(asked, next);
          }
        });
      },
      [this, known](Call::End end) {
        if (const auto asked = known.lock()) {
          ended(asked, std::move(end));
        }
      });
  pages_.push_back(page);
  session_.submit(page->call);
}

void ListRun::token_known(const std::shared_ptr<Page>& page, const std::string& token) {
  if (!token.empty() && token != page->token && pages_.size() < k_most_pages_ahead && pages_.back() == page) {
    ask(token, token);
  }
}

void ListRun::ended(const std::shared_ptr<Page>& page, Call::End end) {
  if (end.failure) {
    if (is_expired(*end.failure)) {
      expired(page, *end.failure);
    } else {
      fail(std::move(*end.failure));
    }
    return;
  }
  if (result_.date.empty()) {
    result_.date = end.head.find("Date");
  }
  page->whole = std::move(end.sink);
  settle();
}

/// Joins what is whole, in order. The token of a page that was asked for again decides whether the page after it,
/// asked for with the token of the first attempt, is the right one.
void ListRun::settle() {
  while (!pages_.empty() && pages_.front()->whole != nullptr) {
    const std::shared_ptr<Page> page = pages_.front();
    PageReader& reader = static_cast<PageSink&>(*page->whole).reader();
    const std::string token = reader.continue_token().value_or("");
    if (!token.empty() && token == page->token) {
      Status status;
      status.message = "the server gave the continue token of a page again as that of the page after it";
      fail(std::move(status));
      return;
    }
    if (result_.resource_version.empty()) {
      result_.resource_version = reader.resource_version();
    }
    reader.accept();
    if (pages_.size() > 1 && (token.empty() || pages_[1]->follows != token)) {
      drop_after(1);
    }
    pages_.pop_front();
    if (token.empty()) {
      result_.complete = true;
      is_done_ = true;
      return;
    }
    if (pages_.empty()) {
      ask(token, token);
    } else if (pages_.front()->whole != nullptr) {
      token_known(pages_.front(),
                  static_cast<PageSink&>(*pages_.front()->whole).reader().continue_token().value_or(""));
    }
  }
}

/// A page's token is older than what etcd keeps (11.4).
void ListRun::expired(const std::shared_ptr<Page>& page, const Status& status) {
  ++expiries_;
  if (expiries_ == 1) {
    session_.log(
        1, fmt::format("the list of {} expired: starting again with larger pages", request_.resource.qualified()));
    start_over();
    page_size_ *= 2;
    ask({}, {});
    return;
  }
  if (status.continue_token.empty() || inconsistent_tokens_ == k_most_inconsistent_tokens) {
    fail(status);
    return;
  }
  ++inconsistent_tokens_;
  if (!result_.inconsistent) {
    session_.note(
        fmt::format("the list of {} changed while it was read and goes on with a newer state: totals may be "
                    "off",
                    request_.resource.qualified()));
  }
  result_.inconsistent = true;
  const std::string follows = page->follows;
  drop_after(pages_.front() == page ? 0 : 1);
  ask(status.continue_token, follows);
}

void ListRun::drop_after(std::size_t kept) {
  while (pages_.size() > kept) {
    pages_.back()->call->abandon();
    pages_.pop_back();
  }
}

void ListRun::start_over() {
  drop_after(0);
  if (request_.start_over) {
    request_.start_over();
  }
  result_.resource_version.clear();
}

void ListRun::fail(Status status) {
  start_over();
  result_.failure = std::move(status);
  is_done_ = true;
}

}  // namespace kgpu::kube
