#include "kgpu/document/difference.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/document/json_text.hpp"

#include <dtl/dtl.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace kgpu::document {
namespace {

using output::Json;

void sort_members(Json& value);

Json sorted(const Json& value) {
  Json result = value;
  sort_members(result);
  return result;
}

void sort_members(Json& value) {
  if (const auto* members = std::get_if<Json::Object>(&value.value())) {
    std::vector<std::pair<std::string, Json>> copy = *members;
    std::ranges::stable_sort(copy, {}, &std::pair<std::string, Json>::first);
    Json result = Json::object();
    for (auto& [key, member] : copy) {
      result.set(key, sorted(member));
    }
    value = std::move(result);
  } else if (const auto* items = std::get_if<Json::Array>(&value.value())) {
    Json result = Json::array();
    for (const Json& item : *items) {
      result.push(sorted(item));
    }
    value = std::move(result);
  }
}

void drop_noise(Json& object) {
  if (Json* const metadata = object.find("metadata")) {
    // A dry run counts the generation up; nobody asked for that.
    for (const auto* const key : {"managedFields", "generation"}) {
      metadata->remove(key);
    }
  }
}

/// `***` for each value; where the other side has another one, the word tells the sides apart.
void mask_values(Json& object, const Json& other, std::string_view member, const std::string& side) {
  Json* const values = object.find(member);
  const Json* const others = other.find(member);
  const auto* members = values == nullptr ? nullptr : std::get_if<Json::Object>(&values->value());
  if (members == nullptr) {
    return;
  }
  Json masked = Json::object();
  for (const auto& [key, value] : *members) {
    const Json* const counterpart = others == nullptr ? nullptr : others->find(key);
    const bool differs = counterpart != nullptr && !(*counterpart == value);
    masked.set(key, differs ? "*** (" + side + ")" : std::string("***"));
  }
  *values = std::move(masked);
}

bool is_secret(const Json& object) {
  return text_at(object, {"kind"}) == "Secret";
}

Json read_or_nothing(std::string_view json, const std::string& name) {
  return json.empty() ? Json() : read_json(json, name);
}

std::string yaml_of(const Json& object) {
  return object == Json() ? std::string() : output::to_yaml(sorted(object));
}

std::string file_name(const Json& object) {
  std::string version = text_at(object, {"apiVersion"});
  std::ranges::replace(version, '/', '.');
  return version + "." + text_at(object, {"kind"}) + "." + text_at(object, {"metadata", "namespace"}) + "." +
         text_at(object, {"metadata", "name"});
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

struct Edit {
  char mark = ' ';  ///< ` `, `-` or `+`
  std::string line;
};

std::vector<Edit> edits_between(const std::string& live, const std::string& merged) {
  dtl::Diff<std::string, std::vector<std::string>> diff(lines_of(live), lines_of(merged));
  diff.onHuge();
  diff.compose();
  std::vector<Edit> edits;
  for (const auto& [line, info] : diff.getSes().getSequence()) {
    edits.push_back({.mark = info.type == dtl::SES_ADD ? '+' : info.type == dtl::SES_DELETE ? '-' : ' ', .line = line});
  }
  return edits;
}

/// `-4,7`: the first line and how many there are; a side without lines counts from the line before.
std::string range(char sign, std::size_t before, std::size_t count) {
  const std::size_t first = count == 0 ? before : before + 1;
  return sign + std::to_string(first) + (count == 1 ? "" : "," + std::to_string(count));
}

/// Hunks as GNU diff cuts them: three lines around each change, one hunk where those touch. (dtl's own printer counts
/// a line too many.)
std::string hunks_of(const std::vector<Edit>& edits) {
  constexpr std::size_t k_around = 3;
  std::string text;
  std::size_t live_before = 0;
  std::size_t merged_before = 0;
  std::size_t printed = 0;  // edits before this one are counted in the two above
  const auto is_change = [](const Edit& edit) { return edit.mark != ' '; };
  for (auto next = std::ranges::find_if(edits, is_change); next != edits.end();) {
    const auto first_change = static_cast<std::size_t>(next - edits.begin());
    const std::size_t begin = std::max(printed, first_change - std::min(first_change, k_around));
    std::size_t end = first_change;
    for (; next != edits.end() && static_cast<std::size_t>(next - edits.begin()) <= end + 2 * k_around;
         next = std::find_if(next + 1, edits.end(), is_change)) {
      end = static_cast<std::size_t>(next - edits.begin()) + 1;
    }
    end = std::min(edits.size(), end + k_around);
    live_before += begin - printed;  // what is left out is common to both
    merged_before += begin - printed;
    std::size_t live_lines = 0;
    std::size_t merged_lines = 0;
    std::string lines;
    for (std::size_t i = begin; i < end; ++i) {
      live_lines += edits[i].mark != '+' ? 1U : 0U;
      merged_lines += edits[i].mark != '-' ? 1U : 0U;
      lines += edits[i].mark + edits[i].line + "\n";
    }
    text +=
        "@@ " + range('-', live_before, live_lines) + " " + range('+', merged_before, merged_lines) + " @@\n" + lines;
    live_before += live_lines;
    merged_before += merged_lines;
    printed = end;
  }
  return text;
}

Comparison compare_objects(Json live, Json merged) {
  const std::string file = file_name(merged == Json() ? live : merged);
  if (is_secret(live) || is_secret(merged)) {
    const Json live_before = live;
    for (const auto* const member : {"data", "stringData"}) {
      mask_values(live, merged, member, "before");
      mask_values(merged, live_before, member, "after");
    }
  }
  drop_noise(live);
  drop_noise(merged);
  return {.name = file, .live = yaml_of(live), .merged = yaml_of(merged)};
}

}  // namespace

Comparison compare(std::string_view live_json, std::string_view merged_json, const std::string& name) {
  return compare_objects(read_or_nothing(live_json, name), read_or_nothing(merged_json, name));
}

Comparison compare_new(const Document& document) {
  return compare_objects(Json(), yaml_to_json(document.yaml, document.object.resource_name()));
}

std::string unified_difference(const Comparison& comparison) {
  if (comparison.live == comparison.merged) {
    return {};
  }
  return "diff -u -N LIVE/" + comparison.name + " MERGED/" + comparison.name + "\n--- LIVE/" + comparison.name +
         "\n+++ MERGED/" + comparison.name + "\n" + hunks_of(edits_between(comparison.live, comparison.merged));
}

}  // namespace kgpu::document
