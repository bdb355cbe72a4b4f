#pragma once

#include "kgpu/kube/apply.hpp"

#include <string>

namespace kgpu::kube {

/// The PATCH that applies a document (kubernetes-client 5.1).
[[nodiscard]] ApiRequest apply_request(const document::Document& document, const k8s::Resource& resource,
                                       const std::string& name_space, const ApplyContext& context, bool dry_run);

struct Refusal {
  std::string message;
  std::string hint;
};

/// Why the server did not take the document, in one sentence that begins with the object.
[[nodiscard]] Refusal explain_refusal(const StatusError& error, const document::ObjectReference& object);

}  // namespace kgpu::kube
