#include "flags.hpp"

#include "CLI/CLI.hpp"

#include "kgpu/base/text.hpp"

namespace kgpu::app {
namespace {

/// "--region REGION" gives the names for CLI11 and the word that help shows for the value.
struct Spelling {
  std::string names;
  std::string value;
};

Spelling spelling(const std::string& text) {
  const auto space = text.rfind(' ');
  return {text.substr(0, space), text.substr(space + 1)};
}

}  // namespace

CLI::Option* add_text_flag(CLI::App& verb, const std::string& names, const std::string& help,
                           std::function<void(const std::string&)> parse) {
  const Spelling flag = spelling(names);
  auto* option = verb.add_option(
      flag.names,
      [parse = std::move(parse), name = flag.names](const CLI::results_t& results) {
        if (results.back().empty()) {
          throw usage_error(name.substr(name.rfind(',') + 1) + ": an empty value");
        }
        parse(results.back());
        return true;
      },
      help);
  return option->type_name(flag.value)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

CLI::Option* add_list_flag(CLI::App& verb, const std::string& names, const std::string& help,
                           std::function<void(const std::string&)> parse) {
  const Spelling flag = spelling(names);
  auto* option = verb.add_option(
      flag.names,
      [parse = std::move(parse), name = flag.names](const CLI::results_t& results) {
        for (const std::string& result : results) {
          const auto elements = split(result, ',');
          for (const std::string& element : elements) {
            if (element.empty()) {
              throw usage_error(name + ": an empty element in " + in_quotes(result));
            }
            parse(element);
          }
          if (elements.empty()) {
            throw usage_error(name + ": an empty value");
          }
        }
        return true;
      },
      help);
  return option->type_name(flag.value)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_repeated_flag(CLI::App& verb, const std::string& names, const std::string& help,
                               std::function<void(const std::string&)> parse) {
  const Spelling flag = spelling(names);
  auto* option = verb.add_option(
      flag.names,
      [parse = std::move(parse), name = flag.names](const CLI::results_t& results) {
        for (const std::string& result : results) {
          if (result.empty()) {
            throw usage_error(name + ": an empty value");
          }
          parse(result);
        }
        return true;
      },
      help);
  return option->type_name(flag.value)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::int64_t parse_count(std::string_view text, std::string_view flag, std::int64_t least) {
  const auto number = Decimal::parse(text);
  if (!number && !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos) {
    throw usage_error(std::string(flag) + ": " + in_quotes(text) + " is too large a number");
  }
  if (!number || !number->is_whole() || number->truncated() < least) {
    throw usage_error(std::string(flag) + ": " + in_quotes(text) + " is not a whole number of at least " +
                      std::to_string(least));
  }
  return number->truncated();
}

void add_catalog_flag(CLI::App& verb, std::string& directory, Completions& completions) {
  CLI::Option* catalog = add_text_flag(verb, "--catalog DIR", "Lay the CSV files of DIR over the catalogue",
                                       [&](const std::string& text) { directory = text; });
  catalog->group(k_common_flags);
  completions.offer(catalog, {.source = ValueSource::directories});
}

void add_price_flags(CLI::App& verb, commands::PriceOptions& options, Completions& completions) {
  add_catalog_flag(verb, options.catalog_directory, completions);
  CLI::Option* discount =
      add_text_flag(verb, "--discount PERCENT", "Off on-demand prices, such as 30%", [&](const std::string& text) {
        const std::string_view number =
            text.ends_with('%') ? std::string_view(text).substr(0, text.size() - 1) : std::string_view();
        const auto percent = Decimal::parse(number);
        if (!percent || *percent < Decimal() || *percent > Decimal::whole(100)) {
          throw usage_error("--discount: " + in_quotes(text) + " is not a percentage from 0% to 100%");
        }
        options.discount_percent = *percent;
      });
  CLI::Option* age = add_text_flag(
      verb, "--max-price-age DAYS", "Older prices count as unknown, such as 90d", [&](const std::string& text) {
        if (!text.ends_with('d')) {
          throw usage_error("--max-price-age: " + in_quotes(text) + " is not a number of days, such as 90d");
        }
        options.max_price_age_days = parse_count(text.substr(0, text.size() - 1), "--max-price-age", 0);
      });
  for (CLI::Option* option : {discount, age}) {
    option->group(k_common_flags);
  }
}

void add_output_flag(CLI::App& verb, commands::ReportOptions& options, std::span<const output::Format> allowed,
                     Completions& completions) {
  std::vector<std::string> words;
  for (const output::Format format : allowed) {
    words.emplace_back(to_string(format));
  }
  auto* output = add_text_flag(
      verb, "-o,--output FORMAT", "One of: " + join(words, "|"),
      [&options, allowed](const std::string& text) { options.format = output::parse_format(text, allowed); });
  completions.offer(output, {.words = words});
}

void add_report_flags(CLI::App& verb, commands::ReportOptions& options, std::span<const output::Format> allowed,
                      Completions& completions) {
  add_output_flag(verb, options, allowed, completions);
  verb.add_flag("--no-headers", options.no_headers, "Leave out the table's first line");
}

}  // namespace kgpu::app
