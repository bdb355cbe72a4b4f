"""Runs tests of Python's unittest and counts them as the other runners of this repository do."""
import unittest


class Result(unittest.TextTestResult):
    """Counts sub-tests as tests of their own: each golden is one."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.passed = 0
        self.inside = {}

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        self.inside[test] = self.inside.get(test, 0) + 1
        if error is None:
            self.passed += 1

    def addSuccess(self, test):
        super().addSuccess(test)
        if test not in self.inside:
            self.passed += 1


def tests_of(folders, patterns):
    suites = [unittest.TestLoader().discover(str(folder), "*_test.py", str(folder)) for folder in folders]
    return unittest.TestSuite(test for test in flat(suites) if not patterns or any(part in test.id() for part in patterns))


def flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flat(test)
        else:
            yield test


def run(folders, patterns):
    """Runs the `*_test.py` of folders and prints the counts; the exit code."""
    suite = tests_of(folders, patterns)
    result = unittest.TextTestRunner(verbosity=2, resultclass=Result).run(suite)
    failed = len(result.failures) + len(result.errors)
    skipped = result.skipped
    if not result.passed and not failed:
        print("error: no test ran")
        failed = 1
    for test, why in skipped:
        print(f"skipped: {test.id() if hasattr(test, 'id') else test}: {why}")
    print(f"{result.passed} passed, {failed} failed, {len(skipped)} skipped", flush=True)
    return 1 if failed else 0
