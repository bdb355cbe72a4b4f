#!/usr/bin/env python3
"""The installed program under the real kubectl and in real shells: plugin_test.py BUILD_DIRECTORY CMAKE.

kubectl, bash, zsh and fish must be there: a missing one fails its test, and says which package has it.
"""
import datetime
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

import shell

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD, CMAKE = "", "cmake"

# What is typed before TAB, and what stands there after.
LINES = [
    ("kubectl-gpu inst", "kubectl-gpu instance"),
    ("kubectl-gpu instance desc", "kubectl-gpu instance describe"),
    ("kubectl-gpu version --outp", "kubectl-gpu version --output"),
    ("kubectl-gpu version -o js", "kubectl-gpu version -o json"),
    ("kubectl-gpu version --output=js", "kubectl-gpu version --output=json"),
    ("kubectl-gpu instance describe p4de", "kubectl-gpu instance describe p4de.24xlarge"),
    ("kubectl-gpu instance list --capacity spot,r", "kubectl-gpu instance list --capacity spot,reserved"),
    ("kubectl-gpu instance list --capacity=spot,r", "kubectl-gpu instance list --capacity=spot,reserved"),
    ("kubectl-gpu instance list --accelerator=l40", "kubectl-gpu instance list --accelerator=l40s"),
    ("kubectl-gpu instance list --catalog overl", "kubectl-gpu instance list --catalog overlay/"),
    # A file of that name is there, but no region.
    ("kubectl-gpu instance list --region overl", "kubectl-gpu instance list --region overl"),
]


