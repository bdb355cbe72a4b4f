// kgpu_get PATH [BODY] [kubectl's flags]: one GET, or one POST with BODY, through flags, kubeconfig, credentials and
// client as every verb has them. The answer's body on stdout; exit codes as the program's.
#include "CLI/CLI.hpp"
#include "flag_words.hpp"
#include "flags_kubeconfig.hpp"
#include "real_program.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/kube/connection.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace kgpu;

struct Asked {
  kube::ConfigFlags flags;
  std::string path;
  std::string body;
};

Asked parse(std::vector<std::string> words) {
  Asked asked;
  CLI::App verb;
  app::Completions completions;
  verb.add_option("PATH", asked.path)->required();
  verb.add_option("BODY", asked.body);
  app::add_kubeconfig_flags(verb, asked.flags, completions);
  words = app::plain_words(verb, std::move(words));
  std::ranges::reverse(words);
  verb.parse(std::move(words));
  return asked;
}

void get(const Asked& asked, commands::Env& env) {
  const auto connection = env.connect(asked.flags);
  kube::ApiRequest request;
  request.method = asked.body.empty() ? http::Method::get : http::Method::post;
  request.path = asked.path;
  request.body = asked.body;
  request.content_type = asked.body.empty() ? "" : "application/json";
  request.what = "get " + asked.path;
  env.out << connection->request(request).body << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  return testing::run_program(argc, argv, [](commands::Env& env) {
    get(parse(env.arguments), env);
    return 0;
  });
}
