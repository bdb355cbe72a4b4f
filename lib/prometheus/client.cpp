#include "kgpu/prometheus/client.hpp"

#include "reply.hpp"

#include "kgpu/base/base64.hpp"
#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <set>
#include <utility>

namespace kgpu::prometheus {
namespace {

using Form = std::vector<std::pair<std::string, std::string>>;

constexpr const char* k_form_type = "application/x-www-form-urlencoded";
/// Longer queries go as a form: proxies cut URLs from some 2 KB on.
constexpr std::size_t k_most_url = 2000;
/// A body that no report needs: the server's own cap on samples is far below.
constexpr std::size_t k_most_body = std::size_t{256} << 20;

std::string encoded(const Form& form) {
  std::string text;
  for (const auto& [name, value] : form) {
    text += (text.empty() ? "" : "&") + percent_encoded(name) + "=" + percent_encoded(value);
  }
  return text;
}

/// What both ways of asking share: the form, the choice of GET or POST, warnings once.
class Asking : public Client {
 public:
  Asking(Settings settings, Warn warn) : settings_(std::move(settings)), warn_(std::move(warn)) {}

  Answer query(std::string_view promql, std::optional<std::int64_t> at) override {
    Form form{{"query", std::string(promql)}};
    if (at) {
      form.emplace_back("time", std::to_string(*at));
    }
    return ask("/api/v1/query", std::move(form), promql);
  }

  Answer query_range(std::string_view promql, const Range& range) override {
    const std::int64_t step = step_seconds(range.end - range.start, range.step);
    return ask("/api/v1/query_range",
               {{"query", std::string(promql)},
                {"start", std::to_string(range.start)},
                {"end", std::to_string(range.end)},
                {"step", std::to_string(step)}},
               promql);
  }

 protected:
  [[nodiscard]] const Settings& settings() const { return settings_; }
  virtual Reply get(const std::string& endpoint, const Form& form) = 0;
  virtual Reply post(const std::string& endpoint, const std::string& body) = 0;

 private:
  Answer ask(const std::string& endpoint, Form form, std::string_view promql) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(settings_.time_limit).count();
    form.emplace_back("timeout", std::to_string(seconds) + "s");
    const std::string body = encoded(form);
    // What is signed goes as a form: old releases of libcurl sign a query wrongly.
    const bool is_form = body.size() > k_most_url || settings_.aws;
    Reply reply = is_form ? post(endpoint, body) : get(endpoint, form);
    if (is_form && !settings_.aws && (reply.status == 403 || reply.status == 405)) {
      reply = get(endpoint, form);  // a role that may only read may still take a long URL
    }
    Answer answer = answer_in(reply, settings_.target, promql);
    for (const std::string& warning : answer.warnings) {
      if (warned_.insert(warning).second) {
        warn_("Prometheus: " + warning);
      }
    }
    return answer;
  }

  Settings settings_;
  Warn warn_;
  std::set<std::string> warned_;
};

struct Collector : http::Receiver {
  Reply reply;
  http::Outcome outcome;
  bool ended = false;

  void head(const http::Head& head) override { reply.status = head.status; }
  bool bytes(std::string_view bytes) override {
    reply.body += bytes;
    return reply.body.size() <= k_most_body;
  }
  void end(const http::Outcome& how) override {
    outcome = how;
    ended = true;
  }
};

class DirectClient final : public Asking {
 public:
  DirectClient(Settings settings, http::Transport& transport, Warn warn)
      : Asking(std::move(settings), std::move(warn)), transport_(transport) {}

 protected:
  Reply get(const std::string& endpoint, const Form& form) override {
    http::Request request;
    request.url = settings().target.url + endpoint + "?" + encoded(form);
    return send(std::move(request));
  }
  Reply post(const std::string& endpoint, const std::string& body) override {
    http::Request request;
    request.method = http::Method::post;
    request.url = settings().target.url + endpoint;
    request.headers = {{.name = "Content-Type", .value = k_form_type}};
    request.body = body;
    return send(std::move(request));
  }

 private:
  Reply send(http::Request request) {
    request.time_limit = settings().time_limit;
    request.low_speed_limit = false;  // a long query says nothing until it is done
    request.headers.push_back({.name = "Accept", .value = "application/json"});
    request.aws = settings().aws;
    if (request.aws) {
      // the transport signs
    } else if (!settings().bearer_token.empty()) {
      request.headers.push_back({.name = "Authorization", .value = "Bearer " + settings().bearer_token});
    } else if (!settings().target.user.empty()) {
      request.headers.push_back(
          {.name = "Authorization",
           .value = "Basic " + encode_base64(settings().target.user + ":" + settings().target.password)});
    }
    request.headers.insert(request.headers.end(), settings().headers.begin(), settings().headers.end());
    auto collector = std::make_shared<Collector>();
    transport_.start(std::move(request), collector);
    transport_.run([&] { return collector->ended; });
    if (!collector->ended || collector->outcome.fault != http::Fault::none) {
      throw Error(ErrorKind::io,
                  "cannot reach Prometheus at " + describe(settings().target) + ": " + collector->outcome.detail);
    }
    return std::move(collector->reply);
  }

  http::Transport& transport_;
};

class ProxiedClient final : public Asking {
 public:
  ProxiedClient(Settings settings, kube::Connection& connection, Warn warn)
      : Asking(std::move(settings), std::move(warn)), connection_(connection) {}

 protected:
  Reply get(const std::string& endpoint, const Form& form) override {
    kube::ApiRequest request = request_to(endpoint);
    request.query = form;
    return send(request);
  }
  Reply post(const std::string& endpoint, const std::string& body) override {
    kube::ApiRequest request = request_to(endpoint);
    request.method = http::Method::post;
    request.content_type = k_form_type;
    request.body = body;
    return send(request);
  }

 private:
  [[nodiscard]] kube::ApiRequest request_to(const std::string& endpoint) const {
    kube::ApiRequest request{.path = proxy_path(settings().target, endpoint),
                             .what = "ask Prometheus at " + describe(settings().target)};
    request.headers = settings().headers;
    request.time_limit = settings().time_limit;
    return request;
  }

  Reply send(const kube::ApiRequest& request) {
    try {
      kube::ApiReply reply = connection_.request(request);
      return {.status = reply.status, .body = std::move(reply.body)};
    } catch (const kube::StatusError& error) {
      // Either the API server's own refusal, or what Prometheus answered, passed through.
      const kube::Status& status = error.status();
      return {.status = status.code, .body = status.foreign_body.empty() ? status.message : status.foreign_body};
    }
  }

  kube::Connection& connection_;
};

}  // namespace

std::unique_ptr<Client> make_direct_client(Settings settings, http::Transport& transport, Warn warn) {
  return std::make_unique<DirectClient>(std::move(settings), transport, std::move(warn));
}

std::unique_ptr<Client> make_proxied_client(Settings settings, kube::Connection& connection, Warn warn) {
  return std::make_unique<ProxiedClient>(std::move(settings), connection, std::move(warn));
}

}  // namespace kgpu::prometheus
