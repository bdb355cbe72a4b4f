#pragma once

#include "command_table.hpp"

#include "kgpu/commands/common_options.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// Flags that several verbs share, and the ways of adding one.
namespace kgpu::app {

/// A flag whose text is turned into a value by `parse`; errors that `parse` throws are the user's to read.
/// A value may begin with `-` only as `--flag=-x`.
CLI::Option* add_text_flag(CLI::App& verb, const std::string& names, const std::string& help,
                           std::function<void(const std::string&)> parse);

/// The same for a flag that may be given several times, and takes lists with commas: `parse` sees each element.
CLI::Option* add_list_flag(CLI::App& verb, const std::string& names, const std::string& help,
                           std::function<void(const std::string&)> parse);

/// `--catalog`, `--discount`, `--max-price-age`.
void add_price_flags(CLI::App& verb, commands::PriceOptions& options, Completions& completions);

/// `-o`, `--no-headers`.
void add_report_flags(CLI::App& verb, commands::ReportOptions& options, std::span<const output::Format> allowed,
                      Completions& completions);

/// A whole number of at least `least`; throws Error{usage} naming the flag.
[[nodiscard]] std::int64_t parse_count(std::string_view text, std::string_view flag, std::int64_t least);

}  // namespace kgpu::app
