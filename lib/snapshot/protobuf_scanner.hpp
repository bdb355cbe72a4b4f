#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kgpu::snapshot {

/// What a ProtobufScanner cuts out. Views hold until the call returns.
class ProtobufSink {
 public:
  virtual ~ProtobufSink() = default;
  virtual void type(std::string_view type_meta) = 0;      ///< runtime.TypeMeta
  virtual void list_metadata(std::string_view meta) = 0;  ///< ListMeta
  virtual void item(std::string_view message) = 0;
};

/// Cuts the answer of an API server, `k8s\0` and a runtime.Unknown around a list, into its messages as the bytes arrive
/// (protobuf.md, "The wire"). Holds at most one message of 4 MiB.
class ProtobufScanner {
 public:
  explicit ProtobufScanner(ProtobufSink& sink) : sink_(sink) {}

  /// Throws Error{data}: no such envelope, an item longer than what is left of the list, bytes after the end.
  void bytes(std::string_view block);
  /// Whether everything arrived: the list in full, then `1a 00 22 00`.
  [[nodiscard]] bool is_whole() const { return state_ == State::end; }

 private:
  enum class State { magic, tag, length, message, skipped, varint, end };

  std::size_t take(std::string_view block);
  std::size_t take_magic(std::string_view block);
  std::size_t take_number(std::string_view block);
  std::size_t take_message(std::string_view block);
  std::size_t take_skipped(std::string_view block);
  void number_ends(std::uint64_t number);
  void begin_field(std::uint64_t tag);
  void begin_content(std::uint64_t length);
  void message_ends(std::string_view message);
  void count(std::size_t bytes);
  void next_field();

  ProtobufSink& sink_;
  State state_ = State::magic;
  bool in_list_ = false;  ///< between the fields of the list, not of the envelope
  bool seen_type_ = false;
  bool seen_list_ = false;
  std::uint64_t left_ = 0;  ///< of the list
  std::uint32_t field_ = 0;
  std::uint32_t wire_ = 0;
  std::uint64_t number_ = 0;  ///< a varint that is being read
  unsigned shift_ = 0;
  std::uint64_t wanted_ = 0;  ///< bytes of the message, or still to be skipped
  std::string partial_;       ///< what came of it in earlier blocks
  unsigned tail_ = 0;         ///< of `1a 00 22 00`: fields seen
};

}  // namespace kgpu::snapshot
