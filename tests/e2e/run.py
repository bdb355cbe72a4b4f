#!/usr/bin/env python3
"""Run the tests of this folder against a real API server.

    run.py [--version 1.34|1.36] BINARY [PATTERN...]     tests whose name contains a PATTERN, or all

The last lines name what was skipped, then `N passed, N failed, N skipped`.
"""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import runner  # noqa: E402


def main():
    words = sys.argv[1:]
    if words[:1] == ["--version"] and len(words) > 1:
        os.environ["KGPU_KUBERNETES"] = words[1]
        words = words[2:]
    if not words:
        raise SystemExit(__doc__)
    os.environ["KGPU_BINARY"] = str(pathlib.Path(words[0]).resolve())
    return runner.run([HERE], words[1:])


if __name__ == "__main__":
    sys.exit(main())
