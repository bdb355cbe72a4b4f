#include "kgpu/document/difference.hpp"

#include <doctest/doctest.h>

#include <random>
#include <sstream>
#include <string>

using namespace kgpu::document;

namespace {

std::string config_map(const std::string& data) {
  return R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"c","namespace":"n","generation":3,
    "managedFields":[{"manager":"x"}]},"data":{)" +
         data + "}}";
}

TEST_CASE("the same object differs in nothing, whatever the server counts") {
  const auto same = compare(config_map(R"("a":"1","b":"2")"), config_map(R"("b":"2","a":"1")"), "c");
  CHECK(same.name == "v1.ConfigMap.n.c");
  CHECK(unified_difference(same).empty());
  CHECK(same.live.find("managedFields") == std::string::npos);
  CHECK(same.live.find("generation") == std::string::npos);
}

// Hunks as GNU diff 3.8 prints them for the same two files (`diff -u -N`), its times left out.
TEST_CASE("a changed value, as diff -u shows it") {
  const auto changed = compare(config_map(R"("a":"1","b":"2")"), config_map(R"("a":"1","b":"3")"), "c");
  CHECK(unified_difference(changed) == R"(diff -u -N LIVE/v1.ConfigMap.n.c MERGED/v1.ConfigMap.n.c
--- LIVE/v1.ConfigMap.n.c
+++ MERGED/v1.ConfigMap.n.c
@@ -1,7 +1,7 @@
 apiVersion: v1
 data:
   a: "1"
-  b: "2"
+  b: "3"
 kind: ConfigMap
 metadata:
   name: c
)");
}

TEST_CASE("kubernetes-client 111: an object that is not there is new in every line") {
  const auto added = compare("", config_map(R"("a":"1")"), "c");
  CHECK(added.live.empty());
  const std::string text = unified_difference(added);
  CHECK(text.find("@@ -0,0 +1,7 @@\n+apiVersion: v1\n+data:\n") != std::string::npos);
  CHECK(text.find("\n-") == text.find("\n---"));
}

TEST_CASE("kubernetes-client 112: no value of a Secret is shown") {
  const std::string before = R"({"kind":"Secret","apiVersion":"v1","metadata":{"name":"s","namespace":"n"},
    "data":{"same":"c2FtZQ==","other":"b2xk","gone":"Z29uZQ=="}})";
  const std::string after = R"({"kind":"Secret","apiVersion":"v1","metadata":{"name":"s","namespace":"n"},
    "data":{"same":"c2FtZQ==","other":"bmV3","added":"YWRkZWQ="},"stringData":{"plain":"words"}})";
  const std::string text = unified_difference(compare(before, after, "s"));
  for (const auto* const secret : {"c2FtZQ==", "b2xk", "bmV3", "YWRkZWQ=", "Z29uZQ==", "words"}) {
    CAPTURE(secret);
    CHECK(text.find(secret) == std::string::npos);
  }
  CHECK(text.find("-  other: \"*** (before)\"\n") != std::string::npos);
  CHECK(text.find("+  other: \"*** (after)\"\n") != std::string::npos);
  CHECK(text.find("   same: \"***\"\n") != std::string::npos);
}

/// Applies a unified difference as patch does; empty when a hunk does not fit.
std::string patched(const std::string& live, const std::string& difference) {
  std::istringstream from(live);
  std::istringstream hunks(difference);
  std::string result;
  std::string line;
  std::string old_line;
  std::size_t at = 0;
  while (std::getline(hunks, line)) {
    if (line.starts_with("@@ -")) {
      std::size_t first = std::stoul(line.substr(4));
      const std::string old_range = line.substr(4, line.find(' ', 4) - 4);
      first += old_range.ends_with(",0") ? 1U : 0U;
      for (; at + 1 < first; ++at) {
        std::getline(from, old_line);
        result += old_line + "\n";
      }
    } else if (line.starts_with("+")) {
      result += line.substr(1) + "\n";
    } else {
      std::getline(from, old_line);
      ++at;
      if (old_line != line.substr(1)) {
        return {};
      }
      result += line.starts_with(" ") ? old_line + "\n" : "";
    }
  }
  while (std::getline(from, old_line)) {
    result += old_line + "\n";
  }
  return result;
}

TEST_CASE("any two texts: the difference makes one of the other") {
  std::mt19937 random(20261122);
  for (int round = 0; round < 40; ++round) {
    std::string live;
    std::string merged;
    for (std::size_t i = 0; i < 30; ++i) {
      const std::string line = "line " + std::to_string(random() % 6) + "\n";
      const auto fate = random() % 10;
      live += fate != 0 ? line : "";
      merged += fate == 1 ? "other\n" : fate != 2 ? line : "";
    }
    CAPTURE(live);
    CAPTURE(merged);
    const std::string whole = unified_difference({.name = "x", .live = live, .merged = merged});
    const std::string hunks = whole.empty() ? "" : whole.substr(whole.find("@@"));
    CHECK(patched(live, hunks) == merged);
  }
}

}  // namespace
