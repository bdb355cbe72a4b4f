#include "kgpu/collect/from_files.hpp"

#include "fake_files.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <map>
#include <sstream>
#include <string>
#include <string_view>

using namespace kgpu;
using kgpu::snapshot::Kind;
using kgpu::snapshot::Snapshot;
using kgpu::testing::FakeFiles;

namespace {

std::string node(const std::string& name, const std::string& version = "1") {
  return R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")" + name + R"(","resourceVersion":")" + version +
         R"("}})";
}

std::string pod(const std::string& name, const std::string& on, const std::string& version = "1") {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
         R"(","namespace":"ml","resourceVersion":")" + version + R"("},"spec":{"nodeName":")" + on + R"("}})";
}

std::string list(const std::string& kind, const std::string& items) {
  return R"({"apiVersion":"v1","kind":")" + kind + R"(","metadata":{"resourceVersion":""},"items":[)" + items + "]}";
}

constexpr std::string_view k_yaml =
    "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata:\n    name: yaml\n"
    "- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: p\n    namespace: ml\n  spec:\n    nodeName: yaml\n";

/// `{"apiVersion":"v1","kind":"Node","metadata":{"name":"z"}}` and a line end, packed by gzip.GzipFile of Python 3.11.
constexpr std::string_view k_gzip(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xab\x56\x4a\x2c\xc8\x0c\x4b\x2d\x2a\xce\xcc\xcf\x53\xb2\x52\x2a\x33\x54"
    "\xd2\x51\xca\xce\xcc\x4b\x01\xb2\xfd\xf2\x53\x52\x81\xbc\xdc\xd4\x92\xc4\x94\xc4\x92\x44\x25\xab\x6a\xa5\xbc\xc4"
    "\xdc\x54\xa0\x4c\x95\x52\x6d\x2d\x17\x00\x1a\x35\x90\x2e\x3a\x00\x00\x00",
    74);

std::string names_of(const Snapshot& snapshot) {
  std::string names;
  for (const auto& one : snapshot.nodes) {
    names += std::string(names.empty() ? "" : " ") + std::string(one.object.name);
  }
  names += " |";
  for (const auto& one : snapshot.pods) {
    names += " " + std::string(one.object.name);
  }
  return names;
}

std::string names_in(const std::string& text) {
  const FakeFiles files(std::map<std::string, std::string>{{"dump", text}});
  return names_of(collect::read_from("dump", {.files = files}));
}

/// Message and hint; "" when it is read.
std::string refusal(const FakeFiles& files, const std::string& path, std::istream* in = nullptr) {
  try {
    (void)collect::read_from(path, {.files = files, .in = in});
  } catch (const Error& error) {
    return std::string(error.what()) + (error.hint().empty() ? "" : " | " + error.hint());
  }
  return {};
}

std::string refusal_of(const std::string& text) {
  return refusal(FakeFiles(std::map<std::string, std::string>{{"dump", text}}), "dump");
}

}  // namespace

