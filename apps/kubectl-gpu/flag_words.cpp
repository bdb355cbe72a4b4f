#include "flag_words.hpp"

#include "CLI/CLI.hpp"
#include "flags.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

namespace kgpu::app {

bool is_flag(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

bool is_repeatable(const CLI::Option& option) {
  return option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
}

std::string long_name(const CLI::Option& option) {
  return option.get_lnames().empty() ? "-" + option.get_snames().at(0) : "--" + option.get_lnames().front();
}

FlagWord read_flag(const CLI::App& verb, const std::string& word) {
  FlagWord flag;
  if (word.starts_with("--")) {
    const std::size_t equals = word.find('=');
    flag.has_value = equals != std::string::npos;
    flag.spelling = word.substr(0, flag.has_value ? equals + 1 : equals);
    flag.value = flag.has_value ? word.substr(equals + 1) : "";
    flag.option = verb.get_option_no_throw(word.substr(0, equals));
    return flag;
  }
  flag.option = verb.get_option_no_throw(word.substr(0, 2));
  flag.has_value = word.size() > 2;
  flag.spelling = word.substr(0, word.size() > 2 && word[2] == '=' ? 3 : 2);
  flag.value = word.substr(flag.spelling.size());
  return flag;
}

std::vector<std::string> plain_words(const CLI::App& verb, std::vector<std::string> words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (!is_flag(words[i])) {
      continue;
    }
    const FlagWord flag = read_flag(verb, words[i]);
    if (flag.option == nullptr) {
      continue;
    }
    if (!takes_value(*flag.option)) {
      const bool is_limit = flag.has_value && long_name(*flag.option) == "--wait" && flag.value != "true" &&
                            flag.value != "false" && verb.get_option_no_throw(k_wait_limit) != nullptr;
      if (is_limit) {
        words[i] = std::string(k_wait_limit) + "=" + flag.value;
        continue;
      }
      // CLI11 would take numbers too, and read `--efa=3` as three times yes.
      if (flag.has_value && flag.value != "true" && flag.value != "false") {
        throw usage_error(long_name(*flag.option) + ": " + in_quotes(flag.value) + " is neither true nor false");
      }
      continue;
    }
    if (flag.has_value && flag.value.empty() && flag.option->get_group() == k_cluster_flags) {
      words[i] = long_name(*flag.option);
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(++i), std::string());
      continue;
    }
    if (flag.has_value && flag.value.empty()) {
      throw usage_error(long_name(*flag.option) + " needs a value: " + long_name(*flag.option) + " " +
                        flag.option->get_type_name());
    }
    if (flag.has_value && flag.spelling.size() == 3) {
      words[i] = words[i].substr(0, 2) + flag.value;
    }
    i += flag.has_value ? 0 : 1;
  }
  return words;
}

}  // namespace kgpu::app
