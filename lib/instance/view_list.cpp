#include "kgpu/instance/view_list.hpp"

#include "amounts.hpp"
#include "conditions.hpp"
#include "view_json.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::instance {
namespace {

using output::Align;
using output::Column;
using Capacities = std::vector<catalog::Capacity>;

/// The capacities that have a column: those asked for, in one order; on-demand and spot when none was.
Capacities shown_capacities(Capacities asked) {
  if (asked.empty()) {
    return {catalog::Capacity::on_demand, catalog::Capacity::spot};
  }
  std::ranges::sort(asked);
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  return asked;
}

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return result;
}

template <class T>
std::string number_or_blank(const std::optional<T>& value, std::string_view unit) {
  if (!value) {
    return {};
  }
  if constexpr (std::is_integral_v<T>) {
    return std::to_string(*value) + std::string(unit);
  } else {
    return value->to_string() + std::string(unit);
  }
}

/// The older day of the row's prices: no cell of it is of an earlier one. Blank when the day of one is not known.
std::string as_of_text(const Offer& offer, const Capacities& shown) {
  std::optional<Date> oldest;
  for (const catalog::Capacity capacity : shown) {
    const auto* price = offer.priced(capacity);
    if (price == nullptr) {
      continue;
    }
    if (!price->as_of) {
      return {};
    }
    oldest = oldest ? std::min(*oldest, *price->as_of) : *price->as_of;
  }
  return oldest ? oldest->to_string() : "";
}

std::string interruption_text(const Offer& offer) {
  const auto* spot = offer.priced(catalog::Capacity::spot);
  return spot != nullptr && spot->interruption ? std::string(to_string(*spot->interruption)) : "";
}

std::vector<std::string> table_row(const Offer& offer, const Capacities& shown) {
  const catalog::InstanceType& type = *offer.type;
  const bool has_device = type.has_accelerator();
  std::vector<std::string> row = {std::string(type.name),
                                  std::string(to_string(type.provider)),
                                  std::to_string(type.vcpus),
                                  mib_as_gib_text(type.memory_mib),
                                  std::string(accelerator_name(offer)),
                                  has_device ? type.accelerator_count.to_string() : "",
                                  has_device ? mib_as_gib_text(type.accelerator_memory_mib_each) : ""};
  for (const catalog::Capacity capacity : shown) {
    row.push_back(price_text(offer.priced(capacity)));
  }
  row.insert(row.end(),
             {offer.region, as_of_text(offer, shown), std::string(offer.use), std::string(to_string(type.architecture)),
              number_or_blank(type.efa_interfaces, ""), number_or_blank(type.nvme_gb, "GB"),
              number_or_blank(type.network_gbps, "Gbps"), interruption_text(offer)});
  return row;
}

std::vector<std::string> csv_row(const Offer& offer, const Capacities& shown) {
  const catalog::InstanceType& type = *offer.type;
  const bool has_device = type.has_accelerator();
  std::vector<std::string> row = {std::string(type.name),
                                  std::string(to_string(type.provider)),
                                  std::string(to_string(type.architecture)),
                                  std::to_string(type.vcpus),
                                  std::to_string(type.memory_mib),
                                  std::string(accelerator_name(offer)),
                                  type.accelerator_count.to_string(),
                                  has_device ? std::to_string(type.accelerator_memory_mib_each) : "",
                                  number_or_blank(type.efa_interfaces, ""),
                                  number_or_blank(type.nvme_gb, ""),
                                  number_or_blank(type.network_gbps, ""),
                                  std::string(offer.use),
                                  offer.region};
  for (const catalog::Capacity capacity : shown) {
    const auto* price = offer.priced(capacity);
    row.push_back(price != nullptr ? price->usd_per_hour->to_string() : "");
    row.emplace_back(price != nullptr ? to_string(price->basis) : "");
    row.push_back(price != nullptr && price->as_of ? price->as_of->to_string() : "");
  }
  row.push_back(interruption_text(offer));
  return row;
}

}  // namespace

output::Table list_table(const std::vector<Offer>& offers, const Capacities& capacities) {
  const Capacities shown = shown_capacities(capacities);
  output::Table table;
  table.columns = {{"TYPE"},
                   {"PROVIDER"},
                   {"VCPU", Align::right},
                   {"MEMORY", Align::right},
                   {"GPU"},
                   {"COUNT", Align::right},
                   {"GPU-MEMORY", Align::right}};
  for (const catalog::Capacity capacity : shown) {
    table.columns.push_back({upper(to_string(capacity)), Align::right});
  }
  const std::vector<Column> rest = {{"REGION"},
                                    {"AS OF"},
                                    {"USE"},
                                    {"ARCH", Align::left, true},
                                    {"EFA", Align::right, true},
                                    {"NVME", Align::right, true},
                                    {"NETWORK", Align::right, true},
                                    {"INTERRUPTION", Align::right, true}};
  table.columns.insert(table.columns.end(), rest.begin(), rest.end());
  for (const Offer& offer : offers) {
    table.rows.push_back(table_row(offer, shown));
  }
  return table;
}

output::Table list_csv(const std::vector<Offer>& offers, const Capacities& capacities) {
  const Capacities shown = shown_capacities(capacities);
  output::Table table;
  for (const char* name :
       {"instance_type", "provider", "arch", "vcpus", "memory_mib", "accelerator", "accelerator_count",
        "accelerator_memory_mib", "efa_interfaces", "nvme_gb", "network_gbps", "use", "region"}) {
    table.columns.push_back({name});
  }
  for (const catalog::Capacity capacity : shown) {
    std::string name(to_string(capacity));
    std::ranges::replace(name, '-', '_');
    for (const char* figure : {"_usd_per_hour", "_price_basis", "_as_of"}) {
      table.columns.push_back({name + figure});
    }
  }
  table.columns.push_back({"interruption"});
  for (const Offer& offer : offers) {
    table.rows.push_back(csv_row(offer, shown));
  }
  return table;
}

output::Json list_json(const std::vector<Offer>& offers) {
  output::Json items = output::Json::array();
  for (const Offer& offer : offers) {
    output::Json item = output::Json::object();
    set_type(item, offer);
    output::Json prices = output::Json::array();
    push_prices(prices, offer);
    item.set("prices", std::move(prices));
    items.push(std::move(item));
  }
  output::Json list = output::Json::object();
  list.set("kind", "InstanceList").set("version", 1).set("items", std::move(items));
  return list;
}

}  // namespace kgpu::instance
