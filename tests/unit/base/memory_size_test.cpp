#include "kgpu/base/memory_size.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <string>

using kgpu::Error;
using kgpu::ErrorKind;
using kgpu::MemoryMeaning;
using kgpu::parse_memory_size;

TEST_CASE("memory size: decimal is what is on the box, binary what can be used") {
  struct Case {
    std::string text;
    std::int64_t bytes;
    MemoryMeaning meaning;
  };
  const Case cases[] = {
      {"24GB", 24'000'000'000, MemoryMeaning::nominal},    {"80g", 80'000'000'000, MemoryMeaning::nominal},
      {"16384MB", 16'384'000'000, MemoryMeaning::nominal}, {"1.5GB", 1'500'000'000, MemoryMeaning::nominal},
      {"24Gi", 25'769'803'776, MemoryMeaning::usable},     {"24gib", 25'769'803'776, MemoryMeaning::usable},
      {"22888Mi", 23'999'807'488, MemoryMeaning::usable},  {"0.5GiB", 536'870'912, MemoryMeaning::usable},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const auto size = parse_memory_size(c.text, "--accelerator-memory");
    CHECK(size.bytes == c.bytes);
    CHECK(size.meaning == c.meaning);
    CHECK(size.text == c.text);
  }
}

TEST_CASE("memory size: what is none says what would be") {
  struct Case {
    std::string text;
    std::string message;
    std::string hint;
  };
  const Case cases[] = {
      {"24", "--m: '24' has no unit", "did you mean 24GB (what is on the box) or 24Gi (usable bytes)?"},
      {"24TB", "--m: unknown unit in '24TB' (one of: GB, Gi, MB, Mi)", ""},
      {"24 GB", "--m: unknown unit in '24 GB' (one of: GB, Gi, MB, Mi)", ""},
      {"", "--m: '' is not a memory size (write 80GB for what is on the box, 60Gi for usable bytes)", ""},
      {"GB", "--m: 'GB' is not a memory size (write 80GB for what is on the box, 60Gi for usable bytes)", ""},
      {"0GB", "--m: '0GB' is not a memory size (write 80GB for what is on the box, 60Gi for usable bytes)", ""},
      {"-1GB", "--m: '-1GB' is not a memory size (write 80GB for what is on the box, 60Gi for usable bytes)", ""},
      {"1e3GB", "--m: unknown unit in '1e3GB' (one of: GB, Gi, MB, Mi)", ""},
      {"9223372036Gi", "--m: '9223372036Gi' is beyond any accelerator", ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    try {
      (void)parse_memory_size(c.text, "--m");
      FAIL("taken");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      CHECK(std::string(error.what()) == c.message);
      CHECK(error.hint() == c.hint);
    }
  }
}
