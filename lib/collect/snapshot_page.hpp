#pragma once

#include "kgpu/kube/connection.hpp"
#include "kgpu/snapshot/list_page.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu::collect {

/// A page of a list on its way into a snapshot.
class SnapshotPage final : public kube::PageReader {
 public:
  SnapshotPage(snapshot::ListKind kind, snapshot::Snapshot& snapshot);

  bool begin(std::string_view content_type) override;
  bool bytes(std::string_view bytes) override;
  [[nodiscard]] std::optional<std::string> continue_token() const override;
  bool whole() override;
  [[nodiscard]] std::string problem() const override { return problem_; }
  [[nodiscard]] std::string resource_version() const override;
  void accept() override;

 private:
  snapshot::ListKind kind_;
  snapshot::Snapshot& snapshot_;
  std::unique_ptr<snapshot::ListPage> page_;
  std::string problem_;
};

}  // namespace kgpu::collect
