#include "cell.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace kgpu::catalog {
namespace {

template <class Integer>
CellFault read_whole_number(Integer& field, std::string_view text) {
  field = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, field);
  if (error == std::errc::result_out_of_range) {
    return in_quotes(text) + " is too large";
  }
  if (error != std::errc() || stop != end || field < 0) {
    return in_quotes(text) + " is not a whole number";
  }
  return {};
}

template <class Number>
CellFault read_number(Number& field, std::string_view text) {
  const auto value = Number::parse(text);
  if (!value || value->nanos() < 0) {
    return in_quotes(text) + " is not a number of at most nine decimals";
  }
  field = *value;
  return {};
}

/// `words` are the values in enum order.
template <class Word, std::size_t n>
CellFault read_word(Word& field, std::string_view text, const std::array<std::string_view, n>& words) {
  const auto* const found = std::ranges::find(words, text);
  if (found == words.end()) {
    const std::vector<std::string> valid(words.begin(), words.end());
    return in_quotes(text) + " is not one of " + join(valid, ", ");
  }
  if constexpr (std::is_same_v<Word, bool>) {
    field = found != words.begin();
  } else {
    field = static_cast<Word>(found - words.begin());
  }
  return {};
}

constexpr std::array<std::string_view, 2> k_no_yes = {"no", "yes"};
constexpr std::array<std::string_view, 2> k_false_true = {"false", "true"};
constexpr std::array<std::string_view, 2> k_listing_confirmed = {"listing only", "yes"};
constexpr std::array<std::string_view, 3> k_providers = {"aws", "gcp", "azure"};
constexpr std::array<std::string_view, 2> k_architectures = {"amd64", "arm64"};
constexpr std::array<std::string_view, 3> k_capacities = {"on-demand", "spot", "reserved"};
constexpr std::array<std::string_view, 5> k_bands = {"<5%", "5-10%", "10-15%", "15-20%", ">20%"};

template <class Word, std::size_t n>
std::string_view word_of(Word value, const std::array<std::string_view, n>& words) {
  return words.at(static_cast<std::size_t>(value));
}

template <class Word, std::size_t n>
std::optional<Word> find_word(std::string_view text, const std::array<std::string_view, n>& words) {
  const auto* const found = std::ranges::find(words, text);
  return found == words.end() ? std::nullopt : std::optional(static_cast<Word>(found - words.begin()));
}

}  // namespace

std::string_view to_string(Provider provider) {
  return word_of(provider, k_providers);
}
std::string_view to_string(Architecture architecture) {
  return word_of(architecture, k_architectures);
}
std::string_view to_string(Capacity capacity) {
  return word_of(capacity, k_capacities);
}
std::string_view to_string(InterruptionBand band) {
  return word_of(band, k_bands);
}
std::optional<Provider> parse_provider(std::string_view text) {
  return find_word<Provider>(text, k_providers);
}
std::optional<Architecture> parse_architecture(std::string_view text) {
  return find_word<Architecture>(text, k_architectures);
}
std::optional<Capacity> parse_capacity(std::string_view text) {
  return find_word<Capacity>(text, k_capacities);
}

CellFault read_cell(std::string_view& field, std::string_view text, TextArena& arena) {
  if (text.find_first_of("\r\n") != std::string_view::npos) {
    return in_quotes(text) + " holds a line break";
  }
  field = arena.keep(text);
  return {};
}
CellFault read_cell(std::int32_t& field, std::string_view text, TextArena& /*arena*/) {
  return read_whole_number(field, text);
}
CellFault read_cell(std::int64_t& field, std::string_view text, TextArena& /*arena*/) {
  return read_whole_number(field, text);
}
CellFault read_cell(Decimal& field, std::string_view text, TextArena& /*arena*/) {
  return read_number(field, text);
}
CellFault read_cell(Money& field, std::string_view text, TextArena& /*arena*/) {
  return read_number(field, text);
}
CellFault read_cell(SourcedMoney& field, std::string_view text, TextArena& /*arena*/) {
  return read_number(field.usd_per_hour, text);
}
CellFault read_cell(Date& field, std::string_view text, TextArena& /*arena*/) {
  const auto date = Date::parse(text);
  field = date.value_or(Date{});
  return date ? CellFault() : in_quotes(text) + " is not a day such as 2026-07-20";
}
CellFault read_cell(bool& field, std::string_view text, TextArena& /*arena*/) {
  return read_word(field, text, k_no_yes);
}
CellFault read_cell(Provider& field, std::string_view text, TextArena& /*arena*/) {
  return read_word(field, text, k_providers);
}
CellFault read_cell(Architecture& field, std::string_view text, TextArena& /*arena*/) {
  return read_word(field, text, k_architectures);
}
CellFault read_cell(Capacity& field, std::string_view text, TextArena& /*arena*/) {
  return read_word(field, text, k_capacities);
}
CellFault read_cell(InterruptionBand& field, std::string_view text, TextArena& /*arena*/) {
  return read_word(field, text, k_bands);
}

std::string write_cell(std::string_view field) {
  return std::string(field);
}
std::string write_cell(Decimal field) {
  return field.to_string();
}
std::string write_cell(Money field) {
  return field.to_string();
}
std::string write_cell(const SourcedMoney& field) {
  return field.usd_per_hour.to_string();
}
std::string write_cell(Date field) {
  return field.to_string();
}
std::string write_cell(bool field) {
  return std::string(k_no_yes.at(field ? 1 : 0));
}
std::string write_cell(Provider field) {
  return std::string(to_string(field));
}
std::string write_cell(Architecture field) {
  return std::string(to_string(field));
}
std::string write_cell(Capacity field) {
  return std::string(to_string(field));
}
std::string write_cell(InterruptionBand field) {
  return std::string(to_string(field));
}

CellFault NoneCodec::read(std::string_view& field, std::string_view text, TextArena& arena) {
  return read_cell(field, text == "none" ? std::string_view() : text, arena);
}
std::string NoneCodec::write(std::string_view field) {
  return field.empty() ? "none" : std::string(field);
}
CellFault TrueFalseCodec::read(bool& field, std::string_view text, TextArena& /*arena*/) {
  return read_word(field, text, k_false_true);
}
std::string TrueFalseCodec::write(bool field) {
  return std::string(k_false_true.at(field ? 1 : 0));
}
CellFault ConfirmedCodec::read(bool& field, std::string_view text, TextArena& /*arena*/) {
  return read_word(field, text, k_listing_confirmed);
}
std::string ConfirmedCodec::write(bool field) {
  return std::string(k_listing_confirmed.at(field ? 1 : 0));
}

}  // namespace kgpu::catalog
