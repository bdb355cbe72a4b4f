"""`node list` and `pool list` of the real server: as protobuf, and the same from what kubectl printed of it."""
import gzip
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


def owner(kind, of):
    return {"apiVersion": "apps/v1", "kind": kind, "name": of["metadata"]["name"], "uid": of["metadata"]["uid"],
            "controller": True}


class NodeListTest(case.ClusterCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.addClassCleanup(cls.cluster.kubectl, "delete", "ns/list", "node/list-l4", "--wait=false", check=False)
        # First, and waited for: the next class reads a cluster that stays as it is.
        cls.addClassCleanup(cls.cluster.kubectl, "delete", "pods", "--all", "-n", "list", "--grace-period=0", "--force",
                            check=False)
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

    def test_describe_names_the_topmost_owner(self):
        template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "r/a:1"}]}}
        selector = {"matchLabels": {"a": "b"}}
        deployment = self.cluster.post("/apis/apps/v1/namespaces/list/deployments", {
            "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
            "spec": {"replicas": 0, "selector": selector, "template": template}})
        replica_set = self.cluster.post("/apis/apps/v1/namespaces/list/replicasets", {
            "apiVersion": "apps/v1", "kind": "ReplicaSet",
            "metadata": {"name": "other-name", "ownerReferences": [owner("Deployment", deployment)]},
            "spec": {"replicas": 0, "selector": selector, "template": template}})
        owned = pod("owned", 1, "list-l4")
        owned["metadata"]["ownerReferences"] = [owner("ReplicaSet", replica_set)]
        self.cluster.post("/api/v1/namespaces/list/pods", owned)
        self.addCleanup(self.cluster.kubectl, "delete", "deployment/web", "pod/owned", "-n", "list", "--force",
                        check=False)
        node = json.loads(self.listed("node", "describe", "list-l4", "-o", "json"))
        self.assertIn(("owned", "ReplicaSet/other-name", "Deployment/web"),
                      [(holder["pod"], holder.get("controller"), holder["owner"]) for holder in node["holders"]])

    def test_a_dump_of_kubectl_says_the_same(self):
        dump = self.cluster.kubectl("get", "nodes,pods", "-A", "-o", "json").stdout
        (self.cluster.directory / "dump.json").write_text(dump)
        yaml = self.cluster.kubectl("get", "nodes,pods", "-A", "-o", "yaml").stdout
        (self.cluster.directory / "dump.yaml").write_text(yaml)
        live = json.loads(self.listed("node", "list", "-o", "json"))
        self.assertRegex(live.pop("as_of"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")  # a dump does not say when
        self.assertIn(live.pop("pods_read"), ("all", "accelerator-nodes"))  # by what else the run has in the cluster
        for name in ("dump.json", "dump.yaml"):
            dumped = json.loads(self.listed("node", "list", "-o", "json", "--from", name))
            self.assertEqual(dumped.pop("pods_read"), "all")
            self.assertEqual(dumped, live)
        raw = [self.cluster.kubectl("get", "--raw", f"/api/v1/{kind}").stdout for kind in ("nodes", "pods")]
        seen = self.gpu("node", "list", "-o", "json", "--from", "-", stdin="".join(raw))
        self.assertEqual(json.loads(seen.stdout), {**live, "pods_read": "all"}, seen.stderr)

    def test_small_pages_are_the_same_list(self):
        self.assertEqual(self.listed("node", "list", "--chunk-size", "1"), self.listed("node", "list"))

    def test_pool_list(self):
        self.assertIn("list-l4", self.listed("pool", "list", "-o", "name"))

    def test_85_who_may_not_list_nodes_reads_what_to_ask_for(self):
        seen = self.gpu("node", "list", kubeconfig=self.cluster.user("lists-nothing"))
        self.assertEqual((seen.returncode, seen.stdout), (1, ""))
        self.assertIn("cannot list resource \"nodes\"", seen.stderr)
        self.assertIn("resources: [nodes], verbs: [list]", seen.stderr)

class SaveTest(case.ClusterCase):
    """`--save` of the real server, and `--from` of what it wrote: the same report, without anything secret."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.addClassCleanup(cls.cluster.kubectl, "delete", "ns/saved", "node/saved-l4", "--wait=false", check=False)
        cls.cluster.kubectl("create", "namespace", "saved")
        cls.cluster.kubectl("create", "serviceaccount", "default", "-n", "saved", check=False)
        node = {**NODE, "metadata": {"name": "saved-l4", "labels": {
            **NODE["metadata"]["labels"], "karpenter.sh/nodepool": "saved-pool", "example.com/owner": "blue-owners"}}}
        cls.cluster.post("/api/v1/nodes", node)
        cls.cluster.patch("/api/v1/nodes/saved-l4/status", STATUS)
        cls.cluster.patch("/api/v1/nodes/saved-l4", {"spec": {"taints": NODE["spec"]["taints"]}})
        held = pod("saved-holds", 2, "saved-l4")
        held["metadata"].update({"namespace": "saved", "annotations": {"example.com/note": "SECRET-annotation"},
                                 "labels": {"app": "saved-app"}})
        held["spec"]["containers"][0].update({"args": ["--token", "SECRET-argument", "--hf-token=SECRET-joined"],
                                              "env": [{"name": "HF_TOKEN", "value": "SECRET-environment"}]})
        for each in (held, {**pod("saved-waits", 8), "metadata": {"name": "saved-waits", "namespace": "saved"}}):
            cls.cluster.post("/api/v1/namespaces/saved/pods", each)

    def setUp(self):
        for old in self.cluster.directory.glob("saved*.jsonl*"):
            old.unlink()

    def reported(self, *arguments):
        seen = self.gpu(*arguments)
        self.assertEqual(seen.returncode, 0, seen.stderr)
        return seen.stdout

    def check_pods(self, lines):
        """As many as the header says, and each of our namespace: in others pods of earlier tests may be on their way out."""
        saved = [one["metadata"] for one in map(json.loads, lines[1:-1]) if one["kind"] == "Pod"]
        self.assertEqual(json.loads(lines[0])["kinds"]["Pod"], len(saved))
        names = self.cluster.kubectl("get", "pods", "-n", "saved", "-o", "jsonpath={.items[*].metadata.name}").stdout
        self.assertEqual(sorted(pod["name"] for pod in saved if pod["namespace"] == "saved"), sorted(names.split()))

    def test_from_what_was_saved_equals_live(self):
        for name in ("saved.jsonl", "saved.jsonl.gz"):
            live = self.reported("node", "list", "-o", "wide", "--save", name)
            # Ages are counted from as_of: the second of the live answer.
            self.assertEqual(self.reported("node", "list", "-o", "wide", "--from", name), live)
            for report in (("node", "list", "-o", "json"), ("node", "list", "-o", "csv"), ("pool", "list"),
                           ("pool", "list", "-o", "json"), ("node", "describe", "saved-l4", "-o", "json")):
                again = self.reported(*report, "--save", name, "--overwrite")
                self.assertEqual(self.reported(*report, "--from", name), again, report)
        packed = (self.cluster.directory / "saved.jsonl.gz").read_bytes()
        lines = gzip.decompress(packed).decode().splitlines()
        header = json.loads(lines[0])
        self.assertEqual((header["kubectlGpuSnapshot"], header["pods_read"]), (1, "all"))
        self.assertTrue(header["server"].startswith("https://"), header)
        self.assertEqual(json.loads(lines[-1]), {"end": len(lines) - 2})
        self.check_pods(lines)
        self.assertNotIn("SECRET", "\n".join(lines))
        stdin = self.gpu("node", "list", "--from", "-", stdin="\n".join(lines) + "\n")
        self.assertEqual(stdin.stdout, self.reported("node", "list"), stdin.stderr)

    def test_all_pods_are_read_for_it(self):
        nodes = [{"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"saved-cpu-{i}"}} for i in range(30)]
        for each in nodes:
            self.cluster.post("/api/v1/nodes", each)
        try:
            self.reported("node", "list", "--save", "saved.jsonl")
        finally:
            self.cluster.kubectl("delete", "node", *(each["metadata"]["name"] for each in nodes))
        lines = (self.cluster.directory / "saved.jsonl").read_text().splitlines()
        self.assertEqual(json.loads(lines[0])["pods_read"], "all")
        self.check_pods(lines)

    def test_redacted_names_are_gone_and_sums_are_not(self):
        live = json.loads(self.reported("node", "list", "-o", "json", "--save", "saved.jsonl", "--redact"))
        text = (self.cluster.directory / "saved.jsonl").read_text()
        for name in ("saved-l4", "saved-pool", "saved-holds", "saved-waits", "saved-app", "blue-owners", "list-l4"):
            self.assertNotIn(name, text)
        hidden = json.loads(self.reported("node", "list", "-o", "json", "--from", "saved.jsonl"))
        for member in ("nodes", "devices", "held_devices", "free_devices", "usd_per_hour", "estimated_usd_per_hour",
                       "unpriced_nodes"):
            self.assertEqual(hidden[member], live[member], member)

    def test_a_file_is_whole_or_not_there(self):
        self.reported("node", "list", "--save", "saved.jsonl")
        saved = self.cluster.directory / "saved.jsonl"
        before = saved.read_bytes()
        again = self.gpu("node", "list", "--save", "saved.jsonl")
        self.assertEqual((again.returncode, again.stdout), (1, ""))
        self.assertIn("'saved.jsonl' exists", again.stderr)
        self.assertEqual(saved.read_bytes(), before)
        self.reported("node", "list", "--save", "saved.jsonl", "--overwrite")
        (self.cluster.directory / "saved-cut.jsonl").write_bytes(before[:-10])
        cut = self.gpu("node", "list", "--from", "saved-cut.jsonl")
        self.assertEqual((cut.returncode, cut.stdout), (1, ""))
        self.assertRegex(cut.stderr, r"^error: saved-cut.jsonl: line \d+: cut short")
        nobody = self.gpu("node", "list", "--save", "saved-none.jsonl", kubeconfig=self.cluster.user("lists-nothing"))
        self.assertEqual(nobody.returncode, 1)
        self.assertEqual([path.name for path in self.cluster.directory.glob("*saved-none*")], [])
