#include "completion.hpp"

#include "CLI/CLI.hpp"
#include "command_table.hpp"
#include "completion_values.hpp"
#include "flag_words.hpp"

#include <algorithm>
#include <set>
#include <span>

namespace kgpu::app {
namespace {

/// What the words before the one being typed leave open.
struct Place {
  const CLI::Option* value_of = nullptr;  ///< a flag that still waits for its value
  bool only_arguments = false;            ///< after `--`
  std::size_t arguments = 0;              ///< how many came before
  std::set<const CLI::Option*> given;
  std::string kubeconfig;  ///< that --kubeconfig names
};

void note_value(Place& place, const CLI::Option* option, const std::string& value) {
  if (option != nullptr && option->check_lname("kubeconfig")) {
    place.kubeconfig = value;
  }
}

Place read_place(const CLI::App& verb, std::span<const std::string> words) {
  Place place;
  for (const std::string& word : words) {
    if (place.value_of != nullptr) {
      note_value(place, place.value_of, word);
      place.value_of = nullptr;
    } else if (!place.only_arguments && word == "--") {
      place.only_arguments = true;
    } else if (!place.only_arguments && is_flag(word)) {
      const FlagWord flag = read_flag(verb, word);
      place.given.insert(flag.option);
      note_value(place, flag.option, flag.value);
      place.value_of = flag.option != nullptr && takes_value(*flag.option) && !flag.has_value ? flag.option : nullptr;
    } else {
      ++place.arguments;
    }
  }
  return place;
}

void offer_flags(const CLI::App& verb, const Place& place, const std::string& typed, Suggestions& found) {
  for (const CLI::Option* option : verb.get_options()) {
    const bool again = !place.given.contains(option) || is_repeatable(*option);
    if (!option->get_positional() && !option->get_group().empty() && again && long_name(*option).starts_with(typed)) {
      found.items.push_back({long_name(*option), option->get_description()});
    }
  }
  if (std::string_view("--help").starts_with(typed)) {
    found.items.push_back({"--help", "Show an example and the flags"});
  }
}

const CLI::Option* argument_at(const CLI::App& verb, std::size_t index) {
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_positional()) {
      if (index == 0 || is_repeatable(*option)) {
        return option;
      }
      --index;
    }
  }
  return nullptr;
}

Suggestions complete_verb(const CommandRow& row, std::span<const std::string> words, const catalog::Catalog& catalog,
                          const ConfigNamesOf& config_names) {
  CLI::App verb;
  verb.set_help_flag();
  Completions completions;
  (void)row.bind(verb, completions);
  const std::string& typed = words.back();
  const Place place = read_place(verb, words.first(words.size() - 1));
  const auto offer_of = [&](const CLI::Option* option, const std::string& text) {
    const Completions::Offer* offer = completions.find(option);
    if (offer != nullptr && config_names && is_in_kubeconfig(offer->source)) {
      kube::ConfigFlags flags;
      flags.kubeconfig = place.kubeconfig;
      return complete_config_name(offer->source, text, config_names(flags));
    }
    return offer == nullptr ? Suggestions{} : complete_value(*offer, text, catalog);
  };
  if (place.value_of != nullptr) {
    return offer_of(place.value_of, typed);
  }
  if (!place.only_arguments && typed.starts_with('-')) {
    const FlagWord flag = is_flag(typed) ? read_flag(verb, typed) : FlagWord{};
    if (flag.has_value && flag.option != nullptr) {
      return offer_of(flag.option, flag.value);
    }
    Suggestions found;
    offer_flags(verb, place, typed, found);
    return found;
  }
  return offer_of(argument_at(verb, place.arguments), typed);
}

/// Names that begin with what was typed, each with its line of the command table.
template <class Names, class Summary>
Suggestions complete_names(const Names& names, const std::string& typed, Summary summary) {
  Suggestions found;
  for (const std::string_view name : names) {
    if (name.starts_with(typed)) {
      found.items.push_back({std::string(name), std::string(summary(name))});
    }
  }
  if (!typed.empty() && std::string_view("--help").starts_with(typed)) {
    found.items.push_back({"--help", "Show what there is"});
  }
  return found;
}

std::string_view summary_of_first_word(std::string_view word) {
  for (const NounRow& row : nouns()) {
    if (row.noun == word) {
      return row.summary;
    }
  }
  const CommandRow* row = find_command(word, "");
  return row == nullptr ? "" : row->summary;
}

}  // namespace

Suggestions complete(std::vector<std::string> words, const catalog::Catalog& catalog,
                     const ConfigNamesOf& config_names) {
  if (words.empty()) {
    words.emplace_back();
  }
  if (words.size() > 1 && words.front() == "help") {
    words.erase(words.begin());
  }
  const std::string noun = words.front();
  if (words.size() == 1) {
    return complete_names(first_words(), noun, summary_of_first_word);
  }
  if (const CommandRow* row = find_command(noun, "")) {
    return complete_verb(*row, std::span(words).subspan(1), catalog, config_names);
  }
  if (words.size() == 2) {
    return complete_names(verbs_of(noun), words[1],
                          [&](std::string_view verb) { return find_command(noun, verb)->summary; });
  }
  const CommandRow* row = find_command(noun, words[1]);
  return row == nullptr ? Suggestions{} : complete_verb(*row, std::span(words).subspan(2), catalog, config_names);
}

std::string to_text(const Suggestions& suggestions) {
  std::string text;
  for (const Suggestion& item : suggestions.items) {
    text += item.value + (item.description.empty() ? "" : "\t" + item.description) + "\n";
  }
  return text + (suggestions.files ? ":0\n" : ":4\n");
}

}  // namespace kgpu::app
