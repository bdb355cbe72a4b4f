#include "embedded_templates.hpp"
#include "tag_positions.hpp"
#include "tag_scanner.hpp"
#include "template_render.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/template.hpp"

namespace kgpu::document {
namespace {

/// Lines end in LF, whatever editor the file comes from.
std::string with_unix_lines(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') {
      result += text[i];
    }
  }
  return result;
}

TagUse tags_of(std::string_view name, const std::string& text) {
  return check_tag_positions(name, scan_tags(name, text));
}

void check_known(const std::string& file, const TagUse::Names& used, const TagUse::Names& known,
                 std::string_view what) {
  for (const auto& [tag, line] : used) {
    if (known.contains(tag)) {
      continue;
    }
    std::vector<std::string> names;
    std::vector<std::string_view> views;
    for (const auto& [name, first_line] : known) {
      names.push_back(name);
      views.push_back(name);
    }
    const std::string near = did_you_mean(tag, views);
    throw usage_error(file + ":" + std::to_string(line) + ": unknown " + std::string(what) + " " + in_quotes(tag),
                      near.empty() ? "the shipped template has: " + join(names, ", ") : near);
  }
}

}  // namespace

TemplateSet TemplateSet::of(const std::vector<TemplateText>& templates) {
  TemplateSet set;
  for (const TemplateText& text : templates) {
    set.entries_[text.name] = {.text = text.text, .overridden = false};
  }
  return set;
}

const TemplateSet& TemplateSet::built_in() {
  static const TemplateSet set = of(embedded_templates());
  return set;
}

TemplateSet TemplateSet::with_overrides(const std::vector<TemplateText>& overrides) const {
  TemplateSet set = *this;
  for (const TemplateText& override_text : overrides) {
    const auto shipped = entries_.find(override_text.name);
    if (shipped == entries_.end()) {
      const auto known = names();
      const std::vector<std::string_view> views(known.begin(), known.end());
      throw usage_error("unknown template " + in_quotes(override_text.name) + " (one of: " + join(known, ", ") + ")",
                        did_you_mean(override_text.name, views));
    }
    const std::string text = with_unix_lines(override_text.text);
    try {
      const TagUse used = tags_of(override_text.name, text);
      const TagUse known = tags_of(override_text.name, shipped->second.text);
      check_known(override_text.name, used.variables, known.variables, "tag");
      check_known(override_text.name, used.sections, known.sections, "section");
    } catch (const Error& error) {
      throw usage_error(error.what(), error.hint());
    }
    set.entries_[override_text.name] = {.text = text, .overridden = true};
  }
  return set;
}

std::vector<std::string> TemplateSet::names() const {
  std::vector<std::string> names;
  names.reserve(entries_.size());
  for (const auto& [name, entry] : entries_) {
    names.push_back(name);
  }
  return names;
}

const TemplateSet::Entry& TemplateSet::entry(std::string_view name) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) {
    throw Error(ErrorKind::internal, "no template is called " + in_quotes(name));
  }
  return found->second;
}

const std::string& TemplateSet::text(std::string_view name) const {
  return entry(name).text;
}

std::string TemplateSet::render(std::string_view name, const TemplateData& data) const {
  const Entry& found = entry(name);
  return render_template(name, found.text, data, found.overridden ? ErrorKind::usage : ErrorKind::internal);
}

}  // namespace kgpu::document
