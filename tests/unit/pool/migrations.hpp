#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/manifests.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/pool/migrate.hpp"

#include <string>
#include <string_view>
#include <vector>

/// What the migration tests share: manifests in, parts of the result out.
namespace kgpu::testing {

inline pool::Migration migrate(const std::string& yaml, const pool::MigrationOptions& options = {}) {
  return pool::plan_migration(document::read_manifests(yaml, "f.yaml"), options, catalog::Catalog::built_in());
}

/// `spec.template.spec` of an object; null when there is no such part.
inline output::Json part(const output::Json& value, std::string_view path) {
  const output::Json* found = &value;
  while (!path.empty() && found != nullptr) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    found = found->find(path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return found == nullptr ? output::Json() : *found;
}

inline output::Json yaml(const std::string& text) {
  return document::yaml_to_json(text, "expected");
}

/// Losses as `field: text`, a line each.
inline std::string losses(const pool::Migration& migration) {
  std::string text;
  for (const pool::Finding& finding : migration.findings) {
    text += finding.is_loss ? finding.field + ": " + finding.text + "\n" : "";
  }
  return text;
}

inline std::string notes(const pool::Migration& migration) {
  std::string text;
  for (const pool::Finding& finding : migration.findings) {
    text += finding.is_loss ? "" : finding.field + ": " + finding.text + "\n";
  }
  return text;
}

inline std::string refusal(const std::string& text) {
  try {
    (void)migrate(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "(accepted)";
}

/// A v1alpha5 Provisioner with these lines of its spec (indented by two), and nothing else.
inline std::string provisioner(const std::string& spec, const std::string& name = "p") {
  return "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: " + name + "}\nspec:\n" + spec;
}

inline std::string node_template(const std::string& spec, const std::string& name = "c") {
  return "apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: " + name + "}\nspec:\n" +
         spec;
}

inline std::string beta_pool(const std::string& spec, const std::string& name = "p") {
  return "apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: " + name + "}\nspec:\n" + spec;
}

inline std::string beta_class(const std::string& spec, const std::string& name = "c") {
  return "apiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata: {name: " + name + "}\nspec:\n" + spec;
}

}  // namespace kgpu::testing
