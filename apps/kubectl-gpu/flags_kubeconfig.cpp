#include "flags_kubeconfig.hpp"

#include "CLI/CLI.hpp"
#include "flags.hpp"

namespace kgpu::app {
namespace {

using Text = std::optional<std::string>;

/// `8k`, `8192`, `1m`: what the flag for lengths takes.
bool is_token_count(const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string rest = to_lower(std::string_view(text).substr(digits));
  return digits > 0 && (rest.empty() || rest == "k" || rest == "m");
}

class Binder {
 public:
  Binder(CLI::App& verb, Completions& completions) : verb_(verb), completions_(completions) {}

  void text(const std::string& names, const std::string& value, const std::string& help, Text& target,
            ValueSource source = ValueSource::none) {
    add(names, value, help, [&target](const CLI::results_t& results) {
      target = results.back();
      return true;
    })->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    offer(source);
  }
  /// Every value as it is, commas too.
  void list(const std::string& names, const std::string& value, const std::string& help,
            std::vector<std::string>& target) {
    add(names, value, help, [&target](const CLI::results_t& results) {
      target = results;
      return true;
    })->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  void flag(const std::string& name, const std::string& help, bool& target) {
    verb_.add_flag(name, target, help)->group(k_cluster_flags);
  }
  /// `--context 8k` on a verb that also plans for a length would be a context nobody has.
  void context(Text& target) {
    CLI::App* verb = &verb_;
    add("--context", "NAME", "The kubeconfig's context", [&target, verb](const CLI::results_t& results) {
      if (is_token_count(results.back()) && verb->get_option_no_throw("--context-length") != nullptr) {
        throw usage_error("--context: " + in_quotes(results.back()) + " reads as a number of tokens",
                          "tokens are --context-length; --context names one of the kubeconfig's");
      }
      target = results.back();
      return true;
    })->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    offer(ValueSource::contexts);
  }
  void verbosity(int& target) {
    add("-v,--v", "N", "6 to 9 show requests on stderr, never a secret", [&target](const CLI::results_t& results) {
      target = static_cast<int>(std::min<std::int64_t>(parse_count(results.back(), "--v", 0), 10));
      return true;
    })->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }

 private:
  CLI::Option* add(const std::string& names, const std::string& value, const std::string& help,
                   const CLI::callback_t& callback) {
    last_ = verb_.add_option(names, callback, help);
    return last_->type_name(value)->expected(1)->allow_extra_args(false)->group(k_cluster_flags);
  }
  void offer(ValueSource source) {
    if (source != ValueSource::none) {
      completions_.offer(last_, {.source = source});
    }
  }

  CLI::App& verb_;
  Completions& completions_;
  CLI::Option* last_ = nullptr;
};

}  // namespace

void add_kubeconfig_flags(CLI::App& verb, kube::ConfigFlags& flags, Completions& completions) {
  Binder bind(verb, completions);
  bind.text("--kubeconfig", "FILE", "The kubeconfig to read, in place of KUBECONFIG", flags.kubeconfig,
            ValueSource::files);
  bind.context(flags.context);
  bind.text("--cluster", "NAME", "The kubeconfig's cluster", flags.cluster, ValueSource::clusters);
  bind.text("--user", "NAME", "The kubeconfig's user", flags.user, ValueSource::users);
  bind.text("-n,--namespace", "NAME", "The namespace", flags.name_space, ValueSource::namespaces);
  bind.text("-s,--server", "URL", "Address of the API server", flags.server);
  bind.text("--token", "TOKEN", "Bearer token", flags.token);
  bind.text("--username", "NAME", "For basic authentication", flags.username);
  bind.text("--password", "TEXT", "For basic authentication", flags.password);
  bind.text("--client-certificate", "FILE", "Client certificate", flags.client_certificate, ValueSource::files);
  bind.text("--client-key", "FILE", "Its key", flags.client_key, ValueSource::files);
  bind.text("--certificate-authority", "FILE", "The only authority to trust", flags.certificate_authority,
            ValueSource::files);
  bind.flag("--insecure-skip-tls-verify", "Do not verify the server: anybody may answer",
            flags.insecure_skip_tls_verify);
  bind.text("--tls-server-name", "NAME", "The name that the server's certificate must have", flags.tls_server_name);
  bind.text("--as", "USER", "Act as that user", flags.as);
  bind.list("--as-group", "GROUP", "Act as in that group; repeatable", flags.as_groups);
  bind.text("--as-uid", "UID", "Act as that UID", flags.as_uid);
  bind.list("--as-user-extra", "KEY=VALUE", "Act with that extra; repeatable", flags.as_user_extra);
  bind.text("--request-timeout", "D", "For one request with its retries: 30, 1m; 0 is none", flags.request_timeout);
  bind.flag("--disable-compression", "Ask for answers that are not compressed", flags.disable_compression);
  bind.flag("--warnings-as-errors", "Exit 1 when the server warned", flags.warnings_as_errors);
  bind.text("--kuberc", "FILE", "kubectl's preferences: which credential plugins may run; off for none", flags.kuberc,
            ValueSource::files);
  bind.verbosity(flags.verbosity);
  bind.text("--cache-dir", "DIR", "Accepted; nothing is cached on disk", flags.cache_directory,
            ValueSource::directories);
  bind.flag("--match-server-version", "Accepted; this program has no version of Kubernetes to match",
            flags.match_server_version);
}

}  // namespace kgpu::app
