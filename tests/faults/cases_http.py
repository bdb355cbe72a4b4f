"""kubernetes-client 9, HTTP faults."""
from harness import case
from scripted_server import answer, json_answer, status_body

NODE = {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "a"}}


def in_turn(*answers):
    """The nth request gets the nth answer; the last stays."""
    left = list(answers)

    def give(_, wire):
        wire.send(left.pop(0) if len(left) > 1 else left[0])
    return give


@case("70: 429 with Retry-After 1 twice -> success after 2 s, 3 requests")
def _(world):
    busy = answer(429, "slow down", "Retry-After: 1", content_type="text/plain")
    with world.serve(in_turn(busy, busy, json_answer(NODE))) as server:
        world.get(server).succeeded().took(2, 6)
        assert len(server.requests) == 3, server.requests


@case("74: 500 Status -> its message and reason, one request")
def _(world):
    boom = json_answer(status_body(500, "InternalError", "boom"), 500)
    with world.serve(in_turn(boom)) as server:
        world.get(server).failed("error from server (InternalError): boom")
        assert len(server.requests) == 1
