#include "parse_errors.hpp"

#include "CLI/CLI.hpp"
#include "flag_words.hpp"
#include "help.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::app {
namespace {

/// What people write for a flag that is called otherwise here: offered where the verb has that flag.
struct OtherName {
  std::string_view given;
  std::string_view flag;
  std::string_view hint;
};
constexpr OtherName k_other_names[] = {
    {"--cluster", "--cluster-name", "the EKS cluster's name is --cluster-name; --cluster is one of the kubeconfig"},
    {"--context", "--context-length", "tokens are --context-length; --context is one of the kubeconfig"},
    {"--spot", "--capacity", "--capacity spot"},
    {"--gpu", "--accelerator", "--accelerator names the GPU, such as L4"},
};

/// "did you mean", or what the flag is called here.
std::string hint_for(std::string_view word, std::span<const std::string_view> flags) {
  for (const OtherName& other : k_other_names) {
    if (word == other.given && std::ranges::find(flags, other.flag) != flags.end()) {
      return std::string(other.hint);
    }
  }
  return did_you_mean(word, flags);
}

Error unknown_word(const std::vector<std::string>& left, const CLI::App& verb, const std::string& command) {
  const bool only_arguments = left.front() == "--" && left.size() > 1;
  const std::string& given = left[only_arguments ? 1 : 0];
  const std::string word = given.substr(0, given.find('='));
  if (only_arguments || !is_flag(word)) {
    return usage_error("unexpected argument " + in_quotes(given) + " for '" + command + "'", command + " --help");
  }
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    if (!option->get_positional() && !option->get_group().empty()) {
      names.push_back(long_name(*option));
    }
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string near = hint_for(word, candidates);
  return usage_error("unknown flag " + in_quotes(word) + " for '" + command + "'",
                     near.empty() ? command + " --help" : near);
}

/// The option whose results CLI11 could not accept: given without a value, or twice.
const CLI::Option* option_named_in(const std::string& sentence, const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    if (sentence.starts_with(option->get_name() + ":") || sentence.starts_with(option->get_name() + " ")) {
      return option;
    }
  }
  return nullptr;
}

}  // namespace

Error explain(const CLI::ParseError& failure, const CLI::App& verb, const CommandRow& row) {
  const std::string command = "kubectl gpu " + command_name(row);
  if (dynamic_cast<const CLI::ExtrasError*>(&failure) != nullptr && !verb.remaining().empty()) {
    return unknown_word(verb.remaining(), verb, command);
  }
  if (dynamic_cast<const CLI::RequiredError*>(&failure) != nullptr) {
    for (const CLI::Option* option : verb.get_options()) {
      if (option->get_required() && option->count() == 0) {
        const std::string name = option->get_positional() ? option->get_type_name() : long_name(*option);
        return usage_error("'" + command + "' needs " + name, command + " --help");
      }
    }
  }
  const CLI::Option* option = option_named_in(failure.what(), verb);
  if (option != nullptr && !option->get_positional()) {
    const std::string name = long_name(*option);
    if (!takes_value(*option)) {
      return usage_error(name + " takes no value", command + " --help");
    }
    if (option->count() > 1) {
      return usage_error(name + " is given more than once", "give it one value");
    }
    if (option->count() == 0) {
      return usage_error(name + " needs a value: " + name + " " + option->get_type_name());
    }
  }
  return usage_error(failure.what(), command + " --help");
}

}  // namespace kgpu::app
