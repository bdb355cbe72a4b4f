// kubernetes-client 11 to 22: what a kubeconfig's text may be.
#include "config_desk.hpp"

#include <doctest/doctest.h>

#include <ctime>

using kgpu::kube::Access;
using kgpu::kube::ConfigFlags;
using kgpu::kube::ExecLogin;
using kgpu::kube::TokenLogin;
using kgpu::testing::ConfigDesk;
using kgpu::testing::one_context;

namespace {

/// Of this program's own time: tests run beside others.
double seconds_for(ConfigDesk& desk, std::string& refusal) {
  const std::clock_t start = std::clock();
  refusal = desk.refusal();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// UTF-16 of an ASCII text, with its mark.
std::string utf16(const std::string& text, bool big_endian) {
  std::string bytes = big_endian ? "\xfe\xff" : "\xff\xfe";
  for (const char c : text) {
    bytes += big_endian ? std::string(1, '\0') + c : std::string(1, c) + '\0';
  }
  return bytes;
}

}  // namespace

TEST_CASE("kubernetes-client 11: a repeated key is refused with its line, and without the value") {
  ConfigDesk desk(one_context("    server: https://k.test\n", "    token: first\n    token: s3cr3t\n"));
  CHECK(desk.refusal() == "cannot use the kubeconfig config:15: the key 'token' is there twice");
}

TEST_CASE("kubernetes-client 12: merge keys are applied, what stands there itself first") {
  ConfigDesk desk(
      one_context("    <<: [&own {server: https://own.test}, {tls-server-name: second, server: https://no.test}]\n"
                  "    proxy-url: http://p.test\n",
                  "    <<: {token: merged, username: \"\"}\n    token: t9\n"));
  const Access access = desk.resolve();
  CHECK(access.server == "https://own.test");
  CHECK(access.tls_server_name == "second");
  CHECK(access.proxy_url == "http://p.test");
  CHECK(std::get<TokenLogin>(access.login).token == "t9");
  // The order in the file does not matter: what is merged never wins.
  desk.files.texts["config"] = one_context("    server: https://first.test\n    <<: {server: https://no.test}\n");
  CHECK(desk.resolve().server == "https://first.test");
  desk.files.texts["config"] = one_context("    server: https://k.test\n    <<: no mapping\n");
  CHECK(desk.refusal() == "cannot use the kubeconfig config:11: a merge key '<<' takes mappings only");
}

TEST_CASE("kubernetes-client 13: alias bombs and deep nesting end at once") {
  std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string below = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int n = 0; n < 10; ++n) {
      bomb += below + (n < 9 ? ", " : "]\n");
    }
  }
  ConfigDesk desk(bomb);
  std::string refusal;
  CHECK(seconds_for(desk, refusal) < 1.0);
  CHECK(refusal == "cannot use the kubeconfig config:6: aliases that multiply beyond measure");

  desk.files.texts["config"] = "a: &a [*a]\n";
  CHECK(desk.refusal().find("an anchor that contains itself") != std::string::npos);

  for (const std::string open : {"[", "{a: ", "- ", "{\"a\":"}) {
    CAPTURE(open);
    std::string deep;
    for (int i = 0; i < 100'000; ++i) {
      deep += open;
    }
    desk.files.texts["config"] = deep;
    CHECK(seconds_for(desk, refusal) < 1.0);
    CHECK(refusal.starts_with("cannot use the kubeconfig config"));
  }
}

TEST_CASE("kubernetes-client 14: byte order marks, UTF-16, CRLF, JSON") {
  const std::string yaml = one_context();
  std::string crlf;
  for (const char c : yaml) {
    crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  }
  const std::string json =
      "{\n\t\"current-context\": \"dev\", \"clusters\": [{\"name\": \"k\", \"cluster\": {\"server\": "
      "\"https:\\/\\/k.test\"}}],\n\t\"users\": [{\"name\": \"u \\ud83d\\ude00\", \"user\": {\"token\": \"t0\"}}],"
      "\"contexts\": [{\"name\": \"dev\", \"context\": {\"cluster\": \"k\", \"user\": \"u \\ud83d\\ude00\"}}]}\n";
  for (const std::string& text : {yaml, "\xef\xbb\xbf" + yaml, utf16(yaml, false), utf16(yaml, true), crlf, json}) {
    CAPTURE(text.substr(0, 20));
    ConfigDesk desk(text);
    const Access access = desk.resolve();
    CHECK(access.server == "https://k.test");
    CHECK(std::get<TokenLogin>(access.login).token == "t0");
  }
  ConfigDesk desk(utf16(yaml, false).substr(2));  // without its mark
  CHECK(desk.refusal() == "cannot use the kubeconfig config:1: a control character");
  desk.files.texts["config"] = "users: \xff\n";
  CHECK(desk.refusal() == "cannot use the kubeconfig config:1: not UTF-8");
}

TEST_CASE("kubernetes-client 15: only the first document counts") {
  ConfigDesk desk(one_context() + "---\ncurrent-context: other\n");
  CHECK(desk.resolve().context == "dev");
}

TEST_CASE("kubernetes-client 16: an empty file is an empty configuration") {
  for (const std::string text : {"", "# nothing\n", "\n\n", "---\n", "{}", "null\n"}) {
    CAPTURE(text);
    ConfigDesk desk;
    desk.variables["KUBECONFIG"] = "empty:config";
    desk.files.texts = {{"empty", text}, {"config", one_context()}};
    CHECK(desk.resolve().server == "https://k.test");
  }
}

