#pragma once

#include "command_table.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/commands/common_options.hpp"

#include <functional>
#include <optional>
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

/// The group of flags that mean the same on every verb that reads them: `kubectl gpu options` lists those, and a verb's
/// `--help` only says so, that it may fit a screen.
inline constexpr const char* k_common_flags = "Common";

/// The group of flags that say what a model's load is, on verbs whose own flags are others: a line of `--help` names
/// them, `instance recommend` lists them.
inline constexpr const char* k_flags_of_model = "Of a model";

/// The group of kubectl's own flags, listed by `kubectl gpu options` alone. They take an empty value.
inline constexpr const char* k_cluster_flags = "Cluster";

/// A flag whose text is turned into a value by `parse`; errors that `parse` throws are the user's to read.
/// The word after the flag is its value, whatever it begins with, as in kubectl.
CLI::Option* add_text_flag(CLI::App& verb, const std::string& names, const std::string& help,
                           std::function<void(const std::string&)> parse);

/// The same for a flag that may be given several times, and takes lists with commas: `parse` sees each element.
CLI::Option* add_list_flag(CLI::App& verb, const std::string& names, const std::string& help,
                           std::function<void(const std::string&)> parse);

/// The same without lists: a name may hold commas.
CLI::Option* add_repeated_flag(CLI::App& verb, const std::string& names, const std::string& help,
                               std::function<void(const std::string&)> parse);

/// `--catalog` alone, for verbs that show figures as they are.
void add_catalog_flag(CLI::App& verb, std::string& directory, Completions& completions);

/// `--catalog`, `--discount`, `--max-price-age`.
void add_price_flags(CLI::App& verb, commands::PriceOptions& options, Completions& completions);

/// `-o`.
void add_output_flag(CLI::App& verb, commands::ReportOptions& options, std::span<const output::Format> allowed,
                     Completions& completions);

/// `-o`, `--no-headers`.
void add_report_flags(CLI::App& verb, commands::ReportOptions& options, std::span<const output::Format> allowed,
                      Completions& completions);

/// A whole number of at least `least`; throws Error{usage} naming the flag.
[[nodiscard]] std::int64_t parse_count(std::string_view text, std::string_view flag, std::int64_t least);

/// What a word was parsed as; throws Error{usage} naming the flag and its `words` when it is none of them.
template <class T>
T known_word(std::string_view text, std::string_view flag, const std::vector<std::string>& words,
             const std::optional<T>& value) {
  if (!value) {
    const std::vector<std::string_view> candidates(words.begin(), words.end());
    throw usage_error(std::string(flag) + ": unknown value " + in_quotes(text) + " (one of: " + join(words, ", ") + ")",
                      did_you_mean(text, candidates));
  }
  return *value;
}

}  // namespace kgpu::app
