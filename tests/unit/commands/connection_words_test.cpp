#include "kgpu/commands/connection_words.hpp"

#include "doctest/doctest.h"

namespace kgpu::commands {
namespace {

TEST_CASE("a command to copy names the cluster it is for, and never a secret (CONTRACTS 2)") {
  CHECK(connection_words({}).empty());
  kube::ConfigFlags flags;
  flags.context = "eks prod";
  flags.kubeconfig = "/home/a/config";
  flags.as_groups = {"ml", "ops"};
  flags.insecure_skip_tls_verify = true;
  flags.token = "hunter2";
  flags.username = "me";
  flags.password = "hunter2";
  CHECK(
      connection_words(flags) ==
      " --kubeconfig /home/a/config --context 'eks prod' --token TOKEN --username me --password PASSWORD --as-group ml "
      "--as-group ops --insecure-skip-tls-verify");
}

}  // namespace
}  // namespace kgpu::commands
