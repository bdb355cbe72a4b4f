// kubernetes-client 27 to 36, 43 to 45, 57: what flags, files and the pod come to.
#include "config_desk.hpp"

#include <doctest/doctest.h>

using kgpu::Error;
using kgpu::ErrorKind;
using kgpu::kube::Access;
using kgpu::kube::BasicLogin;
using kgpu::kube::ConfigFlags;
using kgpu::kube::ExecLogin;
using kgpu::kube::NoLogin;
using kgpu::kube::TokenFileLogin;
using kgpu::kube::TokenLogin;
using kgpu::testing::ConfigDesk;
using kgpu::testing::k_some_certificate;
using kgpu::testing::k_some_key;
using kgpu::testing::one_context;

namespace {

const std::string k_server = "    server: https://k.test\n";
/// base64 of k_some_certificate and k_some_key, by coreutils' base64.
const std::string k_certificate_data =
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUIKLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=";
const std::string k_key_data =
    "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCk1IY0MKLS0tLS1FTkQgRUMgUFJJVkFURSBLRVktLS0tLQo=";

std::string exec_user(const std::string& more) {
  return "    exec:\n      command: aws\n" + more;
}
const std::string k_beta = "      apiVersion: client.authentication.k8s.io/v1beta1\n";
const std::string k_v1 = "      apiVersion: client.authentication.k8s.io/v1\n";

ErrorKind kind_of(ConfigDesk& desk, const ConfigFlags& flags) {
  try {
    (void)desk.resolve(flags);
  } catch (const Error& error) {
    return error.kind();
  }
  return ErrorKind::internal;
}

}  // namespace

TEST_CASE("kubernetes-client 27: paths in flags are relative to the working directory") {
  ConfigDesk desk;
  desk.variables["KUBECONFIG"] = "/etc/kube/config";
  desk.files.texts = {{"/etc/kube/config", one_context()}, {"ca.crt", k_some_certificate}};
  ConfigFlags flags;
  flags.certificate_authority = "ca.crt";
  CHECK(desk.resolve(flags).ca_pem == k_some_certificate);
}

TEST_CASE("kubernetes-client 28: data and file for the same thing") {
  ConfigDesk desk(one_context(
      k_server + "    certificate-authority: ca.crt\n    certificate-authority-data: " + k_certificate_data + "\n"));
  CHECK(desk.refusal().starts_with(
      "certificate-authority-data and certificate-authority are both specified for cluster 'k'"));
  // A flag resets both (1.4).
  desk.files.texts["flag.crt"] = k_some_certificate;
  ConfigFlags flags;
  flags.certificate_authority = "flag.crt";
  CHECK(desk.resolve(flags).ca_pem == k_some_certificate);
  flags = {};
  flags.insecure_skip_tls_verify = true;
  const Access access = desk.resolve(flags);
  CHECK(!access.ca_pem.has_value());
  CHECK(access.insecure_skip_tls_verify);
}

TEST_CASE("kubernetes-client 29: bad base64 names its field and shows nothing") {
  ConfigDesk desk(one_context(k_server + "    certificate-authority-data: LS0tLS1C!!!!\n"));
  CHECK(desk.refusal() == "cluster 'k': certificate-authority-data: illegal base64 data at input byte 8");
  desk.files.texts["config"] =
      one_context(k_server, "    client-certificate-data: " + k_certificate_data + "\n    client-key-data: =s3cr3t\n");
  CHECK(desk.refusal() == "user 'u': client-key-data: illegal base64 data at input byte 0");
  desk.files.texts["config"] = one_context(k_server + "    certificate-authority-data: aGVsbG8=\n");
  CHECK(desk.refusal() == "cluster 'k': unable to load root certificates: unable to parse bytes as PEM block");
  desk.files.texts["config"] =
      one_context(k_server, "    client-certificate-data: aGVsbG8=\n    client-key-data: " + k_key_data + "\n");
  CHECK(desk.refusal() == "user 'u': tls: failed to find any PEM data in certificate input");
  desk.files.texts["config"] = one_context(
      k_server, "    client-certificate-data: " + k_certificate_data + "\n    client-key-data: " + k_key_data + "\n");
  const Access access = desk.resolve();
  CHECK(access.client_certificate_pem == k_some_certificate);
  CHECK(access.client_key_pem == k_some_key);
}

