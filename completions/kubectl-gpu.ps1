# PowerShell completion for kubectl-gpu, printed by `kubectl-gpu completion powershell`.
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
