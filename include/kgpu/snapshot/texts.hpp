#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <type_traits>
#include <unordered_set>

namespace kgpu::snapshot {

/// A short array that a Texts keeps; equal when its elements are.
template <class T>
class List {
 public:
  List() = default;
  List(const T* first, std::size_t count) : first_(first), count_(static_cast<std::uint32_t>(count)) {}
  [[nodiscard]] const T* begin() const { return first_; }
  [[nodiscard]] const T* end() const { return first_ + count_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  const T& operator[](std::size_t index) const { return first_[index]; }
  bool operator==(const List& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

 private:
  const T* first_ = nullptr;
  std::uint32_t count_ = 0;
};

/// Where the texts and arrays of a snapshot's records live: handed out until this object goes, never freed one by one.
/// A pod is a hundred bytes of views this way, not a thousand of strings.
class Texts {
 public:
  Texts() = default;
  Texts(const Texts&) = delete;
  Texts& operator=(const Texts&) = delete;

  /// A copy of its own: for names that come once.
  [[nodiscard]] std::string_view keep(std::string_view text);
  /// One copy for all equal texts: names of nodes, namespaces and owners, labels.
  [[nodiscard]] std::string_view intern(std::string_view text);

  template <class T>
  [[nodiscard]] List<T> list(std::span<const T> items) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty()) {
      return {};
    }
    T* const first = static_cast<T*>(memory_.allocate(items.size_bytes(), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), first);
    return {first, items.size()};
  }

  template <class T>
  [[nodiscard]] const T* one(const T& item) {
    return list(std::span<const T>(&item, 1)).begin();
  }

 private:
  std::pmr::monotonic_buffer_resource memory_{std::size_t{64} << 10};
  std::unordered_set<std::string_view> interned_;
};

}  // namespace kgpu::snapshot
