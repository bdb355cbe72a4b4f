#include "kgpu/collect/save.hpp"

#include "fake_files.hpp"
#include "pseudonyms.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/collect/from_files.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace kgpu;
using kgpu::testing::FakeFiles;

namespace {

constexpr std::string_view k_dump =
    R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"node-one","labels":{"team":"blue"}}})"
    R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"pod-one","namespace":"space-one"},"spec":{"nodeName":"node-one"}})";
constexpr const char* k_key = "0123456789abcdef0123456789abcdef";

FakeFiles files() {
  return FakeFiles(
      {{"dump.json", std::string(k_dump)}, {"key", std::string(k_key) + "\n"}, {"other", "another key, long enough"}});
}

std::string save(FakeFiles& files, const collect::SaveTarget& target, const std::string& from = "dump.json") {
  const auto snapshot = collect::read_from(from, {.files = files});
  collect::Save(target, files).write(snapshot);
  return files.texts.at(target.path);
}

std::string refusal(const collect::SaveTarget& target, FakeFiles files) {
  try {
    const collect::Save save(target, files);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("a pseudonym begins the HMAC-SHA-256 of the name (RFC 4231, test cases 1 and 2)") {
  CHECK(collect::pseudonyms("Jefe")("what do ya want for nothing?") == "x5bdcc146bf60754e");
  const auto of = collect::pseudonyms(std::string(20, '\x0b'));
  CHECK(of("Hi There") == "xb0344c61d8db3853");
  CHECK(of("Hi There") == "xb0344c61d8db3853");  // the key stands for each name anew
}

TEST_CASE("keys that could be guessed are refused, and never shown") {
  CHECK(collect::key_of("  0123456789abcdef\n", "k") == "0123456789abcdef");
  for (const char* const text :
       {"", " \n", "short", "0123456789abcde", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "abcabcabcabcabcabc"}) {
    CAPTURE(text);
    try {
      (void)collect::key_of(text, "k");
      FAIL("taken");
    } catch (const Error& error) {
      const std::string said = std::string(error.what()) + error.hint();
      CHECK(said.find("--redact-key: 'k'") == 0);
      CHECK((std::string_view(text).size() < 5 || said.find(text) == std::string::npos));
    }
  }
  CHECK(collect::random_key().size() == 32);
  CHECK(collect::random_key() != collect::random_key());
}

TEST_CASE("saved by gzip and not, the file says the same; the same input gives the same bytes") {
  FakeFiles on = files();
  const std::string plain = save(on, {.path = "a.jsonl"});
  CHECK(plain.starts_with(R"({"kubectlGpuSnapshot":1,)"));
  const std::string packed = save(on, {.path = "a.jsonl.gz"});
  CHECK(packed.starts_with("\x1f\x8b"));
  CHECK(packed.find("node-one") == std::string::npos);
  CHECK(save(on, {.path = "b.jsonl.gz"}) == packed);
  const auto from_plain = collect::read_from("a.jsonl", {.files = on});
  const auto from_packed = collect::read_from("a.jsonl.gz", {.files = on});
  CHECK(from_plain.nodes == from_packed.nodes);
  CHECK(from_plain.pods == from_packed.pods);
  CHECK(save(on, {.path = "c.jsonl"}, "a.jsonl.gz") == plain);
}

TEST_CASE("a packed file that is cut is refused with its line") {
  FakeFiles on = files();
  std::string packed = save(on, {.path = "a.jsonl.gz"});
  on.texts["cut.gz"] = packed.substr(0, packed.size() - 9);
  try {
    (void)collect::read_from("cut.gz", {.files = on});
    FAIL("taken");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).starts_with("cut.gz: line "));
    CHECK(std::string(error.what()).ends_with("cut short: its gzip has no end"));
  }
}

TEST_CASE("by one key names are equal in every file, by another or by none they are not") {
  FakeFiles on = files();
  const std::string first = save(on, {.path = "1", .redact = true, .redact_key = "key"});
  CHECK(save(on, {.path = "2", .redact = true, .redact_key = "key"}) == first);
  CHECK(save(on, {.path = "3", .redact = true, .redact_key = "other"}) != first);
  const std::string random = save(on, {.path = "4", .redact = true});
  CHECK(random != first);
  CHECK(save(on, {.path = "5", .redact = true}) != random);
  for (const std::string& text : {first, random}) {
    CHECK(text.find(k_key) == std::string::npos);
    for (const char* const name : {"node-one", "pod-one", "space-one", "blue", "dump.json"}) {
      CHECK(text.find(name) == std::string::npos);
    }
  }
  const auto pseudonym = collect::pseudonyms(k_key);
  const auto read = collect::read_from("1", {.files = on});
  CHECK(read.nodes[0].object.name == pseudonym("node-one"));
  CHECK(read.pods[0].node == pseudonym("node-one"));
}

TEST_CASE("what could not be written is refused before anything is read") {
  CHECK(refusal({.path = "dump.json"}, files()) == "'dump.json' exists; nothing was read or written");
  CHECK(refusal({.path = "dump.json", .overwrite = true}, files()).empty());
  CHECK(refusal({.path = "-"}, files()) == "--save: '-' is no file: standard output has the report");
  CHECK(refusal({.path = "a", .redact = true, .redact_key = "none"}, files()) ==
        "cannot read 'none': No such file or directory");
  FakeFiles on = files();
  on.unwritable.insert("a");
  CHECK_THROWS_AS(save(on, {.path = "a"}), Error);
  CHECK(!on.texts.contains("a"));
}
