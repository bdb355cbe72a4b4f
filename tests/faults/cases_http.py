"""kubernetes-client 9, HTTP faults: what an answer may do wrong, and what is made of it."""
import gzip
import json
import time

from harness import case
from scripted_server import Server, answer, head, json_answer, status_body

NODE = {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "a"}}
BUSY = "the server is busy"


def in_turn(*answers):
    """The nth request gets the nth answer; the last stays. A function is called with the wire."""
    left = list(answers)

    def give(_, wire):
        now = left.pop(0) if len(left) > 1 else left[0]
        now(wire) if callable(now) else wire.send(now)
    return give


def then_close(data):
    def give(wire):
        wire.send(data)
        wire.close()
    return give


def reset(wire):
    wire.reset()


def busy(code, *headers):
    return answer(code, BUSY, *headers, content_type="text/plain")


@case("70: 429 with Retry-After 1 twice -> success after 2 s, 3 requests")
def _(world):
    with world.serve(in_turn(busy(429, "Retry-After: 1"), busy(429, "Retry-After: 1"), json_answer(NODE))) as server:
        world.get(server).succeeded().took(2, 8)
        assert len(server.requests) == 3, server.requests


@case("71: 429 forever -> 11 requests at most, exit 1")
def _(world):
    with world.serve(in_turn(busy(429, "Retry-After: 1"))) as server:
        world.get(server).failed("too many requests").took(10, 25)
        assert len(server.requests) == 11, len(server.requests)


@case("72: 429 without header -> backoff for GET, none for POST")
def _(world):
    with world.serve(in_turn(busy(429), busy(429), json_answer(NODE))) as server:
        world.get(server).succeeded().took(1.4, 8)  # 0.5 s and 1 s, a quarter either way
        assert len(server.requests) == 3
    with world.serve(in_turn(busy(429))) as server:
        world.run("post", "/api/v1/nodes", "--server", server.url, "--body", "{}").failed("too many requests")
        assert len(server.requests) == 1


@case("73: Retry-After as a date, negative, 99999, text -> bounded")
def _(world):
    for text in ("Wed, 21 Oct 2099 07:28:00 GMT", "-5", "soon", "1.5"):
        with world.serve(in_turn(busy(500, f"Retry-After: {text}"))) as server:
            world.get(server).failed(BUSY).took(0, 5)
            assert len(server.requests) == 1, text
    with world.serve(in_turn(busy(503, "Retry-After: 99999"))) as server:
        world.get(server, "--request-timeout-ms", 3000).failed("currently unable").took(0, 3)
        assert len(server.requests) == 1


@case("74: 500 Status -> message and reason, one request; with Retry-After -> asked again")
def _(world):
    boom = json_answer(status_body(500, "InternalError", "boom"), 500)
    with world.serve(in_turn(boom)) as server:
        world.get(server).failed("error from server (InternalError): boom")
        assert len(server.requests) == 1
    with world.serve(in_turn(busy(500, "Retry-After: 1"), json_answer(NODE))) as server:
        world.get(server).succeeded()
        assert len(server.requests) == 2


@case("75: 502 and 503 with HTML -> short text, no HTML")
def _(world):
    page = "<html><head><title>502 Bad Gateway</title></head><body>" + "<p>nginx</p>\x1b[31m" * 500 + "</body></html>"
    for code in (502, 503):
        with world.serve(in_turn(answer(code, page, content_type="text/html"))) as server:
            seen = world.get(server).failed("error from server").never_said("<html>", "<p>", "\x1b")
            assert len(seen.err) < 700, len(seen.err)
            assert len(server.requests) == 5, "0.5, 1, 2 and 4 s later"


@case("76: reset before the head -> GET and apply are repeated, POST is not")
def _(world):
    for verb, most in (("get", 2), ("apply", 2), ("post", 1)):
        with world.serve(in_turn(reset, json_answer(NODE))) as server:
            seen = world.run(verb, "/api/v1/nodes/a", "--server", server.url, "--body", "{}")
            seen.succeeded().took(1, 8) if most == 2 else seen.failed("unable to connect to the server")
            assert len(server.requests) == most, (verb, len(server.requests))


@case("76: 502 and 504 -> GET is repeated, apply is not: a webhook is never asked twice")
def _(world):
    for code in (502, 504):
        with world.serve(in_turn(busy(code), json_answer(NODE))) as server:
            world.run("apply", "/api/v1/nodes/a", "--server", server.url, "--body", "{}").failed("error from server")
            assert len(server.requests) == 1


