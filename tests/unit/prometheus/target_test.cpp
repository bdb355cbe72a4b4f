#include "kgpu/prometheus/target.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace kgpu::prometheus;

namespace {

// The forms are those of the API server's own proxy: kubernetes.io, "Manually constructing apiserver proxy URLs".
TEST_CASE("kubernetes-client 115: https:, a named port and a prefix make the exact path") {
  struct Case {
    std::string text;
    std::string path;
  };
  const Case cases[] = {
      {"monitoring/prometheus:9090", "/api/v1/namespaces/monitoring/services/prometheus:9090/proxy/api/v1/query"},
      {"monitoring/https:prometheus:web",
       "/api/v1/namespaces/monitoring/services/https:prometheus:web/proxy/api/v1/query"},
      {"obs/mimir:http/prometheus/", "/api/v1/namespaces/obs/services/mimir:http/proxy/prometheus/api/v1/query"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.text);
    CHECK(proxy_path(parse_target(one.text), "/api/v1/query") == one.path);
  }
}

TEST_CASE("a URL keeps its prefix and gives up its login") {
  const Target target = parse_target("https://me:p%40ss@prom.example.com:9090/prefix/");
  CHECK(target.way == Target::Way::url);
  CHECK(target.url == "https://prom.example.com:9090/prefix");
  CHECK(target.user == "me");
  CHECK(target.password == "p@ss");
  CHECK(describe(target) == "https://prom.example.com:9090/prefix");
  CHECK(parse_target("http://[::1]:9090").url == "http://[::1]:9090");
}

TEST_CASE("what names no Prometheus is refused, and no password is shown") {
  for (const auto* const text : {"", "prometheus", "monitoring/prometheus", "monitoring/prometheus:", "a b/c:1",
                                 "../c:1", "ns/svc:1x_", "ftp://me:secret@host", "https://", "https://me:secret@",
                                 "https://me:secret@host/x?y", "http://me:secret@h o"}) {
    CAPTURE(text);
    try {
      (void)parse_target(text);
      FAIL("accepted");
    } catch (const kgpu::Error& error) {
      CHECK(error.kind() == kgpu::ErrorKind::usage);
      CHECK(std::string(error.what()).find("secret") == std::string::npos);
    }
  }
}

}  // namespace
