// Expected values: Go's golang.org/x/net/http/httpproxy and net/http, which decide for kubectl (kubernetes-client 1.7).
#include "kgpu/http/proxy.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/http/transport.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

using namespace kgpu;
using http::choose_proxy;

namespace {

using Environment = std::map<std::string, std::string, std::less<>>;

std::string chosen(const std::string& url, const std::string& configured, const Environment& environment) {
  return choose_proxy(url, configured, [&](std::string_view name) -> std::optional<std::string> {
    const auto found = environment.find(name);
    return found == environment.end() ? std::nullopt : std::optional(found->second);
  });
}

TEST_CASE("kubernetes-client 59: each cell of the table of proxies") {
  struct Case {
    const char* name;
    const char* url;
    const char* configured;
    Environment environment;
    const char* expected;
  };
  const char* const https = "https://api.example.com:6443/version";
  const Case cases[] = {
      {"nothing", https, "", {}, ""},
      {"proxy-url wins", https, "http://cluster:3128", {{"HTTPS_PROXY", "http://env:1"}}, "http://cluster:3128"},
      {"proxy-url ignores NO_PROXY (60)", https, "http://cluster:3128", {{"NO_PROXY", "*"}}, "http://cluster:3128"},
      {"proxy-url for localhost", "https://localhost:1", "http://cluster:3128", {}, "http://cluster:3128"},
      {"https", https, "https://cluster", {}, "https://cluster:443"},
      {"http", https, "http://cluster", {}, "http://cluster:80"},
      {"socks5 resolves at the proxy", https, "socks5://cluster", {}, "socks5h://cluster:1080"},
      {"credentials stay encoded", https, "http://me:p%40ss@cluster", {}, "http://me:p%40ss@cluster:80"},
      {"IPv6", https, "http://[fd00::1]:8080", {}, "http://[fd00::1]:8080"},
      {"upper case",
       https,
       "",
       {{"HTTPS_PROXY", "http://upper:1"}, {"https_proxy", "http://lower:1"}},
       "http://upper:1"},
      {"lower case", https, "", {{"https_proxy", "http://lower:1"}}, "http://lower:1"},
      {"empty upper case", https, "", {{"HTTPS_PROXY", ""}, {"https_proxy", "http://lower:1"}}, "http://lower:1"},
      {"HTTP_PROXY is not for https", https, "", {{"HTTP_PROXY", "http://env:1"}}, ""},
      {"ALL_PROXY is ignored", https, "", {{"ALL_PROXY", "http://env:1"}, {"all_proxy", "http://env:1"}}, ""},
      {"http target", "http://api.example.com", "", {{"HTTP_PROXY", "http://env:1"}}, "http://env:1"},
      {"http target, lower case", "http://api.example.com", "", {{"http_proxy", "http://env:1"}}, "http://env:1"},
      {"http target in CGI",
       "http://api.example.com",
       "",
       {{"HTTP_PROXY", "http://env:1"}, {"REQUEST_METHOD", "GET"}},
       ""},
      {"https target in CGI", https, "", {{"HTTPS_PROXY", "http://env:1"}, {"REQUEST_METHOD", "GET"}}, "http://env:1"},
      {"HTTPS_PROXY is not for http", "http://api.example.com", "", {{"HTTPS_PROXY", "http://env:1"}}, ""},
      {"localhost", "https://localhost:6443", "", {{"HTTPS_PROXY", "http://env:1"}}, ""},
      {"127.x", "https://127.9.9.9:6443", "", {{"HTTPS_PROXY", "http://env:1"}}, ""},
      {"::1", "https://[::1]:6443", "", {{"HTTPS_PROXY", "http://env:1"}}, ""},
      {"host:3128 is http", https, "", {{"HTTPS_PROXY", "env:3128"}}, "http://env:3128"},
      {"host alone is http at 80", https, "", {{"HTTPS_PROXY", "env"}}, "http://env:80"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(chosen(c.url, c.configured, c.environment) == c.expected);
  }
}

TEST_CASE("kubernetes-client 59: NO_PROXY") {
  struct Case {
    const char* host;
    const char* no_proxy;
    bool proxied;
  };
  const Case cases[] = {
      {"api.example.com:6443", "", true},
      {"api.example.com:6443", "*", false},
      {"api.example.com:6443", "a, * ,b", false},
      {"api.example.com:6443", "example.com", false},
      {"example.com:6443", "example.com", false},
      {"badexample.com:6443", "example.com", true},
      {"api.example.com:6443", ".example.com", false},
      {"example.com:6443", ".example.com", true},
      {"api.example.com:6443", "*.example.com", false},
      {"example.com:6443", "*.example.com", true},
      {"API.Example.COM:6443", "EXAMPLE.com", false},
      {"api.example.com:6443", "example.com:6443", false},
      {"api.example.com:6443", "example.com:443", true},
      {"api.example.com", "example.com:443", false},
      {"10.1.2.3:6443", "10.0.0.0/8", false},
      {"11.1.2.3:6443", "10.0.0.0/8", true},
      {"10.1.2.3:6443", "10.1.2.3", false},
      {"10.1.2.3:6443", "10.1.2.3:6443", false},
      {"10.1.2.3:6443", "10.1.2.3:1", true},
      {"[fd00::5]:6443", "fd00::/8", false},
      {"[fd00::5]:6443", "fd00::5", false},
      {"[fd00::5]:6443", "[fd00::5]:6443", false},
      {"[fe00::5]:6443", "fd00::/8", true},
      {"api.example.com:6443", ":6443", true},
      {"api.example.com:6443", ",,10.0.0.0/99,/", true},
  };
  for (const Case& c : cases) {
    CAPTURE(c.host);
    CAPTURE(c.no_proxy);
    const std::string url = std::string("https://") + c.host;
    CHECK((!chosen(url, "", {{"HTTPS_PROXY", "http://env:1"}, {"NO_PROXY", c.no_proxy}}).empty()) == c.proxied);
    CHECK((!chosen(url, "", {{"HTTPS_PROXY", "http://env:1"}, {"no_proxy", c.no_proxy}}).empty()) == c.proxied);
  }
}

TEST_CASE("a proxy of another scheme is refused by name, its password never shown") {
  for (const std::string text : {"ftp://me:hush@x", "cluster:3128", "http://", "socks4://x"}) {
    CAPTURE(text);
    try {
      static_cast<void>(chosen("https://api", text, {}));
      FAIL("accepted");
    } catch (const Error& error) {
      const std::string message = error.what();
      CHECK(error.kind() == ErrorKind::data);
      CHECK(message.find("must be http, https, or socks5") != std::string::npos);
      CHECK(message.find("hush") == std::string::npos);
    }
  }
  CHECK_THROWS_AS(static_cast<void>(chosen("https://api", "", {{"HTTPS_PROXY", "ftp://x"}})), Error);
}

TEST_CASE("credentials are taken out of every URL in a text") {
  CHECK(http::without_credentials("http://me:hush@proxy:1/a@b and socks5h://x:y@z") ==
        "http://proxy:1/a@b and socks5h://z");
  CHECK(http::without_credentials("https://host/path?x=a@b") == "https://host/path?x=a@b");
  CHECK(http::without_credentials("//a@b@c") == "//c");
  CHECK(http::without_credentials("nothing") == "nothing");
}

TEST_CASE("headers are found without regard to case") {
  const http::Head head{.status = 200, .headers = {{"Content-Type", "a"}, {"content-type", "b"}}};
  CHECK(head.find("CONTENT-type") == "a");
  CHECK(head.find("Date").empty());
}

}  // namespace
