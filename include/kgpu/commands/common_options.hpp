#pragma once

#include "kgpu/base/decimal.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/output/format.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/output/table.hpp"
#include "kgpu/pricing/offer_price.hpp"

#include <optional>
#include <string>

namespace kgpu::commands {

/// `--catalog`, `--discount`, `--max-price-age`: which prices count.
struct PriceOptions {
  std::string catalog_directory;
  Decimal discount_percent;
  std::optional<std::int64_t> max_price_age_days;
};

/// `-o`, `--no-headers`, `--sort-by` of a report.
struct ReportOptions {
  output::Format format = output::Format::table;
  bool no_headers = false;
};

/// The built-in catalogue, or with `--catalog DIR` laid over it.
[[nodiscard]] catalog::Catalog load_catalog(const PriceOptions& options, const Env& env);

[[nodiscard]] pricing::PriceRules price_rules(const PriceOptions& options, const Env& env);

/// us-east-1, us-central1, eastus (CONTRACTS §5).
[[nodiscard]] std::string_view default_region(catalog::Provider provider);

/// The region a command is about: the flag; else for aws AWS_REGION, then AWS_DEFAULT_REGION; else us-east-1,
/// us-central1, eastus (CONTRACTS §5). Throws Error{usage} for a region the catalogue does not know.
[[nodiscard]] std::string region_for(catalog::Provider provider, const std::string& flag,
                                     const catalog::Catalog& catalog, const Env& env);

/// Whose region the flag `--region` names. Throws Error{usage} with the nearest names.
[[nodiscard]] catalog::Provider provider_of(const std::string& region, const catalog::Catalog& catalog);

/// JSON or YAML.
void print_json(const output::Json& json, output::Format format, Env& env);

/// Table, wide or CSV; `-o name` is the first column.
void print_table(const output::Table& table, const ReportOptions& options, Env& env);
/// `-o name` of a table whose first column is not the name: the column of that header, a name a line.
void print_names(const output::Table& table, std::string_view header, Env& env);

/// Prints a report in the format asked for.
void print_report(const output::Table& table, const output::Json& json, const ReportOptions& options, Env& env);

/// `error: …` and `hint: …` on stderr. kubectl's own words for what the server said begin so already.
void print_error(const std::string& message, const std::string& hint, Env& env);

/// `next: COMMAND` on stderr, when that is a terminal.
void print_next(const std::string& command, Env& env);

}  // namespace kgpu::commands
