#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/env.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace kgpu::app {

/// What a parsed command line does.
using Action = std::function<ExitCode(commands::Env&)>;

/// What completion offers for the value of a flag or an argument.
enum class ValueSource {
  words,
  instance_types,
  accelerators,
  regions,
  zones,
  models,
  files,
  directories,
  contexts,  ///< this and the next three: names in the kubeconfig
  clusters,
  users,
  namespaces,
  none,
};

/// Values that completion offers, kept beside the flags they belong to.
class Completions {
 public:
  struct Offer {
    ValueSource source = ValueSource::words;
    std::vector<std::string> words = {};  ///< for ValueSource::words
    bool comma_separated = false;         ///< the last element after a comma is completed
    std::string_view provider = {};       ///< only its types, regions and accelerators; empty for all
  };

  void offer(const CLI::Option* option, Offer offer) { offers_[option] = std::move(offer); }
  [[nodiscard]] const Offer* find(const CLI::Option* option) const {
    const auto found = offers_.find(option);
    return found == offers_.end() ? nullptr : &found->second;
  }

 private:
  std::map<const CLI::Option*, Offer> offers_;
};

/// Adds a verb's flags to `verb` and returns what runs once they are parsed.
using Bind = Action (*)(CLI::App& verb, Completions& completions);

/// A row of the command table. `verb` is empty for commands of one word (`version`).
struct CommandRow {
  std::string_view noun;
  std::string_view verb;
  std::string_view summary;  ///< one line for the list in `--help`
  std::string_view example;  ///< one or more command lines, shown first in the verb's `--help`
  Bind bind;
  bool hidden = false;  ///< not listed, not completed
};

/// What a noun is about, for `kubectl gpu --help`.
struct NounRow {
  std::string_view noun;
  std::string_view summary;
};

/// Every noun and every command, in the order `--help` lists them.
[[nodiscard]] std::span<const NounRow> nouns();
[[nodiscard]] std::span<const CommandRow> commands();

/// The row of that noun and verb (empty for a command of one word), hidden or not.
[[nodiscard]] const CommandRow* find_command(std::string_view noun, std::string_view verb);
/// What may stand first: the nouns, then the commands of one word.
[[nodiscard]] std::vector<std::string_view> first_words();
[[nodiscard]] std::vector<std::string_view> verbs_of(std::string_view noun);

}  // namespace kgpu::app
