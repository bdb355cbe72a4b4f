#include "command_table.hpp"

#include "CLI/CLI.hpp"
#include "command_line.hpp"
#include "doctest/doctest.h"
#include "fake_env.hpp"
#include "flag_words.hpp"
#include "flags.hpp"
#include "help.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace {

using kgpu::app::CommandRow;

/// A verb with its flags.
struct Bound {
  explicit Bound(const CommandRow& row) {
    app.set_help_flag();
    action = row.bind(app, completions);
  }
  CLI::App app;
  kgpu::app::Completions completions;
  kgpu::app::Action action;
};

TEST_CASE("every command has a summary, an example and a noun that is listed") {
  std::set<std::string> names;
  for (const CommandRow& row : kgpu::app::commands()) {
    const std::string name = kgpu::app::command_name(row);
    CAPTURE(name);
    CHECK(names.insert(name).second);
    CHECK_FALSE(row.summary.empty());
    CHECK_FALSE(row.summary.ends_with('.'));
    CHECK(row.example.find("kubectl gpu " + name) != std::string_view::npos);
    if (!row.verb.empty()) {
      CHECK(std::ranges::any_of(kgpu::app::nouns(), [&](const auto& noun) { return noun.noun == row.noun; }));
    }
  }
}

TEST_CASE("every flag has a help text, a lower-case name and a word for its value") {
  for (const CommandRow& row : kgpu::app::commands()) {
    const Bound verb(row);
    for (const CLI::Option* option : verb.app.get_options()) {
      const std::string name = option->get_name();
      CAPTURE(kgpu::app::command_name(row));
      CAPTURE(name);
      CHECK_FALSE(option->get_description().empty());
      CHECK_FALSE(option->get_description().ends_with('.'));
      if (kgpu::app::takes_value(*option)) {
        CHECK_FALSE(option->get_type_name().empty());
        CHECK(option->get_type_name().find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos);
      }
      if (!option->get_positional()) {
        REQUIRE_FALSE(option->get_lnames().empty());
        CHECK(option->get_lnames().front() == kgpu::to_lower(option->get_lnames().front()));
      }
    }
  }
}

TEST_CASE("a flag that several commands share takes a value on all of them or on none") {
  std::map<std::string, bool> takes_value;
  for (const CommandRow& row : kgpu::app::commands()) {
    const Bound verb(row);
    for (const CLI::Option* option : verb.app.get_options()) {
      if (!option->get_positional()) {
        const std::string name = kgpu::app::long_name(*option);
        CAPTURE(name);
        CHECK(takes_value.try_emplace(name, kgpu::app::takes_value(*option)).first->second ==
              kgpu::app::takes_value(*option));
      }
    }
  }
}

TEST_CASE("every example can be typed") {
  for (const CommandRow& row : kgpu::app::commands()) {
    for (const std::string& line : kgpu::split(row.example, '\n')) {
      CAPTURE(line);
      const std::string start = "kubectl gpu " + kgpu::app::command_name(row);
      const std::size_t at = line.find(start);
      REQUIRE(at != std::string::npos);
      const std::string rest = line.substr(at + start.size());
      std::vector<std::string> words = kgpu::split(rest.substr(0, rest.find_first_of(")>|")), ' ');
      std::erase(words, "");
      std::ranges::reverse(words);
      Bound verb(row);
      CHECK_NOTHROW(verb.app.parse(words));
    }
  }
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (const std::string& line : kgpu::split(text, '\n')) {
    // Examples are to be copied whole.
    if (line.find("  kubectl gpu ") == std::string::npos && line.find("source <(") == std::string::npos) {
      widest = std::max(widest, line.size());
    }
  }
  return widest;
}

TEST_CASE("help texts keep to their width") {
  CHECK(widest_line(kgpu::app::program_help()) <= kgpu::app::k_help_width);
  CHECK(widest_line(kgpu::app::common_flags_help()) <= kgpu::app::k_help_width);
  for (const auto& noun : kgpu::app::nouns()) {
    CHECK(widest_line(kgpu::app::noun_help(noun.noun)) <= kgpu::app::k_help_width);
  }
  for (const CommandRow& row : kgpu::app::commands()) {
    const Bound verb(row);
    CAPTURE(kgpu::app::command_name(row));
    CHECK(widest_line(kgpu::app::verb_help(row, verb.app)) <= kgpu::app::k_help_width);
  }
}

TEST_CASE("the flags of a verb stand in its help or in options, and nowhere twice; those of a model in recommend's") {
  const std::string common = kgpu::app::common_flags_help();
  const CommandRow& recommend = *kgpu::app::find_command("instance", "recommend");
  const std::string of_model = kgpu::app::verb_help(recommend, Bound(recommend).app);
  for (const CommandRow& row : kgpu::app::commands()) {
    const Bound verb(row);
    const std::string own = kgpu::app::verb_help(row, verb.app);
    for (const CLI::Option* option : verb.app.get_options()) {
      if (!option->get_positional() && !option->get_group().empty()) {
        const std::string name = kgpu::app::long_name(*option);
        CAPTURE(name);
        const std::string& help = option->get_group() == kgpu::app::k_flags_of_model ? of_model : own;
        const std::size_t flags = help.find("\nFlags:\n");
        const bool in_own = flags != std::string::npos && help.find(name + " ", flags) != std::string::npos;
        // `      --context NAME` or `  -n, --namespace NAME`
        const bool in_common = common.find("      " + name + " ") != std::string::npos ||
                               common.find(", " + name + " ") != std::string::npos;
        CHECK(in_own != in_common);
      }
    }
  }
}

}  // namespace
