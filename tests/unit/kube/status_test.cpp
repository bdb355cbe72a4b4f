#include "kgpu/kube/status.hpp"

#include "server_text.hpp"
#include "status_readers.hpp"
#include "warnings.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace kgpu::kube;

namespace {

constexpr const char* k_json = "application/json";
constexpr const char* k_protobuf = "application/vnd.kubernetes.protobuf";

/// Protobuf by hand, from the wire format alone: field number and type in a byte, length, bytes. Short fields only.
std::string field(int number, const std::string& bytes) {
  std::string length;
  for (std::size_t rest = bytes.size(); true; rest >>= 7U) {
    length += static_cast<char>((rest & 0x7fU) | (rest >= 0x80 ? 0x80U : 0U));
    if (rest < 0x80) {
      break;
    }
  }
  return static_cast<char>(number << 3 | 2) + length + bytes;
}

std::string number(int field_number, unsigned value) {
  std::string text(1, static_cast<char>(field_number << 3));
  for (; value >= 0x80; value >>= 7U) {
    text += static_cast<char>((value & 0x7fU) | 0x80U);
  }
  return text + static_cast<char>(value);
}

/// As kube-apiserver writes it: kubernetes-client's protobuf page, "The wire".
std::string envelope(const std::string& kind, const std::string& raw) {
  return std::string("k8s\0", 4) + field(1, field(1, "v1") + field(2, kind)) + field(2, raw) + field(3, "") +
         field(4, "");
}

std::string protobuf_of(const nlohmann::json& status) {
  std::string raw = field(1, field(3, status.value("/metadata/continue"_json_pointer, "")));
  raw += field(2, status.value("status", "")) + field(3, status.value("message", ""));
  raw += field(4, status.value("reason", ""));
  if (status.contains("details")) {
    const auto& details = status["details"];
    std::string bytes = field(1, details.value("name", "")) + field(2, details.value("group", ""));
    bytes += field(3, details.value("kind", ""));
    for (const auto& cause : details.value("causes", nlohmann::json::array())) {
      bytes += field(4, field(1, cause.value("reason", "")) + field(2, cause.value("message", "")) +
                            field(3, cause.value("field", "")));
    }
    raw += field(5, bytes + number(5, details.value("retryAfterSeconds", 0U)) + field(6, ""));
  }
  return envelope("Status", raw + number(6, status.value("code", 0U)));
}

nlohmann::json failure(int code, const std::string& reason, const std::string& message) {
  return {{"kind", "Status"},    {"apiVersion", "v1"}, {"metadata", nlohmann::json::object()},
          {"status", "Failure"}, {"message", message}, {"reason", reason},
          {"code", code}};
}

std::vector<nlohmann::json> errors() {
  auto not_found = failure(404, "NotFound", "nodes \"a\" not found");
  not_found["details"] = {{"name", "a"}, {"kind", "nodes"}};
  auto expired = failure(410, "Expired", "The provided continue parameter is too old");
  expired["metadata"]["continue"] = "eyJ2IjoibWV0YS5rOHMuaW8vdjEi";
  auto busy = failure(429, "TooManyRequests", "too many");
  busy["details"] = {{"retryAfterSeconds", 5}};
  auto conflict = failure(409, "Conflict", "Apply failed with 1 conflict: conflict with \"argocd\": .data.a");
  conflict["details"] = {
      {"name", "x"},
      {"group", "karpenter.sh"},
      {"kind", "nodepools"},
      {"causes",
       {{{"reason", "FieldManagerConflict"}, {"message", "conflict with \"argocd\""}, {"field", ".data.a"}}}}};
  return {not_found, expired, busy, conflict, failure(401, "Unauthorized", "Unauthorized"), failure(500, "", "x")};
}

TEST_CASE("kubernetes-client 11.1: the same errors as JSON and as protobuf give the same Status") {
  for (const auto& error : errors()) {
    CAPTURE(error.dump());
    const auto json = read_status("application/json; charset=utf-8", error.dump());
    const auto protobuf = read_status(k_protobuf, protobuf_of(error));
    REQUIRE(json);
    REQUIRE(protobuf);
    CHECK(json->code == error["code"]);
    CHECK(json->reason == error["reason"]);
    CHECK(json->message == error["message"]);
    CHECK(protobuf->code == json->code);
    CHECK(protobuf->reason == json->reason);
    CHECK(protobuf->message == json->message);
    CHECK(protobuf->name == json->name);
    CHECK(protobuf->group == json->group);
    CHECK(protobuf->kind == json->kind);
    CHECK(protobuf->retry_after_seconds == json->retry_after_seconds);
    CHECK(protobuf->continue_token == json->continue_token);
    REQUIRE(protobuf->causes.size() == json->causes.size());
    for (std::size_t i = 0; i < json->causes.size(); ++i) {
      CHECK(protobuf->causes[i].reason == json->causes[i].reason);
      CHECK(protobuf->causes[i].message == json->causes[i].message);
      CHECK(protobuf->causes[i].field == json->causes[i].field);
    }
  }
  CHECK(read_status(k_json, errors()[1].dump())->continue_token == "eyJ2IjoibWV0YS5rOHMuaW8vdjEi");
  CHECK(*read_status(k_json, errors()[2].dump())->retry_after_seconds == 5);
}

TEST_CASE("what is no failed Status is none") {
  auto success = failure(200, "", "");
  success["status"] = "Success";
  const std::string whole = protobuf_of(errors()[0]);
  CHECK_FALSE(read_status(k_json, success.dump()));
  CHECK_FALSE(read_status(k_protobuf, protobuf_of(success)));
  CHECK_FALSE(read_status(k_protobuf, envelope("PodList", field(1, ""))));
  CHECK_FALSE(read_status(k_json, R"({"kind":"Pod","status":"Failure"})"));
  CHECK_FALSE(read_status(k_json, R"({"kind":"Status","status":{}})"));
  CHECK_FALSE(read_status(k_json, whole));
  CHECK_FALSE(read_status("text/html", errors()[0].dump()));
  CHECK_FALSE(read_status("", ""));
  // A cut one may lose its end, never more: each field is checked against what is left.
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    static_cast<void>(read_status(k_protobuf, whole.substr(0, length)));
  }
}

