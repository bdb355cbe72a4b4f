#pragma once

#include "cell.hpp"

#include "kgpu/catalog/catalog.hpp"

#include <span>
#include <vector>

/// One table of columns per file of data/. It drives reading, overlaying, writing, checking and the generated tables.
namespace kgpu::catalog {

enum class Role {
  key,        ///< says which row is meant; may not be removed
  blank_key,  ///< the same, where blank is a value too
  required,   ///< every row has it
  optional,   ///< blank: unknown
  of_file,    ///< the file's name says it; a cell has to agree
  derived,    ///< a field that no file holds
};

template <class Row>
struct Column {
  std::string_view name;
  Role role;
  CellFault (*read)(Row& row, std::string_view cell, TextArena& arena);
  std::string (*write)(const Row& row);
  std::string (*literal)(const Row& row);

  [[nodiscard]] constexpr bool is_key() const { return role == Role::key || role == Role::blank_key; }
};

template <class T>
struct MemberOf;
template <class Row, class Field>
struct MemberOf<Field Row::*> {
  using Type = Row;
};

/// The column of one field: `column<&Model::family>("family", Role::required)`.
template <auto member, class Codec = PlainCodec>
constexpr auto column(std::string_view name, Role role) {
  using Row = typename MemberOf<decltype(member)>::Type;
  return Column<Row>{
      .name = name,
      .role = role,
      .read = [](Row& row, std::string_view cell, TextArena& arena) { return Codec::read(row.*member, cell, arena); },
      .write = [](const Row& row) { return Codec::write(row.*member); },
      .literal = [](const Row& row) { return write_literal(row.*member); },
  };
}

/// A field that follows from elsewhere; it stands in the table only for its place among the fields.
template <auto member>
constexpr auto derived() {
  using Row = typename MemberOf<decltype(member)>::Type;
  return Column<Row>{
      .name = {},
      .role = Role::derived,
      .read = nullptr,
      .write = nullptr,
      .literal = [](const Row& row) { return write_literal(row.*member); },
  };
}

/// The columns of a row's file, in the order of the row's fields and of the file.
template <class Row>
std::span<const Column<Row>> columns();

template <>
std::span<const Column<InstanceType>> columns();
template <>
std::span<const Column<PriceRow>> columns();
template <>
std::span<const Column<CapacityBlockPrice>> columns();
template <>
std::span<const Column<Provenance>> columns();
template <>
std::span<const Column<Rate>> columns();
template <>
std::span<const Column<Accelerator>> columns();
template <>
std::span<const Column<AcceleratorAlias>> columns();
template <>
std::span<const Column<AcceleratorOfTypes>> columns();
template <>
std::span<const Column<AcceleratorUse>> columns();
template <>
std::span<const Column<DriverMinimum>> columns();
template <>
std::span<const Column<MigProfile>> columns();
template <>
std::span<const Column<MigUsableMemory>> columns();
template <>
std::span<const Column<Model>> columns();
template <>
std::span<const Column<ModelAlias>> columns();
template <>
std::span<const Column<KarpenterLabels>> columns();
template <>
std::span<const Column<AmiRelease>> columns();

/// The header of the row's file.
template <class Row>
std::vector<std::string_view> header_of() {
  std::vector<std::string_view> header;
  for (const Column<Row>& column : columns<Row>()) {
    if (column.role != Role::derived) {
      header.push_back(column.name);
    }
  }
  return header;
}

}  // namespace kgpu::catalog