TEST_CASE("kubernetes-client 30: names that no kubeconfig has") {
  ConfigDesk desk(one_context());
  ConfigFlags flags;
  flags.context = "zz";
  CHECK(desk.refusal(flags) == "context was not found for specified context: zz\ncontexts: 'dev'");
  flags.context = "deb";
  CHECK(desk.refusal(flags) == "context was not found for specified context: deb\ndid you mean 'dev'?");
  CHECK(kind_of(desk, flags) == ErrorKind::data);  // exit 1 (CONTRACTS §2)
  flags = {};
  flags.cluster = "zz";
  CHECK(desk.refusal(flags) == "no server found for cluster 'zz'\nclusters: 'k'");
  flags = {};
  flags.user = "zz";
  CHECK(desk.refusal(flags) == "auth info 'zz' does not exist\nusers: 'u'");

  desk.files.texts["config"] = "current-context: gone\n";
  CHECK(desk.refusal() == "context was not found for specified context: gone\ncurrent-context names it");
  desk.files.texts["config"] = "current-context: a\ncontexts: [{name: a, context: {cluster: lost}}]\n";
  CHECK(desk.refusal() == "context 'a': no server found for cluster 'lost'");
  desk.files.texts["config"] = "current-context: a\ncontexts: [{name: a, context: {user: u}}]\n";
  CHECK(desk.refusal() == "context 'a' names no cluster");
  desk.files.texts["config"] = "contexts: [{name: a, context: {cluster: k}}, {name: b}]\n";
  CHECK(desk.refusal() ==
        "no context is chosen: the kubeconfig has no current-context\n--context NAME chooses one of: 'a', 'b'");
}

TEST_CASE("kubernetes-client 31: a context to a missing user goes on without credentials") {
  ConfigDesk desk(
      "current-context: a\ncontexts: [{name: a, context: {cluster: k, user: lost}}]\n"
      "clusters: [{name: k, cluster: {server: https://k.test}}]\n");
  CHECK(std::holds_alternative<NoLogin>(desk.resolve().login));
  REQUIRE(desk.warnings.size() == 1);
  CHECK(desk.warnings[0] ==
        "context 'a' names the user 'lost', which no kubeconfig has: going on without its credentials");
}

TEST_CASE("kubernetes-client 32: the namespace") {
  ConfigDesk desk(
      "current-context: a\nclusters: [{name: k, cluster: {server: https://k.test}}]\n"
      "contexts: [{name: a, context: {cluster: k, namespace: Bad_NS}}, {name: b, context: {cluster: k}}]\n");
  ConfigFlags flags;
  CHECK(desk.resolve(flags).name_space == "Bad_NS");  // the file's is the server's to judge
  CHECK(!desk.resolve(flags).name_space_given);
  flags.context = "b";
  CHECK(desk.resolve(flags).name_space == "default");
  flags.name_space = "team";
  CHECK(desk.resolve(flags).name_space == "team");
  CHECK(desk.resolve(flags).name_space_given);
  flags.name_space = "a/b";
  CHECK(desk.refusal(flags) == "invalid namespace 'a/b': [may not contain '/']");
  CHECK(kind_of(desk, flags) == ErrorKind::usage);
  flags.name_space = "..";
  CHECK(desk.refusal(flags) == "invalid namespace '..': [may not be '..']");
}

TEST_CASE("kubernetes-client 33: a path of the server stays, without its slash") {
  ConfigDesk desk(one_context("    server: https://h.test/k8s/clusters/c-1/\n"));
  CHECK(desk.resolve().server == "https://h.test/k8s/clusters/c-1");
  desk.files.texts["config"] = one_context("    server: HTTPS://h.test:6443//?x=1\n");
  CHECK(desk.resolve().server == "https://h.test:6443");
}

