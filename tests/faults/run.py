#!/usr/bin/env python3
"""The client against servers that misbehave; each case is a line of the reference's test list (kubernetes-client 9).

    run.py KGPU_REQUEST KUBECTL_GPU [PATTERN...]     cases whose name contains a PATTERN, or all
    run.py --leaks KGPU_REQUEST KUBECTL_GPU …        kubernetes-client 130: the same runs with -v=10; only what they print
                                                     is judged, and no secret may be in it

The last line is `N passed, N failed`. README.md says how a case is written.
"""
import concurrent.futures
import copy
import importlib
import pathlib
import sys
import tempfile
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]

import harness  # noqa: E402

WORKERS = 8  # most of a case is waiting


def main():
    words = sys.argv[1:]
    leaks = words[:1] == ["--leaks"]
    client, program, *patterns = words[1:] if leaks else words
    for module in sorted(HERE.glob("cases_*.py")):
        importlib.import_module(module.stem)
    chosen = [case for case in harness.CASES if not patterns or any(p in case.name for p in patterns)]
    with tempfile.TemporaryDirectory(prefix="kgpu-faults-") as folder:
        world = harness.World(client, program, folder)
        world.leaks = [] if leaks else None
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            judge = leaked if leaks else outcome
            outcomes = list(pool.map(lambda case: judge(case, world), chosen))
    for case, problem in zip(chosen, outcomes):
        print(f"{'FAIL' if problem else 'ok  '} {case.name}")
        if problem:
            print(problem)
    failed = sum(1 for problem in outcomes if problem)
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    return 1 if failed or not outcomes else 0


def leaked(case, world):
    """What a case prints at -v=10; whether it succeeds is another run's question."""
    mine = copy.copy(world)
    mine.leaks = []
    try:
        case.run(mine)
    except Exception:  # -v=10 is more than the case expects on stderr
        pass
    return "\n".join(mine.leaks) or (None if mine.runs else "it ran nothing")


def outcome(case, world):
    try:
        case.run(world)
        return None
    except Exception:  # a case fails by any exception; all are printed
        return traceback.format_exc()


if __name__ == "__main__":
    sys.exit(main())