def need(program, package):
    if shutil.which(program) is None:
        raise AssertionError(f"{program} is not installed (package {package}); this test does not pass without it")


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="kgpu-plugin-")
        cls.prefix = pathlib.Path(cls.folder.name) / "usr"
        cls.home = pathlib.Path(cls.folder.name) / "home"
        cls.home.mkdir()
        (cls.home / "overlay").mkdir()
        subprocess.run([CMAKE, "--install", BUILD, "--prefix", cls.prefix], check=True, capture_output=True)
        cls.environment = {"PATH": f"{cls.prefix}/bin:{os.environ['PATH']}", "HOME": str(cls.home), "LC_ALL": "C.UTF-8",
                           "TERM": "dumb", "KUBECONFIG": str(cls.home / "no-such-kubeconfig")}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def output(self, *arguments):
        done = subprocess.run(arguments, env=self.environment, cwd=self.home, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stderr}")
        return done.stdout

    def test_125_names_of_the_kubeconfig_complete_without_a_plugin(self):
        """No cluster is asked, no plugin started, and it is quick."""
        plugin = self.home / "login-plugin"
        plugin.write_text(f"#!/bin/sh\ntouch {self.home}/plugin-ran\n")
        plugin.chmod(0o755)
        (self.home / "kubeconfig").write_text(json.dumps({
            "current-context": "dev",
            "clusters": [{"name": "k", "cluster": {"server": "https://192.0.2.1"}}],  # nobody answers there
            "users": [{"name": "u", "user": {"exec": {"apiVersion": "client.authentication.k8s.io/v1beta1",
                                                      "command": str(plugin)}}}],
            "contexts": [{"name": name, "context": {"cluster": "k", "user": "u", "namespace": "team"}}
                         for name in ("dev", "arn:aws:eks:eu-west-1:111122223333:cluster/prod")]}))
        environment = {**self.environment, "KUBECONFIG": str(self.home / "kubeconfig")}

        def offered(*words):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(["kubectl_complete-gpu", "pool", "create", *words], env=environment, cwd=self.home,
                                  capture_output=True, text=True, timeout=60)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            # Its own time: tests run beside others.
            self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 0.3)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return done.stdout.split("\n")

        self.assertEqual(offered("--context", ""), ["arn:aws:eks:eu-west-1:111122223333:cluster/prod", "dev", ":4", ""])
        self.assertEqual(offered("--context=d"), ["dev", ":4", ""])
        self.assertEqual(offered("--user", ""), ["u", ":4", ""])
        self.assertEqual(offered("--cluster", "x"), [":4", ""])
        self.assertEqual(offered("-n", "t"), ["team", ":4", ""])
        self.assertEqual(offered("--kubeconfig", "none", "--context", ""), [":4", ""])
        self.assertFalse((self.home / "plugin-ran").exists())

    def test_files_are_where_they_belong(self):
        for name in ("bin/kubectl-gpu", "bin/kubectl_complete-gpu", "share/bash-completion/completions/kubectl-gpu",
                     "share/zsh/site-functions/_kubectl-gpu", "share/fish/vendor_completions.d/kubectl-gpu.fish"):
            self.assertTrue((self.prefix / name).is_file(), name)
        self.assertEqual(os.readlink(self.prefix / "bin/kubectl_complete-gpu"), "kubectl-gpu")

    def test_124_kubectl_lists_the_plugin_without_a_warning(self):
        need("kubectl", "of Kubernetes")
        done = subprocess.run(["kubectl", "plugin", "list"], env=self.environment, capture_output=True, text=True)
        ours = [line for line in (done.stdout + done.stderr).splitlines() if str(self.prefix) in line]
        self.assertEqual(ours, [f"{self.prefix}/bin/kubectl-gpu"], done.stdout + done.stderr)
        self.assertNotIn("warning", (done.stdout + done.stderr).lower())

    def test_123_the_usage_says_kubectl_gpu(self):
        """By kubectl and by hand the program has the same name, kubectl-gpu: one text (7.1)."""
        need("kubectl", "of Kubernetes")
        by_kubectl = self.output("kubectl", "gpu", "instance", "list", "--help")
        self.assertIn("Usage:\n  kubectl gpu instance list", by_kubectl)
        self.assertNotIn("kubectl-gpu", by_kubectl)
        for program in ("kubectl-gpu", f"{self.prefix}/bin/kubectl-gpu"):
            self.assertEqual(self.output(program, "instance", "list", "--help"), by_kubectl)

    def test_kubectl_runs_the_plugin(self):
        need("kubectl", "of Kubernetes")
        table = self.output("kubectl", "gpu", "instance", "list", "--provider", "aws", "--accelerator", "L4")
        self.assertIn("g6.xlarge", table)
        self.assertEqual(self.output("kubectl-gpu", "instance", "list", "--provider", "aws", "--accelerator", "L4"), table)
        failed = subprocess.run(["kubectl", "gpu", "poll"], env=self.environment, capture_output=True, text=True)
        self.assertEqual((failed.returncode, failed.stderr.splitlines()[1]), (2, "hint: did you mean 'pool'?"))

    def test_version_names_the_commit_and_the_days(self):
        version = json.loads(self.output("kubectl-gpu", "version", "-o", "json"))
        self.assertEqual((version["kind"], version["version"]), ("Version", 1))
        project = (ROOT / "CMakeLists.txt").read_text().split("VERSION")[2].split()[0]
        self.assertEqual(version["program_version"], project)
        if (ROOT / ".git").exists():
            head = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True).stdout
            self.assertTrue(head.startswith(version["commit"]), f"{version['commit']} is not {head}; build again")
        files = {row["file"]: datetime.date.fromisoformat(row["as_of"]) for row in version["catalogue"]}
        self.assertEqual(list(files), sorted(files))
        with (ROOT / "data" / "provenance.csv").open() as provenance:
            named = {line.split(",")[0] for line in provenance} - {"file"}
        self.assertEqual(set(files), named)
        try:
            import jsonschema
        except ImportError:
            return
        schema = json.loads((ROOT / "docs" / "json" / "version.schema.json").read_text())
        jsonschema.validate(version, schema, format_checker=jsonschema.FormatChecker())

    def test_completion_by_the_name_that_kubectl_runs(self):
        self.assertEqual(self.output("kubectl_complete-gpu", "pool", "cr"), "create\tRender a node pool, and apply it where asked to\n:4\n")

    def test_kubectl_completes_through_the_plugin(self):
        need("kubectl", "of Kubernetes")
        client = json.loads(self.output("kubectl", "version", "--client", "-o", "json"))["clientVersion"]
        if int(client["minor"].rstrip("+")) < 26:
            self.skipTest(f"kubectl {client['gitVersion']} completes no plugins; 1.26 and later do")
        self.assertIn("create\tRender a node pool, and apply it where asked to\n:4\n", self.output("kubectl", "__complete", "gpu", "pool", "cr"))
        types = self.output("kubectl", "__complete", "gpu", "instance", "describe", "g6.")
        self.assertIn("g6.xlarge\t1 x L4, 4 vCPU\n", types)
        self.assertTrue(types.endswith(":4\n"), types)

    def test_completion_touches_neither_home_nor_kubeconfig(self):
        before = sorted(self.home.rglob("*"))
        environment = {"PATH": self.environment["PATH"], "HOME": "/nonexistent", "KUBECONFIG": "/dev/full"}
        done = subprocess.run(["kubectl_complete-gpu", "pool", "create", "--"], env=environment, capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(sorted(self.home.rglob("*")), before)

    def test_129_a_closed_pipe_ends_the_program_quietly(self):
        # Far more than a pipe holds is written after head has gone.
        line = "{ sleep 0.3; for i in $(seq 20); do kubectl-gpu instance list -o json; echo $? >&2; done; } | head -c 1"
        done = subprocess.run(["bash", "-c", line], env=self.environment, capture_output=True, text=True, timeout=60)
        self.assertEqual(set(done.stderr.split()), {"141"} | set(done.stderr.split()) & {"0"}, done.stderr)
        self.assertIn("141", done.stderr)
        self.assertNotIn("error", done.stderr)

    def check_lines(self, arguments, set_up):
        tried = shell.Shell(arguments, self.environment, self.home, set_up)
        try:
            for typed, expected in LINES:
                with self.subTest(typed):
                    self.assertEqual(tried.completed(typed), expected)
        finally:
            tried.close()

    def test_bash(self):
        need("bash", "bash")
        script = self.prefix / "share/bash-completion/completions/kubectl-gpu"
        self.check_lines(["bash", "--norc", "--noprofile", "-i"], ["PS1='$ '", f"source {script}"])

    def test_zsh(self):
        need("zsh", "zsh")
        functions = self.prefix / "share/zsh/site-functions"
        self.check_lines(["zsh", "-f", "-i"], [
            "unset zle_bracketed_paste; unsetopt auto_remove_slash; PS1='$ '; bindkey -e",
            f"fpath=({functions} $fpath); autoload -Uz compinit; compinit -u -D"])

    def test_fish(self):
        need("fish", "fish")
        script = self.prefix / "share/fish/vendor_completions.d/kubectl-gpu.fish"
        for typed, expected in LINES:
            with self.subTest(typed):
                found = self.output("fish", "-N", "-c", f"source {script}; complete -C '{typed}'").splitlines()
                words = [line.partition("\t")[0] for line in found]
                self.assertEqual(words, [expected.split()[-1]] if typed != expected else [])


if __name__ == "__main__":
    BUILD, CMAKE = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "cmake"
    unittest.main(argv=sys.argv[:1], verbosity=2)
