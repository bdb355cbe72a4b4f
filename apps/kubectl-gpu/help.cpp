#include "help.hpp"

#include "CLI/CLI.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <vector>

namespace kgpu::app {
namespace {

struct Line {
  std::string left;
  std::string right;
};

/// Two columns; a long left side has its right side on the next line.
std::string two_columns(const std::vector<Line>& lines, std::size_t widest) {
  std::size_t width = 0;
  for (const Line& line : lines) {
    width = std::max(width, line.left.size() <= widest ? line.left.size() : 0);
  }
  std::string text;
  for (const Line& line : lines) {
    text += "  " + line.left;
    text +=
        line.left.size() > width ? "\n" + std::string(width + 4, ' ') : std::string(width + 2 - line.left.size(), ' ');
    text += line.right + "\n";
  }
  return text;
}

/// `-o, --output FORMAT`
std::string flag_names(const CLI::Option& option) {
  std::string text;
  for (const std::string& name : option.get_snames()) {
    text += (text.empty() ? "-" : ", -") + name;
  }
  text += text.empty() ? "    " : "";
  for (const std::string& name : option.get_lnames()) {
    text += (text.size() <= 4 && text.starts_with(' ') ? "--" : ", --") + name;
  }
  const bool takes_value = option.get_expected_max() > 0 && !option.get_type_name().empty();
  return takes_value ? text + " " + option.get_type_name() : text;
}

}  // namespace

std::string command_name(const CommandRow& row) {
  return std::string(row.noun) + (row.verb.empty() ? "" : " ") + std::string(row.verb);
}

std::string program_help() {
  std::string text =
      "GPUs on Kubernetes: choose, provision, share and price them. Works offline from an embedded catalogue.\n\n"
      "Usage:\n  kubectl gpu NOUN VERB [NAME] [flags]\n\nCommands:\n";
  std::vector<Line> lines;
  for (const NounRow& noun : nouns()) {
    lines.push_back({std::string(noun.noun), std::string(noun.summary)});
  }
  text += two_columns(lines, 24);
  return text +
         "\n'kubectl gpu NOUN --help' lists its verbs, 'kubectl gpu NOUN VERB --help' shows an example and the "
         "flags.\n";
}

std::string noun_help(std::string_view noun) {
  std::string text;
  for (const NounRow& row : nouns()) {
    text += row.noun == noun ? std::string(row.summary) + "\n\n" : "";
  }
  text += "Usage:\n  kubectl gpu " + std::string(noun) + " VERB [flags]\n\nVerbs:\n";
  std::vector<Line> lines;
  for (const CommandRow& row : commands()) {
    if (row.noun == noun && !row.hidden) {
      lines.push_back({std::string(row.verb), std::string(row.summary)});
    }
  }
  return text + two_columns(lines, 24);
}

std::string verb_help(const CommandRow& row, const CLI::App& verb) {
  std::string text = std::string(row.summary) + ".\n\n";
  if (!row.example.empty()) {
    text += row.example.find('\n') == std::string_view::npos ? "Example:\n" : "Examples:\n";
    for (const std::string& line : split(row.example, '\n')) {
      text += "  " + line + "\n";
    }
    text += "\n";
  }
  std::string usage = "kubectl gpu " + command_name(row);
  std::vector<Line> flags;
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_group().empty()) {
      continue;
    }
    if (option->get_positional()) {
      const std::string& name = option->get_type_name();
      usage += option->get_required() ? " " + name : " [" + name + "]";
    } else {
      flags.push_back({flag_names(*option), option->get_description()});
    }
  }
  text += "Usage:\n  " + usage + (flags.empty() ? "" : " [flags]") + "\n";
  return flags.empty() ? text : text + "\nFlags:\n" + two_columns(flags, 34);
}

}  // namespace kgpu::app
