#include "kgpu/kube/objects.hpp"

#include "fake_connection.hpp"

#include "kgpu/document/json_text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace kgpu;
using namespace kgpu::kube;
using testing::FakeConnection;
using testing::json_reply;
using testing::refuse;

namespace {

const std::vector<k8s::Resource> k_resources = {
    {.group = "karpenter.sh", .version = "v1alpha5", .plural = "provisioners", .kind = "Provisioner"},
    {.group = "karpenter.k8s.aws", .version = "v1alpha1", .plural = "awsnodetemplates", .kind = "AWSNodeTemplate"}};

std::string list_of(const std::string& kind, const std::string& items) {
  return R"({"apiVersion":"x/v1","kind":")" + kind + R"(List","metadata":{"resourceVersion":"7"},"items":)" + items +
         "}";
}

bool is_pools(const ApiRequest& request) {
  return request.path == "/apis/karpenter.sh/v1alpha5/provisioners";
}

std::string failure(const std::string& body) {
  FakeConnection server;
  server.answer = [&](const ApiRequest&) { return json_reply(body); };
  try {
    (void)read_objects(server, k_resources);
  } catch (const Error& error) {
    return error.what();
  }
  return "(read)";
}

TEST_CASE("objects come resource by resource, in the server's order") {
  FakeConnection server;
  server.answer = [](const ApiRequest& request) {
    return json_reply(is_pools(request)
                          ? list_of("Provisioner", R"([{"metadata":{"name":"b","uid":"1"}},{"metadata":{"name":"a"}}])")
                          : list_of("AWSNodeTemplate", "null"));
  };
  const auto objects = read_objects(server, k_resources);
  REQUIRE(objects.size() == 2);
  REQUIRE(objects[0].size() == 2);
  CHECK(document::text_at(objects[0][0], {"metadata", "name"}) == "b");
  CHECK(document::text_at(objects[0][1], {"metadata", "name"}) == "a");
  CHECK(objects[1].empty());
}

TEST_CASE("what is no longer served has no objects; what may not be read ends it (kubernetes-client 11.6)") {
  for (const int code : {404, 403}) {
    CAPTURE(code);
    FakeConnection server;
    server.answer = [&](const ApiRequest& request) -> ApiReply {
      if (is_pools(request)) {
        refuse(code, code == 404 ? "NotFound" : "Forbidden", "no");
      }
      return json_reply(list_of("AWSNodeTemplate", R"([{"metadata":{"name":"a"}}])"));
    };
    if (code == 404) {
      CHECK(read_objects(server, k_resources)[1].size() == 1);
    } else {
      CHECK_THROWS_AS((void)read_objects(server, k_resources), StatusError);
    }
  }
}

TEST_CASE("kubernetes-client 11.5: a page counts only as the list that was asked for") {
  CHECK(failure(list_of("Provisioner", "[]")) == "it is no AWSNodeTemplateList");
  CHECK(failure(R"({"kind":"ProvisionerList","items":[]})") == "it is no ProvisionerList");
  CHECK(failure(R"({"kind":"ProvisionerList","metadata":{},"items":[)")
            .starts_with("the list of provisioners.karpenter"));
}

}  // namespace
