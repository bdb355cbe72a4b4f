"""kubernetes-client 9, Lists: pages, expiry, cuts. The server holds objects and gives them page by page."""
import json
import threading
import time

from harness import case
from scripted_server import answer, head, json_answer, status_body

EXPIRED = "The provided continue parameter is too old"


class Cluster:
    """Objects in pages, with the token before the items, as built-in kinds have it."""

    def __init__(self, count, metadata_last=False, before=None):
        self.count, self.metadata_last = count, metadata_last
        self.before = before or (lambda request, wire, page: False)
        self.lock, self.flying, self.most_flying, self.pages = threading.Lock(), 0, 0, 0

    def __call__(self, request, wire):
        with self.lock:
            self.flying += 1
            self.most_flying = max(self.most_flying, self.flying)
            page, self.pages = self.pages, self.pages + 1
        try:
            if not self.before(request, wire, page):
                wire.send(json_answer(self.page(request)))
        finally:
            with self.lock:
                self.flying -= 1

    def page(self, request):
        query = dict(request.query)
        token = query.get("continue", "")
        start = int(token.split("%2B%2F%3D")[0][1:]) if token else 0
        limit = int(query.get("limit", self.count))
        end = min(start + limit, self.count)
        more = f"t{end}+/=" if end < self.count else ""
        items = [{"metadata": {"uid": f"u{i}", "resourceVersion": "1"}} for i in range(start, end)]
        metadata = {"resourceVersion": "7"} | ({"continue": more} if more else {})
        kind = {"kind": "PodList", "apiVersion": "v1"}
        return kind | ({"items": items, "metadata": metadata} if self.metadata_last else
                       {"metadata": metadata, "items": items})


def list_pods(world, server, *words, **more):
    return world.run("list", "pods", "--server", server.url, *words, **more)


@case("89, 98: 3 pages -> same limit and selectors, no resourceVersion with a token; + / = in it encoded")
def _(world):
    with world.serve(Cluster(25)) as server:
        seen = list_pods(world, server, "--page-size", 10, "--field-selector", "spec.nodeName!=,status.phase!=Failed")
        assert seen.succeeded().out == "pods: 25 items\n", seen
        targets = [request.target for request in server.requests]
        fields = "fieldSelector=spec.nodeName%21%3D%2Cstatus.phase%21%3DFailed"
        assert targets == [f"/api/v1/pods?limit=10&{fields}",
                           f"/api/v1/pods?limit=10&continue=t10%2B%2F%3D&{fields}",
                           f"/api/v1/pods?limit=10&continue=t20%2B%2F%3D&{fields}"], targets


@case("90: empty page with a token -> goes on")
def _(world):
    pages = {"": (["a", "b"], "one"), "one": ([], "two"), "two": (["c"], "")}

    def give(request, wire):
        names, more = pages[dict(request.query).get("continue", "")]
        wire.send(json_answer({"kind": "PodList", "apiVersion": "v1", "metadata": {"continue": more},
                               "items": [{"metadata": {"uid": name}} for name in names]}))
    with world.serve(give) as server:
        assert list_pods(world, server).succeeded().out == "pods: 3 items\n"


@case("3.5: the same token again -> an error, not a circle")
def _(world):
    page = json_answer({"kind": "PodList", "apiVersion": "v1", "metadata": {"continue": "again"}, "items": []})
    with world.serve(lambda _, wire: wire.send(page)) as server:
        list_pods(world, server).failed("continue token")
        assert len(server.requests) <= 3


@case("11.3: the next page is asked for as soon as its token is read, and not two ahead")
def _(world):
    cluster = Cluster(40)
    order = []

    def before(request, wire, page):
        text = json.dumps(cluster.page(request), separators=(",", ":")).encode()
        order.append(("asked", page))
        wire.send(head(200, "Content-Type: application/json", f"Content-Length: {len(text)}") + text[:120])
        time.sleep(0.4)
        order.append(("done", page))
        wire.send(text[120:])
        return True
    cluster.before = before
    with world.serve(cluster) as server:
        seen = list_pods(world, server, "--page-size", 10, "--http1")
        assert seen.succeeded().out == "pods: 40 items\n"
    assert order.index(("asked", 1)) < order.index(("done", 0)), order
    assert order.index(("asked", 2)) > order.index(("done", 0)), order
    assert cluster.most_flying == 2, cluster.most_flying


