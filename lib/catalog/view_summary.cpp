#include "kgpu/catalog/summary.hpp"

namespace kgpu::catalog {
namespace {

std::string day_text(const std::optional<Date>& day) {
  return day ? day->to_string() : std::string();
}

std::string columns_text(const SourceSummary& source) {
  std::string text;
  for (const std::string_view column : source.columns) {
    text += (text.empty() ? "" : ",") + std::string(column);
  }
  return text.empty() ? "*" : text;
}

output::Json source_json(const SourceSummary& source) {
  output::Json json = output::Json::object();
  if (!source.source.empty()) {
    json.set("source", source.source);
  }
  json.set_known("as_of", source.as_of);
  json.set("overlaid", source.overlaid);
  if (!source.columns.empty()) {
    output::Json columns = output::Json::array();
    for (const std::string_view column : source.columns) {
      columns.push(column);
    }
    json.set("columns", std::move(columns));
  }
  if (source.cells) {
    json.set("cells", static_cast<std::int64_t>(*source.cells));
  }
  return json;
}

}  // namespace

output::Table catalog_table(const std::vector<FileSummary>& files) {
  using output::Align;
  output::Table table;
  table.columns = {{"FILE"}, {"ROWS", Align::right}, {"OLDEST"}, {"AS OF"}, {"SOURCES", Align::right}};
  for (const FileSummary& file : files) {
    table.rows.push_back({std::string(file.file), std::to_string(file.rows), day_text(file.oldest()),
                          day_text(file.newest()),
                          file.sources.empty() ? std::string() : std::to_string(file.sources.size())});
  }
  return table;
}

output::Table sources_table(const std::vector<FileSummary>& files) {
  using output::Align;
  output::Table table;
  table.columns = {{"FILE"}, {"ROWS", Align::right}, {"AS OF"}, {"CELLS", Align::right}, {"COLUMNS"}, {"SOURCE"}};
  for (const FileSummary& file : files) {
    const std::string rows = std::to_string(file.rows);
    if (file.sources.empty()) {
      table.rows.push_back({std::string(file.file), rows, {}, {}, {}, {}});
    }
    for (const SourceSummary& source : file.sources) {
      table.rows.push_back({std::string(file.file), rows, day_text(source.as_of),
                            source.cells ? std::to_string(*source.cells) : std::string(), columns_text(source),
                            std::string(source.source)});
    }
  }
  return table;
}

output::Json catalog_json(const std::vector<FileSummary>& files) {
  output::Json items = output::Json::array();
  for (const FileSummary& file : files) {
    output::Json sources = output::Json::array();
    for (const SourceSummary& source : file.sources) {
      sources.push(source_json(source));
    }
    items.push(output::Json::object()
                   .set("file", file.file)
                   .set("rows", static_cast<std::int64_t>(file.rows))
                   .set_known("as_of_oldest", file.oldest())
                   .set_known("as_of", file.newest())
                   .set("sources", std::move(sources)));
  }
  return output::Json::object().set("kind", "Catalog").set("version", 1).set("items", std::move(items));
}

}  // namespace kgpu::catalog
