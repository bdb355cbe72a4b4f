"""The program itself against the same servers: what a person sees of `node list`."""
import json

from harness import case
from scripted_server import head, json_answer, status_body

LISTS = {"/api/v1/nodes": "NodeList", "/api/v1/pods": "PodList"}


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


@case("node list: a whole answer -> the node and its pod's device")
def _(world):
    with world.serve(cluster()) as server:
        seen = node_list(world, server).succeeded()
        assert "g6.xlarge" in seen.out, seen


@case("node list: 77, 92, 96, 81: cut, expired, forbidden, a login page -> exit 1, nothing on stdout, one sentence")
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


@case("node list: 79: --request-timeout 2 at a silent server -> ends at 2 s")
def _(world):
    with world.serve(lambda *_: server.pause(20)) as server:
        node_list(world, server, "--request-timeout", "2").failed("time limit").took(1.9, 6)


@case("node list: 84: --warnings-as-errors -> the report, then exit 1")
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


@case("node list: 130: -v=9 with a token -> not a sign of it")
def _(world):
    with world.serve(cluster()) as server:
        seen = node_list(world, server, "--token", "hush-token", "-v", "9").succeeded()
        assert server.requests[0].header("Authorization") == "Bearer hush-token"
        seen.said("Authorization: Bearer <masked>").never_said("hush")
