#include "kgpu/kube/credential.hpp"

#include "credential_exec.hpp"
#include "kubeconfig_file.hpp"

#include "kgpu/base/base64.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::kube {
namespace {

/// A file is read again after a minute less ten seconds, as client-go does.
constexpr std::chrono::seconds k_token_file_age{50};

class FixedCredential final : public CredentialSource {
 public:
  explicit FixedCredential(std::string authorization) {
    credential_.authorization = std::move(authorization);
    credential_.generation = 1;
  }
  Credential current() override { return credential_; }
  bool refresh(std::uint64_t generation) override { return generation != credential_.generation; }

 private:
  Credential credential_;
};

/// Projected tokens rotate about hourly; the last good one stays when the file goes away.
class TokenFileCredential final : public CredentialSource {
 public:
  TokenFileCredential(TokenFileLogin login, CredentialSources sources)
      : login_(std::move(login)), sources_(std::move(sources)) {}

  Credential current() override {
    const Instant now = sources_.now();
    if (credential_.generation == 0 || now - last_read_ >= k_token_file_age) {
      read(now);
    }
    return credential_;
  }

  bool refresh(std::uint64_t generation) override {
    if (generation != credential_.generation) {
      return true;
    }
    const Instant now = sources_.now();
    if (last_refresh_ && now - *last_refresh_ < k_between_refreshes) {
      return false;
    }
    last_refresh_ = now;
    read(now);
    return generation != credential_.generation;
  }

 private:
  void read(Instant now) {
    const bool is_first = credential_.generation == 0;
    last_read_ = now;
    std::string token;
    try {
      token = trimmed(sources_.files.read(login_.path));
    } catch (const Error& error) {
      if (is_first && login_.fallback_token.empty()) {
        throw Error(ErrorKind::io, open_failure(error, login_.path), "the user's tokenFile names it");
      }
    }
    if (token.empty() && is_first && login_.fallback_token.empty()) {
      throw data_error("the token file " + in_quotes(login_.path) + " is empty");
    }
    token = token.empty() && is_first ? login_.fallback_token : token;
    if (token.empty()) {
      return;
    }
    std::string authorization = bearer(token, "the token in " + in_quotes(login_.path));
    if (authorization != credential_.authorization) {
      credential_.authorization = std::move(authorization);
      ++credential_.generation;
    }
  }

  static std::string trimmed(const std::string& text) {
    constexpr std::string_view k_space = " \t\r\n\v\f";
    const std::size_t first = text.find_first_not_of(k_space);
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(k_space) + 1 - first);
  }

  TokenFileLogin login_;
  CredentialSources sources_;
  Credential credential_;  ///< generation 0: never read
  Instant last_read_{};
  std::optional<Instant> last_refresh_;
};

std::string basic(const BasicLogin& login) {
  return "Basic " + encode_base64(login.username + ":" + login.password);
}

}  // namespace

std::string bearer(const std::string& token, const std::string& whose) {
  const bool fits = std::ranges::all_of(token, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte != 0x7f) || c == '\t';
  });
  if (!fits) {
    throw data_error(whose + " holds a line break or another control character",
                     "a token is one line: look for a trailing newline where it was written");
  }
  return "Bearer " + token;
}

std::unique_ptr<CredentialSource> make_credentials(const Access& access, CredentialSources sources) {
  if (const auto* token = std::get_if<TokenLogin>(&access.login)) {
    return std::make_unique<FixedCredential>(bearer(token->token, "the token"));
  }
  if (const auto* file = std::get_if<TokenFileLogin>(&access.login)) {
    return std::make_unique<TokenFileCredential>(*file, std::move(sources));
  }
  if (const auto* pair = std::get_if<BasicLogin>(&access.login)) {
    return std::make_unique<FixedCredential>(basic(*pair));
  }
  if (const auto* exec = std::get_if<ExecLogin>(&access.login)) {
    return make_exec_credentials(access, *exec, std::move(sources));
  }
  return std::make_unique<FixedCredential>("");
}

}  // namespace kgpu::kube
