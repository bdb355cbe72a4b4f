/// kubernetes-client 132: what a credential plugin prints.
///
/// What must hold: a header value without control characters, or a refusal that is a kgpu::Error of one line; where the
/// output is no ExecCredential at all, nothing of it is shown but its shape.
#include "kgpu/base/error.hpp"
#include "kgpu/kube/credential.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

class NoFiles final : public kgpu::system::Files {
 public:
  [[nodiscard]] std::string read(const std::string& /*path*/) const override { std::abort(); }
  [[nodiscard]] std::optional<std::string> read_if_exists(const std::string& /*path*/) const override { std::abort(); }
  [[nodiscard]] std::vector<std::string> list_recursively(const std::string& /*directory*/) const override {
    std::abort();
  }
  [[nodiscard]] std::vector<std::string> list(const std::string& /*directory*/) const override { return {}; }
  [[nodiscard]] bool is_directory(const std::string& /*path*/) const override { return false; }
  void write_whole(const std::vector<kgpu::system::FileText>& /*files*/) override { std::abort(); }
  [[nodiscard]] std::unique_ptr<kgpu::system::PrivateFolder> make_private_folder(
      const std::string& /*parent*/, const std::string& /*prefix*/) override {
    std::abort();
  }
};

class OneReply final : public kgpu::system::Processes {
 public:
  explicit OneReply(std::string output) : output_(std::move(output)) {}
  [[nodiscard]] kgpu::system::ProcessResult run(const kgpu::system::ProcessRequest& /*request*/) override {
    return {.exit_code = 0, .signal = 0, .output = output_};
  }
  [[nodiscard]] std::optional<std::string> find_on_path(const std::string& name) const override {
    return "/bin/" + name;
  }

 private:
  std::string output_;
};

bool is_one_line(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// Letters and digits of what the message shows of the output: `x` and `0` alone.
bool shows_shape_only(std::string_view message) {
  const std::string_view mark = "it looks like '";
  const std::size_t at = message.find(mark);
  if (at == std::string_view::npos || message.find("plugin returned version") < at) {
    return true;  // a version is quoted as it came: the mark may be part of it
  }
  message.remove_prefix(at + mark.size());
  return std::ranges::all_of(
      message, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 || c == 'x' || c == '0'; });
}

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const NoFiles files;
  OneReply processes(std::string(reinterpret_cast<const char*>(data), size));
  for (const std::string version : {"v1", "v1beta1"}) {
    kgpu::kube::Access access;
    kgpu::kube::ExecLogin login;
    login.api_version = "client.authentication.k8s.io/" + version;
    login.command = "plugin";
    access.login = login;
    const auto credentials = kgpu::kube::make_credentials(
        access, {.files = files,
                 .processes = processes,
                 .variable = [](std::string_view) { return std::nullopt; },
                 .now = [] { return std::chrono::sys_days(std::chrono::year(2026) / 8 / 1); },
                 .stdin_is_terminal = false});
    try {
      const kgpu::kube::Credential credential = credentials->current();
      require(is_one_line(credential.authorization) || credential.authorization.find('\t') != std::string::npos);
      require(credential.certificate_pem.empty() == credential.key_pem.empty());
    } catch (const kgpu::Error& error) {
      require(is_one_line(error.what()) && is_one_line(error.hint()) && shows_shape_only(error.what()));
    }
  }
  return 0;
}
