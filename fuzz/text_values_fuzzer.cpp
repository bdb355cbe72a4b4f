// Values of flags and cells: read, or refused without harm. What is read and written again is read equal.
#include "kgpu/base/date.hpp"
#include "kgpu/base/decimal.hpp"
#include "kgpu/base/duration.hpp"
#include "kgpu/base/error.hpp"
#include "kgpu/base/memory_size.hpp"
#include "kgpu/base/quantity.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/template.hpp"
#include "kgpu/k8s/names.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

template <class Parse>
void accept_or_refuse(Parse parse) {
  try {
    parse();
  } catch (const kgpu::Error& error) {
    const std::string message = error.what();
    require(error.kind() == kgpu::ErrorKind::usage && kgpu::is_valid_utf8(message) &&
            message.find('\n') == std::string::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto decimal = kgpu::Decimal::parse(text)) {
    require(kgpu::Decimal::parse(decimal->to_string()) == decimal);
  }
  if (const auto date = kgpu::Date::parse(text)) {
    require(date->to_string() == text);
  }
  if (const auto duration = kgpu::parse_duration(text); duration && duration->count() >= 0) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*duration);
    require(kgpu::parse_duration(kgpu::format_hms(*duration)) == kgpu::Nanoseconds(seconds));
  }
  if (const auto quantity = kgpu::Quantity::parse(text)) {
    const auto whole = quantity->whole();
    require(!whole || kgpu::Quantity::parse(std::to_string(*whole)) == quantity);
  }
  accept_or_refuse([&] { require(kgpu::parse_memory_size(text, "--flag").bytes >= 0); });
  accept_or_refuse([&] {
    const auto label = kgpu::k8s::parse_label(text, "--flag");
    require(label.key + "=" + label.value == text);
  });
  accept_or_refuse([&] {
    const auto taint = kgpu::k8s::parse_taint(text, "--flag");
    require(kgpu::k8s::is_qualified_name(taint.key) && kgpu::k8s::is_label_value(taint.value));
  });
  accept_or_refuse([&] { require(kgpu::document::yaml_quoted(text).find('\n') == std::string::npos); });
  for (const std::string& line :
       {kgpu::shell_quote(text), kgpu::printable(text), kgpu::document::comment_words(text)}) {
    require(kgpu::is_valid_utf8(line) && line.find_first_of("\n\r") == std::string::npos);
  }
  return 0;
}