@case("3.3: six lists side by side -> at most 4 requests in flight")
def _(world):
    cluster = Cluster(30, before=lambda *_: time.sleep(0.1))
    with world.serve(cluster) as server:
        kinds = ["pods", "nodes", "apps/v1/replicasets", "batch/v1/jobs", "karpenter.sh/v1/nodepools", "configmaps"]
        seen = world.run("list", *kinds, "--server", server.url, "--page-size", 10, "--http1")
        assert seen.succeeded().out == "".join(f"{kind}: 30 items\n" for kind in kinds), seen
    assert 3 <= cluster.most_flying <= 4, cluster.most_flying


def expired_once(token_given, times=1):
    """The page after the first answers 410 `times` times; with a token to go on by, or none."""
    left = [times]

    def before(request, wire, _):
        if left[0] and dict(request.query).get("continue", "").startswith("t"):
            left[0] -= 1
            status = status_body(410, "Expired", EXPIRED)
            if token_given:
                status["metadata"] = {"continue": "t15+/="}
            wire.send(json_answer(status, 410))
            return True
        return False
    return before


@case("91: 410 on page 2, once -> again from the start with twice the limit, totals right")
def _(world):
    for given in (True, False):
        with world.serve(Cluster(25, before=expired_once(given))) as server:
            seen = list_pods(world, server, "--page-size", 10)
            assert seen.succeeded().out == "pods: 25 items\n", seen
            limits = [dict(request.query)["limit"] for request in server.requests]
            assert limits == ["10", "10", "20", "20"], limits


@case("91: 410 twice with a token -> goes on with it, says so, no doubles")
def _(world):
    with world.serve(Cluster(25, before=expired_once(True, 2))) as server:
        seen = list_pods(world, server, "--page-size", 10).succeeded()
        assert seen.out == "pods: 25 items, inconsistent\n", seen
        seen.said("totals may be off")


@case("91: 410 twice without a token -> exit 1, nothing on stdout")
def _(world):
    with world.serve(Cluster(25, before=expired_once(False, 2))) as server:
        list_pods(world, server, "--page-size", 10).failed(EXPIRED)


@case("92: 410 always -> exit 1, nothing on stdout, few requests")
def _(world):
    for given in (True, False):
        with world.serve(Cluster(25, before=expired_once(given, 1000))) as server:
            list_pods(world, server, "--page-size", 10).failed(EXPIRED)
            assert len(server.requests) <= 8, len(server.requests)


@case("93: server ignores the limit -> one page")
def _(world):
    items = [{"metadata": {"uid": f"u{i}"}} for i in range(3000)]
    page = json_answer({"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": items})
    with world.serve(lambda _, wire: wire.send(page)) as server:
        assert list_pods(world, server).succeeded().out == "pods: 3000 items\n"
        assert len(server.requests) == 1


@case("95: metadata behind the items, items null, absent, without metadata -> no crash, token found")
def _(world):
    with world.serve(Cluster(25, metadata_last=True)) as server:
        assert list_pods(world, server, "--page-size", 10).succeeded().out == "pods: 25 items\n"
    for items in ({"items": None}, {}, {"items": [{}]}):
        page = {"kind": "PodList", "apiVersion": "v1", "metadata": {}} | items
        with world.serve(lambda _, wire, page=page: wire.send(json_answer(page))) as server:
            list_pods(world, server).succeeded()


@case("11.3: a page cut short -> asked for again with its token; for ever -> 3 times, exit 1, nothing on stdout")
def _(world):
    def cut(times):
        left = [times]

        def before(request, wire, _):
            if left[0] and dict(request.query).get("continue", "").startswith("t10"):
                left[0] -= 1
                text = json.dumps(cluster.page(request)).encode()
                wire.send(head(200, "Content-Type: application/json", f"Content-Length: {len(text)}") + text[:-40])
                wire.close()
                return True
            return False
        return before
    for times in (1, 3):
        cluster = Cluster(25, before=cut(times))
        with world.serve(cluster) as server:
            assert list_pods(world, server, "--page-size", 10).succeeded().out == "pods: 25 items\n"
            asked = sum("continue=t10" in request.target for request in server.requests)
            assert asked == 1 + times, asked
    cluster = Cluster(25, before=cut(1000))
    with world.serve(cluster) as server:
        list_pods(world, server, "--page-size", 10).failed("cannot be read")
        assert sum("continue=t10" in request.target for request in server.requests) == 4