TEST_CASE("kubernetes-client 34: IPv6 addresses have brackets") {
  ConfigDesk desk(one_context("    server: https://[fd00::1]:6443\n"));
  CHECK(desk.resolve().server == "https://[fd00::1]:6443");
  desk.files.texts["config"] = one_context("    server: https://fd00::1:6443\n");
  CHECK(
      desk.refusal().starts_with("cluster 'k': the server 'https://fd00::1:6443' is no address: an IPv6 address "
                                 "without brackets"));
  for (const std::string bad : {"ftp://h", "https://", "https://h:port", "'https://h:'", "'https://h x'", "h/path",
                                "https://[::1", "\"https://h\\r\\nX-Evil: 1\""}) {
    CAPTURE(bad);
    desk.files.texts["config"] = one_context("    server: " + bad + "\n");
    CHECK(desk.refusal().find("is no address") != std::string::npos);
  }
  desk.files.texts["config"] = one_context("    server: https://me:s3cr3t@h\n");
  const std::string refusal = desk.refusal();
  CHECK(refusal.find("'https://…@h' is no address: a user name or password") != std::string::npos);
}

TEST_CASE("kubernetes-client 35: a server without scheme is http, and http gets no credential") {
  ConfigDesk desk(one_context("    server: 127.0.0.1:6443\n"));
  Access access = desk.resolve();
  CHECK(access.server == "http://127.0.0.1:6443");
  CHECK(std::holds_alternative<NoLogin>(access.login));
  REQUIRE(desk.warnings.size() == 1);
  CHECK(desk.warnings[0] ==
        "the server 'http://127.0.0.1:6443' is spoken to over http, since it was given without "
        "https://: no credential is sent");

  desk.warnings.clear();
  desk.files.texts["config"] =
      one_context("    server: http://k.test\n", "    client-certificate-data: " + k_certificate_data +
                                                     "\n    client-key-data: " + k_key_data + "\n    as: other\n");
  access = desk.resolve();
  CHECK(access.client_certificate_pem.empty());
  CHECK(access.client_key_pem.empty());
  CHECK(access.impersonation.user == "other");
  CHECK(desk.warnings.size() == 1);

  desk.warnings.clear();
  desk.files.texts["config"] = one_context("    server: http://k.test\n", "    {}\n");
  (void)desk.resolve();
  CHECK(desk.warnings.empty());
}

TEST_CASE("kubernetes-client 36: the service account of a pod") {
  const std::string folder = "/var/run/secrets/kubernetes.io/serviceaccount/";
  ConfigDesk desk("");
  desk.files.texts[folder + "token"] = "t\n";
  desk.files.texts[folder + "ca.crt"] = k_some_certificate;
  desk.files.texts[folder + "namespace"] = "from-file\n";
  desk.variables["KUBERNETES_SERVICE_HOST"] = "10.0.0.1";
  desk.variables["KUBERNETES_SERVICE_PORT"] = "443";
  Access access = desk.resolve();
  CHECK(access.server == "https://10.0.0.1:443");
  CHECK(std::get<TokenFileLogin>(access.login).path == folder + "token");
  CHECK(access.ca_pem == k_some_certificate);
  CHECK(access.name_space == "from-file");
  CHECK(access.context == "");

  desk.variables["POD_NAMESPACE"] = "from-pod";
  desk.variables["KUBERNETES_SERVICE_HOST"] = "fd00::1";
  access = desk.resolve();
  CHECK(access.server == "https://[fd00::1]:443");
  CHECK(access.name_space == "from-pod");

  ConfigFlags flags;
  flags.token = "other";
  CHECK(std::get<TokenLogin>(desk.resolve(flags).login).token == "other");
  flags = {};
  flags.server = "https://flag.test";
  CHECK(desk.resolve(flags).server == "https://flag.test");
  CHECK(std::holds_alternative<NoLogin>(desk.resolve(flags).login));

  desk.files.texts["config"] = one_context();
  CHECK(desk.resolve().server == "https://k.test");
  desk.files.texts["config"] = "";
  desk.files.texts.erase(folder + "ca.crt");
  CHECK(desk.refusal().starts_with("unable to read certificate-authority " + folder + "ca.crt"));
  desk.files.texts.erase(folder + "token");
  CHECK(desk.refusal().starts_with("no cluster is configured"));
}

