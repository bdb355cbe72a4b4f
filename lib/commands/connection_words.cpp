#include "kgpu/commands/connection_words.hpp"

#include "kgpu/base/text.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kgpu::commands {
namespace {

class Words {
 public:
  void add(std::string_view flag, const std::optional<std::string>& value) {
    if (value) {
      text_ += " " + std::string(flag) + " " + shell_quote(*value);
    }
  }
  void add_each(std::string_view flag, const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      add(flag, value);
    }
  }
  void add_secret(std::string_view flag, const std::optional<std::string>& secret, const char* word) {
    if (secret) {
      add(flag, word);
    }
  }
  void add_if(std::string_view flag, bool given) { text_ += given ? " " + std::string(flag) : ""; }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace

std::string connection_words(const kube::ConfigFlags& flags) {
  Words words;
  words.add("--kubeconfig", flags.kubeconfig);
  words.add("--context", flags.context);
  words.add("--cluster", flags.cluster);
  words.add("--user", flags.user);
  words.add("--server", flags.server);
  words.add("--namespace", flags.name_space);
  words.add_secret("--token", flags.token, "TOKEN");
  words.add("--username", flags.username);
  words.add_secret("--password", flags.password, "PASSWORD");
  words.add("--as", flags.as);
  words.add_each("--as-group", flags.as_groups);
  words.add("--as-uid", flags.as_uid);
  words.add_each("--as-user-extra", flags.as_user_extra);
  words.add("--client-certificate", flags.client_certificate);
  words.add("--client-key", flags.client_key);
  words.add("--certificate-authority", flags.certificate_authority);
  words.add_if("--insecure-skip-tls-verify", flags.insecure_skip_tls_verify);
  words.add("--tls-server-name", flags.tls_server_name);
  return words.take();
}

}  // namespace kgpu::commands
