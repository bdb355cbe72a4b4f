#include "warnings_as_errors.hpp"

#include <utility>

namespace kgpu::app {
namespace {

class Counted final : public kube::Connection {
 public:
  Counted(std::unique_ptr<kube::Connection> connection, std::shared_ptr<int> count)
      : connection_(std::move(connection)), count_(std::move(count)) {}
  ~Counted() override { *count_ += connection_->warnings(); }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  [[nodiscard]] const kube::Access& access() const override { return connection_->access(); }
  [[nodiscard]] kube::ApiReply request(const kube::ApiRequest& request) override {
    return connection_->request(request);
  }
  [[nodiscard]] std::vector<kube::ListResult> list(const std::vector<kube::ListRequest>& lists) override {
    return connection_->list(lists);
  }
  [[nodiscard]] kube::ListsAndReply list_beside(const std::vector<kube::ListRequest>& lists,
                                                const kube::ApiRequest& request) override {
    return connection_->list_beside(lists, request);
  }
  [[nodiscard]] int warnings() const override { return connection_->warnings(); }

 private:
  std::unique_ptr<kube::Connection> connection_;
  std::shared_ptr<int> count_;
};

}  // namespace

Connect counting_warnings(Connect connect, std::shared_ptr<int> count) {
  return [connect = std::move(connect),
          count = std::move(count)](const kube::ConfigFlags& flags) -> std::unique_ptr<kube::Connection> {
    auto connection = connect(flags);
    if (!flags.warnings_as_errors || connection == nullptr) {
      return connection;
    }
    return std::make_unique<Counted>(std::move(connection), count);
  };
}

}  // namespace kgpu::app