TEXT = json.dumps(NODE).encode()


@case("77: body shorter than Content-Length, chunk cut, close-delimited cut, bad gzip, cut gzip -> error, 4 requests")
def _(world):
    kind = "Content-Type: application/json"
    packed = gzip.compress(TEXT * 1)
    cuts = {
        "short": head(200, kind, f"Content-Length: {len(TEXT) + 10}") + TEXT,
        "chunk": head(200, kind, "Transfer-Encoding: chunked") + b"100\r\n" + TEXT,
        "closed": head(200, kind, "Connection: close") + TEXT[:-5],
        "no gzip": head(200, kind, "Content-Encoding: gzip", f"Content-Length: {len(TEXT)}") + TEXT,
        "cut gzip": head(200, kind, "Content-Encoding: gzip", f"Content-Length: {len(packed) - 12}") + packed[:-12],
        "empty": head(200, kind, "Content-Length: 0"),
    }
    for name, bytes_sent in cuts.items():
        with world.serve(in_turn(then_close(bytes_sent))) as server:
            world.get(server).failed("the answer to GET https://127.0.0.1:", "cannot be read")
            assert len(server.requests) == 4, (name, len(server.requests))
        with world.serve(in_turn(then_close(bytes_sent), json_answer(NODE))) as server:
            world.get(server).succeeded()


@case("77: gzip bomb -> error, memory bounded")
def _(world):
    bomb = gzip.compress(b" " * (300 << 20), 9)
    body = head(200, "Content-Type: application/json", "Content-Encoding: gzip", f"Content-Length: {len(bomb)}") + bomb
    with world.serve(in_turn(body)) as server:
        world.get(server, memory=400 << 20).failed("larger than 64 MiB")


def slowly(data, step, seconds):
    def give(wire):
        for at in range(0, len(data), step):
            if wire.is_closed:
                return
            wire.send(data[at:at + step])
            time.sleep(seconds)
    return give


@case("78: slow loris in the head and in the body -> ends by the limit")
def _(world):
    whole = json_answer(NODE, 200, "X-Pad: " + "x" * 200)
    at = whole.index(b"\r\n\r\n") + 4
    for body in (slowly(whole, 1, 0.1), lambda wire: (wire.send(whole[:at]), slowly(whole[at:], 1, 1)(wire))):
        with world.serve(in_turn(body)) as server:
            seen = world.get(server, "--low-speed-seconds", 2)
            seen.failed("less than 256 bytes a second for 2 s").took(2, 12)


@case("79: silent server, --request-timeout 2 -> ends at 2 s; the server is told the limit too")
def _(world):
    with world.serve(lambda _, __: server.pause(20)) as server:
        world.get(server, "--request-timeout-ms", 2000).failed("time limit").took(1.9, 4)
        assert server.requests[0].query == [("timeout", "2s")], server.requests[0].target


@case("11.7: nothing comes for more than 3 s -> one line says so")
def _(world):
    def late(_, wire):
        time.sleep(4)
        wire.send(json_answer(NODE))
    with world.serve(late) as server:
        seen = world.get(server, "--times", 2).succeeded()
        assert seen.err == f"waiting for 127.0.0.1:{server.port} to answer\n", seen


@case("79: --request-timeout bounds the attempts together")
def _(world):
    with world.serve(in_turn(busy(429, "Retry-After: 1"))) as server:
        world.get(server, "--request-timeout-ms", 2500).failed("too many requests").took(1, 4)
        assert len(server.requests) <= 3


@case("80: 301 and 307 to another host -> no second request, no token leaves")
def _(world):
    with world.serve(in_turn(json_answer(NODE))) as other:
        for code in (301, 307):
            with world.serve(in_turn(answer(code, "", f"Location: {other.url}/api?token=x"))) as server:
                seen = world.get(server, "--token", "secret-token", "-v", "9")
                seen.failed(f"answered with {code}, a redirect to 127.0.0.1:{other.port}").never_said("secret-token")
                assert len(server.requests) == 1
        assert other.connections == 0


@case("81: 200 text/html -> error that names URL and Content-Type")
def _(world):
    page = "<html><body><h1>Sign in</h1>\x1b[1m</body></html>"
    with world.serve(in_turn(answer(200, page, content_type="text/html; charset=utf-8"))) as server:
        seen = world.get(server).failed(server.url + "/api/v1/nodes/a", "text/html", "Sign in")
        seen.never_said("<h1>", "\x1b")
        assert len(server.requests) == 1


