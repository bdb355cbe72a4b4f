#include "kgpu/commands/common_options.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

namespace kgpu::commands {
namespace {

/// Throws unless the provider has the region; `where` says who asked for it.
void require_region(const catalog::Catalog& catalog, catalog::Provider provider, std::string_view region,
                    std::string_view where) {
  const auto known = catalog.regions(provider);
  if (std::ranges::binary_search(known, region)) {
    return;
  }
  const std::string asked = std::string(where) + ": ";
  const std::string of_provider(to_string(provider));
  if (const auto other = catalog.provider_of_region(region)) {
    throw usage_error(asked + in_quotes(region) + " is a region of " + std::string(to_string(*other)) + ", not of " +
                      of_provider);
  }
  const std::string near = did_you_mean(region, known);
  throw usage_error(asked + "unknown " + of_provider + " region " + in_quotes(region),
                    near.empty() ? "the catalogue has prices for " + std::to_string(known.size()) + " " + of_provider +
                                       " regions, " + std::string(default_region(provider)) + " among them"
                                 : near);
}

/// What a directory under version control holds besides tables. Anything else that is no table is for overlay to
/// refuse: a misspelt name must not be passed over.
bool is_beside_the_tables(const std::string& name) {
  return name.starts_with('.') || name.find("/.") != std::string::npos || name.ends_with(".md");
}

}  // namespace

std::string_view default_region(catalog::Provider provider) {
  switch (provider) {
    case catalog::Provider::aws:
      return "us-east-1";
    case catalog::Provider::gcp:
      return "us-central1";
    case catalog::Provider::azure:
      return "eastus";
  }
  throw Error(ErrorKind::internal, "a provider without a default region");
}

catalog::Catalog load_catalog(const PriceOptions& options, const Env& env) {
  const std::string& directory = options.catalog_directory;
  if (directory.empty()) {
    return env.built_in_catalog;
  }
  std::vector<catalog::NamedText> files;
  for (const std::string& name : env.files.list_recursively(directory)) {
    if (!is_beside_the_tables(name)) {
      files.push_back({name, env.files.read(directory + "/" + name)});
    }
  }
  if (files.empty()) {
    throw data_error("--catalog: no CSV file in " + in_quotes(directory),
                     "kubectl gpu catalog export --output-dir DIR writes the files to edit");
  }
  return catalog::overlay(env.built_in_catalog, directory, files);
}

pricing::PriceRules price_rules(const PriceOptions& options, const Env& env) {
  pricing::PriceRules rules{
      .discount_percent = options.discount_percent, .max_age_days = options.max_price_age_days, .today = std::nullopt};
  if (rules.max_age_days) {
    rules.today = env.today();
  }
  return rules;
}

catalog::Provider provider_of(const std::string& region, const catalog::Catalog& catalog) {
  if (const auto provider = catalog.provider_of_region(region)) {
    return *provider;
  }
  std::vector<std::string_view> known;
  for (const auto provider : {catalog::Provider::aws, catalog::Provider::gcp, catalog::Provider::azure}) {
    const auto regions = catalog.regions(provider);
    known.insert(known.end(), regions.begin(), regions.end());
  }
  throw usage_error("--region: unknown region " + in_quotes(region), did_you_mean(region, known));
}

std::string region_for(catalog::Provider provider, const std::string& flag, const catalog::Catalog& catalog,
                       const Env& env) {
  if (!flag.empty()) {
    require_region(catalog, provider, flag, "--region");
    return flag;
  }
  if (provider == catalog::Provider::aws) {
    for (const char* name : {"AWS_REGION", "AWS_DEFAULT_REGION"}) {
      if (const auto value = env.variable(name); value && !value->empty()) {
        require_region(catalog, provider, *value, name);
        return *value;
      }
    }
  }
  return std::string(default_region(provider));
}

void print_json(const output::Json& json, output::Format format, Env& env) {
  env.out << (format == output::Format::yaml ? output::to_yaml(json) : output::to_json(json));
}

void print_table(const output::Table& table, const ReportOptions& options, Env& env) {
  if (options.format == output::Format::name) {
    for (const auto& row : table.rows) {
      // One name, one line: a name out of an overlay must not become two.
      env.out << printable(row.front(), row.front().size()) << '\n';
    }
    return;
  }
  const output::TableOptions how{.wide = options.format == output::Format::wide, .headers = !options.no_headers};
  env.out << (options.format == output::Format::csv ? output::to_csv(table, how) : output::to_text(table, how));
}

void print_names(const output::Table& table, std::string_view header, Env& env) {
  const auto column = std::ranges::find(table.columns, header, &output::Column::header) - table.columns.begin();
  for (const auto& row : table.rows) {
    const std::string& name = row.at(static_cast<std::size_t>(column));
    env.out << printable(name, name.size()) << '\n';
  }
}

void print_report(const output::Table& table, const output::Json& json, const ReportOptions& options, Env& env) {
  if (options.format == output::Format::json || options.format == output::Format::yaml) {
    print_json(json, options.format, env);
  } else {
    print_table(table, options, env);
  }
}

void print_next(const std::string& command, Env& env) {
  if (env.err_is_terminal) {
    env.err << "next: " << command << '\n';
  }
}

void print_error(const std::string& message, const std::string& hint, Env& env) {
  env.err << (message.starts_with("error from server") ? "" : "error: ") << message << '\n';
  if (!hint.empty()) {
    env.err << "hint: " << hint << '\n';
  }
}

}  // namespace kgpu::commands
