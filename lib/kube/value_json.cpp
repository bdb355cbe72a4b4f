#include "value.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/document/yaml_plain_scalar.hpp"

#include <nlohmann/json.hpp>

namespace kgpu::kube {
namespace {

using Json = nlohmann::ordered_json;

Json scalar_json(const Value& value, const std::string& name) {
  if (!value.plain) {
    return value.text;
  }
  const auto resolved = document::resolve_plain_scalar(value.text);
  if (!resolved) {
    throw data_error(name + (value.line > 0 ? ":" + std::to_string(value.line) : "") +
                     ": a number that JSON cannot carry; write it in quotes");
  }
  const auto& scalar = resolved->value();
  if (std::holds_alternative<std::monostate>(scalar)) {
    return nullptr;
  }
  if (const bool* flag = std::get_if<bool>(&scalar)) {
    return *flag;
  }
  if (const std::int64_t* whole = std::get_if<std::int64_t>(&scalar)) {
    return *whole;
  }
  if (const double* real = std::get_if<double>(&scalar)) {
    return *real;
  }
  if (const Decimal* decimal = std::get_if<Decimal>(&scalar)) {
    return Json::parse(decimal->to_string());
  }
  return value.text;
}

Json as_json(const Value& value, const std::string& name) {
  switch (value.kind) {
    case Value::Kind::scalar:
      return scalar_json(value, name);
    case Value::Kind::list: {
      Json list = Json::array();
      for (const auto& item : value.items) {
        list.push_back(as_json(*item, name));
      }
      return list;
    }
    case Value::Kind::map:
      break;
  }
  Json map = Json::object();
  for (const auto& [key, member] : value.members) {
    map[key] = as_json(*member, name);
  }
  return map;
}

}  // namespace

std::string to_json(const Value& value, const std::string& name) {
  return as_json(value, name).dump();
}

}  // namespace kgpu::kube
