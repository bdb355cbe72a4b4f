#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// How the words of a command line name the flags of a verb: one reading for parsing and for completion.
namespace kgpu::app {

/// `--region=eu-west-1`, `--region`, `-o`, `-ojson`, `-o=json`.
struct FlagWord {
  const CLI::Option* option = nullptr;  ///< null when the verb has no such flag
  bool has_value = false;               ///< the word carries its value
  std::string spelling;                 ///< up to where the value begins, with any `=`: `--region=`
  std::string value;
};

/// What `word` says as a flag of `verb`. The word must begin with `-` and be longer than that.
[[nodiscard]] FlagWord read_flag(const CLI::App& verb, const std::string& word);

[[nodiscard]] bool is_flag(const std::string& word);
[[nodiscard]] bool takes_value(const CLI::Option& option);
[[nodiscard]] bool is_repeatable(const CLI::Option& option);
/// `--output`, or `-f` for a flag without a long name.
[[nodiscard]] std::string long_name(const CLI::Option& option);

/// `--wait` may stand alone or as `--wait=5m`, which is this flag's `5m` in other words: kubectl's own for the same.
inline constexpr const char* k_wait_limit = "--timeout";

/// The words as CLI11 reads them without surprises: `-o=json` as `-ojson`. Throws Error{usage} for `--flag=`, where
/// CLI11 would take the next word for the value; kubectl's own flags may have an empty one.
[[nodiscard]] std::vector<std::string> plain_words(const CLI::App& verb, std::vector<std::string> words);

}  // namespace kgpu::app
