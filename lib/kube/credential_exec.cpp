#include "credential_exec.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <optional>

namespace kgpu::kube {
namespace {

constexpr std::chrono::seconds k_leeway{60};
/// A wrong clock makes every token look expired: the plugin is not run again for that within a minute.
constexpr std::chrono::seconds k_between_runs{60};
/// Linux's MAX_ARG_STRLEN, for one variable with its name; exec fails beyond.
constexpr std::size_t k_most_variable_bytes = 131072;
constexpr std::string_view k_info_variable = "KUBERNETES_EXEC_INFO";

class ExecCredentials final : public CredentialSource {
 public:
  ExecCredentials(const Access& access, ExecLogin login, CredentialSources sources)
      : access_(access), login_(std::move(login)), sources_(std::move(sources)) {}

  Credential current() override {
    if (failure_) {
      throw Error(*failure_);
    }
    const Instant now = sources_.now();
    if (!credential_ || (is_due(now) && now - last_run_ >= k_between_runs)) {
      run_or_keep(now);
    }
    return *credential_;
  }

  bool refresh(std::uint64_t generation) override {
    if (!credential_ || generation != credential_->generation) {
      return true;
    }
    const Instant now = sources_.now();
    if (failure_ || (last_refresh_ && now - *last_refresh_ < k_between_refreshes)) {
      return false;
    }
    last_refresh_ = now;
    run(now);
    return true;
  }

 private:
  [[nodiscard]] bool is_due(Instant now) const { return expiration_ && now + k_leeway > *expiration_; }

  /// A run ahead of time that fails leaves what still counts.
  void run_or_keep(Instant now) {
    try {
      run(now);
    } catch (const Error&) {
      if (!credential_ || (expiration_ && now > *expiration_)) {
        throw;
      }
      failure_.reset();
    }
  }

  void run(Instant now) {
    last_run_ = now;
    try {
      ExecReply reply = run_plugin();
      Credential credential;
      if (!reply.token.empty()) {
        credential.authorization = bearer(reply.token, "the token of the plugin " + in_quotes(login_.command));
      }
      credential.certificate_pem = std::move(reply.certificate_pem);
      credential.key_pem = std::move(reply.key_pem);
      credential.generation = credential_ ? credential_->generation + 1 : 1;
      credential.expired_on_arrival = reply.expiration && *reply.expiration < now;
      credential_ = std::move(credential);
      expiration_ = reply.expiration;
    } catch (const Error& error) {
      failure_ = Error(error.kind(), std::string("getting credentials: ") + error.what(), error.hint());
      throw Error(*failure_);
    }
  }

  [[nodiscard]] std::string shown_command() const { return printable(login_.command, 4096); }

  /// The path to run, after the user's own policy was asked (1.9).
  std::string permitted_path() {
    using Policy = ExecLogin::Policy;
    if (login_.policy == Policy::deny_all) {
      throw data_error("plugin " + in_quotes(login_.command) + " not allowed: policy set to \"DenyAll\"",
                       "credentialPluginPolicy in the kuberc says so");
    }
    const std::string path = resolve(login_.command).value_or("");
    const auto is_path = [&](const std::string& allowed) {
      return allowed == login_.command || (!path.empty() && resolve(allowed) == path);
    };
    if (login_.policy == Policy::allowlist && std::ranges::none_of(login_.allowed, is_path)) {
      throw data_error("plugin path " + in_quotes(path.empty() ? login_.command : path) +
                           " is not permitted by the credential plugin allowlist",
                       "credentialPluginAllowlist in the kuberc names those that are");
    }
    if (path.empty()) {
      throw not_found();
    }
    return path;
  }

  [[nodiscard]] std::optional<std::string> resolve(const std::string& command) const {
    return command.find('/') == std::string::npos ? sources_.processes.find_on_path(command) : std::optional(command);
  }

  [[nodiscard]] Error not_found() const {
    // Text from the kubeconfig's author, control characters made visible.
    std::string hint = "the kubeconfig's user logs in with it: it must be installed and on PATH";
    if (!login_.install_hint.empty()) {
      std::vector<std::string> lines = split(login_.install_hint, '\n');
      std::erase(lines, "");
      hint = printable(join(lines, " "), 1000);
    }
    return {ErrorKind::io, "exec: executable " + shown_command() + " not found", hint};
  }

  /// Whether the plugin may ask on our terminal.
  [[nodiscard]] bool is_interactive() const {
    using Interactive = ExecLogin::Interactive;
    const bool possible = sources_.stdin_is_terminal && !access_.stdin_is_taken;
    if (login_.interactive == Interactive::always && !possible) {
      throw data_error(
          std::string("exec plugin cannot support interactive mode: standard input is ") +
          (access_.stdin_is_taken ? "unavailable: used by stdin resource manifest reader" : "not a terminal"));
    }
    return login_.interactive != Interactive::never && possible;
  }

  ExecReply run_plugin() {
    system::ProcessRequest request;
    request.command = permitted_path();
    request.own_stdin = is_interactive();
    request.args = login_.args;
    request.env = login_.env;
    request.env.emplace_back(k_info_variable, exec_info(access_, login_, request.own_stdin));
    check_size(request.env.back().second.size());
    const system::ProcessResult result = run_process(request);
    if (result.exit_code != 0) {
      throw Error(ErrorKind::io, "exec: executable " + shown_command() + " failed with exit code " +
                                     std::to_string(result.exit_code) +
                                     (result.signal != 0 ? " (signal " + std::to_string(result.signal) + ")" : ""));
    }
    return read_exec_reply(result.output, login_.api_version);
  }

  void check_size(std::size_t bytes) const {
    if (bytes + k_info_variable.size() + 2 > k_most_variable_bytes) {
      throw data_error(
          "exec: " + std::string(k_info_variable) + " for " + shown_command() + " would be " + std::to_string(bytes) +
              " bytes, and a variable holds at most " +
              std::to_string(k_most_variable_bytes - k_info_variable.size() - 2),
          "provideClusterInfo hands it the cluster's whole certificate authority: keep only the one needed");
    }
  }

  system::ProcessResult run_process(const system::ProcessRequest& request) {
    try {
      return sources_.processes.run(request);
    } catch (const Error& error) {
      if (std::string_view(error.what()).ends_with("no such file or directory")) {
        throw not_found();
      }
      throw;
    }
  }

  Access access_;
  ExecLogin login_;
  CredentialSources sources_;
  std::optional<Credential> credential_;
  std::optional<Instant> expiration_;
  std::optional<Error> failure_;  ///< of the last run: it is not tried again
  Instant last_run_{};
  std::optional<Instant> last_refresh_;
};

}  // namespace

std::unique_ptr<CredentialSource> make_exec_credentials(const Access& access, const ExecLogin& login,
                                                        CredentialSources sources) {
  return std::make_unique<ExecCredentials>(access, login, std::move(sources));
}

}  // namespace kgpu::kube
