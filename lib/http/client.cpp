#include "kgpu/http/client.hpp"

#include "exchange.hpp"
#include "quiet_pipe.hpp"
#include "timers.hpp"
#include "trust.hpp"
#include "url.hpp"

#include "kgpu/base/error.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace kgpu::http {
namespace {

using Clock = std::chrono::steady_clock;

/// How long a signal handler's flag may go unseen.
constexpr std::chrono::milliseconds k_most_sleep{100};
/// A write that is under way when Ctrl-C comes gets this long for its answer (kubernetes-client 11.16).
constexpr std::chrono::seconds k_grace_of_writes{2};
constexpr long k_idle_connections = 8;

struct FreeMulti {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};
struct FreeShare {
  void operator()(CURLSH* share) const { curl_share_cleanup(share); }
};

void initialise_libcurl() {
  static const CURLcode done = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (done != CURLE_OK) {
    throw Error(ErrorKind::internal, std::string("cannot start libcurl: ") + curl_easy_strerror(done));
  }
}

class CurlTransport final : public Transport {
 public:
  explicit CurlTransport(ClientSettings settings) : settings_(std::move(settings)) {
    initialise_libcurl();
    if (!settings_.tls.skip_verification) {
      trust_ = settings_.tls.ca_pem ? trust_only(*settings_.tls.ca_pem) : trust_system();
    }
    if (settings_.proxy.starts_with("https://")) {
      proxy_trust_ = trust_system_and(settings_.tls.ca_pem);
    }
    key_problem_ = client_key_problem(settings_.tls.certificate_pem, settings_.tls.key_pem);
    shared_.trust = trust_.get();
    shared_.proxy_trust = proxy_trust_.get();
    open();
  }

  ~CurlTransport() override {
    const QuietPipe quiet;
    close();
  }
  CurlTransport(const CurlTransport&) = delete;
  CurlTransport& operator=(const CurlTransport&) = delete;

  void start(Request request, std::shared_ptr<Receiver> receiver) override {
    check_headers(request);
    queued_.push_back({std::move(request), std::move(receiver)});
  }

  void after(Nanoseconds delay, std::function<void()> then) override {
    timers_.add(Clock::now() + std::max(delay, Nanoseconds(0)), std::move(then));
  }

  void run(const std::function<bool()>& done) override {
    const QuietPipe quiet;
    while (!done()) {
      call_due_timers(done);
      begin_queued();
      if (done() || (flying_.empty() && queued_.empty() && timers_.empty())) {
        return;
      }
      if (is_cancelled()) {
        end_cancelled();
      }
      if (!move()) {
        sleep();
      }
    }
  }

  void drop_connections() override {
    const QuietPipe quiet;
    if (flying_.empty()) {
      close();
      open();
    } else {
      only_fresh_ = true;
    }
  }

 private:
  struct Queued {
    Request request;
    std::shared_ptr<Receiver> receiver;
  };

