#include "kgpu/kube/connection.hpp"

#include "fake_transport.hpp"
#include "json_page_reader.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <vector>

using namespace kgpu;
using namespace kgpu::kube;
using http::Fault;
using std::chrono::seconds;
using testing::Answer;
using testing::FakeTransport;
using testing::give;

namespace {

constexpr const char* k_unauthorized =
    R"({"kind":"Status","status":"Failure","message":"Unauthorized","reason":"Unauthorized","code":401})";

/// What a source of credentials was asked.
struct LoginLog {
  int refreshes = 0;
  std::vector<Credential> credentials{Credential{}};
};

class FakeCredentials final : public CredentialSource {
 public:
  explicit FakeCredentials(LoginLog& log) : log_(log) {}
  Credential current() override { return log_.credentials.front(); }
  bool refresh(std::uint64_t generation) override {
    if (generation < log_.credentials.front().generation) {
      return true;
    }
    if (log_.credentials.size() == 1) {
      return false;
    }
    ++log_.refreshes;
    log_.credentials.erase(log_.credentials.begin());
    return true;
  }

 private:
  LoginLog& log_;
};

/// A connection to a script.
struct Bench {
  Access access;
  FakeTransport::World world;
  LoginLog login;
  int transports = 0;
  std::vector<std::string> said;
  std::unique_ptr<Connection> connection;

  Connection& connect() {
    access.server = access.server.empty() ? "https://h" : access.server;
    ConnectionParts parts;
    parts.access = access;
    parts.credentials = std::make_unique<FakeCredentials>(login);
    parts.transport = [this](const Credential&) {
      ++transports;
      return std::make_unique<FakeTransport>(world);
    };
    parts.warn = [this](const std::string& line) { said.push_back(line); };
    parts.log = [](const std::string&) {};
    parts.jitter = [] { return 0.5; };
    parts.monotonic = [this] { return world.now; };
    connection = make_connection(std::move(parts));
    return *connection;
  }

