"""The program itself against the same servers: what a person sees of `pool create --diff`."""
from harness import case
from scripted_server import answer, json_answer, server_context, status_body


def diff(world, server, *words):
    return world.gpu("pool", "create", "l4", "--accelerator", "L4", "--cluster-name", "demo", "--region", "us-east-1", "--diff",
                     "--server", server.url, "--certificate-authority", world.ca.certificate, *words)


def failed(seen, *texts):
    """kubectl's exit code for a diff that failed; nothing on stdout, one error."""
    assert seen.code == 2 and seen.out == "", seen
    return seen.said(*texts)


@case("79: pool create --diff: --request-timeout 2 at a silent server -> ends at 2 s")
def _(world):
    with world.serve(lambda *_: server.pause(20)) as server:
        failed(diff(world, server, "--request-timeout", "2"), "time limit").took(1.9, 6)


@case("64: pool create --diff: unknown authority -> its sentence, nothing sent")
def _(world):
    with world.serve(None, tls=server_context(*world.other_ca.sign("program", "IP:127.0.0.1"))) as server:
        failed(diff(world, server, "--token", "hush"), "error: ", "certificate signed by unknown authority")
        assert server.requests == []


@case("81: pool create --diff: a login page -> exit 2, URL and Content-Type")
def _(world):
    page = answer(200, "<h1>Sign in</h1>", content_type="text/html")
    with world.serve(lambda _, wire: wire.send(page)) as server:
        failed(diff(world, server), server.url, "text/html", "Sign in").never_said("<h1>")


@case("55, 130: pool create --diff: 401 with -v=9 -> the sentence and a hint, no sign of the token")
def _(world):
    no = json_answer(status_body(401, "Unauthorized", "Unauthorized"), 401)
    with world.serve(lambda _, wire: wire.send(no)) as server:
        seen = failed(diff(world, server, "--token", "hush-token", "-v", "9"),
                      "error: you must be logged in to the server (Unauthorized)", "hint: ", "Bearer <masked>")
        assert server.requests[0].header("Authorization") == "Bearer hush-token"
        seen.never_said("hush")


@case("85: pool create --diff: 403 -> kubectl's words")
def _(world):
    no = json_answer(status_body(403, "Forbidden", "nodepools is forbidden"), 403)
    with world.serve(lambda _, wire: wire.send(no)) as server:
        failed(diff(world, server), "error from server (Forbidden): nodepools is forbidden")
