#!/usr/bin/env python3
"""The test list of the reference (kubernetes-client 9), one to one: kubernetes_client.py CSV ROOT.

Each row of the CSV has a number, the case, the files whose tests carry it, and, where there is no test or it departs
from the list, why. A file carries a number when one of its tests says so in its name:

    TEST_CASE("kubernetes-client 33, 98: …")    @case("77, 81: …")    def test_103_…    kubernetes-client 128: in a comment
"""
import csv
import pathlib
import re
import sys

LAST = 133
NAMES = (r'TEST_CASE\(\s*"kubernetes-client ([\d., ]+):', r'@case\("([\d., ]+):', r"\bdef test_((?:\d+_)+)",
         r"kubernetes-client ([\d., ]+):")


def carried_by(text):
    """The numbers that tests in a file's text carry; sections such as 11.3 are none."""
    lists = [match for name in NAMES for match in re.findall(name, text)]
    return {int(number) for one in lists for number in re.split(r"[, _]+", one) if number.isdigit()}


def problems(rows, read):
    """What is wrong with the list; `read` gives a file's text, or None."""
    numbers = [int(row["number"]) for row in rows]
    if numbers != list(range(1, LAST + 1)):
        yield f"the numbers are not 1 to {LAST}, each once and in order"
    for row in rows:
        if not row["tests"] and not row["why"]:
            yield f"{row['number']}: neither a test nor a reason"
        for path in row["tests"].split():
            text = read(path)
            if text is None:
                yield f"{row['number']}: {path} is not there"
            elif int(row["number"]) not in carried_by(text):
                yield f"{row['number']}: no test in {path} carries it any more"


def main():
    listed, root = map(pathlib.Path, sys.argv[1:])
    with listed.open(newline="") as file:
        rows = list(csv.DictReader(file))

    def read(path):
        return (root / path).read_text() if (root / path).is_file() else None
    found = list(problems(rows, read))
    without = [row["number"] for row in rows if not row["tests"]]
    print("\n".join(found) or f"{len(rows)} cases; without a test, with their reason: {', '.join(without) or 'none'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
