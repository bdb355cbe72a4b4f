#include "kgpu/commands/version.hpp"

#include "kgpu/base/date.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/output/table.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <string_view>

namespace kgpu::commands {
namespace {

std::map<std::string_view, Date> newest_days(const catalog::Catalog& catalog) {
  std::map<std::string_view, Date> days;
  for (const catalog::Provenance& row : catalog.tables().provenance) {
    if (row.as_of) {
      Date& day = days.try_emplace(row.file, *row.as_of).first->second;
      day = std::max(day, *row.as_of);
    }
  }
  return days;
}

output::Json to_json(const Build& build, const std::map<std::string_view, Date>& days) {
  output::Json files = output::Json::array();
  for (const auto& [file, day] : days) {
    files.push(output::Json::object().set("file", file).set("as_of", day));
  }
  return output::Json::object()
      .set("kind", "Version")
      .set("version", 1)
      .set("program_version", build.version)
      .set("commit", build.commit)
      .set("catalogue", files);
}

}  // namespace

ExitCode run_version(const Build& build, output::Format format, Env& env) {
  const auto days = newest_days(env.built_in_catalog);
  if (format == output::Format::json || format == output::Format::yaml) {
    print_json(to_json(build, days), format, env);
    return ExitCode::ok;
  }
  output::Table table{.columns = {{"CATALOGUE"}, {"AS OF"}}, .rows = {}};
  for (const auto& [file, day] : days) {
    table.rows.push_back({std::string(file), day.to_string()});
  }
  env.out << "kubectl-gpu " << build.version << " (commit " << build.commit << ")\n\n"
          << output::to_text(table, {.wide = false, .headers = true});
  return ExitCode::ok;
}

}  // namespace kgpu::commands