@case("82: 200 with Status Failure -> error")
def _(world):
    with world.serve(in_turn(json_answer(status_body(404, "NotFound", 'nodes "a" not found')))) as server:
        world.get(server).failed('error from server (NotFound): nodes "a" not found')


@case("83: invalid JSON, NUL, invalid UTF-8, duplicate keys, 100,000 deep -> no crash")
def _(world):
    deep = b'{"kind":"Node","a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    for body in (b"{nonsense", b'{"a":"\0"}', b'{"a":"\xff\xfe"}', deep, b"\0" * 100):
        with world.serve(in_turn(answer(200, body))) as server:
            world.get(server).failed("cannot be read")
        with world.serve(in_turn(answer(500, body))) as server:
            world.get(server).failed("error from server")
    with world.serve(in_turn(answer(403, b'{"kind":"Status","kind":"Status","status":"Failure","message":"m"}'))) as server:
        world.get(server).failed("m")


@case("84: three Warnings with escapes, repeated, one of code 199 -> two lines, once each")
def _(world):
    warnings = ('Warning: 299 - "use \\"v2\\", not v1"', 'Warning: 199 - "not ours"',
                'Warning: 299 - "one, two", 299 - "use \\"v2\\", not v1" "Wed, 21 Oct 2026 07:28:00 GMT"')
    with world.serve(in_turn(json_answer(NODE, 200, *warnings))) as server:
        seen = world.get(server, "--times", 3).succeeded()
        assert sorted(seen.err.splitlines()) == ["Warning: one, two", 'Warning: use "v2", not v1'], seen


@case("85: 403 -> the server's words and the rule that is needed")
def _(world):
    words = 'nodes "a" is forbidden: User "u" cannot get resource "nodes" in API group "" at the cluster scope'
    with world.serve(in_turn(json_answer(status_body(403, "Forbidden", words, name="a", kind="nodes"), 403))) as server:
        world.get(server).failed(f"error from server (Forbidden): {words}",
                                 '- {apiGroups: [""], resources: ["nodes"], verbs: ["get"]}')


@case("86: ESC in the server's message -> ^[")
def _(world):
    with world.serve(in_turn(json_answer(status_body(500, "InternalError", "a\x1b]0;x\x07b\nc"), 500))) as server:
        world.get(server).failed("a^[]0;x^Gb c").never_said("\x1b", "\x07")


@case("88: idle connection closed by the server -> a silent reconnect")
def _(world):
    def give(request, wire):
        wire.send(json_answer(NODE))
        wire.close()
    with world.serve(give) as server:
        seen = world.get(server, "--times", 3, "--pause-ms", 100).succeeded()
        assert seen.err == "" and server.connections == 3, (seen, server.connections)


@case("88: one connection for several requests")
def _(world):
    with world.serve(in_turn(json_answer(NODE))) as server:
        world.get(server, "--times", 3).succeeded()
        assert server.connections == 1 and len(server.requests) == 3


@case("37: token with a line break -> error, nothing sent, the token not shown")
def _(world):
    with world.serve(in_turn(json_answer(NODE))) as server:
        seen = world.get(server, "--token", "abc\nX-Evil: 1", "-v", "9")
        seen.failed("header Authorization holds a line break").never_said("abc", "X-Evil: 1")
        assert server.requests == []


@case("55: 401 then 200 -> the next credential, one repeat; 401 twice -> 2 requests")
def _(world):
    no = json_answer(status_body(401, "Unauthorized", "Unauthorized"), 401)
    with world.serve(in_turn(no, json_answer(NODE))) as server:
        world.get(server, "--token", "first-token", "--token", "second-token").succeeded()
        assert [r.header("Authorization") for r in server.requests] == ["Bearer first-token", "Bearer second-token"]
    with world.serve(in_turn(no)) as server:
        seen = world.get(server, "--token", "first-token", "--token", "second-token", "--token", "third")
        seen.failed("you must be logged in to the server (Unauthorized)").never_said("first-token", "second-token")
        assert len(server.requests) == 2


@case("54: 401 from a server whose clock differs -> the hint names the clock")
def _(world):
    no = json_answer(status_body(401, "Unauthorized", "Unauthorized"), 401, "Date: Tue, 01 Jan 2030 00:00:00 GMT")
    with world.serve(in_turn(no)) as server:
        world.get(server, "--token", "t").failed("hint: this machine's clock is ", " behind the server's")