TEST_CASE("kubernetes-client 40: a credential by flag drops every other one, and keeps impersonation") {
  // 2.1: in kubectl tokenFile wins over --token; ours the flag (11.22).
  ConfigDesk desk(one_context(k_server, "    tokenFile: token\n    as: someone\n"));
  ConfigFlags flags;
  CHECK(std::get<TokenFileLogin>(desk.resolve().login).path == "token");
  flags.token = "flag";
  CHECK(std::get<TokenLogin>(desk.resolve(flags).login).token == "flag");
  CHECK(desk.resolve(flags).impersonation.user == "someone");

  desk.files.texts["config"] = one_context(k_server, exec_user(k_beta));
  CHECK(std::get<TokenLogin>(desk.resolve(flags).login).token == "flag");
  flags = {};
  flags.username = "me";
  flags.password = "pw";
  CHECK(std::get<BasicLogin>(desk.resolve(flags).login).password == "pw");
  flags.token = "too";
  CHECK(desk.refusal(flags) ==
        "more than one authentication method found for user 'u'; found [token basicAuth], only one is allowed");

  flags = {};
  flags.client_certificate = "me.crt";
  CHECK(desk.refusal(flags) ==
        "client-key-data or client-key must be specified for user 'u' to use the clientCert "
        "authentication method");
  flags.client_key = "me.key";
  desk.files.texts["me.crt"] = k_some_certificate;
  desk.files.texts["me.key"] = k_some_key;
  CHECK(desk.resolve(flags).client_key_pem == k_some_key);
  CHECK(std::holds_alternative<NoLogin>(desk.resolve(flags).login));
}

TEST_CASE("kubernetes-client 43: auth providers are gone") {
  const auto refusal = [](const std::string& name) {
    ConfigDesk desk(one_context(k_server, "    auth-provider: {name: " + name + ", config: {id-token: s3cr3t}}\n"));
    return desk.refusal();
  };
  CHECK(refusal("gcp").starts_with("the gcp auth plugin has been removed\n"));
  CHECK(refusal("azure").starts_with("the azure auth plugin has been removed\n"));
  CHECK(refusal("oidc").starts_with("the auth provider 'oidc' is not supported\n"));
  CHECK(refusal("x") == "no Auth Provider found for name 'x'");
}

TEST_CASE("kubernetes-client 44: an exec plugin of another version") {
  ConfigDesk desk(one_context(k_server, exec_user("      apiVersion: client.authentication.k8s.io/v1alpha1\n")));
  CHECK(desk.refusal().starts_with("exec plugin: invalid apiVersion 'client.authentication.k8s.io/v1alpha1'\n"));
}

TEST_CASE("kubernetes-client 45: interactiveMode is required in v1, not in v1beta1") {
  const auto refusal = [](const std::string& more) {
    ConfigDesk desk(one_context(k_server, exec_user(more)));
    return desk.refusal();
  };
  CHECK(refusal(k_v1) == "interactiveMode must be specified for user 'u' to use exec authentication plugin");
  CHECK(refusal(k_v1 + "      interactiveMode: Never\n") == "");
  CHECK(refusal(k_beta) == "");
  CHECK(refusal(k_beta + "      interactiveMode: Sometimes\n") ==
        "invalid interactiveMode for user 'u': 'Sometimes' (one of: Never, IfAvailable, Always)");
  CHECK(refusal("") == "apiVersion must be specified for user 'u' to use exec authentication plugin");
  CHECK(refusal(k_beta + "      env: [{value: x}]\n") ==
        "env variable name must be specified for user 'u' to use exec authentication plugin");
  CHECK(refusal(k_beta + "    auth-provider: {name: oidc}\n") ==
        "authProvider cannot be provided in combination with an exec plugin for user 'u'");
}

