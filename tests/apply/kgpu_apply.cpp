// kgpu_apply [--diff|--dry-run=server|--force-conflicts] FILE: applies the objects of a file, field manager
// kubectl-gpu-test, by the kubeconfig that KUBECONFIG names. Output and exit codes as of a verb's --apply.
#include "connect.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/commands/manifest_apply.hpp"
#include "kgpu/document/json_text.hpp"
#include "kgpu/document/manifests.hpp"
#include "kgpu/kube/connection.hpp"
#include "kgpu/system/interrupt.hpp"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace kgpu;

std::vector<document::Document> read_set(const std::string& path, const system::Files& files) {
  std::vector<document::Document> documents;
  for (const document::Manifest& manifest : document::read_manifests(files.read(path), path)) {
    documents.push_back({.yaml = output::to_yaml(manifest.object),
                         .object = {.api_version = document::text_at(manifest.object, {"apiVersion"}),
                                    .kind = document::text_at(manifest.object, {"kind"}),
                                    .name_space = document::text_at(manifest.object, {"metadata", "namespace"}),
                                    .name = document::text_at(manifest.object, {"metadata", "name"})}});
  }
  return documents;
}

int run(commands::Env& env) {
  commands::DeliveryOptions delivery;
  delivery.apply = true;
  std::string path;
  for (const std::string& word : env.arguments) {
    if (word == "--diff") {
      delivery.diff = true;
      delivery.apply = false;
    } else if (word == "--dry-run=server") {
      delivery.dry_run = commands::DryRun::server;
    } else if (word == "--force-conflicts") {
      delivery.force_conflicts = true;
    } else {
      path = word;
    }
  }
  return static_cast<int>(commands::with_diff_codes(
      delivery, env, [&] { return commands::send_manifests(read_set(path, env.files), "test", {}, delivery, env); }));
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
      .sleep = [](Nanoseconds time) { std::this_thread::sleep_for(time); },
      .interrupted = [] { return system::interrupted().load(); },
      .arguments = {argv + 1, argv + argc},
  };
  env.connect = [&env](const kube::ConfigFlags& flags) { return app::connect(flags, env); };
  int code = 0;
  try {
    code = run(env);
  } catch (const Error& error) {
    std::cerr << "error: " << error.what() << (error.hint().empty() ? "" : "\nhint: " + error.hint()) << '\n';
    code = error.kind() == ErrorKind::usage ? 2 : 1;
  }
  const int signal = system::interrupting_signal();
  return signal == 0 ? code : 128 + signal;
}
