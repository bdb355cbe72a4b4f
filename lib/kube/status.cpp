#include "kgpu/kube/status.hpp"

namespace kgpu::kube {

std::string sentence(const Status& status) {
  if (status.code == 401) {
    return "you must be logged in to the server (" + status.message + ")";
  }
  if (status.reason.empty()) {
    return "the server said: " + status.message;
  }
  return "the server said (" + status.reason + "): " + status.message;
}

}  // namespace kgpu::kube
