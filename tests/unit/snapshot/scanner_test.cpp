#include "kgpu/base/error.hpp"
#include "kgpu/snapshot/json_scanner.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

using namespace kgpu;
using namespace kgpu::snapshot;

namespace {

struct Seen final : JsonSink {
  std::vector<std::string> parts;
  void items_begin(std::string_view head) override { parts.push_back("list " + std::string(head)); }
  void item(std::string_view text) override { parts.push_back("item " + std::string(text)); }
  void object_end(std::string_view text, bool had_items) override {
    parts.push_back((had_items ? "end " : "object ") + std::string(text));
  }
};

std::vector<std::string> scan(const std::vector<std::string>& blocks) {
  Seen seen;
  JsonScanner scanner(seen);
  for (const std::string& block : blocks) {
    scanner.bytes(block);
  }
  return scanner.is_between_objects() ? seen.parts : std::vector<std::string>{"open"};
}

}  // namespace

TEST_CASE("items are cut out, strings and escapes known") {
  const std::string text =
      R"( {"kind" : "List", "note":"items\":[", "items" : [ {"a":"}]\\"} ,{"b":[{"items":[1]}]} ] ,"z":{"items":[0]}} {"x":1} )";
  const std::vector<std::string> expected = {
      R"(list {"kind" : "List", "note":"items\":[", "items" : []})", R"(item {"a":"}]\\"})",
      R"(item {"b":[{"items":[1]}]})", R"(end {"kind" : "List", "note":"items\":[", "items" : [] ,"z":{"items":[0]}})",
      R"(object {"x":1})"};
  CHECK(scan({text}) == expected);
  // The same at every cut.
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    CAPTURE(cut);
    CHECK(scan({text.substr(0, cut), text.substr(cut)}) == expected);
  }
}

TEST_CASE("long strings of backslashes end where JSON says") {
  std::mt19937 random(5);  // a fixed seed
  for (int round = 0; round < 300; ++round) {
    std::string content;
    for (int i = 0; i < 20; ++i) {
      constexpr const char* k_pieces[] = {"\\\\", "\\\"", "a", "{", "]"};
      content += k_pieces[random() % 5];
    }
    const std::string item = "{\"s\":\"" + content + "\"}";
    const std::string text = "{\"items\":[" + item + "," + item + "]}";
    const std::size_t cut = random() % text.size();
    CAPTURE(text);
    const std::vector<std::string> expected = {"list {\"items\":[]}", "item " + item, "item " + item,
                                               "end {\"items\":[]}"};
    CHECK(scan({text.substr(0, cut), text.substr(cut)}) == expected);
  }
}

TEST_CASE("an object over 4 MiB is refused, whatever stands in it") {
  Seen seen;
  JsonScanner scanner(seen);
  scanner.bytes("{\"items\":[{\"a\":\"");
  const std::string block(1 << 20, 'x');
  CHECK_THROWS_WITH_AS(
      for (int i = 0; i < 5; ++i) { scanner.bytes(block); }, "an object larger than 4 MiB", Error);
}
