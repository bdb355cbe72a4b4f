// kgpu_apply [--diff|--dry-run=server|--force-conflicts] FILE: applies the objects of a file, field manager
// kubectl-gpu-test, by the kubeconfig that KUBECONFIG names. Output and exit codes as of a verb's --apply.

#include "real_program.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/commands/manifest_apply.hpp"
#include "kgpu/document/json_text.hpp"
#include "kgpu/document/manifests.hpp"

#include <string>
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
  return testing::run_program(argc, argv, run);
}
