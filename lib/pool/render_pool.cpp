#include "rendered_documents.hpp"

#include "kgpu/pool/render.hpp"

namespace kgpu::pool {

std::string owner_of(const PoolPlan& plan) {
  return "pool." + plan.name;
}

std::vector<document::Document> render_pool(const PoolPlan& plan, const document::TemplateSet& templates) {
  if (plan.provisioner == Provisioner::eksctl) {
    return {cluster_config_document(plan, templates)};
  }
  std::vector<document::Document> documents;
  for (const NodePool& pool : plan.pools) {
    documents.push_back(node_pool_document(plan, pool, templates));
  }
  documents.push_back(node_class_document(plan, templates));
  return documents;
}

std::vector<std::string> names_of(const PoolPlan& plan) {
  std::vector<std::string> names;
  if (plan.provisioner == Provisioner::eksctl) {
    for (const NodeGroup& group : plan.cluster.groups) {
      names.push_back(group.name);
    }
    return names;
  }
  for (const NodePool& pool : plan.pools) {
    names.push_back("nodepool.karpenter.sh/" + pool.name);
  }
  names.push_back("ec2nodeclass.karpenter.k8s.aws/" + plan.node_class.name);
  return names;
}

}  // namespace kgpu::pool
