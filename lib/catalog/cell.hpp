#pragma once

#include "kgpu/catalog/tables.hpp"

#include <concepts>
#include <deque>
#include <string>

/// How a cell of a CSV file becomes a field, and how a field is written: once as a cell, once as C++.
namespace kgpu::catalog {

/// Keeps the texts that rows point to.
class TextArena {
 public:
  std::string_view keep(std::string_view text) {
    return text.empty() ? std::string_view() : std::string_view(texts_.emplace_back(text));
  }

 private:
  std::deque<std::string> texts_;  // growing never moves an element
};

/// What is wrong with a cell, `'x' is not a number`; empty when nothing is.
using CellFault = std::string;

/// A blank text gives the empty value; the caller refuses blanks where a value has to be.
CellFault read_cell(std::string_view& field, std::string_view text, TextArena& arena);
CellFault read_cell(std::int32_t& field, std::string_view text, TextArena& arena);
CellFault read_cell(std::int64_t& field, std::string_view text, TextArena& arena);
CellFault read_cell(Decimal& field, std::string_view text, TextArena& arena);
CellFault read_cell(Money& field, std::string_view text, TextArena& arena);
CellFault read_cell(SourcedMoney& field, std::string_view text, TextArena& arena);
CellFault read_cell(Date& field, std::string_view text, TextArena& arena);
CellFault read_cell(bool& field, std::string_view text, TextArena& arena);  ///< `yes`, `no`
CellFault read_cell(Provider& field, std::string_view text, TextArena& arena);
CellFault read_cell(Architecture& field, std::string_view text, TextArena& arena);
CellFault read_cell(Capacity& field, std::string_view text, TextArena& arena);
CellFault read_cell(InterruptionBand& field, std::string_view text, TextArena& arena);

std::string write_cell(std::string_view field);
std::string write_cell(Decimal field);
std::string write_cell(Money field);
std::string write_cell(const SourcedMoney& field);
std::string write_cell(Date field);
std::string write_cell(bool field);
std::string write_cell(Provider field);
std::string write_cell(Architecture field);
std::string write_cell(Capacity field);
std::string write_cell(InterruptionBand field);

/// The field as a C++ expression for a constant of its type (the generator's half).
std::string write_literal(std::string_view field);
std::string write_literal(Decimal field);
std::string write_literal(Money field);
std::string write_literal(const SourcedMoney& field);
std::string write_literal(Date field);
std::string write_literal(bool field);
std::string write_literal(Provider field);
std::string write_literal(Architecture field);
std::string write_literal(Capacity field);
std::string write_literal(InterruptionBand field);

template <class T>
concept WholeNumber = std::integral<T> && !std::same_as<T, bool>;

template <WholeNumber T>
std::string write_cell(T field) {
  return std::to_string(field);
}

template <WholeNumber T>
std::string write_literal(T field) {
  return std::to_string(field);
}

template <class T>
CellFault read_cell(std::optional<T>& field, std::string_view text, TextArena& arena) {
  if (text.empty()) {
    field.reset();
    return {};
  }
  T value = field.value_or(T{});
  CellFault fault = read_cell(value, text, arena);
  field = value;
  return fault;
}

template <class T>
std::string write_cell(const std::optional<T>& field) {
  return field ? write_cell(*field) : std::string();
}

template <class T>
std::string write_literal(const std::optional<T>& field) {
  return field ? write_literal(*field) : std::string("std::nullopt");
}

/// How most fields are read and written.
struct PlainCodec {
  template <class T>
  static CellFault read(T& field, std::string_view text, TextArena& arena) {
    return read_cell(field, text, arena);
  }
  template <class T>
  static std::string write(const T& field) {
    return write_cell(field);
  }
};

/// A text for which the file writes `none` where there is nothing.
struct NoneCodec {
  static CellFault read(std::string_view& field, std::string_view text, TextArena& arena);
  static std::string write(std::string_view field);
};

/// A bool the file writes `true` or `false`.
struct TrueFalseCodec {
  static CellFault read(bool& field, std::string_view text, TextArena& arena);
  static std::string write(bool field);
};

/// A bool the file writes `yes` or `listing only`.
struct ConfirmedCodec {
  static CellFault read(bool& field, std::string_view text, TextArena& arena);
  static std::string write(bool field);
};

}  // namespace kgpu::catalog