TEST_CASE("kubernetes-client 57: impersonation") {
  ConfigDesk desk(one_context(k_server,
                              "    token: t\n    as: filed\n    as-groups: [one]\n"
                              "    as-user-extra: {scopes: [a, b], other: [c]}\n"));
  ConfigFlags flags;
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  CHECK(desk.resolve().impersonation.extra == Pairs{{"scopes", "a"}, {"scopes", "b"}, {"other", "c"}});
  flags.as = "jane";
  flags.as_groups = {"x", "y"};
  flags.as_uid = "7";
  flags.as_user_extra = {"scopes=z"};
  const auto as = desk.resolve(flags).impersonation;
  CHECK(as.user == "jane");
  CHECK(as.groups == std::vector<std::string>{"x", "y"});
  CHECK(as.uid == "7");
  CHECK(as.extra == Pairs{{"other", "c"}, {"scopes", "z"}});

  desk.files.texts["config"] = one_context();
  flags = {};
  flags.as_groups = {"x"};
  CHECK(desk.refusal(flags).starts_with(
      "requesting uid, groups or user-extra for user 'u' without impersonating a user\n"));
  flags = {};
  flags.as_user_extra = {"novalue"};
  CHECK(kind_of(desk, flags) == ErrorKind::usage);
}

TEST_CASE("kubernetes-client 67: insecure and a certificate authority exclude each other") {
  ConfigDesk desk(one_context(
      k_server + "    insecure-skip-tls-verify: true\n    certificate-authority-data: " + k_certificate_data + "\n"));
  CHECK(desk.refusal().starts_with("specifying a root certificates file with the insecure flag is not allowed\n"));
}

TEST_CASE("access: --server leaves the file's tls-server-name, unless the flag is given") {
  ConfigDesk desk(one_context(k_server + "    tls-server-name: filed\n"));
  CHECK(desk.resolve().tls_server_name == "filed");
  ConfigFlags flags;
  flags.server = "https://other.test";
  CHECK(desk.resolve(flags).tls_server_name == "");
  flags.tls_server_name = "given";
  CHECK(desk.resolve(flags).tls_server_name == "given");
}

TEST_CASE("access: proxy-url has one of three schemes, and its password is not shown") {
  ConfigDesk desk(one_context(k_server + "    proxy-url: ftp://me:s3cr3t@x\n"));
  CHECK(desk.refusal() ==
        "invalid 'proxy-url' 'ftp://…@x' for cluster 'k': unsupported scheme 'ftp', must be http, "
        "https, or socks5");
  for (const std::string good : {"http://p:3128", "https://me:pw@p", "socks5://p"}) {
    desk.files.texts["config"] = one_context(k_server + "    proxy-url: " + good + "\n");
    CHECK(desk.resolve().proxy_url == good);
  }
}

TEST_CASE("access: --request-timeout") {
  ConfigDesk desk(one_context());
  using namespace std::chrono_literals;
  const auto limit = [&](const std::string& text) {
    ConfigFlags flags;
    flags.request_timeout = text;
    return desk.resolve(flags).request_timeout;
  };
  CHECK(!limit("0").has_value());
  CHECK(!limit("0s").has_value());
  CHECK(limit("5") == kgpu::Nanoseconds(5s));
  CHECK(limit("1m30s") == kgpu::Nanoseconds(90s));
  ConfigFlags flags;
  for (const std::string bad : {"5x", "-5s", "x", "99999999999999999999"}) {
    flags.request_timeout = bad;
    CHECK(kind_of(desk, flags) == ErrorKind::usage);
  }
}

TEST_CASE("access: the names that completion offers") {
  ConfigDesk desk(
      "contexts: [{name: b, context: {namespace: n2}}, {name: a, context: {namespace: n1}}, {name: c}]\n"
      "clusters: [{name: k}]\nusers: [{name: u, user: {token: s}}]\n");
  const auto names = kgpu::kube::config_names({}, desk.sources());
  CHECK(names.contexts == std::vector<std::string>{"a", "b", "c"});
  CHECK(names.clusters == std::vector<std::string>{"k"});
  CHECK(names.users == std::vector<std::string>{"u"});
  CHECK(names.namespaces == std::vector<std::string>{"n1", "n2"});
  desk.files.texts["config"] = "{";
  CHECK(kgpu::kube::config_names({}, desk.sources()).contexts.empty());
}
