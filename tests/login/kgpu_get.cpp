// kgpu_get PATH [BODY] [kubectl's flags]: one GET, or one POST with BODY, through flags, kubeconfig, credentials and
// client as every verb has them. The answer's body on stdout; exit codes as the program's.
#include "CLI/CLI.hpp"
#include "connect.hpp"
#include "flag_words.hpp"
#include "flags_kubeconfig.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/kube/connection.hpp"
#include "kgpu/system/interrupt.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
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
  system::RealFiles files;
  system::RealProcesses processes;
  commands::Env env{
      .in = std::cin,
      .out = std::cout,
      .err = std::cerr,
      .built_in_catalog = catalog::Catalog::built_in(),
      .files = files,
      .processes = processes,
      .connect = {},
      .variable =
          [](std::string_view name) {
            const char* value = std::getenv(std::string(name).c_str());
            return value == nullptr ? std::nullopt : std::optional<std::string>(value);
          },
      .today = [] { return Date{}; },
      .now = std::chrono::system_clock::now,
      .arguments = {argv + 1, argv + argc},
      .in_is_terminal = isatty(STDIN_FILENO) == 1,
  };
  env.connect = [&env](const kube::ConfigFlags& flags) { return app::connect(flags, env); };
  int code = 0;
  try {
    get(parse(env.arguments), env);
  } catch (const Error& error) {
    std::cerr << "error: " << error.what() << (error.hint().empty() ? "" : "\nhint: " + error.hint()) << '\n';
    code = error.kind() == ErrorKind::usage ? 2 : 1;
  }
  const int signal = system::interrupting_signal();
  return signal == 0 ? code : 128 + signal;
}
