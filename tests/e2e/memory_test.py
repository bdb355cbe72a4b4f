"""kubernetes-client 94, as far as a test's minutes go: 20,000 pods of a real server in 60 MiB. bench/lists measures
150,000 (docs/figures.md)."""
import os
import subprocess
import unittest

import case
import cluster

PODS, NODES = 20_000, 1_000
MOST_MIB = 60


class MemoryTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.filled = cls.enterClassContext(cluster.Cluster(controllers="", with_crds=False).filled(PODS, NODES))

    def peak_mib(self, *words):
        """GNU time's figure by wait4: a fresh `sh` is the parent, for a child's peak counts its parent's until exec."""
        child = subprocess.Popen(["/bin/sh", "-c", 'exec "$@"', "sh", str(case.binary()), *words], text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={
                                     "PATH": "/usr/bin:/bin", "HOME": str(self.filled.directory),
                                     "KUBECONFIG": str(self.filled.admin)})
        out, err = child.stdout.read(), child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        child.stdout.close()
        child.stderr.close()
        self.assertEqual(child.returncode, 0, err)
        return usage.ru_maxrss / 1024, out

    def test_94_a_list_stays_small(self):
        if b"__asan_init" in case.binary().read_bytes():
            self.skipTest("the address sanitizer's memory is not ours")
        peak, out = self.peak_mib("node", "list", "-o", "name")
        self.assertGreater(len(out.splitlines()), 0)
        self.assertLess(peak, MOST_MIB)
