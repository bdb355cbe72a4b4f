#include "kgpu/commands/manifest_output.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/commands/common_options.hpp"

#include <algorithm>
#include <array>
#include <ostream>

namespace kgpu::commands {
namespace {

/// Flags that say where the manifest goes and not what is in it.
constexpr std::array<std::string_view, 10> k_left_out = {
    "-o",      "--output", "--output-dir", "--overwrite",       "--no-comments",
    "--apply", "--diff",   "--dry-run",    "--force-conflicts", "--wait"};

bool is_one_of(std::string_view name, std::span<const std::string> names) {
  return std::ranges::find(names, name) != names.end();
}

/// The flag that an argument is, without a value joined to it: `--output-dir=x`, `-ojson`.
std::string_view flag_of(std::string_view argument) {
  if (argument.starts_with("--")) {
    return argument.substr(0, argument.find('='));
  }
  return argument.substr(0, 2);
}

void refuse_directory_with_format(const ManifestOptions& options) {
  if (!options.output_directory.empty() && options.format != output::Format::yaml) {
    throw usage_error("--output-dir writes YAML: it does not go with -o " + std::string(to_string(options.format)),
                      "leave one of them out");
  }
  if (options.output_directory.empty() && options.overwrite == Overwrite::yes) {
    throw usage_error("--overwrite is of no use without --output-dir");
  }
}

std::vector<document::Document> commented(std::span<const document::Document> documents, bool no_comments) {
  std::vector<document::Document> result(documents.begin(), documents.end());
  if (no_comments) {
    for (document::Document& document : result) {
      document.yaml = document::without_comments("#\n" + document.yaml).substr(2);
    }
  }
  return result;
}

}  // namespace

void check_rendered(std::span<const document::Document> documents, const ManifestOptions& options) {
  if (options.templates_directory.empty()) {
    return;
  }
  const std::string hint = "it is made by a template in " + in_quotes(options.templates_directory);
  for (const document::Document& document : documents) {
    const std::string name = document.object.resource_name();
    try {
      if (document::yaml_to_json(document.yaml, name).find("kind") == nullptr) {
        throw data_error(name + ": what was rendered has no kind");
      }
    } catch (const Error& error) {
      throw Error(error.kind(), error.what(), hint);
    }
  }
}

document::TemplateSet load_templates(const ManifestOptions& options, const Env& env) {
  const document::TemplateSet& shipped = document::TemplateSet::built_in();
  if (options.templates_directory.empty()) {
    return shipped;
  }
  std::vector<document::TemplateText> overrides;
  for (const std::string& name : env.files.list_recursively(options.templates_directory)) {
    overrides.push_back({name, env.files.read(options.templates_directory + "/" + name)});
  }
  return shipped.with_overrides(overrides);
}

std::string manifest_header(std::span<const std::string> arguments, const ManifestOptions& options) {
  std::string header = "# kubectl gpu";
  bool flags_ended = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool is_flag = !flags_ended && argument.size() > 1 && argument.starts_with('-') && argument != "--";
    flags_ended = flags_ended || argument == "--";
    const std::string_view flag = is_flag ? flag_of(argument) : std::string_view();
    const bool kept = !is_flag || (std::ranges::find(k_left_out, flag) == k_left_out.end() &&
                                   !is_one_of(flag, options.connection_flags));
    const bool value_follows =
        is_flag && argument.size() == flag.size() && !is_one_of(flag, options.switches) && i + 1 < arguments.size();
    if (kept) {
      header += " " + shell_quote(argument);
      header += value_follows ? " " + shell_quote(arguments[i + 1]) : "";
    }
    i += value_follows ? 1 : 0;
  }
  return header;
}

void write_manifests(std::span<const document::Document> documents, std::span<const std::string> names,
                     const ManifestOptions& options, Env& env) {
  refuse_directory_with_format(options);
  check_rendered(documents, options);
  const std::string header = manifest_header(env.arguments, options);
  if (!options.output_directory.empty()) {
    std::vector<system::FileText> files;
    for (document::OutputFile& file : document::to_files(commented(documents, options.no_comments), header)) {
      files.push_back({std::move(file.name), std::move(file.text)});
    }
    write_to_directory(options.output_directory, std::move(files), options.overwrite, env);
    return;
  }
  if (options.format == output::Format::name) {
    for (const std::string& name : names) {
      env.out << name << '\n';
    }
  } else if (options.format == output::Format::json) {
    env.out << output::to_json(document::to_json(documents));
  } else {
    env.out << document::to_text(commented(documents, options.no_comments), header);
  }
}

}  // namespace kgpu::commands
