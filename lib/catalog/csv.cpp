#include "csv.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::catalog {
namespace {

constexpr std::string_view k_byte_order_mark = "\xef\xbb\xbf";

class CsvReader {
 public:
  CsvReader(std::string_view text, std::string_view name) : text_(text), name_(name) {
    if (text_.starts_with(k_byte_order_mark)) {
      text_.remove_prefix(k_byte_order_mark.size());
    }
  }

  [[nodiscard]] bool at_end() const { return position_ == text_.size(); }

  CsvRow read_row() {
    CsvRow row{.line = line_, .cells = {}};
    do {
      row.cells.push_back(at('"') ? read_quoted() : read_plain());
    } while (take(','));
    if (!at_end() && !take_line_end()) {
      fail("text after a closing quote");
    }
    return row;
  }

  bool take_line_end() {
    const bool crlf = text_.substr(position_).starts_with("\r\n");
    if (!crlf && !at('\n')) {
      return false;
    }
    position_ += crlf ? 2 : 1;
    ++line_;
    return true;
  }

  [[noreturn]] void fail(const std::string& what) const { fail_at(line_, what); }
  [[noreturn]] void fail_at(std::size_t line, const std::string& what) const {
    throw data_error(std::string(name_) + ":" + std::to_string(line) + ": " + what);
  }

 private:
  [[nodiscard]] bool at(char c) const { return !at_end() && text_[position_] == c; }

  bool take(char c) {
    const bool there = at(c);
    position_ += there ? 1 : 0;
    return there;
  }

  std::string read_plain() {
    const std::size_t end = std::min(text_.find_first_of(",\n\"", position_), text_.size());
    if (end < text_.size() && text_[end] == '"') {
      fail("a quote inside a cell that is not quoted");
    }
    std::string_view cell = text_.substr(position_, end - position_);
    position_ = end;
    if (cell.ends_with('\r') && (at('\n') || at_end())) {
      cell.remove_suffix(1);
    }
    check(cell);
    return std::string(cell);
  }

  std::string read_quoted() {
    const std::size_t opened_on = line_;
    std::string cell;
    ++position_;
    for (;;) {
      const std::size_t end = text_.find('"', position_);
      if (end == std::string_view::npos) {
        fail_at(opened_on, "a quote that is never closed");
      }
      const std::string_view piece = text_.substr(position_, end - position_);
      check(piece);
      cell += piece;
      line_ += static_cast<std::size_t>(std::ranges::count(piece, '\n'));
      position_ = end + 1;
      if (!take('"')) {
        return cell;
      }
      cell += '"';
    }
  }

  void check(std::string_view cell) const {
    if (!is_valid_utf8(cell)) {
      fail("bytes that are not UTF-8");
    }
    const bool control = std::ranges::any_of(cell, [](char c) {
      return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r' && c != '\n') || c == 0x7f;
    });
    if (control) {
      fail("a control character in " + in_quotes(cell));
    }
  }

  std::string_view text_;
  std::string_view name_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

Csv parse_csv(std::string_view text, std::string_view name) {
  CsvReader reader(text, name);
  Csv csv;
  while (!reader.at_end()) {
    if (reader.take_line_end()) {
      continue;
    }
    CsvRow row = reader.read_row();
    if (csv.header.empty()) {
      csv.header = std::move(row.cells);
      continue;
    }
    if (row.cells.size() != csv.header.size()) {
      reader.fail_at(row.line, std::to_string(row.cells.size()) + " cells where the header has " +
                                   std::to_string(csv.header.size()));
    }
    csv.rows.push_back(std::move(row));
  }
  if (csv.header.empty()) {
    reader.fail_at(1, "empty, without a header");
  }
  return csv;
}

}  // namespace kgpu::catalog