  /// One answer after another, in the order of the requests; the last stays.
  void answers(std::vector<Answer> script) {
    world.answer = [script = std::move(script),
                    at = std::size_t{0}](std::deque<FakeTransport::Started>& waiting) mutable {
      const FakeTransport::Started first = waiting.front();
      waiting.pop_front();
      give(*first.receiver, script[std::min(at, script.size() - 1)]);
      ++at;
    };
  }
};

ApiRequest get(const std::string& path = "/api/v1/nodes/a") {
  ApiRequest request;
  request.path = path;
  request.what = "get " + path;
  return request;
}

Answer lost(Fault fault) {
  return {.status = 0, .body = {}, .headers = {}, .fault = fault};
}

Answer with(int status, std::string body, std::vector<http::Header> headers = {}) {
  return {.status = status, .body = std::move(body), .headers = std::move(headers)};
}

Credential bearer(const std::string& token, std::uint64_t generation) {
  Credential credential;
  credential.authorization = "Bearer " + token;
  credential.generation = generation;
  return credential;
}

std::string authorization(const http::Request& request) {
  for (const auto& header : request.headers) {
    if (header.name == "Authorization") {
      return header.value;
    }
  }
  return {};
}

TEST_CASE("kubernetes-client 71, 11.7: waits are those that were prescribed, and said once when long") {
  Bench bench;
  bench.answers({with(429, "", {{"Retry-After", "5"}}), with(429, "", {{"Retry-After", "5"}}), {}});
  CHECK(bench.connect().request(get()).status == 200);
  CHECK(bench.world.now == seconds(10));
  REQUIRE(bench.said.size() == 1);
  CHECK(bench.said[0] == "waiting 5 s: the server answered 429 to get /api/v1/nodes/a");
}

TEST_CASE("kubernetes-client 11.7: --request-timeout is what the attempts have together") {
  Bench bench;
  bench.access.request_timeout = seconds(8);
  bench.answers({with(429, "", {{"Retry-After", "5"}}), with(429, "busy", {{"Retry-After", "5"}})});
  CHECK_THROWS_AS(static_cast<void>(bench.connect().request(get())), StatusError);
  REQUIRE(bench.world.requests.size() == 2);
  CHECK(*bench.world.requests[0].time_limit == seconds(8));
  CHECK(*bench.world.requests[1].time_limit == seconds(3));
  CHECK(bench.world.now == seconds(5));
}

TEST_CASE("kubernetes-client 76: a lost connection, ten repeats a second apart") {
  Bench bench;
  bench.answers({lost(Fault::reset)});
  CHECK_THROWS_AS(static_cast<void>(bench.connect().request(get())), Error);
  CHECK(bench.world.requests.size() == 11);
  CHECK(bench.world.now == seconds(10));
}

TEST_CASE("kubernetes-client 11.7: a failure of the transport ends the run, a no of the server does not") {
  Bench bench;
  bench.answers({with(404, ""), lost(Fault::timeout)});
  Connection& connection = bench.connect();
  CHECK_THROWS_AS(static_cast<void>(connection.request(get())), StatusError);
  CHECK_THROWS_AS(static_cast<void>(connection.request(get())), Error);
  CHECK_THROWS_AS(static_cast<void>(connection.request(get())), Error);
  CHECK_THROWS_AS(static_cast<void>(connection.list({})), Error);
  CHECK(bench.world.requests.size() == 2);
}

TEST_CASE("kubernetes-client 55: 401 twice, two requests") {
  Bench bench;
  bench.login.credentials = {bearer("one", 0), bearer("two", 1), bearer("three", 2)};
  bench.answers({with(401, k_unauthorized)});
  CHECK_THROWS_AS(static_cast<void>(bench.connect().request(get())), StatusError);
  CHECK(bench.world.requests.size() == 2);
  CHECK(bench.login.refreshes == 1);
  CHECK(authorization(bench.world.requests[1]) == "Bearer two");
}

TEST_CASE("kubernetes-client 11.8: four requests answered 401 share one refresh") {
  Bench bench;
  bench.login.credentials = {bearer("old", 0), bearer("new", 1)};
  bench.world.answer = [](std::deque<FakeTransport::Started>& waiting) {
    const FakeTransport::Started first = waiting.front();
    waiting.pop_front();
    const bool is_old = authorization(first.request) == "Bearer old";
    give(*first.receiver, is_old ? with(401, k_unauthorized)
                                 : with(200, R"({"kind":"PodList","metadata":{},"items":[{"metadata":{"uid":"a"}}]})"));
  };
  std::vector<testing::Items> items(4);
  std::vector<ListRequest> lists(4);
  for (std::size_t i = 0; i < 4; ++i) {
    lists[i].resource = {.group = "", .version = "v1", .plural = "pods", .kind = "Pod", .namespaced = true};
    lists[i].reader = [&items, i] { return std::make_unique<testing::JsonPageReader>(items[i]); };
  }
  const auto results = bench.connect().list(lists);
  CHECK(bench.login.refreshes == 1);
  CHECK(bench.world.requests.size() == 8);
  CHECK(bench.world.most_in_flight == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(results[i].complete);
    CHECK(items[i].size() == 1);
  }
}

TEST_CASE("kubernetes-client 2.2: a rotated client certificate gets a transport of its own") {
  Bench bench;
  Credential other = bearer("two", 1);
  other.certificate_pem = "other";
  bench.login.credentials = {bearer("one", 0), other};
  bench.answers({with(401, k_unauthorized), {}});
  CHECK(bench.connect().request(get()).status == 200);
  CHECK(bench.transports == 2);
}

TEST_CASE("kubernetes-client 11.3: three broken bodies are asked for again, counted over the run") {
  Bench bench;
  bench.answers({with(200, "{"), with(200, "["), {}, with(200, ""), with(200, "{"), {}});
  Connection& connection = bench.connect();
  CHECK(connection.request(get()).body == "{}");
  CHECK_THROWS_AS(static_cast<void>(connection.request(get())), Error);
  CHECK(bench.world.requests.size() == 5);
}

TEST_CASE("an eviction is never sent twice (11.10), an answer of 201 is one") {
  Bench bench;
  ApiRequest evict = get("/api/v1/namespaces/x/pods/p/eviction");
  evict.method = http::Method::post;
  bench.answers({with(429, "", {{"Retry-After", "1"}})});
  CHECK_THROWS_AS(static_cast<void>(bench.connect().request(evict)), StatusError);
  CHECK(bench.world.requests.size() == 1);

  Bench created;
  created.answers({with(201, "{}")});
  CHECK(created.connect().request(evict).status == 201);
}

TEST_CASE("kubernetes-client 35: over plain http no credential is asked for, none is sent, and that is said") {
  Bench bench;
  bench.access.server = "http://h";
  bench.access.login = TokenLogin{"hush"};
  bench.login.credentials = {bearer("hush", 0)};
  bench.answers({{}});
  CHECK(bench.connect().request(get()).status == 200);
  CHECK(authorization(bench.world.requests[0]).empty());
  REQUIRE(bench.said.size() == 1);
  CHECK(bench.said[0].find("no credential is sent") != std::string::npos);
}

/// A list whose pages the test answers in the order it likes.
struct ListBench : Bench {
  testing::Items items;
  ListRequest list;

