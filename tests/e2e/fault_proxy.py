"""A proxy in front of the real API server that breaks chosen answers, for tests of what a client makes of it.

    with FaultProxy(cluster) as proxy:
        proxy.fault(r"^/api/v1/pods", status(429, retry_after=1), times=2)
        case.run_gpu(["node", "list"], proxy.kubeconfig, folder)
        proxy.requests                       # (method, path, fault or None) of what was asked, in order

It speaks HTTP/1.1 over TLS with a certificate of the cluster's CA. Its kubeconfig holds a token of a ServiceAccount that
may do everything, since a client certificate does not pass a proxy.
"""
import gzip
import http.client
import http.server
import json
import re
import socket
import ssl
import struct
import threading
import time

NOT_FORWARDED = {"connection", "transfer-encoding", "content-length", "keep-alive", "host"}


class Answer:
    """What the API server said."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def header(self, name):
        return next((value for key, value in self.headers if key.lower() == name), None)


# -- faults: functions that write an answer; `server` has the connection ------------------------------------------------


def status(code, retry_after=None, body=None, content_type="application/json", headers=()):
    """Another answer in place of the server's: a Status of that code, or `body`."""
    def send(server, _):
        text = body if body is not None else json.dumps(
            {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "code": code,
             "message": f"the test said {code}", "reason": http.client.responses.get(code, "").replace(" ", "")})
        extra = [("Retry-After", str(retry_after))] if retry_after is not None else []
        server.send_whole(Answer(code, [("Content-Type", content_type), *extra, *headers], text.encode()))
    return named(send, f"status {code}")


def reset(after):
    """The connection is reset after so many bytes of the body."""
    def send(server, answer):
        server.send_head(answer, [("Content-Length", str(len(answer.body)))])
        server.wfile.write(answer.body[:after])
        server.wfile.flush()
        # Without lingering a close sends RST.
        server.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        server.abort()
    return named(send, "reset")


def short_body(after):
    """Content-Length promises the whole body; so many bytes come, then the end."""
    def send(server, answer):
        server.send_head(answer, [("Content-Length", str(len(answer.body)))])
        server.wfile.write(answer.body[:after])
        server.finish_connection()
    return named(send, "short body")


def cut_without_length(after):
    """No length at all, the connection's end ends the body, and it comes too early: only a parser can tell."""
    def send(server, answer):
        server.send_head(answer, [("Connection", "close")])
        server.wfile.write(answer.body[:after])
        server.finish_connection()
    return named(send, "cut without length")


def cut_gzip(share=0.5):
    """A well-framed answer whose gzip stream ends in the middle."""
    def send(server, answer):
        packed = answer.body if answer.header("content-encoding") == "gzip" else gzip.compress(answer.body)
        headers = [(key, value) for key, value in answer.headers if key.lower() != "content-encoding"]
        server.send_whole(Answer(answer.status, [*headers, ("Content-Encoding", "gzip")], packed[:int(len(packed) * share)]))
    return named(send, "cut gzip")


def slow(bytes_each, seconds_each):
    """The body in small pieces with a pause after each."""
    def send(server, answer):
        server.send_head(answer, [("Content-Length", str(len(answer.body)))])
        for begin in range(0, len(answer.body), bytes_each):
            server.wfile.write(answer.body[begin:begin + bytes_each])
            server.wfile.flush()
            time.sleep(seconds_each)
    return named(send, "slow")


def late(seconds):
    """The whole answer, but only after a while."""
    def send(server, answer):
        time.sleep(seconds)
        server.send_whole(answer)
    return named(send, "late")


def whole(before):
    """The server's own answer, asked for after `before()`: what the cluster does meanwhile is the fault."""
    def send(server, answer):
        server.send_whole(answer)
    send.before = before
    return named(send, "whole")


def named(function, name):
    function.fault_name = name
    return function


# -- the proxy ------------------------------------------------------------------------------------------------------


class Rule:
    def __init__(self, pattern, fault, times, skip):
        self.pattern, self.fault, self.times, self.skip = re.compile(pattern), fault, times, skip


