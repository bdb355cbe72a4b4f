/// kubernetes-client 132: a kubeconfig, and a kuberc after a line of `%%%`. Nothing outside memory is touched.
///
/// What must hold: what comes out can be spoken to (a server with scheme, header values without line breaks), or the
/// refusal is a kgpu::Error of one line without control characters.
#include "kgpu/base/error.hpp"
#include "kgpu/kube/kubeconfig.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

class TwoFiles final : public kgpu::system::Files {
 public:
  TwoFiles(std::string config, std::string kuberc) : config_(std::move(config)), kuberc_(std::move(kuberc)) {}

  [[nodiscard]] std::string read(const std::string& path) const override {
    const auto text = read_if_exists(path);
    return text ? *text : throw kgpu::Error(kgpu::ErrorKind::io, "cannot read it");
  }
  [[nodiscard]] std::optional<std::string> read_if_exists(const std::string& path) const override {
    if (path == "config") {
      return config_;
    }
    if (path == "kuberc") {
      return kuberc_;
    }
    // Certificates may be read from anywhere.
    return path.ends_with(".pem") ? std::optional<std::string>("-----BEGIN CERTIFICATE-----\n") : std::nullopt;
  }
  [[nodiscard]] std::vector<std::string> list_recursively(const std::string& /*directory*/) const override {
    return {};
  }
  [[nodiscard]] std::vector<std::string> list(const std::string& /*directory*/) const override { return {}; }
  [[nodiscard]] bool is_directory(const std::string& /*path*/) const override { return false; }
  void write_whole(const std::vector<kgpu::system::FileText>& /*files*/) override { std::abort(); }
  [[nodiscard]] std::unique_ptr<kgpu::system::PrivateFolder> make_private_folder(
      const std::string& /*parent*/, const std::string& /*prefix*/) override {
    std::abort();
  }

 private:
  std::string config_;
  std::string kuberc_;
};

bool is_one_line(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string_view mark = "\n%%%\n";
  const std::size_t end = text.find(mark);
  const TwoFiles files(text.substr(0, end), end == std::string::npos ? "" : text.substr(end + mark.size()));
  kgpu::kube::ConfigFlags flags;
  flags.kubeconfig = "config";
  flags.kuberc = "kuberc";
  const kgpu::kube::ConfigSources sources{.files = files,
                                          .variable = [](std::string_view) { return std::nullopt; },
                                          .warn = [](const std::string& sentence) { require(is_one_line(sentence)); }};
  try {
    const kgpu::kube::Access access = kgpu::kube::resolve_access(flags, sources);
    require(access.server.starts_with("https://") || access.server.starts_with("http://"));
    require(is_one_line(access.server) && !access.server.ends_with('/'));
    require(access.server.starts_with("https://") || access.client_key_pem.empty());
    require(!access.name_space.empty());
  } catch (const kgpu::Error& error) {
    require(is_one_line(error.what()) && is_one_line(error.hint()));
    require(error.kind() == kgpu::ErrorKind::data || error.kind() == kgpu::ErrorKind::io);
  }
  (void)kgpu::kube::config_names(flags, sources);
  return 0;
}
