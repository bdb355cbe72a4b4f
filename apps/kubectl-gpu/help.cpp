#include "help.hpp"

#include "CLI/CLI.hpp"
#include "flag_words.hpp"
#include "flags.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <vector>

namespace kgpu::app {
namespace {

struct Line {
  std::string left;
  std::string right;
};

/// The words of `text` in lines of at most `width`, each after the first behind `indent` spaces.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string result;
  std::size_t column = 0;
  for (const std::string& word : split(text, ' ')) {
    if (column > 0 && column + 1 + word.size() > width) {
      result += "\n" + std::string(indent, ' ');
      column = 0;
    }
    result += column > 0 ? " " : "";
    column += word.size() + (column > 0 ? 1 : 0);
    result += word;
  }
  return result;
}

/// Two columns; a left side wider than `widest` has its right side on the next line.
std::string two_columns(const std::vector<Line>& lines, std::size_t widest) {
  std::size_t width = 0;
  for (const Line& line : lines) {
    width = std::max(width, line.left.size() <= widest ? line.left.size() : 0);
  }
  const std::size_t indent = width + 4;
  std::string text;
  for (const Line& line : lines) {
    const bool too_wide = line.left.size() > width;
    text += "  " + line.left +
            (too_wide ? "\n" + std::string(indent, ' ') : std::string(indent - 2 - line.left.size(), ' '));
    text += wrapped(line.right, k_help_width - indent, indent) + "\n";
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
  return takes_value(option) ? text + " " + option.get_type_name() : text;
}

bool is_common(const CLI::Option& option) {
  return option.get_group() == k_common_flags || option.get_group() == k_cluster_flags;
}

constexpr std::size_t k_flag_width = 34;

}  // namespace

std::string command_name(const CommandRow& row) {
  return std::string(row.noun) + (row.verb.empty() ? "" : " ") + std::string(row.verb);
}

std::string program_help() {
  std::string text =
      "GPUs on Kubernetes: choose, provision, share and price them. Works offline from an embedded catalogue.\n\n";
  text = wrapped(text.substr(0, text.size() - 2), k_help_width, 0) +
         "\n\nExamples:\n"
         "  kubectl gpu instance list --accelerator L4 --capacity spot\n"
         "  kubectl gpu pool create l4 --accelerator L4 --capacity spot --cluster-name prod\n\n"
         "Usage:\n  kubectl gpu NOUN VERB [NAME] [flags]\n\nCommands:\n";
  std::vector<Line> lines;
  for (const NounRow& noun : nouns()) {
    const auto verbs = verbs_of(noun.noun);
    const std::vector<std::string> names(verbs.begin(), verbs.end());
    lines.push_back({std::string(noun.noun) + " " + join(names, "|"), std::string(noun.summary)});
  }
  for (const CommandRow& row : commands()) {
    if (row.verb.empty() && !row.hidden) {
      lines.push_back({std::string(row.noun), std::string(row.summary)});
    }
  }
  return text + two_columns(lines, 30) +
         "\n'kubectl gpu NOUN VERB --help' shows an example and the flags; 'kubectl gpu options' lists the\n"
         "flags that several commands share.\n";
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
  bool reads_common = false;
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_group().empty() || option->get_group() == k_flags_of_model) {
      continue;
    }
    if (is_common(*option)) {
      reads_common = true;
    } else if (option->get_positional()) {
      const std::string& name = option->get_type_name();
      usage += option->get_required() ? " " + name : " [" + name + "]";
    } else {
      flags.push_back({flag_names(*option), option->get_description()});
    }
  }
  text += "Usage:\n  " + usage + (flags.empty() ? "" : " [flags]") + "\n";
  text += flags.empty() ? "" : "\nFlags:\n" + two_columns(flags, k_flag_width);
  const std::string footer = verb.get_footer();
  text += footer.empty() ? "" : "\n" + footer + "\n";
  return text + (reads_common ? "\n'kubectl gpu options' lists the flags that this command shares with others.\n" : "");
}

std::string common_flags_help() {
  std::vector<Line> flags;
  std::vector<Line> cluster;
  std::vector<std::string> speak;  ///< commands that talk to a cluster
  for (const CommandRow& row : commands()) {
    CLI::App verb;
    verb.set_help_flag();
    Completions completions;
    (void)row.bind(verb, completions);
    for (const CLI::Option* option : verb.get_options()) {
      const std::string names = flag_names(*option);
      const auto known = std::ranges::find(flags, names, &Line::left);
      if (option->get_group() == k_cluster_flags) {
        if (std::ranges::find(cluster, names, &Line::left) == cluster.end()) {
          cluster.push_back({names, option->get_description()});
        }
        if (speak.empty() || speak.back() != command_name(row)) {
          speak.push_back(command_name(row));
        }
      } else if (option->get_group() != k_common_flags) {
        continue;
      } else if (known != flags.end()) {
        known->right += ", " + command_name(row);
      } else {
        flags.push_back({names, option->get_description() + ". Read by " + command_name(row)});
      }
    }
  }
  std::string text =
      "Flags that mean the same on every command that reads them:\n\n" + two_columns(flags, k_flag_width);
  if (!cluster.empty()) {
    text += "\n" +
            wrapped("kubectl's own flags, on every command that talks to a cluster (" + join(speak, ", ") + "):",
                    k_help_width, 0) +
            "\n\n" + two_columns(cluster, k_flag_width);
  }
  return text;
}

}  // namespace kgpu::app