@case("11.3: close-delimited and chunked cuts of a page -> noticed")
def _(world):
    text = json.dumps({"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": [{"metadata": {"uid": "a"}}]})
    for cut in (head(200, "Content-Type: application/json", "Connection: close") + text[:-3].encode(),
                head(200, "Content-Type: application/json", "Transfer-Encoding: chunked") + b"20\r\n" + text[:32].encode()):
        def give(_, wire, cut=cut):
            wire.send(cut)
            wire.close()
        with world.serve(give) as server:
            list_pods(world, server).failed("cannot be read")
            assert len(server.requests) == 4


@case("11.7: transport fails on one of several lists -> the run ends, nothing on stdout")
def _(world):
    def give(request, wire):
        if "nodes" in request.target:
            wire.send(json_answer({"kind": "NodeList", "apiVersion": "v1", "metadata": {}, "items": []}))
        else:
            server.pause(20)
    with world.serve(give) as server:
        seen = world.run("list", "nodes", "pods", "--server", server.url, "--request-timeout-ms", 1500, "--http1")
        seen.failed("time limit").took(1, 5)


@case("96: 403 on one list -> message and rule, no silent subset")
def _(world):
    words = 'pods is forbidden: User "u" cannot list resource "pods" in API group "" at the cluster scope'

    def give(request, wire):
        if "pods" in request.target:
            wire.send(json_answer(status_body(403, "Forbidden", words, kind="pods"), 403))
        else:
            wire.send(json_answer({"kind": "NodeList", "apiVersion": "v1", "metadata": {}, "items": []}))
    with world.serve(give) as server:
        seen = world.run("list", "nodes", "pods", "--server", server.url)
        seen.failed(words, '- {apiGroups: [""], resources: ["pods"], verbs: ["list"]}')


@case("97: unknown field selector, 400 -> the server's words")
def _(world):
    words = 'Unable to find "/v1, Resource=pods" that match field selector "foo.bar=1": "foo.bar" is not a known field selector'
    with world.serve(lambda _, wire: wire.send(json_answer(status_body(400, "BadRequest", words), 400))) as server:
        list_pods(world, server, "--field-selector", "foo.bar=1").failed(words)


@case("11.5: 200 with Status Failure, HTML, another kind -> an error that names what came")
def _(world):
    with world.serve(lambda _, wire: wire.send(json_answer(status_body(403, "Forbidden", "no pods for you")))) as server:
        list_pods(world, server).failed("no pods for you")
    with world.serve(lambda _, wire: wire.send(answer(200, "<h1>Sign in</h1>", content_type="text/html"))) as server:
        list_pods(world, server).failed("text/html", "Sign in", server.url + "/api/v1/pods")
    with world.serve(lambda _, wire: wire.send(json_answer({"kind": "Pod", "metadata": {}}))) as server:
        list_pods(world, server).failed("it is no list")


@case("3.5: any cached version -> resourceVersion=0 and no limit")
def _(world):
    with world.serve(Cluster(5)) as server:
        list_pods(world, server, "--cached", "--field-selector", "spec.nodeName=a").succeeded()
        assert server.requests[0].target == "/api/v1/pods?resourceVersion=0&fieldSelector=spec.nodeName%3Da"


@case("38: credential changes between pages -> the new one is sent, once refreshed for all")
def _(world):
    def give(request, wire, _):
        if request.header("Authorization") == "Bearer old" and "continue" in request.target:
            wire.send(json_answer(status_body(401, "Unauthorized", "Unauthorized"), 401))
            return True
        return False
    with world.serve(Cluster(45, before=give)) as server:
        seen = list_pods(world, server, "--page-size", 10, "--token", "old", "--token", "new")
        assert seen.succeeded().out == "pods: 45 items\n", seen
        tokens = [request.header("Authorization") for request in server.requests]
        assert tokens == ["Bearer old"] * 2 + ["Bearer new"] * 4, tokens
