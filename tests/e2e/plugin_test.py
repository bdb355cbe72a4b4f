"""kubectl finds the program, runs it against the cluster's kubeconfig and completes its words."""
import os
import pathlib
import tempfile

import case


class PluginTest(case.ClusterCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bin = pathlib.Path(folder.name)
        (self.bin / "kubectl-gpu").symlink_to(case.binary())
        (self.bin / "kubectl_complete-gpu").symlink_to(case.binary())
        self.env = {"PATH": f"{self.bin}:{self.cluster.bin}:{os.environ['PATH']}"}

    def completions(self, *words):
        """(candidates, directive) that kubectl offers for what is typed; the last word is being typed."""
        lines = self.cluster.kubectl("__complete", *words, env=self.env).stdout.splitlines()
        return [line.split("\t")[0] for line in lines[:-1]], lines[-1]

    def test_kubectl_runs_it(self):
        self.assertIn("g6.xlarge", self.cluster.kubectl("gpu", "instance", "describe", "g6.xlarge", env=self.env).stdout)

    def test_kubectl_completes_nouns(self):
        candidates, directive = self.completions("gpu", "")
        self.assertLessEqual({"catalog", "instance", "model", "pool"}, set(candidates))
        self.assertEqual(directive, ":4")  # no file names

    def test_kubectl_completes_values(self):
        self.assertEqual(self.completions("gpu", "instance", "describe", "p4de"), (["p4de.24xlarge"], ":4"))

    def test_exit_code_passes_through(self):
        self.assertEqual(self.cluster.kubectl("gpu", "instance", "describe", "nope", env=self.env, check=False).returncode, 2)