TEST_CASE("every form in which kubectl and the server print a cluster is read (CONTRACTS §8)") {
  struct Case {
    const char* name;
    std::string text;
    const char* expected;  ///< nodes | pods
  };
  const std::string head = "{\"metadata\":{\"name\":\"n\"}}";
  const Case cases[] = {
      {"a List of kubectl get nodes,pods", list("List", node("n") + "," + pod("p", "n")), "n | p"},
      {"NodeList and PodList of kubectl get --raw: their items say no kind",
       list("NodeList", head) + list("PodList", "{\"metadata\":{\"name\":\"p\",\"namespace\":\"ml\"}}"), "n | p"},
      {"items before the kind, as a server may order them",
       R"({"items":[)" + node("n") + R"(],"kind":"List","apiVersion":"v1"})", "n |"},
      {"a JSON stream, an object a line", node("n") + "\n" + pod("p", "n") + "\n" + node("m") + "\n", "m n | p"},
      {"a stream without line ends", node("n") + pod("p", "n"), "n | p"},
      {"one object", node("n"), "n |"},
      {"an empty list", list("NodeList", ""), " |"},
      {"a byte order mark, as PowerShell 5 writes", "\xef\xbb\xbf" + node("n"), "n |"},
      {"leading white space", " \n\t" + node("n"), "n |"},
      {"gzip", std::string(k_gzip), "z |"},
      {"two gzip members, as cat a.gz b.gz gives: the same node once", std::string(k_gzip) + std::string(k_gzip),
       "z |"},
      {"YAML", std::string(k_yaml), "yaml | p"},
      {"YAML documents, one of them empty",
       "---\n" + std::string(k_yaml) +
           "---\n# nothing\n---\nkind: Node\n"
           "apiVersion: v1\nmetadata: {name: w}\n",
       "w yaml | p"},
      {"kinds that no rule reads are passed over",
       list("List", node("n") + R"(,{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"}})" +
                        R"(,{"apiVersion":"metrics.k8s.io/v1","kind":"Pod","metadata":{"name":"other"}})"),
       "n |"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(names_in(c.text) == c.expected);
    for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
      FakeFiles files(std::map<std::string, std::string>{{"dump", c.text}});
      files.block_bytes = size;
      CAPTURE(size);
      CHECK(names_of(collect::read_from("dump", {.files = files})) == c.expected);
    }
  }
}

TEST_CASE("the same object twice counts once, the newer one (ledger.md 37)") {
  const FakeFiles files(std::map<std::string, std::string>{{"dump", node("n", "5") + node("n", "7") + node("n", "6") +
                                                                        pod("p", "old", "1") + pod("p", "new", "2") +
                                                                        list("List", pod("p", "older", "0"))}});
  const Snapshot snapshot = collect::read_from("dump", {.files = files});
  REQUIRE(snapshot.nodes.size() == 1);
  CHECK(snapshot.nodes[0].object.resource_version == 7);
  REQUIRE(snapshot.pods.size() == 1);
  CHECK(snapshot.pods[0].node == "new");
}

TEST_CASE("which kinds were read is known, of an empty list too") {
  const FakeFiles files(
      std::map<std::string, std::string>{{"dump", list("NodeList", "") + list("List", pod("p", "n"))}});
  const Snapshot snapshot = collect::read_from("dump", {.files = files});
  CHECK(snapshot.has_read(Kind::node));
  CHECK(snapshot.has_read(Kind::pod));
  CHECK(!snapshot.has_read(Kind::resource_claim));
  CHECK(!snapshot.from_server);
  CHECK(snapshot.name == "dump");
}

TEST_CASE("a directory is one cluster: its dumps, in order, and nothing else (ledger.md 37)") {
  FakeFiles files({{"prod/README.md", "no dump"},
                   {"prod/nodes.json", list("NodeList", "{\"metadata\":{\"name\":\"n\"}}")},
                   {"prod/more/pods.yaml", "kind: Pod\napiVersion: v1\nmetadata: {name: p, namespace: ml}\n"},
                   {"prod/z.json.gz", std::string(k_gzip)},
                   {"prod/events.txt", "NAME READY"}});
  CHECK(names_of(collect::read_from("prod", {.files = files})) == "n z | p");
  CHECK(refusal(FakeFiles(std::map<std::string, std::string>{{"docs/README.md", "x"}}), "docs") ==
        "--from: no .json or .yaml file in 'docs'");
  SUBCASE("a file of it that cannot be read is named") {
    files.unreadable = {"prod/nodes.json"};
    CHECK(refusal(files, "prod") == "cannot read 'prod/nodes.json': Permission denied");
  }
  SUBCASE("a broken file of it is named") {
    files.texts["prod/nodes.json"] = "{\"kind\":";
    CHECK(refusal(files, "prod") ==
          "prod/nodes.json: cut short: the last object has no end | write the dump again: its end is missing");
  }
}

