#include "data_files.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/output/csv.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

/// Laws that hold for any text: a file is laid over or refused with an Error, and nothing else happens.
namespace kgpu::catalog {
namespace {

/// A few rows of each file: enough to mutate, quick to lay.
std::string head_of(const std::string& text, std::size_t lines) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < lines && end != std::string::npos; ++i) {
    end = text.find('\n', end + 1);
  }
  return text.substr(0, end == std::string::npos ? end : end + 1);
}

std::string mutated(std::string text, std::mt19937& random) {
  static constexpr std::string_view k_pieces[] = {",",    "\"",           "\n", "\r\n",     "-", "none",
                                                  "*",    "1e9",          "-1", "\xff",     "",  "99999999999999999999",
                                                  "true", "\xef\xbb\xbf", " ",  "us-east-1"};
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (std::size_t n = 1 + below(4); n > 0 && !text.empty(); --n) {
    const std::size_t at = below(text.size());
    text.replace(at, below(6), k_pieces[below(std::size(k_pieces))]);
  }
  return text;
}

TEST_CASE("mutated files are laid over or refused in one line") {
  std::mt19937 random(20260720);
  std::size_t laid = 0, refused = 0;
  for (const NamedText& file : testing::data_texts()) {
    const std::string head = head_of(file.text, 6);
    for (int i = 0; i < 25; ++i) {
      const std::string text = mutated(head, random);
      CAPTURE(file.name);
      CAPTURE(text);
      try {
        const Catalog catalog = overlay(Catalog::built_in(), "mine", std::vector<NamedText>{{file.name, text}});
        // What was taken can be written out and laid over again.
        if (++laid % 5 == 0) {
          (void)overlay(catalog, "again", export_files(catalog));
        }
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::data);
        CHECK(std::string_view(error.what()).starts_with("mine/" + file.name));
        CHECK(std::string_view(error.what()).find('\n') == std::string_view::npos);
        CHECK(is_valid_utf8(error.what()));
        ++refused;
      }
    }
  }
  // Both happen, or the mutations test nothing.
  CHECK(laid > 30);
  CHECK(refused > 30);
}

TEST_CASE("csv: what is written is read back") {
  std::mt19937 random(7);
  static constexpr std::string_view k_pieces[] = {",", "\"", "\n", "\r\n", "a", " ", "\xc3\xa9", "-"};
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (int i = 0; i < 500; ++i) {
    std::vector<std::string> cells;
    for (std::size_t n = 2 + below(4); n > 0; --n) {
      std::string cell;
      for (std::size_t k = below(5); k > 0; --k) {
        cell += k_pieces[below(std::size(k_pieces))];
      }
      cells.push_back(cell);
    }
    const std::string text = output::csv_line(cells);
    CAPTURE(text);
    CHECK(parse_csv(text, "f").header == cells);
  }
}

}  // namespace
}  // namespace kgpu::catalog
