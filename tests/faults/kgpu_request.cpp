// One request or one list through the client that the commands use, for tests that watch the wire.
#include "json_page_reader.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/http/client.hpp"
#include "kgpu/kube/advice.hpp"
#include "kgpu/kube/connection.hpp"

#include <CLI/CLI.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace kgpu;

std::atomic<bool> cancelled = false;

void cancel(int /*signal*/) {
  cancelled = true;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Options {
  std::string verb;
  std::vector<std::string> operands;
  std::string ca;
  std::string certificate;
  std::string key;
  std::vector<std::string> tokens;
  std::string body;
  std::size_t body_bytes = 0;
  std::string proxy;
  std::string field_selector;
  std::string name_space;
  int times = 1;
  int pause_ms = 0;
  int connect_ms = 30000;
  int low_speed_seconds = 90;
  int timeout_ms = 0;
  std::size_t page_size = 500;
  bool http1 = false;
  bool no_compression = false;
  bool metadata_only = false;
  bool cached = false;
};

/// Each 401 makes the next token current, as a plugin that is run again.
class ListedTokens final : public kube::CredentialSource {
 public:
  explicit ListedTokens(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {}
  kube::Credential current() override {
    kube::Credential credential;
    credential.generation = at_;
    if (at_ < tokens_.size()) {
      credential.authorization = "Bearer " + tokens_[at_];
    }
    return credential;
  }
  bool refresh(std::uint64_t generation) override {
    if (generation < at_) {
      return true;
    }
    if (at_ + 1 < tokens_.size()) {
      ++at_;
      return true;
    }
    return false;
  }

 private:
  std::vector<std::string> tokens_;
  std::uint64_t at_ = 0;
};

void bind(CLI::App& app, Options& options, kube::Access& access) {
  app.add_option("verb", options.verb, "get, post, apply, delete or list")->required();
  app.add_option("operands", options.operands, "path; for list a path per resource");
  app.add_option("--server", access.server)->required();
  app.add_option("--ca", options.ca);
  app.add_option("--client-certificate", options.certificate);
  app.add_option("--client-key", options.key);
  app.add_option("--token", options.tokens);
  app.add_option("--body", options.body);
  app.add_option("--body-bytes", options.body_bytes, "so many x as the body");
  app.add_option("--proxy", options.proxy);
  app.add_option("--tls-server-name", access.tls_server_name);
  app.add_option("--field-selector", options.field_selector);
  app.add_option("-n,--namespace", options.name_space);
  app.add_option("--times", options.times);
  app.add_option("--pause-ms", options.pause_ms);
  app.add_option("--connect-ms", options.connect_ms);
  app.add_option("--low-speed-seconds", options.low_speed_seconds);
  app.add_option("--request-timeout-ms", options.timeout_ms);
  app.add_option("--page-size", options.page_size);
  app.add_option("--as", access.impersonation.user);
  app.add_option("--as-group", access.impersonation.groups);
  app.add_option("--as-uid", access.impersonation.uid);
  app.add_option("-v", access.verbosity);
  app.add_flag("--insecure", access.insecure_skip_tls_verify);
  app.add_flag("--http1", options.http1);
  app.add_flag("--no-compression", options.no_compression);
  app.add_flag("--metadata-only", options.metadata_only);
  app.add_flag("--cached", options.cached);
}

http::ClientSettings settings_of(const Options& options, const kube::Access& access) {
  http::ClientSettings settings;
  if (!options.ca.empty()) {
    settings.tls.ca_pem = read_file(options.ca);
  }
  settings.tls.certificate_pem = access.client_certificate_pem;
  settings.tls.key_pem = access.client_key_pem;
  settings.tls.server_name = access.tls_server_name;
  settings.tls.skip_verification = access.insecure_skip_tls_verify;
  settings.proxy = options.proxy;
  settings.user_agent = "kubectl-gpu/test";
  settings.compression = !options.no_compression;
  settings.http2 = !options.http1;
  settings.cancelled = &cancelled;
  settings.connect_time = std::chrono::milliseconds(options.connect_ms);
  settings.low_speed_time = std::chrono::seconds(options.low_speed_seconds);
  return settings;
}

std::unique_ptr<kube::Connection> connect(const Options& options, kube::Access access) {
  if (options.timeout_ms > 0) {
    access.request_timeout = std::chrono::milliseconds(options.timeout_ms);
  }
  if (!options.certificate.empty()) {
    access.client_certificate_pem = read_file(options.certificate);
    access.client_key_pem = read_file(options.key);
  }
  if (!options.tokens.empty()) {
    access.login = kube::TokenLogin{options.tokens.front()};
  }
  kube::ConnectionParts parts;
  parts.access = access;
  parts.credentials = std::make_unique<ListedTokens>(options.tokens);
  parts.transport = [&options, access](const kube::Credential& /*credential*/) {
    return http::make_client(settings_of(options, access));
  };
  parts.warn = [](const std::string& line) { std::cerr << line << '\n'; };
  parts.log = parts.warn;
  parts.jitter = [] { return 0.5; };
  return kube::make_connection(std::move(parts));
}

kube::ApiRequest request_of(const Options& options) {
  kube::ApiRequest request;
  request.path = options.operands.at(0);
  request.body = options.body_bytes > 0 ? std::string(options.body_bytes, 'x') : options.body;
  request.what = options.verb + " " + request.path;
  if (options.verb == "post") {
    request.method = http::Method::post;
    request.content_type = "application/json";
  } else if (options.verb == "delete") {
    request.method = http::Method::del;
  } else if (options.verb == "apply") {
    request.method = http::Method::patch;
    request.content_type = "application/apply-patch+yaml";
  }
  return request;
}

void run_request(const Options& options, kube::Connection& connection) {
  for (int i = 0; i < options.times; ++i) {
    const kube::ApiReply reply = connection.request(request_of(options));
    std::cout << reply.status << ' ' << reply.body.size() << " bytes: " << reply.body.substr(0, 200) << '\n';
    if (options.pause_ms > 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(options.pause_ms));
    }
  }
}

/// `pods`, `karpenter.sh/v1/nodepools`.
k8s::Resource resource_of(const std::string& operand) {
  k8s::Resource resource;
  const std::size_t last = operand.rfind('/');
  const std::size_t first = operand.find('/');
  resource.plural = last == std::string::npos ? operand : operand.substr(last + 1);
  resource.group = first == std::string::npos ? "" : operand.substr(0, first);
  resource.version = first == std::string::npos ? "v1" : operand.substr(first + 1, last - first - 1);
  return resource;
}

void run_list(const Options& options, kube::Connection& connection) {
  std::vector<testing::Items> items(options.operands.size());
  std::vector<kube::ListRequest> lists;
  for (std::size_t i = 0; i < options.operands.size(); ++i) {
    kube::ListRequest list;
    list.resource = resource_of(options.operands[i]);
    list.resource.namespaced = !options.name_space.empty();
    list.name_space = options.name_space;
    list.field_selector = options.field_selector;
    list.metadata_only = options.metadata_only;
    list.any_cached_version = options.cached;
    list.protobuf = false;
    list.page_size = options.page_size;
    list.reader = [&items, i] { return std::make_unique<testing::JsonPageReader>(items[i]); };
    list.start_over = [&items, i] { items[i].clear(); };
    lists.push_back(std::move(list));
  }
  const std::vector<kube::ListResult> results = connection.list(lists);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].failure) {
      throw kube::list_error(*results[i].failure, connection.access(), lists[i].resource, results[i].date);
    }
    if (!results[i].complete) {
      throw Error(ErrorKind::internal, "a list ended neither complete nor failed");
    }
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::cout << options.operands[i] << ": " << items[i].size() << " items"
              << (results[i].inconsistent ? ", inconsistent" : "") << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, cancel);
  CLI::App app;
  Options options;
  kube::Access access;
  bind(app, options, access);
  CLI11_PARSE(app, argc, argv);
  try {
    const auto connection = connect(options, access);
    if (options.verb == "list") {
      run_list(options, *connection);
    } else {
      run_request(options, *connection);
    }
  } catch (const Error& error) {
    std::cerr << "error: " << error.what() << '\n';
    if (!error.hint().empty()) {
      std::cerr << "hint: " << error.hint() << '\n';
    }
    return cancelled ? 130 : 1;
  }
  return 0;
}
