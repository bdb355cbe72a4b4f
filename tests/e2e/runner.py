"""Runs tests of Python's unittest and counts them as the other runners of this repository do."""
import re
import signal
import unittest


class Result(unittest.TextTestResult):
    """Counts sub-tests as tests of their own: each golden is one."""

    of_class = {}  # the name under which unittest reports a class that could not be set up -> its tests

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.passed = 0
        self.inside = {}
        self.not_run = 0

    def addError(self, test, error):
        """A class that could not be set up has failed as often as it has tests."""
        super().addError(test, error)
        self.not_run += max(0, self.of_class.get(str(test), 1) - 1)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        self.inside[test] = self.inside.get(test, 0) + 1
        if error is None:
            self.passed += 1

    def addSuccess(self, test):
        super().addSuccess(test)
        if test not in self.inside:
            self.passed += 1


def name_of(test):
    """A short name: GoldenTest.test_golden (golden='pool/x')."""
    return re.sub(r"^\w+\.", "", test.id()) if hasattr(test, "id") else str(test)


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
    # As Ctrl-C: unittest takes anything else for a test's failure and goes on. What was started is stopped at exit.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    suite = tests_of(folders, patterns)
    for test in flat([suite]):
        name = f"setUpClass ({unittest.util.strclass(type(test))})"
        Result.of_class[name] = Result.of_class.get(name, 0) + 1
    result = unittest.TextTestRunner(verbosity=2, resultclass=Result).run(suite)
    failed = len(result.failures) + len(result.errors) + result.not_run
    skipped = result.skipped
    if not result.passed and not failed:
        print("error: no test ran")
        failed = 1
    for test, why in skipped:
        print(f"skipped: {name_of(test)}: {why}")
    print(f"{result.passed} passed, {failed} failed, {len(skipped)} skipped", flush=True)
    return 1 if failed else 0
