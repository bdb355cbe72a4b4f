#!/usr/bin/env python3
"""Run the judges of this folder: other people's programs that say whether what we render is right.

    run.py [PATTERN...]     tests whose name contains a PATTERN, or all

Each folder is one judge with a Go module of its own. The last lines name what was skipped, then
`N passed, N failed, N skipped`.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
for folder in ("e2e", "go", "golden"):
    sys.path.insert(0, str(HERE.parent / folder))
import runner  # noqa: E402

if __name__ == "__main__":
    sys.exit(runner.run(sorted({path.parent for path in HERE.glob("*/*_test.py")}), sys.argv[1:]))
