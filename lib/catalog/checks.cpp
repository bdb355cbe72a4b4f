#include "checks.hpp"

#include "files.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/catalog/glob.hpp"
#include "kgpu/k8s/names.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace kgpu::catalog {
namespace {

/// Names that a column may hold.
class Names {
 public:
  template <class Row>
  void add(const Sheet<Row>& sheet, std::string_view Row::*name) {
    for (const Entry<Row>& entry : sheet) {
      if (!(entry.row.*name).empty()) {
        names_.insert(entry.row.*name);
      }
    }
  }
  void add(std::string_view name) { names_.insert(name); }

  [[nodiscard]] bool has(std::string_view name) const { return names_.contains(name); }
  [[nodiscard]] bool has_match(std::string_view glob) const {
    return std::ranges::any_of(names_, [&](std::string_view name) { return glob_matches(glob, name); });
  }
  /// ` (did you mean …?)`, or nothing.
  [[nodiscard]] std::string suggestion(std::string_view name) const {
    const std::string near = did_you_mean(name, std::vector<std::string_view>(names_.begin(), names_.end()));
    return near.empty() ? near : ", " + near;
  }

 private:
  std::set<std::string_view> names_;
};

class RowChecks {
 public:
  explicit RowChecks(const Draft& draft) : draft_(draft) {
    accelerators_.add(draft.accelerators, &Accelerator::name);
    words_.add(draft.accelerators, &Accelerator::catalogue_model);
    types_.add(draft.instance_types, &InstanceType::name);
    models_.add(draft.models, &Model::id);
    architectures_.add(draft.accelerators, &Accelerator::architecture);
    for (const Entry<InstanceType>& entry : draft.instance_types) {
      if (!providers_.emplace(entry.row.name, entry.row.provider).second) {
        of_two_providers_.insert(entry.row.name);
      }
    }
  }

  void run() const {
    each(draft_.accelerator_aliases,
         [this](const auto& row, const Origin& origin) { need_accelerator(row.accelerator, origin, "accelerator"); });
    each(draft_.accelerators_of_types,
         [this](const auto& row, const Origin& origin) { need_accelerator(row.accelerator, origin, "accelerator"); });
    each(draft_.mig_profiles,
         [this](const auto& row, const Origin& origin) { need_accelerator(row.gpu_model, origin, "gpu_model"); });
    each(draft_.mig_usable_memory,
         [this](const auto& row, const Origin& origin) { need_accelerator(row.gpu_model, origin, "gpu_model"); });
    each(draft_.model_aliases,
         [this](const auto& row, const Origin& origin) { need(models_, row.id, origin, "id", "model"); });
    each(draft_.instance_types, [this](const auto& row, const Origin& origin) { check_type(row, origin); });
    each(draft_.prices, [this](const auto& row, const Origin& origin) { check_price(row, origin); });
    each(draft_.capacity_block_prices, [this](const auto& row, const Origin& origin) { check_block(row, origin); });
    each(draft_.rates, [this](const auto& row, const Origin& origin) { check_rate(row, origin); });
    each(draft_.provenance, [this](const auto& row, const Origin& origin) { check_provenance(row, origin); });
    each(draft_.overlay_provenance, [this](const auto& row, const Origin& origin) { check_provenance(row, origin); });
    check_words();
  }

 private:
  template <class Row, class Check>
  static void each(const Sheet<Row>& sheet, Check check) {
    for (const Entry<Row>& entry : sheet) {
      if (entry.origin.line != 0) {
        check(entry.row, entry.origin);
      }
    }
  }

  void need(const Names& names, std::string_view name, const Origin& origin, std::string_view column,
            std::string_view what) const {
    if (!names.has(name)) {
      fail(origin, column, "unknown " + std::string(what) + " " + in_quotes(name) + names.suggestion(name));
    }
  }

  void need_accelerator(std::string_view name, const Origin& origin, std::string_view column) const {
    need(accelerators_, name, origin, column, "accelerator");
  }

  /// Words of gpus.csv, in all rows: an overlay may have taken away the last card with a word that others use.
  void check_words() const {
    for (const auto& [row, origin] : draft_.instance_types) {
      if (row.has_accelerator()) {
        need_word(words_, row.accelerator_model, origin, "accelerator_model", "catalogue_model");
      }
    }
    for (const auto& [row, origin] : draft_.accelerators_of_types) {
      need_word(words_, row.accelerator_model, origin, "accelerator_model", "catalogue_model");
    }
    for (const auto& [row, origin] : draft_.accelerator_uses) {
      if (row.accelerator != "none" && !words_.has_match(row.accelerator)) {
        need_word(words_, row.accelerator, origin, "accelerator", "catalogue_model");
      }
    }
    for (const auto& [row, origin] : draft_.driver_minimums) {
      if (!accelerators_.has(row.architecture)) {
        need_word(architectures_, row.architecture, origin, "architecture", "architecture");
      }
    }
  }

