#include "completion_values.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace kgpu::app {
namespace {

using catalog::Catalog;
using catalog::InstanceType;
using catalog::Provider;

constexpr Provider k_providers[] = {Provider::aws, Provider::gcp, Provider::azure};

bool offered(const Completions::Offer& offer, Provider provider) {
  return offer.provider.empty() || offer.provider == catalog::to_string(provider);
}

std::vector<Suggestion> instance_types(const Completions::Offer& offer, const Catalog& catalog) {
  std::vector<Suggestion> found;
  for (const InstanceType& type : catalog.tables().instance_types) {
    if (!offered(offer, type.provider)) {
      continue;
    }
    const catalog::Accelerator* device = catalog.accelerator_of(type);
    const std::string_view name = device == nullptr ? type.accelerator_model : device->name;
    const std::string devices =
        type.has_accelerator() ? type.accelerator_count.to_string() + " x " + std::string(name) + ", " : "";
    found.push_back({std::string(type.name), devices + std::to_string(type.vcpus) + " vCPU"});
  }
  return found;
}

/// The name, or its shortest alias without spaces: not every shell quotes what it completes.
std::string one_word_name(const catalog::Accelerator& device, const Catalog& catalog) {
  std::string_view best = device.name;
  const auto is_better = [&](std::string_view alias) {
    return alias.find(' ') == std::string_view::npos &&
           (best.find(' ') != std::string_view::npos || alias.size() < best.size());
  };
  for (const catalog::AcceleratorAlias& row : catalog.tables().accelerator_aliases) {
    if (device.name.find(' ') != std::string_view::npos && row.accelerator == device.name && is_better(row.alias)) {
      best = row.alias;
    }
  }
  return std::string(best);
}

std::vector<Suggestion> accelerators(const Completions::Offer& offer, const Catalog& catalog) {
  std::set<const catalog::Accelerator*> rented;
  for (const InstanceType& type : catalog.tables().instance_types) {
    if (offered(offer, type.provider)) {
      rented.insert(catalog.accelerator_of(type));
    }
  }
  std::vector<Suggestion> found;
  for (const catalog::Accelerator& device : catalog.tables().accelerators) {
    if (rented.contains(&device)) {
      const std::string memory = device.memory_nominal_gb ? ", " + device.memory_nominal_gb->to_string() + " GB" : "";
      found.push_back({one_word_name(device, catalog), std::string(device.vendor) + memory});
    }
  }
  return found;
}

std::vector<Suggestion> models(const Catalog& catalog) {
  std::vector<Suggestion> found;
  for (const catalog::Model& model : catalog.tables().models) {
    found.push_back({std::string(model.id), std::string(model.task)});
  }
  return found;
}

/// The catalogue prices Capacity Blocks in local zones (us-east-1-dfw-2a) beside regions, whose names end in a digit.
bool is_local_zone(std::string_view region) {
  return std::isdigit(static_cast<unsigned char>(region.back())) == 0;
}

std::vector<Suggestion> regions(const Completions::Offer& offer, const Catalog& catalog) {
  std::vector<Suggestion> found;
  for (const Provider provider : k_providers) {
    if (offered(offer, provider)) {
      for (const std::string_view region : catalog.regions(provider)) {
        if (provider == Provider::aws && is_local_zone(region)) {
          continue;
        }
        found.push_back({std::string(region), std::string(catalog::to_string(provider))});
      }
    }
  }
  return found;
}

/// EC2 zones: no public list says which letters an account has, so the first three are offered.
std::vector<Suggestion> zones(const Catalog& catalog) {
  std::vector<Suggestion> found;
  for (const std::string_view region : catalog.regions(Provider::aws)) {
    if (is_local_zone(region)) {
      found.push_back({std::string(region), "local zone"});
      continue;
    }
    for (const char letter : {'a', 'b', 'c'}) {
      found.push_back({std::string(region) + letter, "letters differ from account to account"});
    }
  }
  return found;
}

std::vector<Suggestion> values(const Completions::Offer& offer, const Catalog& catalog) {
  switch (offer.source) {
    case ValueSource::instance_types:
      return instance_types(offer, catalog);
    case ValueSource::accelerators:
      return accelerators(offer, catalog);
    case ValueSource::regions:
      return regions(offer, catalog);
    case ValueSource::zones:
      return zones(catalog);
    case ValueSource::models:
      return models(catalog);
    case ValueSource::files:
    case ValueSource::directories:
    case ValueSource::contexts:
    case ValueSource::clusters:
    case ValueSource::users:
    case ValueSource::namespaces:
    case ValueSource::none:
      return {};
    case ValueSource::words:
      break;
  }
  std::vector<Suggestion> found;
  for (const std::string& word : offer.words) {
    found.push_back({word, ""});
  }
  return found;
}

}  // namespace

Suggestions complete_value(const Completions::Offer& offer, const std::string& typed, const Catalog& catalog) {
  if (offer.source == ValueSource::files || offer.source == ValueSource::directories) {
    return {.items = {}, .files = true};
  }
  const std::size_t comma = offer.comma_separated ? typed.rfind(',') : std::string::npos;
  const std::string before = comma == std::string::npos ? "" : typed.substr(0, comma + 1);
  const std::string element = typed.substr(before.size());
  const std::vector<std::string> taken = split(before, ',');
  Suggestions found;
  for (Suggestion& item : values(offer, catalog)) {
    if (offer.source == ValueSource::accelerators && !item.value.starts_with(element)) {
      // Case does not count in their names, and shells drop what does not begin with the letters typed.
      const std::string lower = to_lower(item.value);
      item.value = lower.starts_with(to_lower(element)) ? element + lower.substr(element.size()) : "";
    }
    if (item.value.starts_with(element) && std::ranges::find(taken, item.value) == taken.end()) {
      found.items.push_back({before + item.value, std::move(item.description)});
    }
  }
  return found;
}

bool is_in_kubeconfig(ValueSource source) {
  return source == ValueSource::contexts || source == ValueSource::clusters || source == ValueSource::users ||
         source == ValueSource::namespaces;
}

Suggestions complete_config_name(ValueSource source, const std::string& typed, const kube::ConfigNames& names) {
  const std::vector<std::string>& list = source == ValueSource::contexts   ? names.contexts
                                         : source == ValueSource::clusters ? names.clusters
                                         : source == ValueSource::users    ? names.users
                                                                           : names.namespaces;
  Suggestions found;
  for (const std::string& name : list) {
    // A line break would be a second candidate, a tab a description.
    if (name.starts_with(typed) && name.find_first_of("\n\r\t") == std::string::npos) {
      found.items.push_back({name, ""});
    }
  }
  return found;
}

}  // namespace kgpu::app