class FaultProxy:
    """names: the certificate's subjectAltName; another one than 127.0.0.1 is a wrong certificate."""

    def __init__(self, cluster, names="IP:127.0.0.1,DNS:localhost"):
        self.cluster, self.names = cluster, names
        self.rules, self.requests, self.lock = [], [], threading.Lock()

    def __enter__(self):
        self.account = account(self.cluster)
        certificate, key = self.cluster.authority.server(f"proxy-{id(self)}", self.names)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        proxy = self

        class Handler(Forward):
            owner = proxy

        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.tls = context
        self.url = f"https://127.0.0.1:{self.server.server_address[1]}"
        self.kubeconfig = self.cluster.write_kubeconfig(f"proxy-{self.server.server_address[1]}", {"token": self.account},
                                                        server=self.url)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def fault(self, pattern, fault, times=None, skip=0):
        """Answers for paths (with their query) that match are broken `times` times, after `skip` whole ones."""
        with self.lock:
            self.rules.append(Rule(pattern, fault, times, skip))

    def clear(self):
        with self.lock:
            self.rules, self.requests = [], []

    def asked(self, pattern):
        """How often a path that matches was asked for."""
        with self.lock:
            return sum(bool(re.search(pattern, path)) for _, path, _ in self.requests)

    def choose(self, method, path):
        with self.lock:
            chosen = next((rule for rule in self.rules if rule.pattern.search(path) and rule.times != 0), None)
            if chosen and chosen.skip > 0:
                chosen.skip -= 1
                chosen = None
            if chosen and chosen.times:
                chosen.times -= 1
            self.requests.append((method, path, chosen.fault.fault_name if chosen else None))
            return chosen.fault if chosen else None


def account(cluster):
    """A token of a ServiceAccount that may do everything; the account is made once a cluster."""
    if not cluster.get("/api/v1/namespaces/default/serviceaccounts/behind-proxy"):
        cluster.service_account("behind-proxy")
        cluster.allow("behind-proxy", [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]},
                                       {"nonResourceURLs": ["*"], "verbs": ["*"]}], service_accounts=["behind-proxy"])
    return cluster.token("behind-proxy")


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def finish_request(self, request, client_address):
        # The handshake belongs into the connection's own thread.
        try:
            with self.tls.wrap_socket(request, server_side=True) as secured:
                self.RequestHandlerClass(secured, client_address, self)
        except (OSError, ValueError):
            pass  # the client did not like the certificate, or went away

    def handle_error(self, request, client_address):
        pass


class Forward(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 0
    owner = None

    def forward(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        fault = self.owner.choose(self.command, self.path)
        if hasattr(fault, "before"):
            fault.before()
        answer = self.ask(body)
        if fault:
            fault(self, answer)
        else:
            self.send_whole(answer)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = forward

    def ask(self, body):
        cluster = self.owner.cluster
        context = ssl.create_default_context(cafile=str(cluster.authority.certificate))
        connection = http.client.HTTPSConnection("127.0.0.1", cluster.port, timeout=60, context=context)
        headers = {key: value for key, value in self.headers.items() if key.lower() not in NOT_FORWARDED}
        connection.request(self.command, self.path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return Answer(answer.status, [pair for pair in answer.getheaders() if pair[0].lower() not in NOT_FORWARDED], text)

    def send_head(self, answer, headers):
        self.send_response_only(answer.status)
        for key, value in [*answer.headers, *headers]:
            self.send_header(key, value)
        self.end_headers()

    def send_whole(self, answer):
        self.send_head(answer, [("Content-Length", str(len(answer.body)))])
        self.wfile.write(answer.body)

    def finish_connection(self):
        """Ends TLS and TCP in order, as a server does that thinks it is done."""
        self.close_connection = True
        try:
            self.connection.unwrap()
        except OSError:
            pass

    def abort(self):
        self.close_connection = True
        # Below TLS: nothing more is said, not even that it ends.
        socket.socket(fileno=self.connection.detach()).close()

    def log_message(self, *_):
        pass
