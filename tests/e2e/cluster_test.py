"""The cluster is what its README says: what other tests build on."""
import case


class ClusterTest(case.ClusterCase):
    def test_version(self):
        self.assertIn(f"Server Version: {case.cluster.full_version(self.cluster.version)}", self.cluster.kubectl("version").stdout)

    def test_a_new_user_may_do_nothing(self):
        seen = self.cluster.kubectl("get", "pods", kubeconfig=self.cluster.user("nobody", ["strangers"]), check=False)
        self.assertEqual(seen.returncode, 1)
        self.assertIn('User "nobody" cannot list resource "pods"', seen.stderr)

    def test_a_rule_allows(self):
        reader = self.cluster.user("reader")
        self.cluster.allow("pod-reader", [{"apiGroups": [""], "resources": ["pods"], "verbs": ["list"]}], ["reader"])
        self.assertEqual(self.cluster.kubectl("get", "pods", "-A", kubeconfig=reader, check=False).returncode, 0)
        self.assertEqual(self.cluster.kubectl("get", "nodes", kubeconfig=reader, check=False).returncode, 1)

    def test_a_token_dies_with_its_account(self):
        kubeconfig = self.cluster.service_account("short-lived")
        self.assertIn("Forbidden", self.cluster.kubectl("get", "pods", kubeconfig=kubeconfig, check=False).stderr)
        self.cluster.delete("/api/v1/namespaces/default/serviceaccounts/short-lived")

        def refused():
            return "Unauthorized" in self.cluster.kubectl("get", "pods", kubeconfig=kubeconfig, check=False).stderr
        self.cluster.wait_for(refused, "401 for the token", 30)  # the server caches tokens for ten seconds

    def test_old_continue_tokens_expire(self):
        page = self.cluster.get("/api/v1/namespaces?limit=1")
        self.cluster.post("/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "newer"}})
        self.cluster.compact()
        token = page["metadata"]["continue"]
        seen = self.cluster.wait_for(lambda: self.expired(token), "410 for an old token", 30)
        self.assertIn(b'"continue":"', seen)  # one that goes on without consistency

    def expired(self, token):
        status, body = self.cluster.request("GET", f"/api/v1/namespaces?limit=1&continue={token}")
        return body if status == 410 else None

    def test_controllers_run(self):
        self.cluster.kubectl("create", "namespace", "short")
        self.cluster.kubectl("delete", "namespace", "short", "--timeout=30s")
        self.assertIsNone(self.cluster.get("/api/v1/namespaces/short"))

    def test_requests_are_audited(self):
        self.cluster.kubectl("get", "configmaps", "-n", "audited")
        asked = [event["requestURI"] for event in self.cluster.audit()]
        self.assertTrue(any("/namespaces/audited/configmaps" in uri for uri in asked))