TEST_CASE("kubectl's sentences") {
  const auto said = [](const nlohmann::json& error) { return sentence(*read_status(k_json, error.dump())); };
  CHECK(said(failure(404, "NotFound", "nodes \"a\" not found")) ==
        "error from server (NotFound): nodes \"a\" not found");
  CHECK(said(failure(500, "", "boom")) == "error from server: boom");
  CHECK(said(failure(401, "Unauthorized", "Unauthorized")) == "you must be logged in to the server (Unauthorized)");
  CHECK(said(errors()[3]) == "apply failed with 1 conflict: conflict with \"argocd\": .data.a");
  auto invalid = failure(422, "Invalid", "ConfigMap \"foo\" is invalid: [...]");
  invalid["details"] = {
      {"name", "foo"},
      {"kind", "ConfigMap"},
      {"causes",
       {{{"field", "data.a"}, {"message", "Required value"}}, {{"field", "data.b"}, {"message", "Too long"}}}}};
  CHECK(said(invalid) == "the ConfigMap \"foo\" is invalid: data.a: Required value; data.b: Too long");
  // Seen on kube-apiserver 1.34 (kubernetes-client 11.11).
  CHECK(
      said(failure(500, "",
                   "failed to create typed patch object (/gpu; karpenter.sh/v1, Kind=NodePool): errors:\n  .spec.foo: "
                   "field not declared in schema\n  .spec.bar: field not declared in schema")) ==
      "nodepool/gpu: unknown field spec.foo, spec.bar");
}

TEST_CASE("kubernetes-client 75, 86: words of a server are fit for a terminal") {
  CHECK(neutralised("a\x1b[31mb\x07\x7f") == "a^[[31mb^G^?");
  CHECK(neutralised("one\ntwo\tthree") == "one two three");
  CHECK(neutralised("Zürich ✓") == "Zürich ✓");
  CHECK(neutralised(std::string("a\0b", 3)) == "a^@b");
  CHECK(neutralised("\xff") == "\\xff");
  CHECK(neutralised(std::string(9, 'x'), 4) == "xxxx…");
  CHECK(excerpt("<html>\n<title>502 Bad Gateway</title>\x1b[1m</html>") == "502 Bad Gateway ^[[1m");
  CHECK(excerpt(std::string(5000, 'x')).size() == 200 + std::string("…").size());
  CHECK(excerpt("").empty());
  CHECK(media_type("Application/JSON ; charset=utf-8") == k_json);
}

TEST_CASE("kubernetes-client 3.4: a body that is no Status gets client-go's words") {
  CHECK(generic_status(404, "nope", "get pods").message ==
        "the server could not find the requested resource (get pods)");
  CHECK(generic_status(403, "<b>Forbidden</b> by proxy", "get pods").message == "Forbidden by proxy (get pods)");
  CHECK(generic_status(503, "<html>", "list pods").message ==
        "the server is currently unable to handle the request (list pods)");
  CHECK(generic_status(502, "<h1>Bad Gateway</h1>", "list pods").message ==
        "an error on the server (\"Bad Gateway\") has prevented the request from succeeding (list pods)");
  CHECK(generic_status(429, "", "").reason == "TooManyRequests");
  CHECK(generic_status(418, "", "x").message ==
        "the server responded with the status code 418 but did not return more information (x)");
}

TEST_CASE("kubernetes-client 84: Warning headers") {
  using Texts = std::vector<std::string>;
  CHECK(warning_texts(R"(299 - "policy/v1beta1 is deprecated")") == Texts{"policy/v1beta1 is deprecated"});
  CHECK(warning_texts(R"(299 - "a, b", 299 - "c")") == Texts{"a, b", "c"});
  CHECK(warning_texts(R"(299 - "say \"x\" and \\")") == Texts{R"(say "x" and \)"});
  CHECK(warning_texts(R"(199 - "other", 299 agent "ours" "Wed, 21 Oct 2026 07:28:00 GMT",299 - "more")") ==
        Texts{"ours", "more"});
  CHECK(warning_texts("299 - \"\x1b[31m\"") == Texts{"^[[31m"});
  for (const char* broken :
       {"", "299", "299 -", "299 - unquoted", "299 - \"open", "2999 - \"a\"", ",,,", "\"", "299 - \"\\"}) {
    CAPTURE(broken);
    CHECK(warning_texts(broken).empty());
  }
}

}  // namespace
