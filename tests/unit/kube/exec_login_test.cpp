// kubernetes-client 46 to 58: credential plugins, scripted. Real children are in exec_children_test.cpp.
#include "login_desk.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using kgpu::Error;
using kgpu::kube::ExecLogin;
using kgpu::system::ProcessRequest;
using kgpu::system::ProcessResult;
using kgpu::testing::exec_credential;
using kgpu::testing::LoginDesk;
using kgpu::testing::variable_of;
using namespace std::chrono_literals;
using Json = nlohmann::json;

namespace {

const std::string k_v1 = "client.authentication.k8s.io/v1";

Json info_of(const ProcessRequest& request) {
  return Json::parse(variable_of(request, "KUBERNETES_EXEC_INFO"));
}

}  // namespace

TEST_CASE("kubernetes-client 46: the reply as JSON or YAML; a table is shown by its shape only") {
  LoginDesk desk;
  for (const std::string& output :
       {exec_credential(R"({"token": "t1", "expirationTimestamp": "2026-08-01T12:14:00Z"})"),
        std::string("apiVersion: client.authentication.k8s.io/v1beta1\nkind: ExecCredential\nspec: {}\nstatus:\n"
                    "  expirationTimestamp: '2026-08-01T12:14:00Z'\n  token: t1\n"),
        std::string("kind: ExecCredential\napiVersion: client.authentication.k8s.io/v1beta1\n"
                    "status: {token: t1, expirationTimestamp: 2026-08-01T12:14:00Z}\n")}) {
    CAPTURE(output);
    desk.output = output;
    CHECK(desk.log_in_by_plugin()->current().authorization == "Bearer t1");
  }
  desk.output = "----------------\n|   GetToken   |\n|  token|  k8s-aws-v1.aHR0cHM6Ly9zdHM  |\n";
  std::string refusal = desk.refusal();
  CHECK(refusal.starts_with("getting credentials: decoding stdout: "));
  CHECK(refusal.find("it looks like '---------------- |   xxxxxxxx   | |  xxxxx|  x0x-xxx-x0.") != std::string::npos);
  CHECK(refusal.find("aHR0") == std::string::npos);
  CHECK(refusal.find("--output json") != std::string::npos);
  desk.output = std::string(5000, 'x');
  CHECK(desk.refusal().size() < 600);
  desk.output = " \n";
  CHECK(desk.refusal() == "getting credentials: decoding stdout: the plugin printed nothing");
  desk.output = exec_credential(R"({"token": "t1"})") + "trailing";
  CHECK(desk.refusal().starts_with("getting credentials: decoding stdout: "));
  desk.output = "{\"kind\": \"Status\"}";
  CHECK(desk.refusal().starts_with("getting credentials: decoding stdout: it is no ExecCredential"));
}

TEST_CASE("kubernetes-client 47: a reply of another version, or without what it is for") {
  LoginDesk desk;
  desk.output = exec_credential(R"({"token": "t1"})", k_v1);
  CHECK(desk.refusal().starts_with(
      "getting credentials: exec plugin is configured to use API version client.authentication.k8s.io/v1beta1, "
      "plugin returned version client.authentication.k8s.io/v1\n"));
  desk.output = "{\"kind\": \"ExecCredential\", \"apiVersion\": \"client.authentication.k8s.io/v1beta1\"}";
  CHECK(desk.refusal() == "getting credentials: exec plugin didn't return a status field");
  desk.output = exec_credential("{}");
  CHECK(desk.refusal() == "getting credentials: exec plugin didn't return a token or cert/key pair");
  desk.output = exec_credential(R"({"token": "t", "clientCertificateData": "c"})");
  CHECK(desk.refusal() == "getting credentials: exec plugin returned only certificate or key, not both");
  desk.output = exec_credential(R"({"token": "t", "expirationTimestamp": "soon"})");
  CHECK(desk.refusal() ==
        "getting credentials: decoding stdout: the expirationTimestamp is no time as RFC 3339 writes it");
  desk.output = exec_credential(R"({"token": "s3cr3t\nX-Evil: 1"})");
  CHECK(desk.refusal().starts_with("getting credentials: the token of the plugin 'aws' holds a line break"));
  desk.output = exec_credential(R"({"clientCertificateData": "c", "clientKeyData": "k"})");
  const auto credential = desk.log_in_by_plugin()->current();
  CHECK(credential.authorization == "");
  CHECK(credential.certificate_pem == "c");
  CHECK(credential.key_pem == "k");
}