  void need_word(const Names& names, std::string_view word, const Origin& origin, std::string_view column,
                 std::string_view column_of_gpus) const {
    if (origin.line != 0) {
      need(names, word, origin, column, column_of_gpus == "architecture" ? "architecture" : "accelerator model");
    } else if (!names.has_match(word)) {
      const auto changed = std::ranges::find_if(draft_.accelerators, [](const Entry<Accelerator>& entry) {
        return entry.origin.line != 0 && entry.origin.changed != 0;
      });
      fail(changed->origin, column_of_gpus, "no accelerator is left for " + in_quotes(word) + ", which is in use");
    }
  }

  void check_provenance(const Provenance& row, const Origin& origin) const {
    if (row.column == "*" && std::ranges::find(figure_files(), row.file) != figure_files().end()) {
      return;
    }
    const auto file = std::ranges::find(files(), row.file, &File::name);
    if (file == files().end()) {
      fail(origin, "file", "unknown file " + in_quotes(row.file));
    }
    const auto columns = file->columns();
    if (row.column != "*" && std::ranges::find(columns, row.column) == columns.end()) {
      fail(origin, "column",
           "unknown column " + in_quotes(row.column) + " of " + std::string(row.file) +
               ", one of: " + join(std::vector<std::string>(columns.begin(), columns.end()), ", "));
    }
  }

  void check_type(const InstanceType& row, const Origin& origin) const {
    if (row.vcpus == 0 || row.memory_mib == 0) {
      fail(origin, row.vcpus == 0 ? "vcpus" : "memory_mib", "0 is no size of a machine");
    }
    const bool counted = row.accelerator_count > Decimal{};
    if (counted != row.has_accelerator()) {
      fail(origin, "accelerator_count", counted ? "a count without an accelerator_model" : "0 of an accelerator");
    }
    if (row.accelerator_vendor.empty() == row.has_accelerator()) {
      fail(origin, "accelerator_vendor", "vendor and model are both 'none', or neither is");
    }
    if ((row.k8s_resource_count > 0) == row.k8s_resource.empty()) {
      fail(origin, "k8s_resource_count", "resource and count are there together, or neither is");
    }
    if (of_two_providers_.contains(row.name)) {
      fail(origin, "instance_type", in_quotes(row.name) + " is a type of two providers");
    }
  }

  void check_price(const PriceRow& row, const Origin& origin) const {
    const auto provider = providers_.find(row.instance_type);
    if (provider == providers_.end()) {
      need(types_, row.instance_type, origin, "instance_type", "instance type");
    } else if (provider->second != row.provider) {
      fail(origin, "instance_type",
           in_quotes(row.instance_type) + " is a type of " + std::string(to_string(provider->second)));
    }
    check_above_zero(row.on_demand, origin, "on_demand_usd_per_hour");
    check_above_zero(row.spot, origin, "spot_usd_per_hour");
    if (row.spot_savings_percent && *row.spot_savings_percent >= Decimal::whole(100)) {
      fail(origin, "spot_savings_percent", "a saving is less than 100 percent");
    }
  }

  void check_above_zero(const std::optional<SourcedMoney>& price, const Origin& origin, std::string_view column) const {
    if (price && price->usd_per_hour <= Money{}) {
      fail(origin, column, "a price is above 0; leave the cell blank where none is known");
    }
  }

  void check_block(const CapacityBlockPrice& row, const Origin& origin) const {
    // UltraServers are sold as blocks under names of their own, which no node carries.
    if (!row.instance_type.starts_with("u-")) {
      need(types_, row.instance_type, origin, "instance_type", "instance type");
    }
    check_above_zero(row.per_instance, origin, "capacity_block_usd_per_hour");
    if (row.usd_per_accelerator_hour > row.per_instance.usd_per_hour) {
      fail(origin, "usd_per_accelerator_hour", "more than the whole instance");
    }
  }

  void check_rate(const Rate& row, const Origin& origin) const {
    if (row.usd_per_node_hour.has_value() == row.usd_per_device_hour.has_value()) {
      fail(origin, row.usd_per_node_hour ? "usd_per_device_hour" : "usd_per_node_hour",
           "a rate has exactly one price, per node or per device");
    }
    if (row.selector.find('=') == std::string_view::npos) {
      if (row.selector.find_first_of(", ") != std::string_view::npos) {
        fail(origin, "selector", in_quotes(row.selector) + " is neither label=value,… nor an instance type");
      }
      return;
    }
    for (const std::string& pair : split(row.selector, ',')) {
      const auto sign = pair.find('=');
      if (sign == std::string::npos || !k8s::is_qualified_name(pair.substr(0, sign)) ||
          !k8s::is_label_value(pair.substr(sign + 1))) {
        fail(origin, "selector", in_quotes(pair) + " is not label=value");
      }
    }
  }

  [[noreturn]] void fail(const Origin& origin, std::string_view column, const std::string& what) const {
    fail_at(draft_, origin, column, what);
  }

  const Draft& draft_;
  Names accelerators_, words_, types_, models_, architectures_;
  std::unordered_map<std::string_view, Provider> providers_;
  std::set<std::string_view> of_two_providers_;
};

}  // namespace

void check_rows(const Draft& draft) {
  RowChecks(draft).run();
}

}  // namespace kgpu::catalog
