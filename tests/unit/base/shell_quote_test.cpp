#include "kgpu/base/text.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

using kgpu::shell_quote;

TEST_CASE("shell quote: by hand") {
  CHECK(shell_quote("") == "''");
  CHECK(shell_quote("g6.xlarge,g6e.xlarge") == "g6.xlarge,g6e.xlarge");
  CHECK(shell_quote("--label=a/b=c") == "--label=a/b=c");
  CHECK(shell_quote("a b") == "'a b'");
  CHECK(shell_quote("it's") == "'it'\\''s'");
  CHECK(shell_quote("~") == "'~'");
  CHECK(shell_quote("a\nb'c\\") == "$'a\\012b\\'c\\\\'");
  CHECK(shell_quote("\xff") == "$'\\377'");
  CHECK(shell_quote("caf\u00e9") == "'caf\u00e9'");
}

TEST_CASE("shell quote: always on one line") {
  for (const std::string text : {"\n", "a\u0085b", "a\u2028b", "\r", "\x1b"}) {
    const std::string quoted = shell_quote(text);
    CAPTURE(quoted);
    CHECK(quoted.starts_with("$'"));
    CHECK(quoted.find_first_of("\n\r\x1b") == std::string::npos);
    CHECK(quoted.find("\u2028") == std::string::npos);
    CHECK(quoted.find("\u0085") == std::string::npos);
  }
}

TEST_CASE("shell quote: bash reads every word back equal") {
  if (!std::filesystem::exists("/bin/bash")) {
    MESSAGE("no /bin/bash: not checked");
    return;
  }
  std::mt19937 random(6);
  std::vector<std::string> words = {"",
                                    "-n",
                                    "=",
                                    "=x",
                                    "%s",
                                    "!",
                                    "#",
                                    "a#b",
                                    "{a,b}",
                                    "*",
                                    "[a]",
                                    "$HOME",
                                    "`id`",
                                    "\\",
                                    "'",
                                    "\"",
                                    "\x01"
                                    "7",
                                    "\n\n",
                                    "a\xff"
                                    "7"};
  for (int i = 0; i < 2'000; ++i) {
    std::string word;
    for (auto size = random() % 12; size > 0; --size) {
      word += i % 2 == 0 ? static_cast<char>(1 + random() % 255) : " '\"\\$`!#~*?[]{}()<>|&;\n\t=a0-"[random() % 28];
    }
    words.push_back(word);
  }

  const auto folder = std::filesystem::temp_directory_path() / ("kgpu-shell-quote-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    std::ofstream script(folder / "script");
    for (const std::string& word : words) {
      script << "printf '%s\\0' " << shell_quote(word) << '\n';
    }
  }
  const std::string command =
      "LC_ALL=C /bin/bash '" + (folder / "script").string() + "' > '" + (folder / "out").string() + "'";
  REQUIRE(std::system(command.c_str()) == 0);
  std::ifstream out(folder / "out", std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(out)), std::istreambuf_iterator<char>());
  std::size_t at = 0;
  for (const std::string& word : words) {
    const auto end = text.find('\0', at);
    REQUIRE(end != std::string::npos);
    CHECK(text.substr(at, end - at) == word);
    at = end + 1;
  }
  CHECK(at == text.size());
  std::filesystem::remove_all(folder);
}
