#include "kgpu/document/template.hpp"

namespace kgpu::document {

TemplateData& TemplateData::put(std::string name, Value value) {
  members_.insert_or_assign(std::move(name), std::move(value));
  return *this;
}

TemplateData& TemplateData::text(std::string name, std::string_view value) {
  return put(std::move(name), Scalar{Kind::text, std::string(value)});
}

TemplateData& TemplateData::number(std::string name, std::int64_t value) {
  return put(std::move(name), Scalar{Kind::number, std::to_string(value)});
}

TemplateData& TemplateData::boolean(std::string name, bool value) {
  return put(std::move(name), Scalar{Kind::boolean, value ? "true" : "false"});
}

TemplateData& TemplateData::comment(std::string name, std::string_view value) {
  return put(std::move(name), Scalar{Kind::comment, std::string(value)});
}

TemplateData& TemplateData::section(std::string name, bool shown) {
  return put(std::move(name), shown);
}

TemplateData& TemplateData::section(std::string name, TemplateData inside) {
  return put(std::move(name), std::vector<TemplateData>{std::move(inside)});
}

TemplateData& TemplateData::list(std::string name, std::vector<TemplateData> items) {
  return put(std::move(name), std::move(items));
}

}  // namespace kgpu::document
