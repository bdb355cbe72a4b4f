#include "rendered_documents.hpp"
#include "template_lists.hpp"

namespace kgpu::pool {
namespace {

using document::Document;
using document::TemplateData;
using document::TemplateSet;

std::vector<TemplateData> requirement_items(const NodePool& pool) {
  std::vector<TemplateData> items;
  for (const Requirement& requirement : pool.requirements) {
    TemplateData item;
    item.text("key", requirement.key).text("operator", requirement.op);
    put_elements(item, "values", "value", requirement.values);
    put_why(item, "because", requirement.why);
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<TemplateData> budget_items(const NodePool& pool) {
  std::vector<TemplateData> items;
  for (const Budget& budget : pool.disruption.budgets) {
    TemplateData item;
    item.text("nodes", budget.nodes).section("reasoned", !budget.reasons.empty());
    put_elements(item, "reasons", "reason", budget.reasons);
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<TemplateData> volume_items(const NodeClass& node_class) {
  std::vector<TemplateData> items;
  for (const Volume& volume : node_class.volumes) {
    TemplateData item;
    item.text("device", volume.device).text("size", std::to_string(volume.gib) + "Gi").comment("why", volume.why);
    item.section("root", volume.root).section("data", volume.data);
    items.push_back(std::move(item));
  }
  return items;
}

}  // namespace

Document node_pool_document(const PoolPlan& plan, const NodePool& pool, const TemplateSet& templates) {
  TemplateData data;
  data.text("name", pool.name).text("of", owner_of(plan)).text("class", plan.node_class.name);
  put_notes(data, "notes", pool.notes);
  if (pool.weight) {
    TemplateData weighted;
    weighted.number("weight", *pool.weight);
    put_why(weighted, "because", pool.weight_why);
    data.section("weighted", std::move(weighted));
  } else {
    data.section("weighted", false);
  }
  data.text("limit_resource", pool.limit_resource).number("limit", pool.limit).comment("limit_why", pool.limit_why);
  put_labels(data, pool.labels, pool.label_notes);
  put_notes(data, "requirement_notes", pool.requirement_notes);
  data.list("requirements", requirement_items(pool));
  put_taints(data, pool.taints, pool.taint_notes);
  data.text("expire_after", pool.expire_after).comment("expire_why", pool.expire_why);
  data.section("graceful", pool.termination_grace_period.has_value());
  data.text("grace", pool.termination_grace_period.value_or(""));
  data.text("policy", pool.disruption.policy).comment("disruption_why", pool.disruption_why);
  data.text("consolidate_after", pool.disruption.consolidate_after);
  data.section("budgeted", !pool.disruption.budgets.empty()).list("budgets", budget_items(pool));
  return {templates.render("karpenter/nodepool.yaml", data), {"karpenter.sh/v1", "NodePool", "", pool.name}};
}

Document node_class_document(const PoolPlan& plan, const TemplateSet& templates) {
  const NodeClass& node_class = plan.node_class;
  TemplateData data;
  data.text("name", node_class.name).text("of", owner_of(plan)).text("role", node_class.role);
  data.text("cluster", node_class.cluster);
  put_notes(data, "ami_notes", node_class.ami_notes);
  data.section("family_written", !node_class.ami_family.empty()).text("ami_family", node_class.ami_family);
  data.text("ami", node_class.ami.text);
  data.section("by_alias", node_class.ami.kind == AmiChoice::Kind::alias);
  data.section("by_id", node_class.ami.kind == AmiChoice::Kind::id);
  data.section("by_ssm_parameter", node_class.ami.kind == AmiChoice::Kind::ssm_parameter);
  data.section("reserved", !node_class.reservations.empty()).comment("reservation_why", node_class.reservation_why);
  std::vector<TemplateData> reservations;
  for (const std::string& id : node_class.reservations) {
    reservations.push_back(TemplateData().text("id", id));
  }
  data.list("reservations", std::move(reservations));
  data.section("nvme", node_class.nvme_raid0);
  data.list("volumes", volume_items(node_class));
  return {templates.render("karpenter/ec2nodeclass.yaml", data),
          {"karpenter.k8s.aws/v1", "EC2NodeClass", "", node_class.name}};
}

}  // namespace kgpu::pool
