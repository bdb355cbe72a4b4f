"""The real Karpenter beside a test cluster, on its cloud without machines (kwok)."""
import json
import pathlib

import cluster as clusters
import crds
import gobuild
import machines

HERE = pathlib.Path(__file__).resolve().parent
NODE_CLASS = {"group": "karpenter.kwok.sh", "kind": "KWOKNodeClass", "name": "default"}
VERSION = "v1.14.1"
POOLS, CLAIMS = "/apis/karpenter.sh/v1/nodepools", "/apis/karpenter.sh/v1/nodeclaims"
PODS, NODES = "/api/v1/namespaces/default/pods", "/api/v1/nodes"


class Karpenter:
    def __init__(self, cluster):
        self.cluster = cluster
        program = gobuild.build(HERE) / "karpenter"
        definition = crds.module_folder("sigs.k8s.io/karpenter", VERSION)
        cluster.kubectl("apply", "--server-side", "-f",
                        definition / "kwok" / "apis" / "crds" / "karpenter.kwok.sh_kwoknodeclasses.yaml")
        crds.wait_until_established(cluster, len(crds.rows()) - len(cluster.skipped_crds) + 1)
        cluster.kubectl("apply", "-f", "-", stdin=json.dumps(
            {"apiVersion": "karpenter.kwok.sh/v1alpha1", "kind": "KWOKNodeClass", "metadata": {"name": "default"}}))
        types = cluster.directory / "types.json"
        machines.write(types)
        cluster.launch("karpenter", "-disable-leader-election=true", f"-instance-types-file-path={types}",
                       "-feature-gates=NodeOverlay=true", f"-metrics-port={clusters.free_port()}",
                       f"-health-probe-port={clusters.free_port()}", "-batch-idle-duration=1s", program=program,
                       env={"KUBECONFIG": str(cluster.admin), "SYSTEM_NAMESPACE": "kube-system", "HOME": str(cluster.directory),
                            "KUBERNETES_MIN_VERSION": "1.19.0-0"})

    # -- pools -----------------------------------------------------------------------------------------------------

    def apply(self, documents):
        """Applies the NodePools of a golden with nothing changed but their class; their names."""
        pools = [json.loads(json.dumps(one)) for one in documents if one["kind"] == "NodePool"]
        for pool in pools:
            pool["spec"]["template"]["spec"]["nodeClassRef"] = NODE_CLASS
        self.cluster.kubectl("apply", "--server-side", "--validate=strict", "-f", "-",
                             stdin=json.dumps({"apiVersion": "v1", "kind": "List", "items": pools}))
        return [pool["metadata"]["name"] for pool in pools]

    def wait_until_ready(self, names, seconds=30):
        self.cluster.wait_for(lambda: all(self.ready(name) for name in names), f"Ready of {', '.join(names)}", seconds)

    def ready(self, name):
        pool = self.cluster.get(f"{POOLS}/{name}")
        conditions = (pool or {}).get("status", {}).get("conditions") or []
        return any(one["type"] == "Ready" and one["status"] == "True" and
                   one.get("observedGeneration", 0) >= pool["metadata"]["generation"] for one in conditions)

    # -- pods ------------------------------------------------------------------------------------------------------

    def pending_pods(self, name, count, requests, tolerations=(), selector=None):
        """Pods that a scheduler would have found no node for."""
        for number in range(count):
            pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"{name}-{number}"},
                   "spec": {"tolerations": list(tolerations), "nodeSelector": selector or {},
                            "containers": [{"name": "main", "image": "example.org/none",
                                            "resources": {"requests": {"cpu": "100m"} | requests, "limits": extended(requests)}}]}}
            self.cluster.post(PODS, pod)
            status = {"conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable",
                                      "lastTransitionTime": "2026-01-01T00:00:00Z"}]}
            self.cluster.patch(f"{PODS}/{name}-{number}/status", {"status": status})

    def claims(self):
        """(type, capacity type, pool) of every node that was asked for and launched."""
        found = []
        for claim in self.cluster.get(CLAIMS)["items"]:
            labels = claim["metadata"]["labels"]
            if any(one["type"] == "Launched" and one["status"] == "True" for one in claim.get("status", {}).get("conditions") or []):
                found.append((labels["node.kubernetes.io/instance-type"], labels["karpenter.sh/capacity-type"],
                              labels["karpenter.sh/nodepool"]))
        return sorted(found)

    def refusals(self, pod):
        """What Karpenter said about a pod that it has no node for."""
        events = self.cluster.get(f"/api/v1/namespaces/default/events?fieldSelector=involvedObject.name={pod}")["items"]
        return [event["message"] for event in events if event["reason"] == "FailedScheduling"]

    # -- end -------------------------------------------------------------------------------------------------------

    def clear(self):
        """Removes pods, pools, claims and nodes, and does not wait for anything to drain: there are no kubelets."""
        for path in (POOLS, PODS, CLAIMS, NODES):
            for one in self.cluster.get(path)["items"]:
                self.remove(f"{path}/{one['metadata']['name']}")
        self.cluster.request("DELETE", "/api/v1/namespaces/default/events")
        self.cluster.wait_for(lambda: not any(self.cluster.get(path)["items"] for path in (POOLS, CLAIMS, NODES, PODS)),
                              "an empty cluster")

    def remove(self, path):
        self.cluster.request("DELETE", path + "?gracePeriodSeconds=0")
        self.cluster.request("PATCH", path, {"metadata": {"finalizers": None}}, "application/merge-patch+json")


def extended(requests):
    """Extended resources need a limit that equals the request."""
    return {name: amount for name, amount in requests.items() if "/" in name}