  ListBench() {
    list.resource = {.group = "", .version = "v1", .plural = "pods", .kind = "Pod", .namespaced = true};
    list.protobuf = false;
    list.reader = [this] { return std::make_unique<testing::JsonPageReader>(items); };
    list.start_over = [this] { items.clear(); };
  }
};

std::string page(const std::string& uid, const std::string& token) {
  return R"({"kind":"PodList","metadata":{"continue":")" + token +
         R"(","resourceVersion":"7"},"items":[{"metadata":{"uid":")" + uid + R"("}}]})";
}

bool asks(const http::Request& request, const std::string& token) {
  return request.url.find(token.empty() ? "limit=500" : "continue=" + token) != std::string::npos &&
         (!token.empty() || request.url.find("continue=") == std::string::npos);
}

TEST_CASE("kubernetes-client 11.3: the page behind may be whole first, and waits for the one before it") {
  ListBench bench;
  bench.world.answer = [&](std::deque<FakeTransport::Started>& waiting) {
    const FakeTransport::Started first = waiting.front();
    if (asks(first.request, "") && waiting.size() == 1) {  // its head and token only
      first.receiver->head({.status = 200, .headers = {{"Content-Type", "application/json"}}});
      CHECK(first.receiver->bytes(page("a", "t1").substr(0, 60)));
      CHECK(waiting.size() == 2);
      return;
    }
    if (waiting.size() == 2) {
      const FakeTransport::Started second = waiting.back();
      waiting.pop_back();
      give(*second.receiver, with(200, page("b", "")));
      CHECK(bench.items.empty());
      waiting.pop_front();
      CHECK(first.receiver->bytes(page("a", "t1").substr(60)));
      first.receiver->end({});
    }
  };
  const auto results = bench.connect().list({bench.list});
  CHECK(results[0].complete);
  CHECK(results[0].resource_version == "7");
  CHECK(bench.items.size() == 2);
}

TEST_CASE(
    "kubernetes-client 11.3: a page asked for with the token of a broken attempt is dropped when the token differs") {
  ListBench bench;
  int firsts = 0;
  bench.world.answer = [&](std::deque<FakeTransport::Started>& waiting) {
    const FakeTransport::Started first = waiting.front();
    waiting.pop_front();
    if (asks(first.request, "")) {
      const std::string text = page("a", ++firsts == 1 ? "wrong" : "right");
      give(*first.receiver, with(200, firsts == 1 ? text.substr(0, text.size() - 3) : text));
    } else {
      give(*first.receiver, with(200, page(asks(first.request, "right") ? "b" : "x", "")));
    }
  };
  const auto results = bench.connect().list({bench.list});
  CHECK(results[0].complete);
  CHECK(bench.items.size() == 2);
  CHECK(bench.items.count("x") == 0);
}

TEST_CASE("a list that fails late leaves nothing behind") {
  ListBench bench;
  bench.answers({with(200, page("a", "t1")), with(403, R"({"kind":"Status","status":"Failure","code":403})")});
  const auto results = bench.connect().list({bench.list});
  CHECK_FALSE(results[0].complete);
  REQUIRE(results[0].failure);
  CHECK(results[0].failure->code == 403);
  CHECK(bench.items.empty());
}

TEST_CASE("what a list accepts") {
  ListBench bench;
  bench.answers({with(200, page("a", ""))});
  const auto accept = [&](bool protobuf, bool metadata_only) {
    bench.list.protobuf = protobuf;
    bench.list.metadata_only = metadata_only;
    static_cast<void>(bench.connect().list({bench.list}));
    return bench.world.requests.back().headers.front().value;
  };
  const std::string json = "application/json";
  const std::string partial = ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1, ";
  CHECK(accept(false, false) == json);
  CHECK(accept(true, false) == "application/vnd.kubernetes.protobuf, application/json");
  CHECK(accept(false, true) == json + partial + json);
  CHECK(accept(true, true) == "application/vnd.kubernetes.protobuf" + partial + json + partial + json);
}

TEST_CASE("what a reader throws reaches the caller, and the connection lives on") {
  ListBench bench;
  bench.answers({with(200, page("a", "")), with(200, "{}")});
  bench.list.reader = []() -> std::unique_ptr<PageReader> { throw data_error("no memory for it"); };
  Connection& connection = bench.connect();
  CHECK_THROWS_WITH(static_cast<void>(connection.list({bench.list})), "no memory for it");
  CHECK(connection.list({}).empty());
}

}  // namespace
