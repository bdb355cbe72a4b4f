"""Real Karpenter does with every pool golden what the pool was made for.

Expected types are EC2's own: which machines have which accelerators (docs.aws.amazon.com, Amazon EC2 instance types).
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
for folder in ("tests/golden", "tests/e2e", "tests/go"):
    sys.path.insert(0, str(ROOT / folder))
import case  # noqa: E402
import judges  # noqa: E402
import machines  # noqa: E402
from karpenter import Karpenter  # noqa: E402

SECONDS = 90
GPU, NEURON = "nvidia.com/gpu", "aws.amazon.com/neuron"


def tolerates(key):
    return [{"key": key, "operator": "Exists"}]


def numbered(name, count):
    return [f"{name}-{number}" for number in range(count)]


def promises(text):
    """pool -> (accelerators, capacities) of comments like `# l4: at most 8 x L4, spot or on-demand, for inference`."""
    found = re.findall(r"^# (\S+): at most \d+ (?:x )?(.+?), (.+?), for ", text, re.M)
    return {name: (set(what.split(" or ")), set(capacities.split(" or "))) for name, what, capacities in found}


def pool_goldens():
    return [golden for golden in judges.judged_by("apiserver")
            if any(document["kind"] == "NodePool" for document in golden.documents())]


class KarpenterTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = case.shared_cluster()
        missing = [name for name in cls.cluster.skipped_crds if name.startswith(("NodePool", "NodeClaim", "NodeOverlay"))]
        if missing:
            raise unittest.SkipTest(f"no CRD for {', '.join(missing)}")
        cls.karpenter = Karpenter(cls.cluster)

    def tearDown(self):
        self.karpenter.clear()

    def pools(self, name):
        golden = next(golden for golden in judges.goldens() if golden.name == name)
        self.karpenter.wait_until_ready(self.karpenter.apply(golden.documents()))

    def expect(self, claims, waiting=()):
        """Waits for exactly these (type, capacity type, pool), and for as many pods of `waiting` as have no place."""
        wanted = sorted(claims)
        pods, without = waiting or ((), 0)

        def settled():
            refused = sum(bool(self.karpenter.refusals(pod)) for pod in pods)
            return len(self.karpenter.claims()) >= len(wanted) and refused >= without
        try:
            self.cluster.wait_for(settled, f"{len(wanted)} nodes", SECONDS)
        finally:
            self.assertEqual(self.karpenter.claims(), wanted, self.cluster.log("karpenter")[-3000:])

    def test_every_golden(self):
        """Each pool becomes Ready, and a pod for one device gets the machine that the pool's first line promises."""
        goldens = pool_goldens()
        self.assertTrue(goldens)
        for golden in goldens:
            with self.subTest(golden=golden.name):
                try:
                    self.karpenter.wait_until_ready(self.karpenter.apply(golden.documents()))
                    self.check_promise(golden)
                finally:
                    self.karpenter.clear()

    def check_promise(self, golden):
        promised = promises("".join(path.read_text() for path in golden.files))
        if not any(capacities - {"reserved"} for _, capacities in promised.values()):
            return  # nothing was promised, or only a reservation, which kwok does not have
        pool = next(document for document in golden.documents() if document["kind"] == "NodePool")
        requests = {name: "1" for name in pool["spec"]["limits"] if name != "cpu"}
        self.karpenter.pending_pods("any", 1, requests, [{"operator": "Exists"}])
        self.cluster.wait_for(self.karpenter.claims, "a node", SECONDS)
        for instance_type, capacity, name in self.karpenter.claims():
            accelerators, capacities = promised[name]
            self.assertIn(machines.accelerator_of(instance_type), accelerators, instance_type)
            self.assertIn(capacity, capacities)

    def test_pods_are_packed_on_spot(self):
        # Three devices: of the machines with 4 or 8 L4, g6.24xlarge was the cheapest on spot.
        self.pools("pool/karpenter-spot-l4")
        self.karpenter.pending_pods("l4", 3, {GPU: "1"}, tolerates(GPU))
        self.expect([("g6.24xlarge", "spot", "l4")])

    def test_memory_tells_two_cards_of_one_name_apart(self):
        # EC2 has A100s of 40 GB (p4d) and of 80 GB (p4de); both are called a100, and p4d is the cheaper one.
        self.pools("pool/karpenter-memory-nominal")
        self.karpenter.pending_pods("big", 1, {GPU: "8"}, tolerates(GPU))
        self.expect([("p4de.24xlarge", "on-demand", "big")])

    def test_the_smaller_memory(self):
        self.pools("pool/karpenter-a100-40")
        self.karpenter.pending_pods("a100", 1, {GPU: "8"}, tolerates(GPU))
        self.expect([("p4d.24xlarge", "on-demand", "a100")])

    def test_pod_without_toleration(self):
        self.pools("pool/karpenter-spot-l4")
        self.karpenter.pending_pods("stranger", 1, {GPU: "1"})
        self.cluster.wait_for(lambda: self.karpenter.refusals("stranger-0"), "an answer for the pod", SECONDS)
        self.assertIn("did not tolerate taint", " ".join(self.karpenter.refusals("stranger-0")))
        self.assertEqual(self.karpenter.claims(), [])

    def test_cpu_pod_without_toleration(self):
        # Not even a pod that needs no device: the machine is too dear for it.
        self.pools("pool/karpenter-instance-type")
        self.karpenter.pending_pods("cheap", 1, {})
        self.cluster.wait_for(lambda: self.karpenter.refusals("cheap-0"), "an answer for the pod", SECONDS)
        self.assertEqual(self.karpenter.claims(), [])

    def test_taint_none_takes_anything(self):
        self.pools("pool/karpenter-taint-none")
        self.karpenter.pending_pods("any", 1, {})
        self.expect([("g6.xlarge", "on-demand", "l4")])

    def test_baseline_on_demand_then_spot_then_the_limit(self):
        # --baseline-on-demand 2 of 8 devices, one a node: 2 on demand, 6 spot, and nothing for the last two pods.
        self.pools("pool/karpenter-baseline")
        self.karpenter.pending_pods("l4", 10, {GPU: "1"}, tolerates(GPU))
        self.expect([("g6.xlarge", "on-demand", "l4")] * 2 + [("g6.xlarge", "spot", "l4-spot")] * 6,
                    waiting=(numbered("l4", 10), 2))

    def test_limit_holds(self):
        # --max-accelerators 4: one machine of four devices, and two of the six pods wait.
        self.pools("pool/karpenter-max-accelerators")
        self.karpenter.pending_pods("l4", 6, {GPU: "1"}, tolerates(GPU))
        self.expect([("g6.12xlarge", "on-demand", "l4")], waiting=(numbered("l4", 6), 2))

    def test_fallback_takes_over_when_spot_is_full(self):
        # 8 devices on spot first, then on demand.
        self.pools("pool/karpenter-fallback")
        self.karpenter.pending_pods("l4", 9, {GPU: "1"}, tolerates(GPU))
        self.expect([("g6.xlarge", "spot", "l4")] * 8 + [("g6.xlarge", "on-demand", "l4-on-demand")])

    def test_neuron(self):
        self.pools("pool/karpenter-inferentia")
        self.karpenter.pending_pods("inf", 1, {NEURON: "1"}, tolerates(NEURON))
        self.expect([("inf2.xlarge", "on-demand", "inf")])

    def test_trainium(self):
        # 16 Trainium1: trn1.32xlarge, or trn1n.32xlarge with twice the network and a higher price.
        self.pools("pool/karpenter-trainium")
        self.karpenter.pending_pods("trn", 2, {NEURON: "16"}, tolerates(NEURON))
        self.expect([("trn1.32xlarge", "on-demand", "trn")] * 2)

    def test_arm(self):
        self.pools("pool/karpenter-arm64")
        self.karpenter.pending_pods("t4g", 1, {GPU: "1"}, tolerates(GPU), {"kubernetes.io/arch": "arm64"})
        self.expect([("g5g.xlarge", "on-demand", "t4g")])

    def test_amd(self):
        self.pools("pool/karpenter-amd")
        self.karpenter.pending_pods("v520", 1, {"amd.com/gpu": "1"}, tolerates("amd.com/gpu"))
        self.expect([("g4ad.xlarge", "on-demand", "v520")])

    def test_cpu(self):
        # 16 vCPUs and 32 GiB: c7i.4xlarge; 48 GiB of memory need m7i.4xlarge.
        self.pools("pool/karpenter-cpu")
        self.karpenter.pending_pods("small", 1, {"cpu": "10", "memory": "20Gi"})
        self.karpenter.pending_pods("large", 1, {"cpu": "10", "memory": "48Gi"})
        self.expect([("c7i.4xlarge", "on-demand", "cpu"), ("m7i.4xlarge", "on-demand", "cpu")])

    def test_training_in_its_zone(self):
        self.pools("pool/karpenter-efa")
        self.karpenter.pending_pods("train", 2, {GPU: "8", "vpc.amazonaws.com/efa": "32"}, tolerates(GPU))
        self.expect([("p5.48xlarge", "on-demand", "train")] * 2)
        zones = {node["metadata"]["labels"]["topology.kubernetes.io/zone"] for node in self.cluster.get("/api/v1/nodes")["items"]}
        self.assertEqual(zones, {"us-west-2b"})

    def test_union(self):
        # L4 or A10G, one device: g5.xlarge (A10G) was the cheapest of both on spot.
        self.pools("pool/karpenter-union")
        self.karpenter.pending_pods("small", 1, {GPU: "1"}, tolerates(GPU))
        self.expect([("g5.xlarge", "spot", "small")])

    def test_migrated_from_v1alpha5(self):
        # What the Provisioner said: family g5, spot or on demand, 16 GPUs, its taint and its label on every node. g5.xlarge
        # was the cheapest g5 on spot; 8 GPUs at once need a g5.48xlarge, of which the limit allows two.
        self.pools("pool/migrate-v1alpha5")
        self.karpenter.pending_pods("stranger", 1, {GPU: "1"})
        self.karpenter.pending_pods("one", 1, {GPU: "1"}, tolerates(GPU), {"workload": "gpu"})
        self.expect([("g5.xlarge", "spot", "a10g")], waiting=(["stranger-0"], 1))

    def test_migrated_limit(self):
        self.pools("pool/migrate-v1alpha5")
        self.karpenter.pending_pods("eight", 3, {GPU: "8"}, tolerates(GPU))
        self.expect([("g5.48xlarge", "spot", "a10g")] * 2, waiting=(numbered("eight", 3), 1))

    def test_migrated_from_v1beta1(self):
        # `inference` wants a choice of two accelerators (minValues), which EC2 has only while more than one type is left.
        self.pools("pool/migrate-v1beta1")
        # `rest` alone has a weight: it comes first for whoever wants nothing special. By itself in its round: in one with
        # the others it would be put on a node that is made for them.
        self.karpenter.pending_pods("any", 1, {})
        self.cluster.wait_for(lambda: len(self.karpenter.claims()) == 1, "a node for whoever wants nothing", SECONDS)
        self.karpenter.pending_pods("one", 1, {GPU: "1"}, tolerates(GPU), {"stage": "inference"})
        self.karpenter.pending_pods("train", 1, {GPU: "8"}, (), {"karpenter.sh/nodepool": "training"})
        self.cluster.wait_for(lambda: len(self.karpenter.claims()) >= 3, "three nodes", SECONDS)
        by_pool = {pool: (instance_type, capacity) for instance_type, capacity, pool in self.karpenter.claims()}
        self.assertIn(by_pool["inference"][0].partition(".")[0], ("g5", "g6", "gr6"))
        self.assertEqual(by_pool["inference"][1], "on-demand")
        self.assertEqual(by_pool["training"][0], "p4d.24xlarge")
        self.assertEqual(set(by_pool), {"inference", "training", "rest"})


if __name__ == "__main__":
    unittest.main()
