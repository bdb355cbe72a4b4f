#include "rendered_documents.hpp"
#include "template_lists.hpp"

namespace kgpu::pool {
namespace {

using document::Document;
using document::TemplateData;
using document::TemplateSet;

/// How the group is bought, as each kind of group writes it: a managed one names types and `spot`, a self-managed one
/// a distribution.
void put_types(TemplateData& data, const NodeGroup& group, bool managed) {
  const bool several = group.instance_types.size() > 1;
  const bool distributed = !managed && (group.spot || several);
  data.section("one_type", !several && !distributed).section("several_types", several && managed);
  data.text("type", group.instance_types.front());
  put_elements(data, "types", "each_type", group.instance_types);
  put_why(data, "because_types", group.types_why);
  data.section("distributed", distributed);
  data.section("spot_only", distributed && group.spot).section("on_demand_only", distributed && !group.spot);
  data.section("spot", managed && group.spot);
}

TemplateData group_item(const PoolPlan& plan, const NodeGroup& group) {
  TemplateData data;
  data.text("name", group.name).text("of", owner_of(plan));
  put_notes(data, "group_notes", group.notes);
  data.text("ami_family", group.ami_family).comment("ami_why", group.ami_why);
  data.section("own_image", !group.ami.empty()).text("ami", group.ami);
  put_types(data, group, plan.cluster.managed);
  data.number("min", group.min).number("max", group.max).number("desired", group.desired);
  put_why(data, "because_size", group.size_why);
  data.section("zoned", !group.zones.empty());
  put_elements(data, "zones", "zone", group.zones);
  data.section("efa", group.efa);
  data.section("reserved", !group.reservation.empty()).text("reservation", group.reservation);
  data.section("capacity_block", group.capacity_block);
  data.number("volume_gib", group.volume_gib).comment("volume_why", group.volume_why);
  put_labels(data, group.labels, group.label_notes);
  put_taints(data, group.taints, group.taint_notes);
  return data;
}

}  // namespace

Document cluster_config_document(const PoolPlan& plan, const TemplateSet& templates) {
  TemplateData data;
  data.text("cluster", plan.cluster.cluster).text("region", plan.cluster.region);
  put_notes(data, "notes", plan.cluster.notes);
  data.section("managed", plan.cluster.managed).section("self_managed", !plan.cluster.managed);
  std::vector<TemplateData> groups;
  for (const NodeGroup& group : plan.cluster.groups) {
    groups.push_back(group_item(plan, group));
  }
  data.list("groups", std::move(groups));
  return {templates.render("eksctl/clusterconfig.yaml", data), {"eksctl.io/v1alpha5", "ClusterConfig", "", plan.name}};
}

}  // namespace kgpu::pool
