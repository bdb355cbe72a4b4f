// kubectl's own flags, as `kubectl --help` of 1.34 lists them (kubernetes-client 1.5), and the names that completion
// offers for them.
#include "flags_kubeconfig.hpp"

#include "CLI/CLI.hpp"
#include "completion_values.hpp"
#include "doctest/doctest.h"
#include "flag_words.hpp"
#include "flags.hpp"

#include "kgpu/base/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

using kgpu::Error;
using kgpu::kube::ConfigFlags;

namespace {

ConfigFlags parse(std::vector<std::string> words, bool plans_for_a_length = false) {
  CLI::App verb;
  verb.set_help_flag();
  ConfigFlags flags;
  kgpu::app::Completions completions;
  std::string length;
  if (plans_for_a_length) {
    verb.add_option("--context-length", length, "");
  }
  kgpu::app::add_kubeconfig_flags(verb, flags, completions);
  words = kgpu::app::plain_words(verb, std::move(words));
  std::ranges::reverse(words);
  verb.parse(std::move(words));
  return flags;
}

}  // namespace

TEST_CASE("kubectl's flags: every one of them, in both spellings") {
  const ConfigFlags flags = parse({"--kubeconfig",
                                   "f",
                                   "--context=c",
                                   "--cluster",
                                   "k",
                                   "--user",
                                   "u",
                                   "-s",
                                   "https://s",
                                   "-nteam",
                                   "--token",
                                   "-t",
                                   "--username",
                                   "me",
                                   "--password",
                                   "pw",
                                   "--as",
                                   "a",
                                   "--as-group",
                                   "g,1",
                                   "--as-group",
                                   "g2",
                                   "--as-uid",
                                   "7",
                                   "--as-user-extra",
                                   "k=v,w",
                                   "--client-certificate",
                                   "c.crt",
                                   "--client-key",
                                   "c.key",
                                   "--certificate-authority",
                                   "ca",
                                   "--insecure-skip-tls-verify",
                                   "--tls-server-name",
                                   "n",
                                   "--request-timeout=5",
                                   "--disable-compression=true",
                                   "--cache-dir",
                                   "d",
                                   "--match-server-version",
                                   "--kuberc",
                                   "off",
                                   "--warnings-as-errors",
                                   "-v=6"});
  CHECK(flags.kubeconfig == "f");
  CHECK(flags.context == "c");
  CHECK(flags.cluster == "k");
  CHECK(flags.user == "u");
  CHECK(flags.server == "https://s");
  CHECK(flags.name_space == "team");
  CHECK(flags.token == "-t");
  CHECK(flags.username == "me");
  CHECK(flags.password == "pw");
  CHECK(flags.as == "a");
  CHECK(flags.as_groups == std::vector<std::string>{"g,1", "g2"});
  CHECK(flags.as_uid == "7");
  CHECK(flags.as_user_extra == std::vector<std::string>{"k=v,w"});
  CHECK(flags.client_certificate == "c.crt");
  CHECK(flags.client_key == "c.key");
  CHECK(flags.certificate_authority == "ca");
  CHECK(flags.insecure_skip_tls_verify);
  CHECK(flags.tls_server_name == "n");
  CHECK(flags.request_timeout == "5");
  CHECK(flags.disable_compression);
  CHECK(flags.kuberc == "off");
  CHECK(flags.warnings_as_errors);
  CHECK(flags.verbosity == 6);
  CHECK(parse({"--v", "99"}).verbosity == 10);
  CHECK(parse({"--namespace", "x"}).name_space == "x");
  CHECK(parse({"--server=x"}).server == "x");
  CHECK(!parse({}).context.has_value());
}

TEST_CASE("kubectl's flags: the last wins, and an empty value is taken") {
  CHECK(parse({"--context", "a", "--context", "b"}).context == "b");
  CHECK(parse({"--context", ""}).context == "");
  CHECK(parse({"--context=", "--cluster", "k"}).context == "");
  CHECK(parse({"--context=", "--cluster", "k"}).cluster == "k");
  CHECK(parse({"-n=", "--user", "u"}).name_space == "");
  CHECK(!parse({"--insecure-skip-tls-verify=false"}).insecure_skip_tls_verify);
}

TEST_CASE("kubectl's flags: --context 8k says that tokens are --context-length (CONTRACTS §1)") {
  for (const std::string length : {"8k", "8192", "1M"}) {
    CAPTURE(length);
    try {
      (void)parse({"--context", length}, true);
      FAIL("taken for a context");
    } catch (const Error& error) {
      CHECK(error.kind() == kgpu::ErrorKind::usage);
      CHECK(error.hint().starts_with("tokens are --context-length"));
    }
    CHECK(parse({"--context", length}).context == length);  // no length to confuse it with
  }
  CHECK(parse({"--context", "k8s"}, true).context == "k8s");
}

TEST_CASE("completion offers the kubeconfig's names") {
  using kgpu::app::ValueSource;
  const kgpu::kube::ConfigNames names{
      .contexts = {"a:b/c", "dev", "two\nlines"}, .clusters = {"k"}, .users = {"u"}, .namespaces = {"team"}};
  const auto offered = [&](ValueSource source, const std::string& typed) {
    std::vector<std::string> found;
    for (const auto& item : kgpu::app::complete_config_name(source, typed, names).items) {
      found.push_back(item.value);
    }
    return found;
  };
  using Words = std::vector<std::string>;
  CHECK(offered(ValueSource::contexts, "") == Words{"a:b/c", "dev"});
  CHECK(offered(ValueSource::contexts, "d") == Words{"dev"});
  CHECK(offered(ValueSource::clusters, "") == Words{"k"});
  CHECK(offered(ValueSource::users, "x").empty());
  CHECK(offered(ValueSource::namespaces, "te") == Words{"team"});
}
