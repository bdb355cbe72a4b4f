#!/usr/bin/env python3
"""Run the program on every case below this folder and compare what a user would see.

    run.py BINARY [PATTERN...]      cases whose path contains a PATTERN, or all
    KGPU_UPDATE_GOLDEN=1 run.py …   write what was seen; read the diff before committing it

README.md beside this file says what a case is made of. The last line is `N passed, N failed`.
"""
import concurrent.futures
import difflib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import checks

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 60


class Seen:
    """What one run of the program left behind."""

    def __init__(self, stdout, stderr, exit_code, files):
        self.stdout, self.stderr, self.exit_code, self.files = stdout, stderr, exit_code, files


class Case:
    def __init__(self, folder):
        self.folder = folder
        self.name = folder.relative_to(HERE).as_posix()
        self.command = without_program((folder / "cmd").read_text().strip())

    def read(self, name, default=b""):
        path = self.folder / name
        return path.read_bytes() if path.exists() else default

    def expected(self):
        return Seen(self.read("stdout"), self.read("stderr"), int(self.read("exit", b"0")), tree(self.folder / "output"))

    def environment(self):
        clean = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "TZ": "UTC", "LC_ALL": "C"}
        for line in self.read("env").decode().splitlines():
            key, _, value = line.partition("=")
            clean[key] = value
        return clean

    def run(self, binary, command=None):
        """One run in a fresh folder that holds a copy of `input/`."""
        with tempfile.TemporaryDirectory(prefix="kgpu-golden-") as work:
            given = {}
            if (self.folder / "input").is_dir():
                shutil.copytree(self.folder / "input", work, dirs_exist_ok=True)
                given = tree(pathlib.Path(work))
            # bash splits the line as a user's shell would; exec leaves only the program itself.
            line = 'exec "$0" ' + (self.command if command is None else command)
            done = subprocess.run(["bash", "-c", line, str(binary)], cwd=work, env=self.environment(),
                                  input=self.read("stdin"), capture_output=True, timeout=SECONDS)
            code = done.returncode if done.returncode >= 0 else 128 - done.returncode
            after = tree(pathlib.Path(work))
            lost = {path: b"(removed)" for path in given if path not in after}
            files = {path: text for path, text in after.items() if given.get(path) != text} | lost
            return Seen(done.stdout, done.stderr, code, files)


def without_program(line):
    for prefix in ("kubectl gpu", "kubectl-gpu"):
        if line == prefix or line.startswith(prefix + " "):
            return line[len(prefix):].strip()
    raise SystemExit(f"a cmd file must begin with 'kubectl gpu': {line}")


def tree(folder):
    if not folder.is_dir():
        return {}
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def difference(name, expected, seen):
    if expected == seen:
        return []
    old, new = (text.decode("utf-8", "backslashreplace").splitlines(keepends=True) for text in (expected, seen))
    lines = [line.rstrip("\n") for line in difflib.unified_diff(old, new, f"{name} (expected)", f"{name} (seen)")]
    return lines or [f"{name}: differs in bytes only"]


def compare(expected, seen):
    problems = difference("stdout", expected.stdout, seen.stdout) + difference("stderr", expected.stderr, seen.stderr)
    if expected.exit_code != seen.exit_code:
        problems.append(f"exit: expected {expected.exit_code}, seen {seen.exit_code}")
    for path in sorted(expected.files.keys() | seen.files.keys()):
        if path not in seen.files:
            problems.append(f"output/{path}: not written")
        elif path not in expected.files:
            problems.append(f"output/{path}: written, but not expected")
        else:
            problems += difference(f"output/{path}", expected.files[path], seen.files[path])
    return problems


def update(case, seen):
    for name, text in (("stdout", seen.stdout), ("stderr", seen.stderr),
                       ("exit", f"{seen.exit_code}\n".encode() if seen.exit_code else b"")):
        path = case.folder / name
        if text:
            path.write_bytes(text)
        else:
            path.unlink(missing_ok=True)
    shutil.rmtree(case.folder / "output", ignore_errors=True)
    for name, text in seen.files.items():
        path = case.folder / "output" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def try_case(case, binary):
    """(problems, names of the checks that could not be made)"""
    try:
        seen = case.run(binary)
        if os.environ.get("KGPU_UPDATE_GOLDEN") == "1":
            update(case, seen)
        problems, skipped = checks.check(case, seen, lambda command: case.run(binary, command))
        return compare(case.expected(), seen) + problems, skipped
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return [f"{type(error).__name__}: {error}"], []


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    binary = pathlib.Path(sys.argv[1]).resolve()
    cases = [Case(path.parent) for path in sorted(HERE.rglob("cmd"))]
    cases = [case for case in cases if not sys.argv[2:] or any(pattern in case.name for pattern in sys.argv[2:])]
    failed, skipped = 0, {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda case: try_case(case, binary), cases)
        for case, (problems, not_made) in zip(cases, results):
            for name in not_made:
                skipped[name] = skipped.get(name, 0) + 1
            if problems:
                failed += 1
                print(f"--- {case.name}: kubectl gpu {case.command}")
                print("\n".join(f"    {line}" for line in problems))
    for name, count in sorted(skipped.items()):
        print(f"skipped: {name} ({count} cases)")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
