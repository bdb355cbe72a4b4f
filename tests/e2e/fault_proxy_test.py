"""The faults are the faults that they are called: the real kubectl meets them as it is known to.

What kubectl does: 429 and 5xx are repeated only with Retry-After, resets of a GET after a second; a body that ends too early
is an error (client-go's rest/request.go and rest/with_retry.go; seen with kubectl 1.32.4).
"""
import case
import fault_proxy

NAMESPACES = r"^/api/v1/namespaces\?"


class FaultProxyTest(case.ClusterCase):
    def setUp(self):
        self.proxy = fault_proxy.FaultProxy(self.cluster)
        self.proxy.__enter__()
        self.addCleanup(self.proxy.__exit__)

    def get(self, *more):
        return self.cluster.kubectl("get", "namespaces", "-o", "name", *more, kubeconfig=self.proxy.kubeconfig, check=False)

    def test_nothing_is_broken_without_a_rule(self):
        seen = self.get()
        self.assertEqual((seen.returncode, seen.stderr), (0, ""))
        self.assertIn("namespace/default", seen.stdout)

    def test_429_with_retry_after_is_repeated(self):
        self.proxy.fault(NAMESPACES, fault_proxy.status(429, retry_after=1), times=1)
        self.assertEqual(self.get().returncode, 0)
        self.assertEqual(self.proxy.asked(NAMESPACES), 2)

    def test_500_without_retry_after_is_not(self):
        self.proxy.fault(NAMESPACES, fault_proxy.status(500))
        seen = self.get()
        self.assertEqual(seen.returncode, 1)
        self.assertIn("the test said 500", seen.stderr)
        self.assertEqual(self.proxy.asked(NAMESPACES), 1)

    def test_a_proxy_speaks_html(self):
        self.proxy.fault(NAMESPACES, fault_proxy.status(503, body="<h1>busy</h1>", content_type="text/html"))
        self.assertEqual(self.get().returncode, 1)

    def test_bodies_that_end_too_early(self):
        for fault in (fault_proxy.reset(100), fault_proxy.short_body(100), fault_proxy.cut_without_length(100),
                      fault_proxy.cut_gzip()):
            with self.subTest(fault=fault.fault_name):
                self.proxy.clear()
                self.proxy.fault(NAMESPACES, fault)
                seen = self.get("--request-timeout=5s")
                self.assertEqual((seen.returncode, seen.stdout), (1, ""))
                self.assertRegex(seen.stderr, "unexpected EOF|unexpected end|connection reset|decode|EOF|exceeded")

    def test_slow_bodies_end_at_the_time_limit(self):
        self.proxy.fault(NAMESPACES, fault_proxy.slow(10, 0.5))
        seen = self.get("--request-timeout=2s")
        self.assertEqual((seen.returncode, seen.stdout), (1, ""))
        self.assertRegex(seen.stderr, "(?i)timeout|deadline")

    def test_wrong_name(self):
        with fault_proxy.FaultProxy(self.cluster, "DNS:elsewhere.example") as elsewhere:
            seen = self.cluster.kubectl("get", "namespaces", kubeconfig=elsewhere.kubeconfig, check=False)
        self.assertEqual(seen.returncode, 1)
        self.assertIn("certificate", seen.stderr)
