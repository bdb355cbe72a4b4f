#pragma once

#include "kgpu/document/template.hpp"
#include "kgpu/pool/plan.hpp"

#include <string>
#include <vector>

namespace kgpu::pool {

/// Comment lines: `{{#notes}}# {{note}}{{/notes}}`.
void put_notes(document::TemplateData& data, const std::string& name, const std::vector<std::string>& notes);

/// A comment beside a line, left out when there is none: `{{#because}}  # {{why}}{{/because}}`.
void put_why(document::TemplateData& data, const std::string& section, const std::string& why);

/// Elements of a flow sequence: `[{{#values}}{{value}}{{#more}}, {{/more}}{{/values}}]`.
void put_elements(document::TemplateData& data, const std::string& name, const std::string& element,
                  const std::vector<std::string>& values);

/// `labelled`, `label_notes`, `labels`.
void put_labels(document::TemplateData& data, const std::vector<LabelLine>& labels,
                const std::vector<std::string>& notes);

/// `tainted`, `taint_notes`, `taints`.
void put_taints(document::TemplateData& data, const std::vector<k8s::Taint>& taints,
                const std::vector<std::string>& notes);

}  // namespace kgpu::pool
