"""kubernetes-client 9, Prometheus: by URL against a scripted server, through the API server's proxy against the same.

Answers are those of Prometheus' HTTP API (prometheus.io/docs/prometheus/latest/querying/api); Prometheus 2.42 itself,
asked by hand, answers so for NaN, infinities, an empty vector, scalars, 400, 422 and the limit of points.
"""
import hashlib
import hmac
import json
import pathlib
import urllib.parse

from harness import case
from scripted_server import answer, json_answer, status_body

UP = {"status": "success", "data": {"resultType": "vector", "result": [
    {"metric": {"job": "a"}, "value": [1435781451.781, "1"]}]}}
SERVICE = "obs/https:mimir:http-web/prometheus"
PROXY = "/api/v1/namespaces/obs/services/https:mimir:http-web/proxy/prometheus/api/v1/query"
NO = {"status": "error", "errorType": "bad_data", "error": "invalid parameter"}


def always(data):
    return lambda _, wire: wire.send(data)


def by_url(world, server, promql="up", *words, **more):
    return world.query(f"{server.url}/prefix/", promql, "--ca", world.ca.certificate, *words, **more)


def proxied(world, server, promql="up", *words, **more):
    return world.query(SERVICE, promql, "--server", server.url, "--certificate-authority", world.ca.certificate, *words,
                       **more)


def form(request):
    return urllib.parse.parse_qs(request.body.decode(), strict_parsing=True)


@case("115: through the API server: https:, a named port, a prefix -> exact path")
def _(world):
    with world.serve(always(json_answer(UP))) as server:
        assert proxied(world, server).succeeded().out == "job=a 1435781451 1\n1 series\n"
        assert server.requests[0].path == PROXY, server.requests[0].target
        assert server.requests[0].query == [("query", "up"), ("timeout", "150s")]


@case("116: NaN, infinities, an empty vector, a scalar, warnings -> no data, values, none, one, on stderr once")
def _(world):
    values = [[i, text] for i, text in enumerate(["NaN", "+Inf", "-Inf", "1e+06"])]
    matrix = {"status": "success", "warnings": ["partial \x1b[31m", "partial \x1b[31m"],
              "data": {"resultType": "matrix", "result": [{"metric": {}, "values": values}]}}
    scalar = {"status": "success", "data": {"resultType": "scalar", "result": [7, "0.5"]}}
    empty = {"status": "success", "data": {"resultType": "vector", "result": []}}
    with world.serve(always(json_answer(matrix))) as server:
        seen = by_url(world, server, "up", "--range", "0,60,1").succeeded()
        assert seen.out == "1 inf\n2 -inf\n3 1e+06\n1 series\n", seen
        assert seen.err == "warning: Prometheus: partial \\x1b[31m\n", seen
    with world.serve(always(json_answer(scalar))) as server:
        assert by_url(world, server, "0.5").succeeded().out == "7 0.5\n1 series\n"
    with world.serve(always(json_answer(empty))) as server:
        assert by_url(world, server).succeeded().out == "0 series\n"


@case("117: 400, 422, 503, HTML, 404 -> what was said, the query shortened")
def _(world):
    query = "sum(" + "x" * 300 + ")"
    for status, body, said in ((400, NO, "bad_data: invalid parameter"),
                               (422, NO | {"errorType": "execution", "error": "too many samples"}, "too many samples"),
                               (503, NO | {"errorType": "timeout", "error": "query timed out"}, "timeout: query timed out"),
                               (200, NO, "bad_data: invalid parameter"),
                               (502, "<html><h1>Bad Gateway</h1></html>", "HTTP 502: Bad Gateway"),
                               (404, "404 page not found\n", "HTTP 404: 404 page not found")):
        text = body if isinstance(body, str) else json.dumps(body)
        kind = "text/html" if isinstance(body, str) else "application/json"
        with world.serve(always(answer(status, text, content_type=kind))) as server:
            for ask in (by_url, proxied):
                seen = ask(world, server, query)
                seen.failed(said, "(query 'sum(xxx").never_said("x" * 100, "<h1>")


