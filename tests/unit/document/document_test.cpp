#include "kgpu/document/document.hpp"

#include <doctest/doctest.h>

using kgpu::document::Document;
using kgpu::document::ObjectReference;
using kgpu::output::Json;

namespace {

const Document k_pool{
    .yaml = "apiVersion: karpenter.sh/v1\nkind: NodePool\n",
    .object = {.api_version = "karpenter.sh/v1", .kind = "NodePool", .name_space = "", .name = "gpu"}};
const Document k_config{.yaml = "apiVersion: v1\nkind: ConfigMap\n",
                        .object = {.api_version = "v1", .kind = "ConfigMap", .name_space = "x", .name = "c"}};

}  // namespace

TEST_CASE("document: the resource's name is kubectl's") {
  CHECK(k_pool.object.resource_name() == "nodepool.karpenter.sh/gpu");
  CHECK(k_config.object.resource_name() == "configmap/c");
}

TEST_CASE("document: text has the header first and --- between") {
  CHECK(kgpu::document::to_text(std::vector{k_pool, k_config}, "# made by x") ==
        "# made by x\napiVersion: karpenter.sh/v1\nkind: NodePool\n---\napiVersion: v1\nkind: ConfigMap\n");
  CHECK(kgpu::document::to_text(std::vector{k_pool}, "# made by x\n") ==
        "# made by x\napiVersion: karpenter.sh/v1\nkind: NodePool\n");
  CHECK(kgpu::document::to_text(std::vector{k_config}, "") == "apiVersion: v1\nkind: ConfigMap\n");
}

TEST_CASE("document: one object as JSON alone, several as a List") {
  const Json pool = Json::object().set("apiVersion", "karpenter.sh/v1").set("kind", "NodePool");
  const Json config = Json::object().set("apiVersion", "v1").set("kind", "ConfigMap");
  CHECK(kgpu::document::to_json(std::vector{k_pool}) == pool);
  CHECK(kgpu::document::to_json(std::vector{k_pool, k_config}) ==
        Json::object().set("apiVersion", "v1").set("kind", "List").set("items", Json::array().push(pool).push(config)));
}
