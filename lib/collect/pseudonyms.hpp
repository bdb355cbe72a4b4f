#pragma once

#include "kgpu/snapshot/redaction.hpp"

#include <string>
#include <string_view>

namespace kgpu::collect {

/// 32 random bytes, known to nobody after this run.
[[nodiscard]] std::string random_key();

/// The key in the text of a file, white space at its ends left out. Throws Error{data} naming the file, never its text,
/// for a key that could be guessed: fewer than 16 bytes, or fewer than 8 different ones.
[[nodiscard]] std::string key_of(std::string_view text, const std::string& path);

/// `x` and the first 64 bits of the name's HMAC-SHA-256 as hexadecimal digits: a name of DNS, and a label's value. Two
/// of a million names share a pseudonym with a chance of 1 : 37 million.
[[nodiscard]] snapshot::Redaction::Pseudonym pseudonyms(const std::string& key);

}  // namespace kgpu::collect
