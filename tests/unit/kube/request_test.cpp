#include "request_headers.hpp"
#include "server_host.hpp"
#include "wire_log.hpp"

#include "kgpu/kube/advice.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

using namespace kgpu;
using namespace kgpu::kube;
using http::Method;

namespace {

bool has(const std::vector<std::string>& lines, const std::string& text) {
  for (const std::string& line : lines) {
    if (line.find(text) != std::string::npos) {
      return true;
    }
  }
  return false;
}

TEST_CASE("kubernetes-client 33, 98: the URL keeps the server's prefix and encodes values") {
  Access access;
  access.server = "https://h/k8s/clusters/c-1";
  ApiRequest request;
  request.path = "/api/v1/pods";
  request.query = {{"continue", "a+/="}, {"fieldSelector", "spec.nodeName!=,status.phase!=Failed"}};
  CHECK(request_url(request, access) ==
        "https://h/k8s/clusters/c-1/api/v1/pods?continue=a%2B%2F%3D&fieldSelector=spec.nodeName%21%3D%2C"
        "status.phase%21%3DFailed");
  request.query.clear();
  access.request_timeout = std::chrono::minutes(2);
  CHECK(request_url(request, access).ends_with("/api/v1/pods?timeout=2m"));
  access.request_timeout = std::chrono::milliseconds(500);
  CHECK(request_url(request, access).ends_with("?timeout=500ms"));
  request.path = "/apis?x=y";
  CHECK(request_url(request, access).ends_with("/apis?x=y&timeout=500ms"));
}

TEST_CASE("kubernetes-client 57: impersonation, each group a header, the key of an extra escaped") {
  Access access;
  access.impersonation = {.user = "jane", .uid = "7", .groups = {"a", "b"}, .extra = {{"example.com/team", "x"}}};
  const auto headers = request_headers({}, access, "Bearer t", "kubectl-gpu/1");
  std::string all;
  for (const auto& header : headers) {
    all += header.name + ": " + header.value + "\n";
  }
  CHECK(all ==
        "Accept: application/json\nUser-Agent: kubectl-gpu/1\nAuthorization: Bearer t\nImpersonate-User: jane\n"
        "Impersonate-Uid: 7\nImpersonate-Group: a\nImpersonate-Group: b\nImpersonate-Extra-example.com%2Fteam: x\n");
}

TEST_CASE("kubernetes-client 130: -v says what was asked and answered, and no secret") {
  http::Request request;
  request.url = "https://me:hush@h/api/v1/namespaces/x/secrets?limit=1";
  request.headers = {{"Authorization", "Bearer hush"}, {"Accept", "application/json"}, {"Cookie", "hush"}};
  request.body = "{\"kind\":\"Secret\",\"data\":\"hush\"}";
  Logged answer;
  answer.url = request.url;
  answer.head = {.status = 200, .headers = {{"Set-Cookie", "s=hush"}, {"Audit-Id", "1"}}};
  answer.body = "{\"kind\":\"SecretList\",\"hush\":1}";
  answer.duration = std::chrono::milliseconds(12);
  for (int verbosity = 0; verbosity <= 10; ++verbosity) {
    CAPTURE(verbosity);
    const auto asked = request_lines(request, verbosity);
    const auto answered = answer_lines(answer, verbosity);
    CHECK_FALSE(has(asked, "hush"));
    CHECK_FALSE(has(answered, "hush"));
    CHECK(has(answered, "GET https://h/api/v1/namespaces/x/secrets?limit=1 200 in 12 milliseconds") ==
          (verbosity >= 6));
    CHECK(has(asked, "Authorization: Bearer <masked>") == (verbosity >= 7));
    CHECK(has(answered, "Audit-Id: 1") == (verbosity >= 8));
    CHECK(has(asked, "curl -v -XGET") == (verbosity >= 9));
  }
  answer.url = "https://h/api/v1/nodes";
  answer.body = "{\"kind\":\"NodeList\"}";
  CHECK(has(answer_lines(answer, 8), "Response Body: {\"kind\":\"NodeList\"}"));
  const std::string long_body(20000, 'x');
  answer.body = long_body;
  CHECK(answer_lines(answer, 8).back().size() < 1100);
  CHECK(answer_lines(answer, 9).back().size() > 10000);
}

TEST_CASE("what a path is to RBAC") {
  struct Case {
    Method method;
    const char* path;
    const char* expected;
  };
  const Case cases[] = {
      {Method::get, "/api/v1/nodes", R"(- {apiGroups: [""], resources: ["nodes"], verbs: ["list"]})"},
      {Method::get, "/api/v1/nodes/a?x", R"(- {apiGroups: [""], resources: ["nodes"], verbs: ["get"]})"},
      {Method::get, "/api/v1/namespaces/x/pods", R"(- {apiGroups: [""], resources: ["pods"], verbs: ["list"]})"},
      {Method::get, "/api/v1/namespaces/x", R"(- {apiGroups: [""], resources: ["namespaces"], verbs: ["get"]})"},
      {Method::patch, "/apis/karpenter.sh/v1/nodepools/a",
       R"(- {apiGroups: ["karpenter.sh"], resources: ["nodepools"], verbs: ["patch"]})"},
      {Method::post, "/api/v1/namespaces/x/pods/p/eviction",
       R"(- {apiGroups: [""], resources: ["pods/eviction"], verbs: ["create"]})"},
      {Method::del, "/apis/apps/v1/namespaces/x/deployments/d",
       R"(- {apiGroups: ["apps"], resources: ["deployments"], verbs: ["delete"]})"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.path);
    CHECK(role_rule(target_of(c.method, c.path)) == c.expected);
  }
  CHECK(target_of(Method::get, "/version").resource.empty());
  CHECK(target_of(Method::get, "/apis").resource.empty());
  CHECK(target_of(Method::get, "").resource.empty());
}

TEST_CASE("kubernetes-client 11.9: EKS by host or login; hints of 401 and 403") {
  Access access;
  access.server = "https://ABC.gr7.eu-central-1.EKS.amazonaws.com";
  CHECK(is_eks(access));
  access.server = "https://eks.amazonaws.com.evil.test";
  CHECK_FALSE(is_eks(access));
  ExecLogin aws;
  aws.command = "/usr/local/bin/aws";
  aws.args = {"eks", "get-token", "--cluster-name", "prod"};
  access.login = aws;
  CHECK(is_eks(access));

  Status unauthorized;
  unauthorized.code = 401;
  const ApiTarget nodes{.verb = "list", .group = "", .resource = "nodes", .name = {}};
  CHECK(advice(unauthorized, access, nodes).find("aws eks list-access-entries --cluster-name prod") !=
        std::string::npos);
  CHECK(advice(unauthorized, access, nodes, std::chrono::minutes(-23)).find("23 min behind the server's") !=
        std::string::npos);
  Status forbidden;
  forbidden.code = 403;
  forbidden.message = R"(User "arn:aws:sts::1:assumed-role/x" cannot list resource "nodes")";
  CHECK(advice(forbidden, access, nodes).find("access entry is there but lacks") != std::string::npos);
  forbidden.message = R"(User "system:anonymous" cannot list resource "nodes")";
  CHECK(advice(forbidden, access, nodes).find("took this for a stranger") != std::string::npos);
  access.login = NoLogin{};
  CHECK(advice(unauthorized, access, nodes).find("no credential was sent") != std::string::npos);
}

TEST_CASE("clocks are compared by the Date header") {
  // 784111777: the example date of RFC 9110 5.6.7.
  const auto now = std::chrono::system_clock::from_time_t(784111777 + 90);
  CHECK(*clock_ahead_of("Sun, 06 Nov 1994 08:49:37 GMT", now) == std::chrono::seconds(90));
  CHECK_FALSE(clock_ahead_of("", now));
  CHECK_FALSE(clock_ahead_of("yesterday", now));
}

TEST_CASE("hosts of servers") {
  CHECK(server_host_and_port("https://u:p@h:6443/k8s?x") == "h:6443");
  CHECK(server_host("https://[FD00::1]:6443") == "fd00::1");
  CHECK(server_host("https://Host/x") == "host");
  CHECK(is_plain_http("HTTP://x"));
  CHECK_FALSE(is_plain_http("https://x"));
}

TEST_CASE("transport failures in kubectl's words") {
  Access access;
  access.server = "https://h:6443/prefix";
  CHECK(std::string(transport_error({http::Fault::connect, "connection refused"}, access).what()) ==
        "the connection to the server h:6443 was refused - did you specify the right host or port?");
  CHECK(std::string(transport_error({http::Fault::reset, "EOF"}, access).what()) ==
        "unable to connect to the server: EOF");
}

}  // namespace
