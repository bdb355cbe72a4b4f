#include "kgpu/kube/objects.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/json_text.hpp"
#include "kgpu/kube/advice.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kgpu::kube {
namespace {

using output::Json;

constexpr std::size_t k_page = 500;                          // kubernetes-client 11.19
constexpr std::size_t k_most_bytes = std::size_t{64} << 20;  // of a page, as of every answer that is read whole
constexpr int k_not_found = 404;

/// A page read as one JSON text.
class ObjectPage final : public PageReader {
 public:
  ObjectPage(const k8s::Resource& resource, std::vector<Json>& objects) : resource_(resource), objects_(objects) {}

  bool begin(std::string_view content_type) override {
    problem_ = "it is " + in_quotes(content_type) + " and not JSON";
    return content_type.starts_with("application/json");
  }

  bool bytes(std::string_view bytes) override {
    problem_ = "a page of it is larger than 64 MiB";
    text_ += bytes;
    return text_.size() <= k_most_bytes;
  }

  [[nodiscard]] std::optional<std::string> continue_token() const override { return token_; }

  bool whole() override {
    try {
      page_ = document::read_json(text_, "the list of " + resource_.qualified());
    } catch (const Error& error) {
      problem_ = error.what();
      return false;
    }
    problem_ = "it is no " + resource_.kind + "List";
    if (document::text_at(page_, {"kind"}) != resource_.kind + "List" ||
        document::value_at(page_, {"metadata"}) == nullptr) {
      return false;
    }
    token_ = document::text_at(page_, {"metadata", "continue"});
    return true;
  }

  [[nodiscard]] std::string problem() const override { return problem_; }
  [[nodiscard]] std::string resource_version() const override {
    return document::text_at(page_, {"metadata", "resourceVersion"});
  }

  /// Where a list went on with a newer state an object may come twice: the later one is the newer (11.4).
  void accept() override {
    for (const Json& item : document::items_at(page_, {"items"})) {
      const std::string uid = document::text_at(item, {"metadata", "uid"});
      const auto known = std::ranges::find_if(objects_, [&](const Json& object) {
        return !uid.empty() && document::text_at(object, {"metadata", "uid"}) == uid;
      });
      if (known == objects_.end()) {
        objects_.push_back(item);
      } else {
        *known = item;
      }
    }
  }

 private:
  const k8s::Resource& resource_;
  std::vector<Json>& objects_;
  std::string text_;
  Json page_;
  std::optional<std::string> token_;
  std::string problem_;
};

}  // namespace

std::vector<std::vector<Json>> read_objects(Connection& connection, std::span<const k8s::Resource> resources) {
  std::vector<std::vector<Json>> objects;
  objects.reserve(resources.size());  // the readers refer to its elements
  std::vector<ListRequest> requests;
  for (const k8s::Resource& resource : resources) {
    std::vector<Json>& list = objects.emplace_back();
    ListRequest request;
    request.resource = resource;
    request.protobuf = false;
    request.page_size = k_page;
    request.reader = [&resource, &list] { return std::make_unique<ObjectPage>(resource, list); };
    request.start_over = [&list] { list.clear(); };
    requests.push_back(std::move(request));
  }
  const std::vector<ListResult> results = connection.list(requests);
  for (std::size_t i = 0; i < resources.size(); ++i) {
    const ListResult& result = results.at(i);
    if (result.failure && result.failure->code != k_not_found) {
      throw list_error(*result.failure, connection.access(), resources[i], result.date);
    }
    if (!result.failure && !result.complete) {
      throw Error(ErrorKind::io, "the list of " + resources[i].qualified() + " was not read to its end");
    }
  }
  return objects;
}

}  // namespace kgpu::kube
