"""A loopback server that does what a test says, byte by byte: HTTP/1.1 over TLS or not, on raw sockets.

    with Server(tls=context, answer=lambda request, wire: wire.send(json_answer({...}))) as server:
        ... server.url, server.requests ...

`answer` is called once per request; what it sends, when, and whether it closes is its own affair. A connection stays
open for the next request unless it was closed.
"""
import json
import socket
import ssl
import struct
import threading
import time


class Request:
    def __init__(self, method, target, headers, body, connection):
        self.method, self.target, self.headers, self.body = method, target, headers, body
        self.connection = connection  # which connection of the server, from 0
        self.time = time.monotonic()

    @property
    def path(self):
        return self.target.partition("?")[0]

    @property
    def query(self):
        """Pairs as they were sent, not decoded."""
        text = self.target.partition("?")[2]
        return [tuple(pair.partition("=")[::2]) for pair in text.split("&")] if text else []

    def all(self, name):
        return [value for key, value in self.headers if key.lower() == name.lower()]

    def header(self, name):
        return (self.all(name) + [None])[0]


class Wire:
    """One connection, as `answer` sees it."""

    def __init__(self, sock):
        self.sock, self.is_closed = sock, False

    def send(self, data):
        try:
            self.sock.sendall(data if isinstance(data, bytes) else data.encode())
        except OSError:
            self.close()

    def close(self):
        """An orderly end, without TLS's close_notify."""
        self.is_closed = True
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.sock.close()

    def reset(self):
        """RST."""
        self.is_closed = True
        try:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:
            pass
        self.sock.close()


class Server:
    def __init__(self, answer, tls=None, before_tls=None):
        """`before_tls(socket)` may misbehave before the handshake; true ends the connection there."""
        self.answer, self.tls, self.before_tls = answer, tls, before_tls
        self.requests, self.connections, self.server_names, self.peers = [], 0, [], []
        self.lock, self.stopped, self.open = threading.Lock(), threading.Event(), []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        for sock in [self.listener, *self.open]:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            sock.close()

    def pause(self, seconds):
        """Sleeps, but not past the end of the test. True when it was cut short."""
        return self.stopped.wait(seconds)

    def _accept(self):
        while not self.stopped.is_set():
            try:
                sock, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                number, self.connections = self.connections, self.connections + 1
                self.open.append(sock)
            threading.Thread(target=self._serve, args=(sock, number), daemon=True).start()

    def _serve(self, sock, number):
        try:
            if self.before_tls and self.before_tls(sock):
                return
            if self.tls:
                sock = self.tls.wrap_socket(sock, server_side=True)
                self.peers.append(sock.getpeercert())
                with self.lock:
                    self.open.append(sock)
            wire, stream = Wire(sock), sock.makefile("rb")
            while not wire.is_closed:
                request = self._read(stream, number)
                if request is None:
                    break
                with self.lock:
                    self.requests.append(request)
                self.answer(request, wire)
            sock.close()
        except (OSError, ssl.SSLError, ValueError):
            sock.close()

    @staticmethod
    def _read(stream, number):
        first = stream.readline().decode("latin-1").split()
        if len(first) < 2:
            return None
        headers = []
        while (line := stream.readline().decode("latin-1").strip()):
            name, _, value = line.partition(":")
            headers.append((name, value.strip()))
        length = next((int(value) for name, value in headers if name.lower() == "content-length"), 0)
        return Request(first[0], first[1], headers, stream.read(length), number)


def server_context(certificate, key, client_ca=None):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    if client_ca:
        context.load_verify_locations(client_ca)
        context.verify_mode = ssl.CERT_REQUIRED
    return context


REASONS = {200: "OK", 201: "Created", 301: "Moved Permanently", 307: "Temporary Redirect", 401: "Unauthorized"}


def head(status, *headers):
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Whatever')}", *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"


def answer(status, body=b"", *headers, content_type="application/json"):
    body = body if isinstance(body, bytes) else body.encode()
    return head(status, f"Content-Type: {content_type}", f"Content-Length: {len(body)}", *headers) + body


def json_answer(value, status=200, *headers):
    return answer(status, json.dumps(value), *headers)


def status_body(code, reason, message, **details):
    body = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": message,
            "reason": reason, "code": code}
    return body | ({"details": details} if details else {})
