#include "kgpu/prometheus/client.hpp"

#include "fake_connection.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace kgpu;
using namespace kgpu::prometheus;
using testing::FakeConnection;

namespace {

constexpr const char* k_empty = R"({"status":"success","data":{"resultType":"vector","result":[]}})";

/// A server on the other end of a URL: what it says, and what it was asked.
struct FakeTransport : http::Transport {
  std::vector<http::Request> requests;
  int status = 200;
  std::string body = k_empty;
  http::Outcome outcome;
  std::shared_ptr<http::Receiver> receiver;

  void start(http::Request request, std::shared_ptr<http::Receiver> to) override {
    requests.push_back(std::move(request));
    receiver = std::move(to);
  }
  void after(Nanoseconds /*delay*/, std::function<void()> /*then*/) override {}
  void run(const std::function<bool()>& /*done*/) override {
    if (outcome.fault == http::Fault::none) {
      receiver->head({.status = status, .headers = {}});
      receiver->bytes(body);
    }
    receiver->end(outcome);
  }
  void drop_connections() override {}
};

std::string header_of(const http::Request& request, std::string_view name) {
  for (const http::Header& header : request.headers) {
    if (header.name == name) {
      return header.value;
    }
  }
  return {};
}

/// The error that asking throws: message, then hint.
std::string failure(Client& client, const std::string& query = "up") {
  try {
    (void)client.query(query, std::nullopt);
  } catch (const Error& error) {
    return std::string(error.what()) + "\n" + error.hint();
  }
  return {};
}

Settings direct() {
  Settings settings;
  settings.target = parse_target("https://prom.example.com/prefix");
  return settings;
}

Settings proxied() {
  Settings settings;
  settings.target = parse_target("monitoring/prometheus:9090");
  return settings;
}

const Warn k_ignore = [](const std::string&) {};

TEST_CASE("a URL is asked with its own login only") {
  FakeTransport transport;
  Settings settings = direct();
  settings.bearer_token = "t0ken";
  settings.headers = {{.name = "X-Scope-OrgID", .value = "a|b"}};
  const auto client = make_direct_client(settings, transport, k_ignore);
  CHECK(client->query("sum(a{b=\"c\"})", 1'700'000'000).series.empty());
  const http::Request& request = transport.requests.at(0);
  CHECK(request.url ==
        "https://prom.example.com/prefix/api/v1/query?query=sum%28a%7Bb%3D%22c%22%7D%29&time=1700000000&timeout=150s");
  CHECK(header_of(request, "Authorization") == "Bearer t0ken");
  CHECK(header_of(request, "X-Scope-OrgID") == "a|b");
  CHECK(request.time_limit == k_default_time_limit);
  CHECK_FALSE(request.low_speed_limit);
}

TEST_CASE("kubernetes-client 119: without a login of its own nothing is shown to a URL") {
  FakeTransport transport;
  (void)make_direct_client(direct(), transport, k_ignore)->query("up", std::nullopt);
  CHECK(header_of(transport.requests.at(0), "Authorization").empty());
  Settings settings = direct();
  settings.target = parse_target("https://Aladdin:open%20sesame@prom.example.com");
  (void)make_direct_client(settings, transport, k_ignore)->query("up", std::nullopt);
  // RFC 7617's own example.
  CHECK(header_of(transport.requests.at(1), "Authorization") == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
}

TEST_CASE("kubernetes-client 118: a long query is posted, and read where only reading is allowed") {
  FakeConnection server;
  server.answer = [](const kube::ApiRequest& request) -> kube::ApiReply {
    if (request.method == http::Method::post) {
      testing::refuse(403, "Forbidden", "services \"prometheus:9090\" is forbidden");
    }
    return testing::json_reply(k_empty);
  };
  const auto client = make_proxied_client(proxied(), server, k_ignore);
  const std::string query(10'240, 'a');
  (void)client->query(query, std::nullopt);
  REQUIRE(server.requests.size() == 2);
  CHECK(server.requests[0].method == http::Method::post);
  CHECK(server.requests[0].content_type == "application/x-www-form-urlencoded");
  CHECK(server.requests[0].body == "query=" + query + "&timeout=150s");
  CHECK(server.requests[0].query.empty());
  CHECK(server.requests[1].method == http::Method::get);
  CHECK(testing::query_value(server.requests[1], "query") == query);
  (void)client->query("up", std::nullopt);
  CHECK(server.requests[2].method == http::Method::get);
}

TEST_CASE("kubernetes-client 117, 121: what was said, the query shortened, and what to do") {
  FakeTransport transport;
  const auto client = make_direct_client(direct(), transport, k_ignore);
  transport.status = 400;
  transport.body = R"({"status":"error","errorType":"bad_data","error":"parse error"})";
  const std::string bad = failure(*client, std::string(500, 'x'));
  CHECK(bad.find("Prometheus at https://prom.example.com/prefix said bad_data: parse error") == 0);
  CHECK(bad.find(std::string(61, 'x')) == std::string::npos);
  transport.status = 401;
  transport.body = "no org id\n";
  CHECK(failure(*client).find("X-Scope-OrgID") != std::string::npos);
  transport.status = 404;
  transport.body = "404 page not found\n";
  CHECK(failure(*client).find("route prefix") != std::string::npos);
  transport.status = 200;
  transport.body = R"({"status":"error","errorType":"execution","error":"too many samples"})";
  CHECK(failure(*client).find("said execution: too many samples") != std::string::npos);
  transport.outcome = {.fault = http::Fault::connect, .detail = "connection refused"};
  CHECK(failure(*client) == "cannot reach Prometheus at https://prom.example.com/prefix: connection refused\n");
}

TEST_CASE("the API server cannot reach the pod: a security group, most often") {
  FakeConnection server;
  server.answer = [](const kube::ApiRequest&) -> kube::ApiReply {
    testing::refuse(503, "ServiceUnavailable", "error trying to reach service: dial tcp 10.0.0.1:9090: i/o timeout");
  };
  const auto client = make_proxied_client(proxied(), server, k_ignore);
  CHECK(failure(*client).find("security group") != std::string::npos);
}

TEST_CASE("a warning is said once") {
  FakeTransport transport;
  transport.body = R"({"status":"success","data":{"resultType":"vector","result":[]},"warnings":["partial"]})";
  std::vector<std::string> said;
  const auto client =
      make_direct_client(direct(), transport, [&](const std::string& sentence) { said.push_back(sentence); });
  (void)client->query("up", std::nullopt);
  (void)client->query("up", std::nullopt);
  CHECK(said == std::vector<std::string>{"Prometheus: partial"});
}

TEST_CASE("a range asks for no more points than there may be") {
  FakeTransport transport;
  (void)make_direct_client(direct(), transport, k_ignore)->query_range("up", {.start = 0, .end = 86'400, .step = 5});
  CHECK(transport.requests.at(0).url.find("&start=0&end=86400&step=8&") != std::string::npos);
}

}  // namespace
