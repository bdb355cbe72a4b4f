"""kubernetes-client 9, test 87: connections and streams of HTTP/2 that end early."""
import json
import time

from harness import case
from http2_server import INTERNAL_ERROR, REFUSED_STREAM, Http2Server, with_http2
from scripted_server import server_context

NODE = json.dumps({"kind": "Node", "apiVersion": "v1", "metadata": {"name": "a"}}).encode()


def serve(world, answer):
    return Http2Server(answer, tls=with_http2(server_context(*world.server_pair)))


def first_then_node(first):
    def answer(stream):
        first(stream) if stream.number == 0 else stream.give(NODE)
    return answer


@case("87: GOAWAY before the answer -> GET is sent again")
def _(world):
    def goodbye(stream):
        stream.goodbye(0)
        time.sleep(0.1)
        stream.close()
    with serve(world, first_then_node(goodbye)) as server:
        world.get(server).succeeded()
        assert len(server.requests) == 2 and server.connections == 2


@case("87: RST_STREAM before the answer -> GET is sent again, POST only where it was refused")
def _(world):
    with serve(world, first_then_node(lambda stream: stream.reset(INTERNAL_ERROR))) as server:
        world.get(server).succeeded()
        assert len(server.requests) == 2
    with serve(world, first_then_node(lambda stream: stream.reset(INTERNAL_ERROR))) as server:
        world.run("post", "/x", "--server", server.url, "--body", "{}").failed("unable to connect to the server: http2")
        assert len(server.requests) == 1
    with serve(world, first_then_node(lambda stream: stream.reset(REFUSED_STREAM))) as server:
        world.get(server).succeeded()
        assert len(server.requests) == 2


@case("87: RST_STREAM in the middle of the body -> asked for again; for ever -> 4 requests, exit 1")
def _(world):
    def cut(stream):
        stream.head(content_type="application/json")
        stream.body(NODE[:20], last=False)
        time.sleep(0.1)
        stream.reset(INTERNAL_ERROR)
    with serve(world, first_then_node(cut)) as server:
        world.get(server).succeeded()
        assert len(server.requests) == 2
    with serve(world, cut) as server:
        world.get(server).failed("cannot be read")
        assert len(server.requests) == 4


@case("87: GOAWAY behind a whole answer -> the next request opens a connection, in silence")
def _(world):
    def answer(stream):
        stream.goodbye(stream.identifier)
        stream.give(NODE)
    with serve(world, answer) as server:
        seen = world.get(server, "--times", 3, "--pause-ms", 100).succeeded()
        assert seen.err == "" and server.connections == 3, (seen, server.connections)


@case("3.2: four lists at once -> one connection, four streams")
def _(world):
    page = json.dumps({"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": []}).encode()
    flying = []

    def answer(stream):
        flying.append(1)
        time.sleep(0.5)
        most.append(len(flying))
        flying.pop()
        stream.give(page)
    most = []
    with serve(world, answer) as server:
        world.run("list", "pods", "nodes", "configmaps", "services", "--server", server.url).succeeded()
        assert server.connections == 1 and len(server.requests) == 4, (server.connections, len(server.requests))
        assert max(most) == 4, most