TEST_CASE("kubernetes-client 48: a plugin that is not there, with its hint made harmless") {
  LoginDesk desk;
  desk.processes.on_path.clear();
  CHECK(desk.refusal().starts_with("getting credentials: exec: executable aws not found\n"));
  desk.exec.install_hint = "Install \x1b[31mgke-gcloud-auth-plugin\x1b[0m\nfrom the web";
  CHECK(desk.refusal() ==
        "getting credentials: exec: executable aws not found\n"
        "Install \\x1b[31mgke-gcloud-auth-plugin\\x1b[0m from the web");
  desk.exec.command = "/opt/bin/kubelogin";
  desk.processes.answer = {};
  CHECK(desk.refusal().starts_with("getting credentials: exec: executable /opt/bin/kubelogin not found\n"));
}

TEST_CASE("kubernetes-client 49: a plugin that fails") {
  LoginDesk desk;
  desk.processes.answer = [](const ProcessRequest&) {
    return ProcessResult{.exit_code = 3, .signal = 0, .output = "s3cr3t"};
  };
  CHECK(desk.refusal() == "getting credentials: exec: executable aws failed with exit code 3");
  desk.processes.answer = [](const ProcessRequest&) {
    return ProcessResult{.exit_code = -1, .signal = 9, .output = {}};
  };
  CHECK(desk.refusal() == "getting credentials: exec: executable aws failed with exit code -1 (signal 9)");

  // The failure is remembered: five requests would else be five prompts (kubernetes/kubernetes#78321).
  desk.processes.requests.clear();
  const auto login = desk.log_in_by_plugin();
  for (int i = 0; i < 5; ++i) {
    CHECK_THROWS_AS((void)login->current(), Error);
    desk.now += 10min;
  }
  CHECK(desk.processes.requests.size() == 1);
}

TEST_CASE("kubernetes-client 51: the environment, and what the plugin is told") {
  LoginDesk desk;
  desk.exec.args = {"eks", "get-token"};
  desk.exec.env = {{"AWS_PROFILE", "one"}, {"AWS_PROFILE", "two"}, {"KUBERNETES_EXEC_INFO", "no"}};
  (void)desk.log_in_by_plugin()->current();
  ProcessRequest request = desk.processes.requests.back();
  CHECK(request.command == "/bin/aws");
  CHECK(request.args == desk.exec.args);
  CHECK(variable_of(request, "AWS_PROFILE") == "two");
  CHECK(info_of(request) == Json{{"kind", "ExecCredential"},
                                 {"apiVersion", "client.authentication.k8s.io/v1beta1"},
                                 {"spec", {{"interactive", false}}}});

  desk.exec.provide_cluster_info = true;
  desk.exec.cluster_config_json = R"({"audience": "x"})";
  desk.access.ca_pem = "PEM";
  desk.access.tls_server_name = "name";
  desk.access.proxy_url = "http://p";
  desk.access.disable_compression = true;
  (void)desk.log_in_by_plugin()->current();
  request = desk.processes.requests.back();
  CHECK(info_of(request)["spec"]["cluster"] == Json{{"server", "https://k.test"},
                                                    {"tls-server-name", "name"},
                                                    {"certificate-authority-data", "UEVN"},
                                                    {"proxy-url", "http://p"},
                                                    {"disable-compression", true},
                                                    {"config", {{"audience", "x"}}}});
}

TEST_CASE("kubernetes-client 52: a certificate authority too large for a variable") {
  LoginDesk desk;
  desk.exec.provide_cluster_info = true;
  desk.access.ca_pem = std::string(200U << 10U, 'x');
  CHECK(desk.refusal().find("exec: KUBERNETES_EXEC_INFO for aws would be 273") != std::string::npos);
  CHECK(desk.processes.requests.empty());
}

TEST_CASE("kubernetes-client 53: many requests, one run") {
  LoginDesk desk;
  const auto login = desk.log_in_by_plugin();
  for (int i = 0; i < 20; ++i) {
    CHECK(login->current().generation == 1);
  }
  CHECK(desk.processes.requests.size() == 1);
}

TEST_CASE("kubernetes-client 54: a reply that is already expired is used as it is, once a minute") {
  LoginDesk desk;
  desk.output = exec_credential(R"({"token": "t1", "expirationTimestamp": "2026-08-01T11:00:00Z"})");
  const auto login = desk.log_in_by_plugin();
  for (int second = 0; second < 60; ++second) {
    const auto credential = login->current();
    CHECK(credential.authorization == "Bearer t1");
    CHECK(credential.expired_on_arrival);
    desk.now += 1s;
  }
  CHECK(desk.processes.requests.size() == 1);
  (void)login->current();
  CHECK(desk.processes.requests.size() == 2);
}

