#pragma once

#include "kgpu/kube/connection.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kgpu::testing {

/// UID -> resourceVersion: what a list came to.
using Items = std::map<std::string, std::string>;

/// Reads a page as JSON into UIDs, keeping only the last of equal ones. For tests: it holds the whole page.
class JsonPageReader final : public kube::PageReader {
 public:
  explicit JsonPageReader(Items& items) : items_(items) {}

  bool begin(std::string_view content_type) override { return content_type.starts_with("application/json"); }
  bool bytes(std::string_view bytes) override {
    text_ += bytes;
    return true;
  }

  /// Where `metadata` stands first the token is known before the items, as a reader of a stream knows it.
  [[nodiscard]] std::optional<std::string> continue_token() const override {
    if (token_) {
      return token_;
    }
    const std::size_t key = text_.find("\"continue\":\"");
    const std::size_t end = key == std::string::npos ? key : text_.find('"', key + 12);
    if (end == std::string::npos) {
      return std::nullopt;
    }
    return text_.substr(key + 12, end - key - 12);
  }

  bool whole() override {
    page_ = nlohmann::json::parse(text_, nullptr, false);
    if (page_.is_discarded() || !page_.is_object()) {
      problem_ = "it is no whole JSON object";
      return false;
    }
    const std::string kind = page_.value("kind", "");
    if (!kind.ends_with("List") || !page_.contains("metadata")) {
      problem_ = "it is no list";
      return false;
    }
    token_ = page_["metadata"].value("continue", "");
    return true;
  }

  [[nodiscard]] std::string problem() const override { return problem_; }
  [[nodiscard]] std::string resource_version() const override { return page_["metadata"].value("resourceVersion", ""); }

  void accept() override {
    if (!page_.contains("items") || !page_["items"].is_array()) {
      return;
    }
    for (const auto& item : page_["items"]) {
      const auto metadata = item.value("metadata", nlohmann::json::object());
      items_[metadata.value("uid", "")] = metadata.value("resourceVersion", "");
    }
  }

 private:
  Items& items_;
  std::string text_;
  std::optional<std::string> token_;
  std::string problem_;
  nlohmann::json page_;
};

}  // namespace kgpu::testing
