#include "kgpu/snapshot/json_scanner.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/snapshot/json_items.hpp"

#include <array>
#include <cstring>

namespace kgpu::snapshot {
namespace {

constexpr std::string_view k_space = " \t\r\n";

/// Bytes that change the depth or begin a string.
constexpr auto k_marks = [] {
  std::array<bool, 256> marks{};
  for (const char mark : {'"', '{', '}', '[', ']'}) {
    marks[static_cast<unsigned char>(mark)] = true;
  }
  return marks;
}();

std::string_view without_space_at_end(std::string_view text) {
  const auto last = text.find_last_not_of(k_space);
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

void check_size(std::size_t size) {
  if (size > k_most_item_bytes) {
    throw data_error("an object larger than 4 MiB");
  }
}

/// Where a string that is open at `at` ends: the place behind its closing quote, or the end of the block.
std::size_t skip_string(std::string_view block, std::size_t at, bool& in_string, bool& escaped) {
  if (escaped && at < block.size()) {
    escaped = false;
    ++at;
  }
  while (at < block.size()) {
    const auto* const quote = static_cast<const char*>(std::memchr(block.data() + at, '"', block.size() - at));
    const std::size_t end = quote == nullptr ? block.size() : static_cast<std::size_t>(quote - block.data());
    // A backslash takes the byte after it along, be it the quote.
    while (at < end) {
      const auto* const slash = static_cast<const char*>(std::memchr(block.data() + at, '\\', end - at));
      if (slash == nullptr) {
        break;
      }
      at = static_cast<std::size_t>(slash - block.data()) + 2;
    }
    if (at <= end) {
      in_string = quote == nullptr;
      return quote == nullptr ? end : end + 1;
    }
    escaped = at > block.size();
  }
  return block.size();
}

}  // namespace

/// Goes on inside a value that is open (depth_ > 0), until it closes or the block ends.
std::size_t JsonScanner::scan_value(std::string_view block, std::size_t at) {
  while (at < block.size()) {
    if (in_string_) {
      at = skip_string(block, at, in_string_, escaped_);
      continue;
    }
    while (at < block.size() && !k_marks[static_cast<unsigned char>(block[at])]) {
      ++at;
    }
    if (at == block.size()) {
      break;
    }
    const char mark = block[at++];
    if (mark == '"') {
      in_string_ = true;
    } else if (mark == '{' || mark == '[') {
      ++depth_;
      if (state_ == State::head && depth_ == 2 && mark == '[') {
        break;  // perhaps the items
      }
    } else if (--depth_ == 0) {
      break;
    }
  }
  return at;
}

std::size_t JsonScanner::scan_between(std::string_view block, std::size_t at) {
  at = block.find_first_not_of(k_space, at);
  if (at == std::string_view::npos) {
    return block.size();
  }
  if (block[at] != '{') {
    throw data_error("not an object of Kubernetes: it begins with " + in_quotes(block.substr(at, 40)));
  }
  state_ = State::head;
  head_ = "{";
  depth_ = 1;
  had_items_ = false;
  return at + 1;
}

/// Whether the bracket at the end of head_ opens the member `items` of the outermost object.
bool JsonScanner::items_follow() const {
  std::string_view before = without_space_at_end(std::string_view(head_).substr(0, head_.size() - 1));
  if (!before.ends_with(':')) {
    return false;
  }
  before = without_space_at_end(before.substr(0, before.size() - 1));
  return before.ends_with("\"items\"") && !before.ends_with("\\\"items\"");
}

void JsonScanner::begin_items() {
  if (had_items_) {
    throw data_error("a list with 'items' twice");
  }
  had_items_ = true;
  state_ = State::items;
  comma_ = false;
  first_item_ = true;
  sink_.items_begin(head_ + "]}");
}

std::size_t JsonScanner::scan_head(std::string_view block, std::size_t at) {
  const std::size_t end = scan_value(block, at);
  head_.append(block.substr(at, end - at));
  check_size(head_.size());
  if (depth_ == 0) {
    state_ = State::between;
    sink_.object_end(head_, had_items_);
    ++objects_;
    head_.clear();
  } else if (depth_ == 2 && !in_string_ && end > at && block[end - 1] == '[' && items_follow()) {
    begin_items();
  }
  return end;
}

std::size_t JsonScanner::scan_items(std::string_view block, std::size_t at) {
  at = block.find_first_not_of(k_space, at);
  if (at == std::string_view::npos) {
    return block.size();
  }
  const char mark = block[at];
  if (mark == '{' && (first_item_ || comma_)) {
    state_ = State::item;
    comma_ = false;
    first_item_ = false;
    depth_ = 0;
    item_.clear();
    return at;
  }
  if (mark == ',' && !first_item_ && !comma_) {
    comma_ = true;
  } else if (mark == ']' && !comma_) {
    head_ += ']';
    state_ = State::head;
    depth_ = 1;
  } else {
    throw data_error("'items' holds something else than objects: " + in_quotes(block.substr(at, 40)));
  }
  return at + 1;
}

std::size_t JsonScanner::scan_item(std::string_view block, std::size_t at) {
  const std::size_t end = scan_value(block, at);
  const std::string_view part = block.substr(at, end - at);
  check_size(item_.size() + part.size());
  if (depth_ > 0) {
    item_.append(part);
    return end;
  }
  state_ = State::items;
  if (item_.empty()) {
    sink_.item(part);
  } else {
    item_.append(part);
    sink_.item(item_);
    item_.clear();
  }
  return end;
}

void JsonScanner::bytes(std::string_view block) {
  for (std::size_t at = 0; at < block.size();) {
    switch (state_) {
      case State::between:
        at = scan_between(block, at);
        break;
      case State::head:
        at = scan_head(block, at);
        break;
      case State::items:
        at = scan_items(block, at);
        break;
      case State::item:
        at = scan_item(block, at);
        break;
    }
  }
}

}  // namespace kgpu::snapshot
