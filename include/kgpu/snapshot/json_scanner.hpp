#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kgpu::snapshot {

/// What a JsonScanner cuts out of the bytes. Views hold until the call returns.
class JsonSink {
 public:
  virtual ~JsonSink() = default;
  /// The `items` of a list begin: the list as far as it was read, closed, as one JSON object.
  virtual void items_begin(std::string_view head) = 0;
  /// One element of `items`, from its `{` to its `}`.
  virtual void item(std::string_view text) = 0;
  /// A whole object ended, its items left out.
  virtual void object_end(std::string_view text, bool had_items) = 0;
};

/// Cuts a stream of JSON objects into the items of lists and the rest, block by block as they arrive, without looking
/// at anything but strings, escapes and depth (CONTRACTS §8). What it cuts out is for a JSON parser to judge.
class JsonScanner {
 public:
  explicit JsonScanner(JsonSink& sink) : sink_(sink) {}

  /// Throws Error{data}: no object, an object over 4 MiB, brackets that do not match.
  void bytes(std::string_view block);
  /// Whether the last object is closed and nothing but white space followed.
  [[nodiscard]] bool is_between_objects() const { return state_ == State::between; }
  /// How many objects have ended.
  [[nodiscard]] std::size_t objects() const { return objects_; }

 private:
  enum class State { between, head, items, item };

  std::size_t scan_value(std::string_view block, std::size_t at);
  std::size_t scan_between(std::string_view block, std::size_t at);
  std::size_t scan_head(std::string_view block, std::size_t at);
  std::size_t scan_items(std::string_view block, std::size_t at);
  std::size_t scan_item(std::string_view block, std::size_t at);
  [[nodiscard]] bool items_follow() const;
  void begin_items();

  JsonSink& sink_;
  State state_ = State::between;
  std::size_t depth_ = 0;  ///< of the value being scanned
  bool in_string_ = false;
  bool escaped_ = false;
  bool had_items_ = false;
  bool comma_ = false;  ///< in items: a comma came after the last element
  bool first_item_ = true;
  std::size_t objects_ = 0;
  std::string head_;  ///< the outermost object, its items left out
  std::string item_;  ///< the part of an item that stood in earlier blocks
};

}  // namespace kgpu::snapshot
