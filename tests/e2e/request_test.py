"""Our client against the real API server, and through a proxy that breaks its answers.

Each fault ends in success after a retry, or in one sentence on stderr with nothing on stdout, before --request-timeout.
"""
import json
import subprocess
import time
import unittest

import case
import fault_proxy

COUNT = 30
LIST = r"^/api/v1/namespaces/listed/configmaps\?"
NEXT_PAGE = LIST + ".*continue="
ALL = f"configmaps: {COUNT} items\n"


class RequestTest(case.ClusterCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if not cls.cluster.get("/api/v1/namespaces/listed"):
            cls.cluster.kubectl("create", "namespace", "listed")
            maps = [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": f"map-{number:02}", "namespace": "listed"},
                     "data": {"text": "x" * 3000}} for number in range(COUNT)]
            cls.cluster.kubectl("apply", "--server-side", "-f", "-",
                                stdin=json.dumps({"apiVersion": "v1", "kind": "List", "items": maps}))
        cls.token = fault_proxy.account(cls.cluster)
        cls.proxy = fault_proxy.FaultProxy(cls.cluster)
        cls.proxy.__enter__()
        cls.addClassCleanup(cls.proxy.__exit__)

    def setUp(self):
        self.proxy.clear()

    def run_list(self, *words, server=None, token=None, resources=("configmaps",), seconds=60):
        command = [case.request_program(), "list", *resources, "--server", server or self.proxy.url, "--ca",
                   self.cluster.authority.certificate, "--token", token or self.token, *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds)

    def pages(self, *words, **more):
        return self.run_list("-n", "listed", "--page-size", 7, *words, **more)

    def succeeded(self, seen):
        self.assertEqual((seen.returncode, seen.stdout), (0, ALL), seen.stderr)

    def failed(self, seen, *parts):
        """Exit 1, nothing on stdout, and `error:` on one line that says what is in `parts`."""
        self.assertEqual((seen.returncode, seen.stdout), (1, ""), seen.stderr)
        errors = [line for line in seen.stderr.splitlines() if line.startswith("error: ")]
        self.assertEqual(len(errors), 1, seen.stderr)
        for part in parts:
            self.assertIn(part.lower(), seen.stderr.lower())

    def test_89_pages_over_http2(self):
        self.succeeded(self.pages(server=self.cluster.server))

    def test_metadata_only(self):
        self.succeeded(self.pages("--metadata-only", server=self.cluster.server))

    def test_one_page(self):
        self.succeeded(self.run_list("-n", "listed", server=self.cluster.server))

    def test_faults_that_pass(self):
        for fault, pattern in ((fault_proxy.status(429, retry_after=1), LIST), (fault_proxy.status(429), LIST),
                               (fault_proxy.status(503), LIST), (fault_proxy.status(503, retry_after=1), NEXT_PAGE),
                               (fault_proxy.reset(2000), NEXT_PAGE), (fault_proxy.short_body(2000), NEXT_PAGE),
                               (fault_proxy.cut_without_length(2000), NEXT_PAGE), (fault_proxy.cut_gzip(), NEXT_PAGE),
                               (fault_proxy.late(2), NEXT_PAGE)):
            with self.subTest(fault=fault.fault_name):
                self.proxy.clear()
                self.proxy.fault(pattern, fault, times=1)
                self.succeeded(self.pages())

    def test_77_faults_that_stay(self):
        for fault in (fault_proxy.status(500), fault_proxy.short_body(2000), fault_proxy.cut_without_length(2000),
                      fault_proxy.cut_gzip(), fault_proxy.status(200, body="<html>log in</html>", content_type="text/html")):
            with self.subTest(fault=fault.fault_name):
                self.proxy.clear()
                self.proxy.fault(NEXT_PAGE, fault)
                self.failed(self.pages())

    def test_79_time_limit(self):
        for fault in (fault_proxy.slow(100, 0.5), fault_proxy.late(20), fault_proxy.status(429, retry_after=60)):
            with self.subTest(fault=fault.fault_name):
                self.proxy.clear()
                self.proxy.fault(LIST, fault)
                began = time.monotonic()
                self.failed(self.pages("--request-timeout-ms", 2000))
                self.assertLess(time.monotonic() - began, 10)

    def test_91_expired_continue(self):
        def expire():
            token = self.cluster.get("/api/v1/namespaces/listed/configmaps?limit=1")["metadata"]["continue"]
            path = f"/api/v1/namespaces/listed/configmaps?limit=1&continue={token}"
            self.cluster.post("/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace",
                                                     "metadata": {"generateName": "between-pages-"}})
            self.cluster.compact()
            self.cluster.wait_for(lambda: self.cluster.request("GET", path)[0] == 410, "410 for a token", 30)
        self.proxy.fault(NEXT_PAGE, fault_proxy.whole(expire), times=1, skip=1)
        self.succeeded(self.pages())
        self.assertGreater(self.proxy.asked(LIST), 5)  # 30 in pages of 7 are five requests; it began again

    def test_64_wrong_name(self):
        with fault_proxy.FaultProxy(self.cluster, "DNS:elsewhere.example") as elsewhere:
            self.failed(self.pages(server=elsewhere.url), "elsewhere.example")

    def test_64_unknown_authority(self):
        other = case.cluster.pki.Authority(self.cluster.directory / "pki", "other-ca")
        seen = subprocess.run([case.request_program(), "get", "/version", "--server", self.cluster.server, "--ca",
                               other.certificate, "--token", self.token], capture_output=True, text=True, timeout=30)
        self.failed(seen, "certificate")

    def test_token_of_a_deleted_account(self):
        self.cluster.service_account("gone")
        token = self.cluster.token("gone")
        self.cluster.delete("/api/v1/namespaces/default/serviceaccounts/gone")

        def refused():
            seen = self.pages(token=token, server=self.cluster.server)
            return seen if "401" in seen.stderr or "unauthorized" in seen.stderr.lower() else None
        self.failed(self.cluster.wait_for(refused, "401", 30))  # the server caches tokens for ten seconds

    def test_97_an_unknown_field_selector(self):
        seen = self.run_list("--field-selector", "foo.bar=x", resources=("pods",), server=self.cluster.server)
        self.failed(seen, "field label not supported: foo.bar")

    def test_96_403_on_one_of_many(self):
        self.cluster.service_account("half")
        self.cluster.allow("half", [{"apiGroups": [""], "resources": ["pods"], "verbs": ["list"]}], service_accounts=["half"])
        seen = self.run_list(resources=("pods", "nodes"), token=self.cluster.token("half"), server=self.cluster.server)
        self.failed(seen, "list", "nodes")


class GoawayTest(unittest.TestCase):
    """A server that ends one HTTP/2 connection in fifty requests, as those behind a load balancer do."""

    def test_87_every_request_is_answered(self):
        with case.cluster.Cluster(case.shared_cluster().version, arguments=["--goaway-chance=0.02"], with_crds=False) as one:
            command = [case.request_program(), "get", "/version", "--server", one.server, "--ca", one.authority.certificate,
                       "--token", fault_proxy.account(one), "--times", "400"]
            seen = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual(seen.returncode, 0, seen.stderr)
        self.assertEqual(sum(line.startswith("200 ") for line in seen.stdout.splitlines()), 400)