TEST_CASE("kubernetes-client 17: other versions and kinds are refused") {
  ConfigDesk desk("apiVersion: v2\nkind: Config\n");
  CHECK(desk.refusal().starts_with("cannot use the kubeconfig config:1: no kind 'Config' of version 'v2' is known"));
  desk.files.texts["config"] = "kind: Pod\n";
  CHECK(desk.refusal().starts_with("cannot use the kubeconfig config:1: no kind 'Pod' of version 'v1' is known"));
  desk.files.texts["config"] = "clusters: []\nkind: \"\"\n";
  CHECK(desk.refusal().starts_with("no cluster is configured"));
}

TEST_CASE("kubernetes-client 18: text that reads as a number must be in quotes; it is not shown") {
  ConfigDesk desk(one_context("    server: https://k.test\n", "    token: 1234567890\n"));
  CHECK(desk.refusal() ==
        "cannot use the kubeconfig config:14: users 'u': user: token must be text, not a number: write it in quotes");
  desk.files.texts["config"] = one_context("    server: https://k.test\n", "    token: \"1234567890\"\n");
  CHECK(desk.refusal() == "");
  desk.files.texts["config"] = one_context("    server: https://k.test\n", "    token: !!str 1234567890\n");
  CHECK(desk.refusal() == "");
  desk.files.texts["config"] = one_context("    server: https://k.test\n", "    token: [s3cr3t]\n");
  CHECK(desk.refusal() == "cannot use the kubeconfig config:14: users 'u': user: token must be text, not a list");
  desk.files.texts["config"] = one_context("    server: https://k.test\n", "    username: off\n");
  CHECK(desk.refusal().find("username must be text, not a boolean: write it in quotes") != std::string::npos);
}

TEST_CASE("kubernetes-client 19: booleans are not in quotes; yes is one") {
  ConfigDesk desk(one_context("    server: https://k.test\n    insecure-skip-tls-verify: \"true\"\n"));
  CHECK(desk.refusal() ==
        "cannot use the kubeconfig config:11: clusters 'k': cluster: insecure-skip-tls-verify must be "
        "true or false without quotes, not text");
  for (const std::string word : {"yes", "on", "true", "Y"}) {
    CAPTURE(word);
    desk.files.texts["config"] =
        one_context("    server: https://k.test\n    insecure-skip-tls-verify: " + word + "\n");
    CHECK(desk.resolve().insecure_skip_tls_verify);
  }
  desk.files.texts["config"] =
      one_context("    Server: ignored\n    server: https://k.test\n    insecure-skip-tls-verify:\n");
  CHECK(!desk.resolve().insecure_skip_tls_verify);
}

TEST_CASE("kubernetes-client 20: names of any script, and ARNs") {
  const std::string arn = "arn:aws:eks:eu-west-1:111122223333:cluster/prod";
  ConfigDesk desk("contexts: [{name: " + arn +
                  ", context: {cluster: k}}, {name: ευ-κλάστερ, context: {cluster: k}}]\n" +
                  "clusters: [{name: k, cluster: {server: https://k.test}}]\n");
  ConfigFlags flags;
  flags.context = arn;
  CHECK(desk.resolve(flags).context == arn);
  flags.context = "ευ-κλάστερ";
  CHECK(desk.resolve(flags).context == "ευ-κλάστερ");
}

TEST_CASE("kubernetes-client 21: ten thousand contexts are read within a second") {
  std::string text = "clusters:\n- name: k\n  cluster: {server: https://k.test}\ncontexts:\n";
  for (int i = 0; i < 10'000; ++i) {
    const std::string number = std::to_string(i);
    text += "- name: context-" + number + "\n  context:\n    cluster: k\n    user: user-" + number +
            "\n    namespace: namespace-" + number + "\n";
  }
  ConfigDesk desk(text + "current-context: context-9999\n");
  std::string refusal;
  // yaml-cpp alone takes 0.6 s for as much (reference 1.3), and this may be a build without optimisation.
  CHECK(seconds_for(desk, refusal) < 4.0);
  CHECK(refusal == "");
  CHECK(desk.resolve().name_space == "namespace-9999");
}

TEST_CASE("kubernetes-client 22: a huge file is refused") {
  ConfigDesk desk("# " + std::string(17U << 20U, 'x'));
  CHECK(desk.refusal() == "cannot use the kubeconfig config: larger than 16 MiB");
}

TEST_CASE("kubeconfig: keys keep their text where YAML 1.1 has booleans") {
  // kubectl turns the key `n` of the extension into "false" (reference 1.3); it stays what was written.
  ConfigDesk desk(one_context(
      "    server: https://k.test\n    extensions:\n    - name: client.authentication.k8s.io/exec\n"
      "      extension: {n: 1, audience: x, on: yes, list: [1.5, ~, '2']}\n    - {name: other, extension: {a: b}}\n",
      "    exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: c, args: null, env: null}\n"));
  const auto login = std::get<ExecLogin>(desk.resolve().login);
  CHECK(login.cluster_config_json == R"({"n":1,"audience":"x","on":true,"list":[1.5,null,"2"]})");
  CHECK(login.args.empty());
}
