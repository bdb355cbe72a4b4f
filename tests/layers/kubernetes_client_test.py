#!/usr/bin/env python3
"""The check of the test list can fail."""
import unittest

import kubernetes_client


class List(unittest.TestCase):
    def rows(self, **changes):
        rows = [{"number": str(n), "case": "c", "tests": "a_test.py", "why": ""} for n in range(1, kubernetes_client.LAST + 1)]
        rows[6] |= changes
        return rows

    def problems(self, rows, missing=None):
        text = "".join(f"def test_{n}_x(self):\n" for n in range(1, kubernetes_client.LAST + 1) if n != missing)
        return list(kubernetes_client.problems(rows, lambda path: text if path == "a_test.py" else None))

    def test_names(self):
        for text, numbers in (('TEST_CASE("kubernetes-client 33, 98: x")', {33, 98}), ('@case("77, 81: x")', {77, 81}),
                              ('TEST_CASE(\n    "kubernetes-client 7: x")', {7}), ("def test_103_new(self):", {103}),
                              ("kubernetes-client 128: x", {128}), ('@case("11.3: x")', set()), ("def test_x_5():", set()),
                              ('TEST_CASE("kubernetes-client 3.4: x")', set()), ("(kubernetes-client 59)", set())):
            with self.subTest(text):
                self.assertEqual(kubernetes_client.carried_by(text), numbers)

    def test_each_problem_is_found(self):
        self.assertEqual(self.problems(self.rows()), [])
        self.assertEqual(self.problems(self.rows(tests="", why="because")), [])
        self.assertEqual(self.problems(self.rows(tests="")), ["7: neither a test nor a reason"])
        self.assertEqual(self.problems(self.rows(tests="gone.py")), ["7: gone.py is not there"])
        self.assertEqual(self.problems(self.rows(), missing=7), ["7: no test in a_test.py carries it any more"])
        self.assertEqual(len(self.problems(self.rows()[:-1])), 1)


if __name__ == "__main__":
    unittest.main()
