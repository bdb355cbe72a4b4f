"""kubernetes-client 11.18 on real servers: one list of APIs a run, and DRA by the first version that is served."""
import json
import unittest

import case
import cluster

DRIVER = "gpu.nvidia.com"
SLICES = "resourceslices"


def slice_of(version):
    """One device, as that version writes it: v1 and v1beta2 have no `basic` around its attributes."""
    about = {"attributes": {"type": {"string": "gpu"}, "productName": {"string": "NVIDIA L4"}}}
    device = {"name": "gpu-0", **({"basic": about} if version == "v1beta1" else about)}
    return {"apiVersion": f"resource.k8s.io/{version}", "kind": "ResourceSlice", "metadata": {"name": "slice"},
            "spec": {"driver": DRIVER, "nodeName": "dra", "pool": {"name": "dra", "generation": 1, "resourceSliceCount": 1},
                     "devices": [device]}}


def asked(audit):
    """What our program asked for, and how each was answered."""
    return [(event["requestURI"].partition("?")[0], event["responseStatus"]["code"]) for event in audit
            if event["userAgent"].startswith("kubectl-gpu/")]


class DiscoveryTest(case.ClusterCase):
    def test_one_list_of_apis_a_run(self):
        before = len(self.cluster.audit())
        seen = self.gpu("node", "list")
        self.assertEqual(seen.returncode, 0, seen.stderr)
        requests = asked(self.cluster.audit()[before:])
        self.assertEqual([path for path, _ in requests].count("/apis"), 1)
        self.assertEqual({code for _, code in requests}, {200})
        self.assertIn(("/apis/karpenter.sh/v1/nodepools", 200), requests)
        self.assertIn(("/apis/resource.k8s.io/v1/resourceclaims", 200), requests)


    def test_100_an_aggregated_api_that_does_not_answer(self):
        name = "v1beta1.metrics.k8s.io"
        apis = "/apis/apiregistration.k8s.io/v1/apiservices"
        self.addCleanup(self.cluster.request, "DELETE", f"{apis}/{name}")
        self.cluster.post(apis, {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": {"name": name},
                                 "spec": {"group": "metrics.k8s.io", "version": "v1beta1", "groupPriorityMinimum": 100,
                                          "versionPriority": 100, "insecureSkipTLSVerify": True,
                                          "service": {"namespace": "default", "name": "gone"}}})
        self.cluster.wait_for(lambda: self.cluster.request("GET", "/apis/metrics.k8s.io/v1beta1")[0] == 503, "a stale API")
        seen = self.gpu("node", "list", "-v", "6")
        self.assertEqual(seen.returncode, 0, seen.stderr)
        self.assertIn("/apis/karpenter.sh/v1/nodepools", seen.stderr)
        self.assertNotIn("metrics", seen.stderr)
        apply = self.gpu("pool", "create", "beside-stale", "--accelerator", "L4", "--cluster-name", "demo", "--region",
                         "us-east-1", "--dry-run=server")
        self.assertEqual(apply.returncode, 0, apply.stderr)


class OlderDraTest(unittest.TestCase):
    """Servers that serve an older version only, as 1.33 and 1.32 do."""

    def test_the_first_version_that_is_served(self):
        for version, off in (("v1beta2", ["v1", "v1beta1"]), ("v1beta1", ["v1", "v1beta2"])):
            with self.subTest(version):
                switches = ",".join([f"resource.k8s.io/{version}=true", *(f"resource.k8s.io/{one}=false" for one in off)])
                with cluster.Cluster(arguments=[f"--runtime-config={switches}"], controllers="", with_crds=False) as old:
                    self.check(old, version)

    def check(self, old, version):
        old.post("/api/v1/nodes", {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "dra"}})
        old.post(f"/apis/resource.k8s.io/{version}/{SLICES}", slice_of(version))
        seen = case.run_gpu(["node", "list", "-o", "json"], old.admin, old.directory)
        self.assertEqual(seen.returncode, 0, seen.stderr)
        requests = asked(old.audit())
        self.assertEqual([path for path, _ in requests].count("/apis"), 1)
        self.assertIn((f"/apis/resource.k8s.io/{version}/{SLICES}", 200), requests)
        self.assertEqual({code for _, code in requests}, {200})
        (node,) = json.loads(seen.stdout)["items"]
        self.assertEqual((node["name"], node["devices"]), ("dra", 1))
