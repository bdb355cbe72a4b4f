"""`node list` and `pool list` of the real server: as protobuf, and the same from what kubectl printed of it."""
import json

import case

NODE = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "list-l4", "labels": {
    "karpenter.sh/nodepool": "list-l4", "karpenter.sh/capacity-type": "spot",
    "node.kubernetes.io/instance-type": "g6.12xlarge", "topology.kubernetes.io/region": "us-east-1"}},
    "spec": {"providerID": "aws:///us-east-1a/i-1", "taints": [{"key": "nvidia.com/gpu", "effect": "NoSchedule"}]}}
OFFERS = {"cpu": "48", "memory": "180Gi", "pods": "110", "nvidia.com/gpu": "4"}
STATUS = {"status": {"capacity": OFFERS, "allocatable": OFFERS, "conditions": [
    {"type": "Ready", "status": "True", "lastHeartbeatTime": "2026-08-01T10:00:00Z"}]}}


def pod(name, gpus, node=None):
    spec = {"containers": [{"name": "c", "image": "r/a:1", "resources": {"limits": {"nvidia.com/gpu": str(gpus)}}}]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "list"},
            "spec": {**spec, **({"nodeName": node} if node else {})}}


class NodeListTest(case.ClusterCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.addClassCleanup(cls.cluster.kubectl, "delete", "ns/list", "node/list-l4", "--wait=false", check=False)
        cls.cluster.kubectl("create", "namespace", "list")
        cls.cluster.kubectl("create", "serviceaccount", "default", "-n", "list", check=False)
        cls.cluster.post("/api/v1/nodes", NODE)
        cls.cluster.patch("/api/v1/nodes/list-l4/status", STATUS)
        # Admission taints a new node not-ready, and here no controller takes that away.
        cls.cluster.patch("/api/v1/nodes/list-l4", {"spec": {"taints": NODE["spec"]["taints"]}})
        for each in (pod("holds", 3, "list-l4"), pod("waits", 8)):
            cls.cluster.post("/api/v1/namespaces/list/pods", each)

    def listed(self, *arguments):
        seen = self.gpu(*arguments)
        self.assertEqual(seen.returncode, 0, seen.stderr)
        return seen.stdout

    def test_what_is_there(self):
        nodes = json.loads(self.listed("node", "list", "-l", "karpenter.sh/nodepool=list-l4", "-o", "json"))
        self.assertEqual([item["name"] for item in nodes["items"]], ["list-l4"])
        (node,) = nodes["items"]
        self.assertEqual((node["devices"], node["held_devices"], node["free_devices"]), (4, 3, 1))
        self.assertEqual([holder["pod"] for holder in node["holders"]], ["holds"])
        self.assertIn({"namespace": "list", "pod": "waits", "wants": [{"resource": "nvidia.com/gpu", "amount": 8}]},
                      nodes["pending"])
        self.assertEqual(nodes["missing"], [])

    def test_a_dump_of_kubectl_says_the_same(self):
        dump = self.cluster.kubectl("get", "nodes,pods", "-A", "-o", "json").stdout
        (self.cluster.directory / "dump.json").write_text(dump)
        yaml = self.cluster.kubectl("get", "nodes,pods", "-A", "-o", "yaml").stdout
        (self.cluster.directory / "dump.yaml").write_text(yaml)
        live = json.loads(self.listed("node", "list", "-o", "json"))
        for name in ("dump.json", "dump.yaml"):
            self.assertEqual(json.loads(self.listed("node", "list", "-o", "json", "--from", name)), live)
        raw = [self.cluster.kubectl("get", "--raw", f"/api/v1/{kind}").stdout for kind in ("nodes", "pods")]
        seen = self.gpu("node", "list", "-o", "json", "--from", "-", stdin="".join(raw))
        self.assertEqual(json.loads(seen.stdout), live, seen.stderr)

    def test_small_pages_are_the_same_list(self):
        self.assertEqual(self.listed("node", "list", "--chunk-size", "1"), self.listed("node", "list"))

    def test_pool_list(self):
        self.assertIn("list-l4", self.listed("pool", "list", "-o", "name"))

    def test_85_who_may_not_list_nodes_reads_what_to_ask_for(self):
        seen = self.gpu("node", "list", kubeconfig=self.cluster.user("lists-nothing"))
        self.assertEqual((seen.returncode, seen.stdout), (1, ""))
        self.assertIn("cannot list resource \"nodes\"", seen.stderr)
        self.assertIn("resources: [nodes], verbs: [list]", seen.stderr)
