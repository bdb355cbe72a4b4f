"""The CustomResourceDefinitions that tests install: where each comes from, and that it is the one that was meant.

crds.csv has a row for each kind: the file in a published Go module at a pinned version, and the sum of that file. Where
the module cannot be had, the file of that name in ../shared/data/schemas/crds beside the repository is taken, by the same
sum. Nothing of theirs is kept in this tree.
"""
import csv
import functools
import hashlib
import json
import pathlib
import subprocess
import time

import gobuild

HERE = pathlib.Path(__file__).resolve().parent
SHARED = HERE.parents[1].parent / "shared" / "data" / "schemas" / "crds"
ESTABLISHED_SECONDS = 30


@functools.cache
def rows(table="crds.csv"):
    with open(HERE / table, newline="") as file:
        return list(csv.DictReader(file))


@functools.cache
def module_folder(module, version):
    """The unpacked module as Go's own client gives it, or None where it is refused."""
    try:
        done = subprocess.run([gobuild.find_go("1.21"), "mod", "download", "-json", f"{module}@{version}"], cwd="/",
                              env=gobuild.environment(gobuild.find_go("1.21")), capture_output=True, text=True, timeout=300)
        return pathlib.Path(json.loads(done.stdout)["Dir"])
    except (gobuild.NoGo, OSError, KeyError, ValueError, subprocess.TimeoutExpired):
        return None


def fits(path, digest):
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def file_of(row):
    """The file of a row, or None where neither source has it."""
    folder = module_folder(row["module"], row["version"]) if row["module"] else None
    if folder and fits(folder / row["path"], row["sha256"]):
        return folder / row["path"]
    shared = SHARED / row["file"]
    return shared if fits(shared, row.get("shared_sha256") or row["sha256"]) else None


def install(cluster):
    """Applies every definition and waits until it is served; the kinds that could not be had, as `Kind (file)`."""
    found = {row["kind"]: file_of(row) for row in rows()}
    files = [path for path in found.values() if path]
    if files:
        # Server-side: the definitions are too long for kubectl's annotation.
        cluster.kubectl("apply", "--server-side", *(word for path in files for word in ("-f", path)))
        wait_until_established(cluster, len(files))
    return [f"{row['kind']} ({row['file']})" for row in rows() if not found[row["kind"]]]


def wait_until_established(cluster, count):
    deadline = time.monotonic() + ESTABLISHED_SECONDS
    while True:
        items = cluster.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions")["items"]
        if sum(established(item) for item in items) >= count:
            return
        if time.monotonic() > deadline:
            raise RuntimeError(f"definitions are not established after {ESTABLISHED_SECONDS} s")
        time.sleep(0.05)


def established(definition):
    conditions = definition.get("status", {}).get("conditions") or []
    return any(one["type"] == "Established" and one["status"] == "True" for one in conditions)
