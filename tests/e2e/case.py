"""What tests against the real API server share: one cluster for a whole run, and our program run against it."""
import atexit
import os
import pathlib
import subprocess
import unittest

import cluster

_shared = []


def shared_cluster():
    """The cluster of this run, started when the first test asks; where it does not start, it is not tried again."""
    if not _shared:
        one = cluster.Cluster(os.environ.get("KGPU_KUBERNETES", "1.34"))
        atexit.register(one.stop)
        try:
            one.start()
            _shared.append(one)
        except Exception as error:
            one.stop()
            _shared.append(error)
    if isinstance(_shared[0], Exception):
        raise _shared[0]
    return _shared[0]


def binary():
    """Our program, as run.py was given it."""
    path = os.environ.get("KGPU_BINARY")
    if not path:
        raise unittest.SkipTest("needs our program: run.py BINARY")
    return pathlib.Path(path)


def request_program():
    """The test program that makes one request or list with our client (tests/faults), built beside ours."""
    return binary().parents[2] / "tests" / "faults" / "kgpu_request"


def run_gpu(arguments, kubeconfig, directory, stdin="", env=None, seconds=60):
    """One run of our program, with an environment that holds nothing of the user's."""
    environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(directory), "TZ": "UTC", "LC_ALL": "C",
                   "KUBECONFIG": str(kubeconfig), **(env or {})}
    return subprocess.run([str(binary()), *map(str, arguments)], cwd=directory, env=environment, input=stdin,
                          capture_output=True, text=True, timeout=seconds)


class ClusterCase(unittest.TestCase):
    """A test with `self.cluster`, the cluster of the run. What it makes there it names after itself or removes."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.cluster = shared_cluster()

    def gpu(self, *arguments, kubeconfig=None, stdin="", env=None, seconds=60):
        """Our program as administrator, or with another kubeconfig."""
        return run_gpu(arguments, kubeconfig or self.cluster.admin, self.cluster.directory, stdin, env, seconds)