TEST_CASE("exec: a token is renewed a minute before it ends, and kept when that fails") {
  LoginDesk desk;
  desk.output = exec_credential(R"({"token": "t1", "expirationTimestamp": "2026-08-01T12:14:00Z"})");
  const auto login = desk.log_in_by_plugin();
  (void)login->current();
  desk.now += 13min;
  (void)login->current();
  CHECK(desk.processes.requests.size() == 1);
  desk.now += 1s;
  desk.processes.answer = [](const ProcessRequest&) {
    return ProcessResult{.exit_code = 1, .signal = 0, .output = {}};
  };
  CHECK(login->current().authorization == "Bearer t1");
  CHECK(desk.processes.requests.size() == 2);
  desk.now += 61s;  // now it has ended
  CHECK_THROWS_WITH_AS((void)login->current(), "getting credentials: exec: executable aws failed with exit code 1",
                       Error);

  desk.processes.answer = [&](const ProcessRequest&) { return ProcessResult{.output = desk.output}; };
  const auto again = desk.log_in_by_plugin();
  desk.output = exec_credential(R"({"token": "t2"})");
  CHECK(again->current().authorization == "Bearer t2");
  desk.now += 24h;
  CHECK(again->current().generation == 1);  // without an expiry it holds
}

TEST_CASE("kubernetes-client 55: a 401 runs the plugin once, and a second one within a minute does not") {
  LoginDesk desk;
  const auto login = desk.log_in_by_plugin();
  const auto first = login->current().generation;
  desk.output = exec_credential(R"({"token": "t2"})");
  CHECK(login->refresh(first));
  CHECK(login->current().authorization == "Bearer t2");
  CHECK(login->refresh(first));  // other requests of the old generation: repeated only
  CHECK(desk.processes.requests.size() == 2);
  CHECK(!login->refresh(login->current().generation));
  desk.now += 61s;
  CHECK(login->refresh(login->current().generation));
  CHECK(desk.processes.requests.size() == 3);
}

TEST_CASE("kubernetes-client 56: who may read the terminal") {
  using Interactive = ExecLogin::Interactive;
  struct Case {
    Interactive mode;
    bool terminal;
    bool taken;
    bool own_stdin;
    std::string refusal;
  };
  const std::string cannot = "getting credentials: exec plugin cannot support interactive mode: standard input is ";
  const Case cases[] = {
      {Interactive::if_available, true, false, true, ""},
      {Interactive::if_available, false, false, false, ""},
      {Interactive::if_available, true, true, false, ""},
      {Interactive::never, true, false, false, ""},
      {Interactive::always, true, false, true, ""},
      {Interactive::always, false, false, false, cannot + "not a terminal"},
      {Interactive::always, true, true, false, cannot + "unavailable: used by stdin resource manifest reader"},
  };
  for (const Case& c : cases) {
    CAPTURE(static_cast<int>(c.mode));
    CAPTURE(c.terminal);
    CAPTURE(c.taken);
    LoginDesk desk;
    desk.exec.interactive = c.mode;
    desk.stdin_is_terminal = c.terminal;
    desk.access.stdin_is_taken = c.taken;
    CHECK(desk.refusal() == c.refusal);
    REQUIRE(desk.processes.requests.size() == (c.refusal.empty() ? 1U : 0U));
    if (c.refusal.empty()) {
      CHECK(desk.processes.requests[0].own_stdin == c.own_stdin);
      CHECK(info_of(desk.processes.requests[0])["spec"]["interactive"] == c.own_stdin);
    }
  }
}

TEST_CASE("kubernetes-client 58: kuberc decides which plugins run") {
  using Policy = ExecLogin::Policy;
  LoginDesk desk;
  desk.exec.policy = Policy::deny_all;
  CHECK(desk.refusal().starts_with("getting credentials: plugin 'aws' not allowed: policy set to \"DenyAll\"\n"));
  CHECK(desk.processes.requests.empty());

  desk.exec.policy = Policy::allowlist;
  desk.exec.allowed = {"kubelogin", "/usr/bin/aws"};
  CHECK(desk.refusal().starts_with(
      "getting credentials: plugin path '/bin/aws' is not permitted by the credential plugin allowlist\n"));
  CHECK(desk.processes.requests.empty());
  for (const std::string allowed : {"aws", "/bin/aws"}) {
    desk.exec.allowed = {allowed};
    CHECK(desk.refusal() == "");
  }
  desk.exec.command = "/bin/aws";
  desk.exec.allowed = {"aws"};  // the same program by its name
  CHECK(desk.refusal() == "");
}
