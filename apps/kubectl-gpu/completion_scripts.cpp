#include "completion_scripts.hpp"

#include <algorithm>
#include <iterator>

namespace kgpu::app {
namespace {

// completions/ holds these as files; the target `completions` writes them, and a test compares.

constexpr std::string_view k_bash =
    R"script(# bash completion for kubectl-gpu, printed by `kubectl-gpu completion bash`.
# Load it now:        source <(kubectl-gpu completion bash)
# In every session:   kubectl-gpu completion bash > ~/.local/share/bash-completion/completions/kubectl-gpu

_kubectl_gpu() {
  local word previous='' value rest directive='' last=-1
  local -a words=()
  # bash takes --flag=value apart at = and : (COMP_WORDBREAKS); the program wants it whole.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ $last -ge 0 && ($word == [=:]* || $previous == [=:]) ]]; then
      words[last]+=$word
    else
      last=$((last + 1))
      words[last]=$word
    fi
    previous=$word
  done
  COMPREPLY=()
  while IFS=$'\t' read -r value rest; do
    case $value in
      :[0-9]*) directive=$value ;;
      *) COMPREPLY+=("$value") ;;
    esac
  done < <(kubectl-gpu __complete "${words[@]}" 2>/dev/null)
  if [[ $directive == :0 && ${#COMPREPLY[@]} -eq 0 ]]; then
    compopt -o default 2>/dev/null
  fi
}

complete -F _kubectl_gpu kubectl-gpu
)script";

constexpr std::string_view k_zsh = R"script(#compdef kubectl-gpu
# zsh completion for kubectl-gpu, printed by `kubectl-gpu completion zsh`.
# Load it now:        source <(kubectl-gpu completion zsh)
# In every session:   kubectl-gpu completion zsh > "${fpath[1]}/_kubectl-gpu"
compdef _kubectl-gpu kubectl-gpu

_kubectl-gpu() {
  local line value description directive=''
  local -a found given
  given=("${(@Q)words[2,CURRENT]}")
  for line in "${(@f)$(kubectl-gpu __complete "${given[@]}" 2>/dev/null)}"; do
    case $line in
      :[0-9]*) directive=$line ;;
      *)
        value=${line%%$'\t'*}
        description=${line#$value}
        found+=("${value//:/\\:}${description:+:${description#$'\t'}}") ;;
    esac
  done
  # Of --flag=value only the value is completed.
  [[ ${given[-1]} == -*=* ]] && compset -P 1 '*='
  if (( ${#found} )); then
    _describe -t values value found
  elif [[ $directive == :0 ]]; then
    _files
  fi
}

# Autoloaded from fpath, this file is the body of the function.
if [[ ${funcstack[1]} == _kubectl-gpu ]]; then
  _kubectl-gpu "$@"
fi
)script";

constexpr std::string_view k_fish =
    R"script(# fish completion for kubectl-gpu, printed by `kubectl-gpu completion fish`.
# Load it now:        kubectl-gpu completion fish | source
# In every session:   kubectl-gpu completion fish > ~/.config/fish/completions/kubectl-gpu.fish

function __kubectl_gpu_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    # fish replaces the whole word, so the flag of --flag=value stands before each value.
    set -l prefix (string match -r -- '^-[^=]*=' "$current")
    for line in (kubectl-gpu __complete $words "$current" 2>/dev/null)
        switch $line
            case ':0'
                __fish_complete_path (string replace -r -- '^-[^=]*=' '' "$current")
            case ':*'
            case '*'
                printf '%s%s\n' "$prefix" $line
        end
    end
end

complete -c kubectl-gpu -f -a '(__kubectl_gpu_complete)'
)script";

constexpr std::string_view k_powershell =
    R"script(# PowerShell completion for kubectl-gpu, printed by `kubectl-gpu completion powershell`.
# Load it now:        kubectl-gpu completion powershell | Out-String | Invoke-Expression
# In every session:   kubectl-gpu completion powershell >> $PROFILE

Register-ArgumentCompleter -Native -CommandName 'kubectl-gpu' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
    $typed = if ($wordToComplete -and $words.Count) { $words[-1] } else { '' }
    if ($typed -eq '') {
        # Before 7.3 an empty argument is lost on the way to a program unless it is quoted.
        $words += if ($PSVersionTable.PSVersion -ge [version]'7.3') { '' } else { '""' }
    }
    # Of --flag=value only the value comes back, of a list the whole list; PowerShell replaces $wordToComplete.
    $flag = if ($typed -match '^-[^=]*=') { $Matches[0] } else { '' }
    $kept = if ($typed.EndsWith($wordToComplete)) { $typed.Length - $wordToComplete.Length } else { 0 }
    & kubectl-gpu __complete @words 2>$null | Where-Object { $_ -notmatch '^:\d+$' } | ForEach-Object {
        $value, $description = $_ -split "`t", 2
        $text = ($flag + $value).Substring($kept)
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $description)
    }
}
)script";

struct Script {
  std::string_view shell;
  std::string_view text;
};

constexpr Script k_scripts[] = {{"bash", k_bash}, {"zsh", k_zsh}, {"fish", k_fish}, {"powershell", k_powershell}};

}  // namespace

std::vector<std::string> completion_shells() {
  std::vector<std::string> shells;
  for (const Script& script : k_scripts) {
    shells.emplace_back(script.shell);
  }
  return shells;
}

std::optional<std::string_view> completion_script(std::string_view shell) {
  const auto* found = std::ranges::find(k_scripts, shell, &Script::shell);
  return found == std::end(k_scripts) ? std::nullopt : std::optional(found->text);
}

}  // namespace kgpu::app
