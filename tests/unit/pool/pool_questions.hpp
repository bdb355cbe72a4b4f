#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/pool/options.hpp"
#include "kgpu/pool/plan.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

/// What the tests of pools ask: options with sensible defaults, of which a test states only what it is about.
namespace kgpu::pool {

using Change = std::function<void(PoolOptions&)>;

inline PoolOptions question(const Change& change) {
  PoolOptions options;
  options.name = "x";
  options.cluster_name = "prod";
  options.instance_types = {"g6.xlarge"};
  change(options);
  return options;
}

inline PoolOptions eksctl_question(const Change& change) {
  return question([&](PoolOptions& options) {
    options.provisioner = Provisioner::eksctl;
    options.region = "us-east-1";
    change(options);
  });
}

inline Change by_accelerator(
    std::vector<std::string> names, const Change& change = [](PoolOptions&) {}) {
  return [names, change](PoolOptions& options) {
    options.instance_types.clear();
    options.accelerators = names;
    change(options);
  };
}

inline PoolPlan plan_of(const PoolOptions& options, std::string_view region = "us-east-1") {
  return plan_pool(options, catalog::Catalog::built_in(), region, {});
}

/// `KEY OPERATOR v1,v2`, one a line.
inline std::vector<std::string> requirement_lines(const NodePool& pool) {
  std::vector<std::string> lines;
  for (const Requirement& requirement : pool.requirements) {
    std::string line = requirement.key + " " + requirement.op + " ";
    for (std::size_t i = 0; i < requirement.values.size(); ++i) {
      line += (i == 0 ? "" : ",") + requirement.values[i];
    }
    lines.push_back(line);
  }
  return lines;
}

inline bool has(const std::vector<std::string>& lines, const std::string& line) {
  return std::ranges::find(lines, line) != lines.end();
}

/// `key=value` of each label.
inline std::vector<std::string> label_lines(const std::vector<LabelLine>& labels) {
  std::vector<std::string> lines;
  for (const LabelLine& label : labels) {
    lines.push_back(label.key + "=" + label.value);
  }
  return lines;
}

/// Some element holds `part`.
inline bool mentions(const std::vector<std::string>& lines, const std::string& part) {
  return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace kgpu::pool
