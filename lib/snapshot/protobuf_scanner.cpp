#include "protobuf_scanner.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/snapshot/json_items.hpp"

#include <algorithm>

namespace kgpu::snapshot {
namespace {

constexpr std::string_view k_magic{"k8s\0", 4};
constexpr std::uint32_t k_varint = 0;
constexpr std::uint32_t k_fixed64 = 1;
constexpr std::uint32_t k_bytes = 2;
constexpr std::uint32_t k_fixed32 = 5;

// runtime.Unknown
constexpr std::uint32_t k_type_meta = 1;
constexpr std::uint32_t k_raw = 2;
constexpr std::uint32_t k_content_encoding = 3;
constexpr std::uint32_t k_content_type = 4;
// every …List
constexpr std::uint32_t k_metadata = 1;
constexpr std::uint32_t k_items = 2;

Error broken(const std::string& what) {
  return data_error("not a protobuf list: " + what);
}

}  // namespace

void ProtobufScanner::bytes(std::string_view block) {
  while (!block.empty()) {
    block.remove_prefix(take(block));
    // A list, or a skipped field, may end without a further byte.
    if (in_list_ && left_ == 0 && state_ == State::tag && shift_ == 0) {
      in_list_ = false;
    }
  }
}

std::size_t ProtobufScanner::take(std::string_view block) {
  switch (state_) {
    case State::magic:
      return take_magic(block);
    case State::tag:
    case State::length:
    case State::varint:
      return take_number(block);
    case State::message:
      return take_message(block);
    case State::skipped:
      return take_skipped(block);
    case State::end:
      break;
  }
  throw broken("bytes after its end");
}

std::size_t ProtobufScanner::take_magic(std::string_view block) {
  const std::size_t wanted = std::min(k_magic.size() - partial_.size(), block.size());
  partial_ += block.substr(0, wanted);
  if (!k_magic.starts_with(partial_)) {
    throw broken("it does not begin with 'k8s'");
  }
  if (partial_.size() == k_magic.size()) {
    next_field();
  }
  return wanted;
}

/// Inside the list every byte counts against its length.
void ProtobufScanner::count(std::size_t bytes) {
  if (in_list_) {
    if (bytes > left_) {
      throw broken("a field is longer than what is left of the list");
    }
    left_ -= bytes;
  }
}

void ProtobufScanner::next_field() {
  state_ = State::tag;
  partial_.clear();
  number_ = 0;
  shift_ = 0;
}

std::size_t ProtobufScanner::take_number(std::string_view block) {
  constexpr unsigned k_most_shift = 63;
  count(1);
  const auto byte = static_cast<unsigned char>(block.front());
  if (shift_ > k_most_shift || (shift_ == k_most_shift && byte > 1)) {
    throw broken("a number of more than 64 bits");
  }
  number_ |= static_cast<std::uint64_t>(byte & 0x7fU) << shift_;
  shift_ += 7;
  if ((byte & 0x80U) == 0) {
    const std::uint64_t number = number_;
    number_ = 0;
    shift_ = 0;
    number_ends(number);
  }
  return 1;
}

void ProtobufScanner::number_ends(std::uint64_t number) {
  if (state_ == State::tag) {
    begin_field(number);
  } else if (state_ == State::length) {
    begin_content(number);
  } else {
    next_field();
  }
}

void ProtobufScanner::begin_field(std::uint64_t tag) {
  wire_ = static_cast<std::uint32_t>(tag & 7U);
  const std::uint64_t field = tag >> 3U;
  if (field == 0 || field > 0x1fffffffU) {
    throw broken("a field of no valid number");
  }
  field_ = static_cast<std::uint32_t>(field);
  switch (wire_) {
    case k_bytes:
      state_ = State::length;
      return;
    case k_varint:
      state_ = State::varint;
      break;
    case k_fixed64:
    case k_fixed32:
      state_ = State::skipped;
      wanted_ = wire_ == k_fixed64 ? 8 : 4;
      count(wanted_);
      break;
    default:
      throw broken("a field of wire type " + std::to_string(wire_));
  }
  if (!in_list_) {
    throw broken("an envelope with other fields");
  }
}

void ProtobufScanner::begin_content(std::uint64_t length) {
  wanted_ = length;
  if (in_list_) {
    if (length > left_) {
      throw broken("an item is longer than what is left of the list");
    }
    left_ -= length;
    state_ = field_ == k_metadata || field_ == k_items ? State::message : State::skipped;
  } else if (field_ == k_type_meta && !seen_type_ && !seen_list_) {
    seen_type_ = true;
    state_ = State::message;
  } else if (field_ == k_raw && seen_type_ && !seen_list_) {
    seen_list_ = true;
    in_list_ = true;
    left_ = length;
    next_field();
    return;
  } else if (seen_list_ && length == 0 && field_ == (tail_ == 0 ? k_content_encoding : k_content_type)) {
    ++tail_;
    next_field();
    state_ = tail_ == 2 ? State::end : State::tag;
    return;
  } else {
    throw broken("an envelope with other fields");
  }
  if (state_ == State::message && length > k_most_item_bytes) {
    throw broken("an item larger than 4 MiB");
  }
  if (length == 0) {
    state_ == State::message ? message_ends({}) : next_field();
  }
}

std::size_t ProtobufScanner::take_message(std::string_view block) {
  const auto missing = static_cast<std::size_t>(wanted_) - partial_.size();
  const std::size_t part = std::min(missing, block.size());
  if (part == missing && partial_.empty()) {
    message_ends(block.substr(0, part));
    return part;
  }
  partial_ += block.substr(0, part);
  if (part == missing) {
    message_ends(partial_);
  }
  return part;
}

std::size_t ProtobufScanner::take_skipped(std::string_view block) {
  const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(wanted_, block.size()));
  wanted_ -= part;
  if (wanted_ == 0) {
    next_field();
  }
  return part;
}

void ProtobufScanner::message_ends(std::string_view message) {
  if (!in_list_) {
    sink_.type(message);
  } else if (field_ == k_metadata) {
    sink_.list_metadata(message);
  } else {
    sink_.item(message);
  }
  next_field();
}

}  // namespace kgpu::snapshot