  void open() {
    multi_.reset(curl_multi_init());
    share_.reset(curl_share_init());
    if (multi_ == nullptr || share_ == nullptr) {
      throw std::bad_alloc();
    }
    curl_multi_setopt(multi_.get(), CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_MULTIPLEX));
    curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, k_idle_connections);
    curl_share_setopt(share_.get(), CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    curl_share_setopt(share_.get(), CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
    shared_.share = share_.get();
    only_fresh_ = false;
  }

  void close() {
    for (const auto& exchange : flying_) {
      curl_multi_remove_handle(multi_.get(), exchange->handle());
    }
    flying_.clear();
    multi_.reset();
    share_.reset();
  }

  [[nodiscard]] bool is_cancelled() const { return settings_.cancelled != nullptr && settings_.cancelled->load(); }

  /// After Ctrl-C every timer is due: whoever waits is told by the request that it then starts.
  void call_due_timers(const std::function<bool()>& done) {
    const auto now = is_cancelled() ? Clock::time_point::max() : Clock::now();
    while (!done()) {
      const auto then = timers_.take_due(now);
      if (!then) {
        return;
      }
      then();
    }
  }

  void begin_queued() {
    while (!queued_.empty()) {
      Queued next = std::move(queued_.front());
      queued_.pop_front();
      if (is_cancelled()) {
        next.receiver->end({Fault::cancelled, "interrupted"});
      } else if (!key_problem_.empty()) {
        next.receiver->end({Fault::client_key, key_problem_});
      } else {
        begin(std::move(next));
      }
    }
  }

  void begin(Queued next) {
    if (only_fresh_ && flying_.empty()) {
      close();
      open();
    }
    PeerCheck& check = check_of(next.request);
    auto exchange = std::make_unique<Exchange>(std::move(next.request), std::move(next.receiver), shared_, check);
    if (only_fresh_) {
      exchange->use_fresh_connection();
    }
    if (const CURLMcode code = curl_multi_add_handle(multi_.get(), exchange->handle()); code != CURLM_OK) {
      throw Error(ErrorKind::internal, std::string("libcurl refuses a request: ") + curl_multi_strerror(code));
    }
    flying_.push_back(std::move(exchange));
  }

  /// One per name that is verified; kept, since connections refer to it.
  PeerCheck& check_of(const Request& request) {
    const auto url = parse_url(request.url);
    const std::string& name = settings_.tls.server_name;
    const std::string host = !name.empty() ? name : url ? url->host : std::string();
    auto& check = checks_[host];
    if (check == nullptr) {
      check = std::make_unique<PeerCheck>(PeerCheck{.host = host, .problem = {}});
    }
    return *check;
  }

  /// Lets libcurl work. True when an exchange ended, so that its receiver may have asked for more.
  bool move() {
    int running = 0;
    if (const CURLMcode code = curl_multi_perform(multi_.get(), &running); code != CURLM_OK) {
      throw Error(ErrorKind::internal, std::string("libcurl stopped: ") + curl_multi_strerror(code));
    }
    bool ended = false;
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
      if (message->msg == CURLMSG_DONE) {
        end(message->easy_handle, message->data.result, false);
        ended = true;
      }
    }
    return ended;
  }

  void end(CURL* handle, CURLcode code, bool cancelled) {
    const auto found = std::ranges::find_if(flying_, [&](const auto& e) { return e->handle() == handle; });
    if (found == flying_.end()) {
      return;
    }
    const std::unique_ptr<Exchange> exchange = std::move(*found);
    flying_.erase(found);
    curl_multi_remove_handle(multi_.get(), handle);
    if (exchange->thrown() != nullptr) {
      std::rethrow_exception(exchange->thrown());
    }
    exchange->finish(code, cancelled);
  }

  void end_cancelled() {
    if (!cancelled_since_) {
      cancelled_since_ = Clock::now();
    }
    const bool grace_is_over = Clock::now() - *cancelled_since_ >= k_grace_of_writes;
    std::vector<CURL*> handles;
    for (const auto& exchange : flying_) {
      if (grace_is_over || exchange->method() == Method::get) {
        handles.push_back(exchange->handle());
      }
    }
    for (CURL* handle : handles) {
      end(handle, CURLE_ABORTED_BY_CALLBACK, true);
    }
  }

  void sleep() {
    auto most = k_most_sleep;
    if (settings_.cancelled == nullptr) {
      most = std::chrono::milliseconds(1000);
    }
    if (const auto next = timers_.next()) {
      const auto until = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now());
      most = std::clamp(until, std::chrono::milliseconds(0), most);
    }
    curl_multi_poll(multi_.get(), nullptr, 0, static_cast<int>(most.count()), nullptr);
  }

  ClientSettings settings_;
  Store trust_;
  Store proxy_trust_;
  std::string key_problem_;
  Shared shared_{.settings = settings_};
  std::map<std::string, std::unique_ptr<PeerCheck>> checks_;
  std::unique_ptr<CURLSH, FreeShare> share_;  // outlives the handles that use it
  std::unique_ptr<CURLM, FreeMulti> multi_;
  std::vector<std::unique_ptr<Exchange>> flying_;
  std::deque<Queued> queued_;
  Timers timers_;
  std::optional<Clock::time_point> cancelled_since_;
  bool only_fresh_ = false;
};

}  // namespace

std::unique_ptr<Transport> make_client(ClientSettings settings) {
  return std::make_unique<CurlTransport>(std::move(settings));
}

}  // namespace kgpu::http
