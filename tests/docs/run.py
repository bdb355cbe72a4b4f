#!/usr/bin/env python3
"""Run every command that the documents show, and compare what it prints.

    run.py BINARY [DOCUMENT...]           README.md and what else is listed below
    KGPU_UPDATE_GOLDEN=1 run.py BINARY    write what was seen; a part cut by `...` keeps its number of lines

A block begins with ```console. In it `$ ` begins a command, the lines after it are what it prints on stdout and stderr
together. A line `...` stands for any number of lines. `kubectl gpu` runs BINARY; the commands of a document run in one
folder, in order. `$ scripts/...` is not run: a command that such a script shows again, with its own `$ `, is.
The last line is `N passed, N failed`.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/figures.md", "docs/fuzzing.md")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
SECONDS = 60


class Shell:
    """A folder to run in, and the exit code of the command before, for `$?`."""

    def __init__(self, binary, folder):
        self.folder, self.code = folder, 0
        # No kubectl is needed: finding the plugin is tested elsewhere.
        self.prelude = (
            f'kubectl-gpu() {{ "{binary}" "$@"; }}; '
            'kubectl() { [ "$1" = gpu ] || return 127; shift; kubectl-gpu "$@"; }; '
        )

    def run(self, command):
        script = f"exec 2>&1; {self.prelude} (exit {self.code}); {command}"
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC"}, timeout=SECONDS)
        self.code = done.returncode
        return done.stdout.decode().rstrip("\n").split("\n")


def commands_of(block):
    """[command, lines it should print, empty lines before the next] of a block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], [], 0])
        elif found:
            found[-1][1].append(line)
    for entry in found:
        while entry[1] and not entry[1][-1]:
            entry[1].pop()
            entry[2] += 1
    return found


def agrees(expected, seen):
    pattern = "".join("(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in expected)
    text = "".join(line + "\n" for line in seen) if seen != [""] else ""
    return re.fullmatch(pattern, text) is not None


def renewed(expected, seen):
    """What was seen, cut where `expected` is cut once; other cuts are for hands."""
    if expected.count("...") == 0:
        return [] if seen == [""] else seen
    if expected.count("...") > 1:
        return expected
    at = expected.index("...")
    tail = len(expected) - at - 1
    return seen[:at] + ["..."] + seen[len(seen) - tail:]


def try_document(path, binary):
    passed, failed, text = 0, 0, path.read_text()
    with tempfile.TemporaryDirectory(prefix="kgpu-docs-") as folder:
        shell = Shell(binary, folder)
        for block in BLOCK.findall(text):
            lines = []
            for command, expected, gap in commands_of(block):
                seen = None if command.startswith("scripts/") else shell.run(command)
                right = seen is None or agrees(expected, seen)
                lines += ["$ " + command, *(expected if right else renewed(expected, seen)), *[""] * gap]
                passed += right and seen is not None
                if right:
                    continue
                failed += 1
                print(f"--- {path.relative_to(ROOT)}: {command}")
                print("\n".join(["shown:", *("    " + line for line in expected),
                                 "seen:", *("    " + line for line in seen)]))
            if os.environ.get("KGPU_UPDATE_GOLDEN") == "1":
                text = text.replace(block, "\n".join(lines) + "\n")
    if os.environ.get("KGPU_UPDATE_GOLDEN") == "1":
        path.write_text(text)
    return passed, failed


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    binary = pathlib.Path(sys.argv[1]).resolve()
    paths = [ROOT / name for name in sys.argv[2:] or DOCUMENTS]
    passed, failed = map(sum, zip(*(try_document(path, binary) for path in paths if path.exists())))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
