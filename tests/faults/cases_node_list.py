"""The program itself against the same servers: what a person sees of `node list`."""
import json
import pathlib
import threading

from harness import case
from scripted_server import answer, head, json_answer, status_body

LISTS = {"/api/v1/nodes": "NodeList", "/api/v1/pods": "PodList"}
GROUPS = {"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": []}


def cluster(change=lambda request, wire: False):
    """One GPU node, one pod on it, nothing else installed; `change` may answer first."""
    items = {
        "NodeList": [{"metadata": {"name": "n1", "uid": "u1", "labels": {"node.kubernetes.io/instance-type": "g6.xlarge"}},
                      "spec": {}, "status": {"allocatable": {"nvidia.com/gpu": "1"}, "capacity": {"nvidia.com/gpu": "1"}}}],
        "PodList": [{"metadata": {"name": "p1", "namespace": "default", "uid": "u2"},
                     "spec": {"nodeName": "n1", "containers": [
                         {"name": "c", "resources": {"limits": {"nvidia.com/gpu": "1"},
                                                     "requests": {"nvidia.com/gpu": "1"}}}]},
                     "status": {"phase": "Running"}}],
    }

    def answer(request, wire):
        if change(request, wire):
            return
        kind = LISTS.get(request.path)
        if kind:
            wire.send(json_answer({"kind": kind, "apiVersion": "v1", "metadata": {"resourceVersion": "1"},
                                   "items": items[kind]}))
        elif request.path == "/apis":
            wire.send(json_answer(GROUPS))
        else:
            wire.send(json_answer(status_body(404, "NotFound", "the server could not find the requested resource"), 404))
    return answer


def only(path, *data, close=False):
    def change(request, wire):
        if request.path != path:
            return False
        for part in data:
            wire.send(part)
        if close:
            wire.close()
        return True
    return change


def node_list(world, server, *words):
    return world.gpu("node", "list", "--server", server.url, "--certificate-authority", world.ca.certificate, *words)


@case("11.18: node list: a whole answer -> the node and its pod's device")
def _(world):
    with world.serve(cluster()) as server:
        seen = node_list(world, server).succeeded()
        assert "g6.xlarge" in seen.out, seen


@case("77, 81, 92, 96: node list: cut, expired, forbidden, a login page -> exit 1, nothing on stdout, one sentence")
def _(world):
    text = json.dumps({"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": []}).encode()
    kind = "Content-Type: application/json"
    words = 'pods is forbidden: User "u" cannot list resource "pods" in API group "" at the cluster scope'
    for change, said in (
            (only("/api/v1/pods", head(200, kind, "Content-Length: 999") + text, close=True), "cannot be read"),
            (only("/api/v1/pods", head(200, kind, "Connection: close") + text[:-2], close=True), "cannot be read"),
            (only("/api/v1/pods", json_answer(status_body(410, "Expired", "too old"), 410)), "too old"),
            (only("/api/v1/pods", json_answer(status_body(403, "Forbidden", words, kind="pods"), 403)), words),
            (only("/api/v1/nodes", head(200, "Content-Type: text/html", "Content-Length: 7") + b"<h1>log"), "text/html")):
        with world.serve(cluster(change)) as server:
            seen = node_list(world, server)
            assert seen.code == 1 and seen.out == "" and said in seen.err and seen.err.count("rror") <= 2, seen


@case("11.21: node list --save: what was read whole is saved whole, and a list that fails leaves no file")
def _(world):
    kind = "Content-Type: application/json"
    folder = pathlib.Path(world.folder)
    whole, broken = folder / "whole.jsonl", folder / "broken.jsonl"
    with world.serve(cluster()) as server:
        seen = node_list(world, server, "--save", str(whole), "--overwrite").succeeded()
        lines = whole.read_text().splitlines()
        assert json.loads(lines[0])["server"] == server.url and lines[-1] == '{"end":2}', lines
        assert world.gpu("node", "list", "--from", str(whole)).succeeded().out == seen.out
    for change in (only("/api/v1/pods", head(200, kind, "Content-Length: 999") + b'{"kind":"PodList"', close=True),
                   only("/api/v1/nodes", json_answer(status_body(410, "Expired", "too old"), 410))):
        with world.serve(cluster(change)) as server:
            seen = node_list(world, server, "--save", str(broken))
            assert seen.code == 1 and seen.out == "" and not list(folder.glob("*broken*")), seen


@case("11.18: node list: one list of APIs, at the same time as the nodes; what the server has not is not asked for")
def _(world):
    both = threading.Barrier(2)

    def meet(request, wire):
        if request.path in ("/apis", "/api/v1/nodes"):
            both.wait(10)  # breaks, and the case fails, when one waits for the other's answer
        return False
    with world.serve(cluster(meet)) as server:
        node_list(world, server).succeeded()
        assert sorted(request.path for request in server.requests) == ["/api/v1/nodes", "/api/v1/pods", "/apis"]


