#!/usr/bin/env python3
"""Migrate the project's reference pair: what `pool migrate` makes of the old manifests must say what the new ones say.

    pair.py BINARY

The pair is kept beside the repository, in ../shared/reference/examples; where that folder is absent the test is skipped
(exit 77). Compared is what an API server would hold: durations by their length, requirements as a set.
"""
import pathlib
import re
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "reference" / "examples"
SECONDS = {"h": 3600, "m": 60, "s": 1}
DURATIONS = ("expireAfter", "consolidateAfter")


def normal(value, key=""):
    if isinstance(value, dict):
        return {name: normal(member, name) for name, member in value.items()}
    if isinstance(value, list):
        members = [normal(member) for member in value]
        return sorted(members, key=str) if key == "requirements" else members
    if key in DURATIONS and value != "Never":
        return sum(int(number) * SECONDS[unit] for number, unit in re.findall(r"(\d+)([hms])", value))
    return value


def main():
    try:
        import yaml
    except ImportError:
        print("skipped: no python3-yaml")
        return 77
    before, after = EXAMPLES / "karpenter-migrate-before.yaml", EXAMPLES / "karpenter-migrate-after.yaml"
    if not before.exists() or not after.exists():
        print(f"skipped: no {before.name} in ../shared/reference/examples")
        return 77
    done = subprocess.run([sys.argv[1], "pool", "migrate", "-f", str(before)], capture_output=True, text=True)
    if done.returncode != 0:
        print(f"exit {done.returncode}: {done.stderr}")
        return 1
    seen = [normal(document) for document in yaml.safe_load_all(done.stdout)]
    expected = [normal(document) for document in yaml.safe_load_all(after.read_text())]
    for one, other in zip(expected, seen):
        if one != other:
            print(f"{one['kind']}:\n  expected {one}\n  seen     {other}")
    return 0 if seen == expected else 1


if __name__ == "__main__":
    sys.exit(main())
