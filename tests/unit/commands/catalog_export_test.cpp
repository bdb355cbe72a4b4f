#include "kgpu/commands/catalog_export.hpp"

#include "doctest/doctest.h"
#include "fake_env.hpp"

#include <map>
#include <string>

namespace kgpu::commands {
namespace {

std::map<std::string, std::string> exported_below(const std::string& directory) {
  std::map<std::string, std::string> texts;
  for (const catalog::NamedText& file : catalog::export_files(catalog::Catalog::built_in())) {
    texts[directory + "/" + file.name] = file.text;
  }
  return texts;
}

std::string lines(const std::map<std::string, std::string>& texts) {
  std::string text;
  for (const auto& [path, contents] : texts) {
    text += path + "\n";
  }
  return text;
}

CatalogExportOptions to(const std::string& directory) {
  CatalogExportOptions options;
  options.output_directory = directory;
  return options;
}

ExitCode run(testing::FakeEnv& fake, const CatalogExportOptions& options) {
  auto env = fake.env();
  return run_catalog_export(options, env);
}

TEST_CASE("catalog export writes every file and prints its path") {
  for (const std::string directory : {"out", "out/"}) {
    CAPTURE(directory);
    testing::FakeEnv fake;
    CHECK(run(fake, to(directory)) == ExitCode::ok);
    CHECK(fake.files.texts == exported_below("out"));
    CHECK(fake.out.str() == lines(fake.files.texts));
    CHECK(fake.err.str().empty());
    CHECK(fake.clock_reads == 0);
  }
}

TEST_CASE("catalog export over its own files changes nothing and succeeds") {
  testing::FakeEnv fake;
  fake.files.texts = exported_below("out");
  CHECK(run(fake, to("out")) == ExitCode::ok);
  CHECK(fake.files.texts == exported_below("out"));
}

TEST_CASE("catalog export refuses other contents, all or nothing, and --overwrite replaces them") {
  testing::FakeEnv fake;
  fake.files.texts = {{"out/gpus.csv", "mine\n"}, {"out/notes.txt", "kept\n"}};
  const auto before = fake.files.texts;
  try {
    (void)run(fake, to("out"));
    FAIL("it wrote");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::io);
    CHECK(std::string(error.what()) == "'out/gpus.csv' exists with other contents; nothing was written");
    CHECK(error.hint() == "--overwrite replaces what is there; or name another --output-dir");
  }
  CHECK(fake.files.texts == before);
  CHECK(fake.out.str().empty());

  CatalogExportOptions options = to("out");
  options.overwrite = Overwrite::yes;
  CHECK(run(fake, options) == ExitCode::ok);
  auto after = exported_below("out");
  after["out/notes.txt"] = "kept\n";
  CHECK(fake.files.texts == after);
}

TEST_CASE("many files in the way: three are named, the rest counted") {
  testing::FakeEnv fake;
  for (auto [path, text] : exported_below("out")) {
    fake.files.texts[path] = "mine\n";
  }
  const auto files = fake.files.texts.size();
  try {
    (void)run(fake, to("out"));
    FAIL("it wrote");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) ==
          "'out/accelerator_aliases.csv', 'out/accelerator_of_types.csv', "
          "'out/accelerator_use.csv' and " +
              std::to_string(files - 3) + " more exist with other contents; nothing was written");
  }
}

TEST_CASE("catalog export without a directory says where to name one, before anything is read") {
  testing::FakeEnv fake;
  try {
    CatalogExportOptions options;
    options.catalog_directory = "mine";
    (void)run(fake, options);
    FAIL("it wrote");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(std::string(error.what()) == "catalog export: say where to with --output-dir DIR");
  }
  CHECK(fake.files.log.empty());
}

TEST_CASE("catalog export --catalog writes what the overlay makes of the catalogue") {
  testing::FakeEnv fake;
  fake.files.texts = {
      {"mine/rates.csv",
       "selector,region,capacity,usd_per_node_hour,as_of,source\ng6.xlarge,,,0.5,2026-09-01,contract\n"}};
  CatalogExportOptions options = to("out");
  options.catalog_directory = "mine";
  CHECK(run(fake, options) == ExitCode::ok);
  CHECK(fake.files.texts.at("out/rates.csv") ==
        "selector,region,capacity,usd_per_node_hour,usd_per_device_hour,as_of,source\n"
        "g6.xlarge,,,0.5,,2026-09-01,contract\n");
  CHECK(fake.files.texts.at("out/aws_prices.csv") == exported_below("out").at("out/aws_prices.csv"));
}

}  // namespace
}  // namespace kgpu::commands
