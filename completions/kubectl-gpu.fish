# fish completion for kubectl-gpu, printed by `kubectl-gpu completion fish`.
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
