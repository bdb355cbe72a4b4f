#include "kgpu/snapshot/dump.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace kgpu;
using namespace kgpu::snapshot;

namespace {

/// `3 gpu, 2600m, 9 MiB` of a pod's spec.
std::string reserved(const std::string& spec) {
  Snapshot snapshot;
  DumpReader reader(snapshot, "dump.json");
  reader.bytes(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{)" + spec + "}}");
  reader.end();
  const Pod& pod = snapshot.pods.at(0);
  std::string text;
  if (pod.demand != nullptr) {
    for (const Amount& amount : pod.demand->devices) {
      text += std::to_string(amount.amount) + " " + std::string(amount.resource.substr(amount.resource.find('/') + 1)) +
              ", ";
    }
  }
  return text + std::to_string(pod.cpu_millis) + "m, " + std::to_string(pod.memory_bytes >> 20) + " MiB";
}

std::string container(const std::string& requests, const std::string& more = {}) {
  return R"({"name":"c","resources":{"requests":{)" + requests + "}}" + more + "}";
}

const std::string k_sidecar = R"(,"restartPolicy":"Always")";

}  // namespace

TEST_CASE("what the scheduler reserves for a pod (ledger.md 16)") {
  const std::string gpu = R"("nvidia.com/gpu":)";
  const std::string main = R"("containers":[)" + container(gpu + R"("2","cpu":"1","memory":"1Mi")") + "]";
  struct Case {
    const char* name;
    std::string spec;
    const char* expected;
  };
  const Case cases[] = {
      {"containers add up",
       R"("containers":[)" + container(gpu + R"("2","cpu":"1500m")") + "," + container(gpu + R"("1","cpu":"0.5")") +
           "]",
       "3 gpu, 2000m, 0 MiB"},
      {"a sidecar adds to them", main + R"(,"initContainers":[)" + container(gpu + R"("1")", k_sidecar) + "]",
       "3 gpu, 1000m, 1 MiB"},
      {"a plain init container runs before them: the larger counts",
       main + R"(,"initContainers":[)" + container(gpu + R"("4","cpu":"500m")") + "]", "4 gpu, 1000m, 1 MiB"},
      {"of several the largest, not their sum",
       main + R"(,"initContainers":[)" + container(gpu + R"("3")") + "," + container(gpu + R"("3")") + "]",
       "3 gpu, 1000m, 1 MiB"},
      {"with the sidecars that started before it: 1 + 3",
       main + R"(,"initContainers":[)" + container(gpu + R"("1")", k_sidecar) + "," + container(gpu + R"("3")") + "]",
       "4 gpu, 1000m, 1 MiB"},
      {"not those that start after it: max(2 + 1, 3)",
       main + R"(,"initContainers":[)" + container(gpu + R"("3")") + "," + container(gpu + R"("1")", k_sidecar) + "]",
       "3 gpu, 1000m, 1 MiB"},
      {"overhead comes on top", main + R"(,"overhead":{"cpu":"250m","memory":"2Mi"})", "2 gpu, 1250m, 3 MiB"},
      {"a limit is the request where none is given",
       R"("containers":[{"name":"c","resources":{"limits":{"nvidia.com/gpu":"2","cpu":"3"},"requests":{"cpu":"1"}}}])",
       "2 gpu, 1000m, 0 MiB"},
      {"requests of the pod as a whole stand for the sum (KEP-2837)", main + R"(,"resources":{"requests":{"cpu":"8"}})",
       "2 gpu, 8000m, 1 MiB"},
      {"what is no accelerator is not counted",
       R"("containers":[)" +
           container(R"("vpc.amazonaws.com/efa":"4","google.com/tpu":"8","ephemeral-storage":"1Gi")") + "]",
       "0m, 0 MiB"},
      {"nothing is asked for", R"("containers":[{"name":"c"}])", "0m, 0 MiB"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(reserved(c.spec) == c.expected);
  }
}
