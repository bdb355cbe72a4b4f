#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/system/processes.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kgpu::testing {

/// Children as a test scripts them. It records every request.
class FakeProcesses final : public system::Processes {
 public:
  std::vector<system::ProcessRequest> requests;
  std::map<std::string, std::string> on_path;  ///< name to path
  std::function<system::ProcessResult(const system::ProcessRequest&)> answer;

  [[nodiscard]] system::ProcessResult run(const system::ProcessRequest& request) override {
    requests.push_back(request);
    if (!answer) {
      throw Error(ErrorKind::io, "fork/exec " + request.command + ": no such file or directory");
    }
    return answer(request);
  }
  [[nodiscard]] std::optional<std::string> find_on_path(const std::string& name) const override {
    const auto found = on_path.find(name);
    return found == on_path.end() ? std::nullopt : std::optional(found->second);
  }
};

/// The last value of a variable that was asked for; empty when it was not.
inline std::string variable_of(const system::ProcessRequest& request, const std::string& name) {
  std::string value;
  for (const auto& [key, text] : request.env) {
    value = key == name ? text : value;
  }
  return value;
}

}  // namespace kgpu::testing