TEST_CASE("standard input") {
  const FakeFiles files;
  std::istringstream in(node("n") + pod("p", "n"));
  const Snapshot snapshot = collect::read_from("-", {.files = files, .in = &in});
  CHECK(names_of(snapshot) == "n | p");
  CHECK(snapshot.name == "standard input");
  CHECK(files.log.empty());

  std::istringstream packed{std::string(k_gzip)};
  CHECK(names_of(collect::read_from("-", {.files = files, .in = &packed})) == "z |");
  std::istringstream nothing;
  CHECK(refusal(files, "-", &nothing).starts_with("standard input: empty"));
  CHECK(refusal(files, "-") == "--from -: there is no standard input");
}

TEST_CASE("what cannot be read is refused, with file, place and what to do") {
  const std::string again = " | write the dump again: its end is missing";
  struct Case {
    const char* name;
    std::string text;
    std::string message;
  };
  const Case cases[] = {
      {"cut in the middle of a list", list("List", node("n") + "," + node("m")).substr(0, 200),
       "dump: cut short after item 1: the last object has no end" + again},
      {"cut between two items", R"({"kind":"List","items":[)" + node("n") + ",",
       "dump: cut short after item 1: the last object has no end" + again},
      {"cut after a whole object", node("n") + R"({"kind":"Pod")",
       "dump: cut short after object 1: the last object has no end" + again},
      {"a gzip that is cut", std::string(k_gzip.substr(0, 60)), "dump: cut short: its gzip has no end"},
      {"a gzip that is damaged", std::string(k_gzip.substr(0, 20)) + "xxxxxxxx" + std::string(k_gzip.substr(28)),
       "dump: not gzip, or damaged"},
      {"nothing", "", "dump: empty | kubectl get nodes,pods -A -o json > dump.json"},
      {"a table of kubectl", "NAME    STATUS\ngpu-1   Ready\n",
       "dump: not an object of Kubernetes | kubectl get nodes,pods -A -o json > dump.json"},
      {"a list of JSON", "[1,2]", "dump: not an object of Kubernetes: it begins with '[1,2]'"},
      {"a member of another kind than Kubernetes writes",
       list("List", node("n") + R"(,{"apiVersion":"v1","kind":"Node","spec":3})"),
       "dump: item 2: 'spec' is not an object"},
      {"items in what is no list", R"({"kind":"Node","apiVersion":"v1","items":[]})",
       "dump: 'items' in a Node, which is no list"},
      {"an item without kind in a List", R"({"kind":"List","apiVersion":"v1","items":[{"metadata":{}}]})",
       "dump: item 1: an object without 'kind'"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const std::string got = refusal_of(c.text);
    CHECK(got.substr(0, c.message.size()) == c.message);
  }
  CHECK(refusal(FakeFiles(), "gone") == "cannot read 'gone': No such file or directory");
  FakeFiles locked(std::map<std::string, std::string>{{"dump", node("n")}});
  locked.unreadable = {"dump"};
  CHECK(refusal(locked, "dump") == "cannot read 'dump': Permission denied");
  CHECK(refusal_of("kind: Node\nmetadata: [\n").starts_with("dump"));
}

TEST_CASE("YAML of more than 64 MiB is refused before it is converted (CONTRACTS §8)") {
  const std::string line = "# " + std::string((std::size_t{1} << 20) - 3, 'x') + "\n";
  FakeFiles files;
  std::string text = "kind: Node\n";
  for (int i = 0; i < 65; ++i) {
    text += line;
  }
  files.block_bytes = std::size_t{1} << 20;
  files.texts = {{"dump.yaml", std::move(text)}};
  CHECK(refusal(files, "dump.yaml") ==
        "dump.yaml: YAML of more than 64 MiB | kubectl get nodes,pods -A -o json > dump.json");
}