@case("57: --as, two --as-group, --as-uid -> exactly these headers")
def _(world):
    with world.serve(in_turn(json_answer(NODE))) as server:
        world.get(server, "--as", "jane", "--as-group", "a", "--as-group", "b", "--as-uid", "7").succeeded()
        sent = [(k, v) for k, v in server.requests[0].headers if k.startswith("Impersonate")]
        assert sent == [("Impersonate-User", "jane"), ("Impersonate-Uid", "7"), ("Impersonate-Group", "a"),
                        ("Impersonate-Group", "b")], sent


@case("35: plain http -> no credential, one warning")
def _(world):
    with Server(in_turn(json_answer(NODE))) as server:
        seen = world.get(server, "--token", "secret-token", "-v", "9").succeeded()
        seen.said("Warning: the server 127.0.0.1:", "no credential is sent").never_said("secret-token")
        assert server.requests[0].header("Authorization") is None


@case("3.1: headers of a request -> ours and no others")
def _(world):
    with world.serve(in_turn(json_answer(NODE))) as server:
        world.run("apply", "/api/v1/nodes/a", "--server", server.url, "--token", "t",
                  "--body-bytes", 2_000_000)
        request = server.requests[0]
        names = sorted(name for name, _ in request.headers)
        assert names == ["Accept", "Accept-Encoding", "Authorization", "Content-Length", "Content-Type", "Host",
                         "User-Agent"], request.headers
        assert request.header("User-Agent") == "kubectl-gpu/test" and len(request.body) == 2_000_000
        world.get(server, "--no-compression")
        assert server.requests[1].header("Accept-Encoding") is None


@case("130: -v=9 -> no token, no body of a Secret, no cookie")
def _(world):
    secret = {"kind": "Secret", "apiVersion": "v1", "data": {"password": "aHVzaA=="}}
    with world.serve(in_turn(json_answer(secret, 200, "Set-Cookie: session=hush"))) as server:
        seen = world.run("get", "/api/v1/namespaces/x/secrets/a", "--server", server.url, "--token", "hush-token", "-v", "9")
        seen.succeeded()
        seen.said("curl -v -XGET", "Authorization: Bearer <masked>", "Set-Cookie: <masked>", " 200 in ")
        for text in ("hush", "aHVzaA"):
            assert text not in seen.err, seen


@case("11.16: Ctrl-C while waiting -> ends at once with 130; a write gets 2 s for its answer")
def _(world):
    with world.serve(lambda _, __: server.pause(20)) as server:
        seen = world.get(server, interrupt_after=1)
        assert seen.code == 130 and "interrupted" in seen.err, seen
        seen.took(0.9, 2.5)

    def late(_, wire):
        time.sleep(2)
        wire.send(json_answer(NODE))
    with world.serve(late) as server:
        seen = world.run("apply", "/api/v1/nodes/a", "--server", server.url, "--body", "{}", interrupt_after=1)
        assert seen.out.startswith("200 "), seen


@case("11.16: Ctrl-C during a long wait for Retry-After -> ends at once")
def _(world):
    with world.serve(in_turn(busy(429, "Retry-After: 30"))) as server:
        seen = world.get(server, interrupt_after=1.5)
        assert seen.code == 130 and len(server.requests) == 1, seen
        seen.said("waiting 30 s: the server answered 429").took(1.4, 3.5)


@case("3.2: nothing listens, no such name, http behind https -> kubectl's sentences")
def _(world):
    with world.serve(in_turn(json_answer(NODE))) as server:
        pass
    world.get(server).failed(f"the connection to the server 127.0.0.1:{server.port} was refused - did you specify the "
                             "right host or port?").took(0, 5)
    world.run("get", "/x", "--server", "https://kube.invalid").failed("no address for kube.invalid:443")
    with Server(in_turn(json_answer(NODE))) as plain:
        world.run("get", "/x", "--server", f"https://127.0.0.1:{plain.port}").failed("unable to connect to the server")


@case("3.2: a head without end -> an error, memory bounded")
def _(world):
    def endless(wire):
        wire.send(b"HTTP/1.1 200 OK\r\n")
        for _ in range(2000):
            if wire.is_closed:
                return
            wire.send(b"X-More: " + b"x" * 1000 + b"\r\n")
        wire.close()
    with world.serve(in_turn(endless)) as server:
        world.get(server).failed("unable to connect to the server").took(0, 20)


@case("3.1: 1xx answers before the real one -> not taken for it")
def _(world):
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\nRetry-After: 9\r\n\r\n"
    with world.serve(in_turn(early + json_answer(NODE))) as server:
        world.get(server, "-v", "8").succeeded().never_said("Link: ")
