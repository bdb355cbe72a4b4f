#include "kgpu/commands/instance_describe.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/instance/description.hpp"

#include <ostream>

namespace kgpu::commands {

ExitCode run_instance_describe(const InstanceDescribeOptions& options, Env& env) {
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  const pricing::PriceRules rules = price_rules(options.prices, env);
  const catalog::InstanceType& type = instance::require_instance_type(catalog, options.type);
  const output::Format format = options.report.format;
  const bool all_regions = options.region.empty() && format != output::Format::table;
  const std::vector<std::string> regions = all_regions
                                               ? instance::priced_regions(catalog, type, rules)
                                               : std::vector{region_for(type.provider, options.region, catalog, env)};
  const instance::Description description = instance::describe(catalog, type, regions, rules);
  if (format == output::Format::json || format == output::Format::yaml) {
    print_json(instance::description_json(description), format, env);
  } else {
    env.out << instance::description_text(description);
  }
  if (type.provider == catalog::Provider::aws) {
    print_next("kubectl gpu pool create NAME --instance-type " + shell_quote(type.name) + " --cluster-name CLUSTER",
               env);
  }
  return ExitCode::ok;
}

}  // namespace kgpu::commands
