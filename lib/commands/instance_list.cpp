#include "kgpu/commands/instance_list.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/instance/view_list.hpp"

#include <algorithm>
#include <ostream>

namespace kgpu::commands {
namespace {

/// With `--region` its provider alone, else all, each with its default region.
instance::Regions regions_of(const instance::Filter& filter, const catalog::Catalog& catalog, const Env& env) {
  const auto is_wanted = [&](catalog::Provider provider) {
    return filter.providers.empty() || std::ranges::find(filter.providers, provider) != filter.providers.end();
  };
  instance::Regions regions;
  if (filter.region) {
    const catalog::Provider provider = provider_of(*filter.region, catalog);
    if (!is_wanted(provider)) {
      throw usage_error(
          "--region: " + in_quotes(*filter.region) + " is a region of " + std::string(to_string(provider)) +
              ", which --provider leaves out",
          "leave out --provider, or name a region of " + std::string(to_string(filter.providers.front())));
    }
    regions[provider] = *filter.region;
    return regions;
  }
  for (const auto provider : {catalog::Provider::aws, catalog::Provider::gcp, catalog::Provider::azure}) {
    regions[provider] =
        is_wanted(provider) ? region_for(provider, "", catalog, env) : std::string(default_region(provider));
  }
  return regions;
}

/// A pool for what was listed, where it is one accelerator of EC2; else the first type in full.
std::string next_command(const std::vector<instance::Offer>& offers, const InstanceListOptions& options) {
  const instance::Offer& first = offers.front();
  const bool one_accelerator = std::ranges::all_of(offers, [&](const instance::Offer& offer) {
    return offer.accelerator == first.accelerator && offer.type->provider == catalog::Provider::aws;
  });
  if (!one_accelerator || first.accelerator == nullptr) {
    return "kubectl gpu instance describe " + shell_quote(first.type->name);
  }
  const auto& capacities = options.filter.capacities;
  const bool wants_spot = std::ranges::find(capacities, catalog::Capacity::spot) != capacities.end();
  return "kubectl gpu pool create " + std::string(first.type->accelerator_model) + " --accelerator " +
         shell_quote(first.accelerator->name) + (wants_spot ? " --capacity spot" : "") + " --cluster-name CLUSTER";
}

}  // namespace

ExitCode run_instance_list(const InstanceListOptions& options, Env& env) {
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  const instance::Regions regions = regions_of(options.filter, catalog, env);
  auto [offers, notes] = instance::select(catalog, options.filter, regions, price_rules(options.prices, env));
  if (options.sort_key) {
    instance::sort_by(offers, *options.sort_key, options.filter.capacities);
  }
  const output::Format format = options.report.format;
  if (format == output::Format::json || format == output::Format::yaml) {
    print_json(instance::list_json(offers), format, env);
  } else if (format == output::Format::csv) {
    print_table(instance::list_csv(offers, options.filter.capacities), options.report, env);
  } else if (format == output::Format::name || !offers.empty()) {
    print_table(instance::list_table(offers, options.filter.capacities), options.report, env);
  }
  for (const std::string& note : notes) {
    env.err << "note: " << note << '\n';
  }
  if (!offers.empty()) {
    print_next(next_command(offers, options), env);
  }
  return ExitCode::ok;
}

}  // namespace kgpu::commands
