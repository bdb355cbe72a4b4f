# bash completion for kubectl-gpu, printed by `kubectl-gpu completion bash`.
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