@case("118: 10 KB of query -> a form; 403 or 405 on POST -> GET")
def _(world):
    query = "a" * 10_240
    with world.serve(always(json_answer(UP))) as server:
        by_url(world, server, query).succeeded()
        assert [request.method for request in server.requests] == ["POST"]
        assert form(server.requests[0])["query"] == [query] and "?" not in server.requests[0].target
    for status in (403, 405):
        def no_post(request, wire, status=status):
            refusal = status_body(status, "Forbidden", 'cannot create resource "services/proxy"')
            wire.send(json_answer(*((refusal, status) if request.method == "POST" else (UP,))))
        with world.serve(no_post) as server:
            proxied(world, server, query).succeeded()
            assert [request.method for request in server.requests] == ["POST", "GET"]
            assert ("query", query) in server.requests[1].query


@case("118: 403 on GET too -> what to allow")
def _(world):
    no = status_body(403, "Forbidden", 'services "https:mimir:http-web" is forbidden')
    with world.serve(always(json_answer(no, 403))) as server:
        proxied(world, server).failed("is forbidden", "'get' on services/proxy in namespace 'obs'")


@case("119: by URL -> the cluster's token is not sent, its plugin not run")
def _(world):
    folder = pathlib.Path(world.folder)
    plugin = folder / "never-run"
    plugin.write_text(f"#!/bin/sh\ntouch {folder}/ran\n")
    plugin.chmod(0o755)
    user = {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "interactiveMode": "Never", "command": str(plugin)}}
    with world.serve(always(json_answer(UP))) as server:
        (folder / "with-plugin").write_text(json.dumps({
            "current-context": "c", "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
            "clusters": [{"name": "c", "cluster": {"server": server.url}}], "users": [{"name": "u", "user": user}]}))
        by_url(world, server, "up", "--token", "of-the-cluster", "--kubeconfig", folder / "with-plugin").succeeded()
        assert server.requests[0].header("Authorization") is None
        assert not (folder / "ran").exists()


@case("120: a range of more than 11,000 points -> a larger step")
def _(world):
    with world.serve(always(json_answer(UP))) as server:
        for last, asked, step in ((11_000 * 5, 5, "6"), (10_999 * 5, 5, "5"), (86_400, 60, "60")):
            by_url(world, server, "up", "--range", f"0,{last},{asked}")
            query = dict(server.requests[-1].query)
            assert query["step"] == step and last // int(step) + 1 <= 11_000, query


@case("121: tenant header -> sent, by both ways; no org id -> the header's name")
def _(world):
    with world.serve(always(json_answer(UP))) as server:
        for ask in (by_url, proxied):
            ask(world, server, "up", "--header", "X-Scope-OrgID=a|b").succeeded()
            assert server.requests[-1].all("X-Scope-OrgID") == ["a|b"]
    with world.serve(always(answer(401, "no org id\n", content_type="text/plain"))) as server:
        by_url(world, server).failed("no org id", "X-Scope-OrgID")