@case("99: node list: a server before 1.27 -> its groups, then the kinds of those that matter, each once")
def _(world):
    def group(name, *versions):
        return {"name": name, "versions": [{"groupVersion": f"{name}/{version}", "version": version} for version in versions]}

    def old(request, wire):
        pages = {
            "/apis": {"kind": "APIGroupList", "apiVersion": "v1", "groups": [
                group("apps", "v1"), group("karpenter.sh", "v1", "v1beta1"), group("metrics.k8s.io", "v1beta1")]},
            "/apis/karpenter.sh/v1": {"kind": "APIResourceList", "groupVersion": "karpenter.sh/v1", "resources": [
                {"name": "nodepools", "namespaced": False, "kind": "NodePool", "verbs": ["list"]},
                {"name": "nodepools/status", "namespaced": False, "kind": "NodePool", "verbs": ["get"]}]},
            "/apis/karpenter.sh/v1beta1": {"kind": "APIResourceList", "groupVersion": "karpenter.sh/v1beta1", "resources": [
                {"name": "nodeclaims", "namespaced": False, "kind": "NodeClaim", "verbs": ["list"]}]},
            "/apis/karpenter.sh/v1/nodepools": {"kind": "NodePoolList", "apiVersion": "karpenter.sh/v1", "metadata": {},
                                                "items": []}}
        if request.path in pages:
            wire.send(json_answer(pages[request.path]))
        return request.path in pages
    with world.serve(cluster(old)) as server:
        seen = node_list(world, server).succeeded()
        seen.said("the server has NodeClaim only in karpenter.sh/v1beta1, which is not read: machines that have not joined")
        assert sorted(request.path for request in server.requests) == [
            "/api/v1/nodes", "/api/v1/pods", "/apis", "/apis/karpenter.sh/v1", "/apis/karpenter.sh/v1/nodepools",
            "/apis/karpenter.sh/v1beta1"], [request.path for request in server.requests]


@case("11.18: node list: a list of APIs that may not be read, or is none -> said; never read as an empty one")
def _(world):
    no = json_answer(status_body(403, "Forbidden", "forbidden: cannot get path"), 403)
    with world.serve(cluster(only("/apis", no))) as server:
        seen = node_list(world, server).succeeded()
        seen.said("cannot read the list of APIs: the newest versions are tried", "cannot get path")
        assert "/apis/karpenter.sh/v1/nodepools" in [request.path for request in server.requests]
    for body in (b"<h1>log in</h1>", b'{"kind":"APIGroupDiscoveryList","items":['):
        with world.serve(cluster(only("/apis", answer(200, body)))) as server:
            node_list(world, server).failed("/apis")


@case("95: node list: items null, absent, without metadata or spec; metadata behind them with a token -> no crash")
def _(world):
    list_of = {"kind": "PodList", "apiVersion": "v1"}
    for page in ({"metadata": {}, "items": None}, {"metadata": {}}, {"metadata": {}, "items": [{}, {"metadata": None}]}):
        with world.serve(cluster(only("/api/v1/pods", json_answer(list_of | page)))) as server:
            assert "g6.xlarge" in node_list(world, server).succeeded().out
    for page in ({"items": []}, {"metadata": {}, "items": [None]}):  # no metadata was seen: no list (11.5); no object
        with world.serve(cluster(only("/api/v1/pods", json_answer(list_of | page)))) as server:
            node_list(world, server).failed()
    pod = {"metadata": {"name": "p", "namespace": "d", "uid": "u9"}, "spec": {"nodeName": "n1", "containers": [
        {"name": "c", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}, "status": {"phase": "Running"}}

    def two_pages(request, wire):
        if request.path != "/api/v1/pods":
            return False
        second = ("continue", "t") in request.query
        wire.send(json_answer(list_of | {"items": [pod] if second else [], "metadata": {} if second else {"continue": "t"}}))
        return True
    with world.serve(cluster(two_pages)) as server:
        assert json.loads(node_list(world, server, "-o", "json").succeeded().out)["items"][0]["holders"][0]["pod"] == "p"
        assert [request.path for request in server.requests].count("/api/v1/pods") == 2


@case("79: node list: --request-timeout 2 at a silent server -> ends at 2 s")
def _(world):
    with world.serve(lambda *_: server.pause(20)) as server:
        node_list(world, server, "--request-timeout", "2").failed("time limit").took(1.9, 6)


@case("84: node list: --warnings-as-errors -> the report, then exit 1")
def _(world):
    def warn(request, wire):
        if request.path == "/api/v1/nodes":
            wire.send(b"HTTP/1.1 103 Early Hints\r\n\r\n")
            body = json.dumps({"kind": "NodeList", "apiVersion": "v1", "metadata": {}, "items": []}).encode()
            wire.send(head(200, "Content-Type: application/json", f"Content-Length: {len(body)}",
                           'Warning: 299 - "old"') + body)
            return True
        return False
    with world.serve(cluster(warn)) as server:
        assert node_list(world, server).code == 0
        seen = node_list(world, server, "--warnings-as-errors")
        assert seen.code == 1 and "Warning: old" in seen.err and "error: 1 warning received" in seen.err, seen


@case("130: node list: -v=9 with a token -> not a sign of it")
def _(world):
    with world.serve(cluster()) as server:
        seen = node_list(world, server, "--token", "hush-token", "-v", "9").succeeded()
        assert server.requests[0].header("Authorization") == "Bearer hush-token"
        seen.said("Authorization: Bearer <masked>").never_said("hush")