def signature(secret, request, signed, amz_date, scope):
    """AWS Signature Version 4 as docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
    builds it, over the headers that `signed` names. The request has no query."""
    headers = "".join(f"{name}:{','.join(value.strip() for value in request.all(name))}\n" for name in signed)
    canonical = "\n".join([request.method, request.path, "", headers, ";".join(signed),
                           hashlib.sha256(request.body).hexdigest()])
    text = "\n".join(["AWS4-HMAC-SHA256", amz_date, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = ("AWS4" + secret).encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


class Vanilla:
    """`post-vanilla` of AWS's Signature Version 4 test suite, whose signature AWS published."""
    method, path, body = "POST", "/", b""
    date, scope = "20150830T123600Z", "20150830/us-east-1/service/aws4_request"

    def all(self, name):
        return [{"host": "example.amazonaws.com", "x-amz-date": self.date}[name]]


KEYS = {"AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"}


def check_signature(request, region, more_signed=()):
    scheme, _, fields = request.header("Authorization").partition(" ")
    fields = dict(field.strip().split("=", 1) for field in fields.split(","))
    date, signed = request.header("X-Amz-Date"), fields["SignedHeaders"].split(";")
    scope = f"{date[:8]}/{region}/aps/aws4_request"
    assert scheme == "AWS4-HMAC-SHA256" and fields["Credential"] == f"AKIDEXAMPLE/{scope}", fields
    assert {"host", "x-amz-date", *more_signed} <= set(signed) and signed == sorted(signed), signed
    assert fields["Signature"] == signature(KEYS["AWS_SECRET_ACCESS_KEY"], request, signed, date, scope)


@case("122: SigV4 -> the Authorization that AWS expects, for the moment in X-Amz-Date; the keys themselves never sent")
def _(world):
    assert signature(KEYS["AWS_SECRET_ACCESS_KEY"], Vanilla(), ["host", "x-amz-date"], Vanilla.date, Vanilla.scope) == \
        "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"
    session = "IQoJb3JpZ2luX2VjE//+=="
    with world.serve(always(json_answer(UP))) as server:
        def ask(promql, *words, **env):
            return by_url(world, server, promql, "--aws-region", "eu-west-1", "--bearer-token", "unused", *words, env=env)
        ask('sum by (pod) (rate(a{b="c d"}[5m]))', **KEYS).succeeded()
        check_signature(server.requests[-1], "eu-west-1")
        ask("up", "--header", "X-Scope-OrgID=a|b", AWS_SESSION_TOKEN=session, **KEYS).succeeded()
        check_signature(server.requests[-1], "eu-west-1", ["x-amz-security-token"])
        assert server.requests[-1].header("X-Amz-Security-Token") == session
        for request in server.requests:
            assert request.method == "POST" and request.path == "/prefix/api/v1/query" and form(request)["query"]
            assert len(request.all("Authorization")) == 1
            assert KEYS["AWS_SECRET_ACCESS_KEY"] not in str(request.headers) + request.body.decode()


@case("122: keys of the environment first, else those that the aws CLI exports; none -> what to do")
def _(world):
    folder = pathlib.Path(world.folder) / "aws-bin"
    folder.mkdir()
    exported = {"Version": 1, "AccessKeyId": "AKIDEXAMPLE", "SecretAccessKey": KEYS["AWS_SECRET_ACCESS_KEY"],
                "SessionToken": "exported", "Expiration": "2099-01-01T00:00:00Z"}
    aws = folder / "aws"
    aws.write_text(f"#!/bin/sh\n[ \"$*\" = 'configure export-credentials --format process' ] || exit 9\n"
                   f"cat <<'END'\n{json.dumps(exported)}\nEND\n")
    aws.chmod(0o755)
    path = {"PATH": f"{folder}:/usr/bin:/bin"}
    with world.serve(always(json_answer(UP))) as server:
        by_url(world, server, "up", "--aws-region", "eu-west-1", env=path).succeeded()
        check_signature(server.requests[0], "eu-west-1", ["x-amz-security-token"])
        assert server.requests[0].header("X-Amz-Security-Token") == "exported"
        by_url(world, server, "up", "--aws-region", "eu-west-1", env=path | KEYS).succeeded()
        assert server.requests[1].header("X-Amz-Security-Token") is None
        for script, said in (("echo 'The config profile could not be found' >&2; exit 255", "exit code 255"),
                             ("echo '{\"SecretAccessKey\": \"hush\"}'", "printed none"), ("echo hush", "is no JSON")):
            aws.write_text("#!/bin/sh\n" + script + "\n")
            by_url(world, server, "up", "--aws-region", "eu-west-1", env=path).failed(
                "no AWS credentials", said, "AWS_ACCESS_KEY_ID").never_said("hush")
        aws.unlink()
        by_url(world, server, "up", "--aws-region", "eu-west-1", env={"PATH": str(folder)}).failed("nor is aws on PATH")
        assert len(server.requests) == 2
