"""A loopback server of HTTP/2 (RFC 9113), frame by frame: enough to answer, refuse a stream or say goodbye.

Header blocks are not decoded: `answer` learns which request of the server this is, not what it asks. What is sent uses
HPACK literals without Huffman coding and without the dynamic table (RFC 7541 6.2.2).
"""
import struct
import threading

from scripted_server import Server

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY = 0, 1, 3, 4, 6, 7
END_STREAM, ACK, END_HEADERS = 1, 1, 4
NO_ERROR, INTERNAL_ERROR, REFUSED_STREAM = 0, 2, 7
STATUS_200 = b"\x88"  # index 8 of the static table


class Stream:
    """One request: its number among all of the server's, and ways to answer it."""

    def __init__(self, sock, lock, number, identifier):
        self.sock, self.lock, self.number, self.identifier = sock, lock, number, identifier

    def frame(self, kind, flags, stream, payload=b""):
        with self.lock:
            try:
                self.sock.sendall(struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) +
                                  struct.pack(">I", stream) + payload)
            except OSError:
                pass

    def head(self, **headers):
        block = STATUS_200
        for name, value in headers.items():
            name = name.replace("_", "-").encode()
            block += b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value.encode()
        self.frame(HEADERS, END_HEADERS, self.identifier, block)

    def body(self, data, last=True):
        self.frame(DATA, END_STREAM if last else 0, self.identifier, data)

    def give(self, data):
        self.head(content_type="application/json")
        self.body(data)

    def reset(self, code):
        self.frame(RST_STREAM, 0, self.identifier, struct.pack(">I", code))

    def goodbye(self, last, code=NO_ERROR):
        """`last` is the highest stream that was or will be looked at."""
        self.frame(GOAWAY, 0, 0, struct.pack(">II", last, code))

    def close(self):
        self.sock.close()


class Http2Server(Server):
    """`answer(stream)` is called once per request, each in a thread of its own."""

    def _serve(self, sock, number):
        try:
            sock = self.tls.wrap_socket(sock, server_side=True)
            assert sock.selected_alpn_protocol() == "h2"
            with self.lock:
                self.open.append(sock)
            stream = sock.makefile("rb")
            assert stream.read(len(PREFACE)) == PREFACE
            self._frames(sock, stream)
        except (OSError, ValueError, AssertionError):
            pass
        finally:
            sock.close()

    def _frames(self, sock, stream):
        lock = threading.Lock()
        control = Stream(sock, lock, -1, 0)
        control.frame(SETTINGS, 0, 0)
        while (head := stream.read(9)) and len(head) == 9:
            length, kind, flags = int.from_bytes(head[:3], "big"), head[3], head[4]
            identifier = int.from_bytes(head[5:], "big") & 0x7FFFFFFF
            payload = stream.read(length)
            if kind in (SETTINGS, PING) and not flags & ACK:
                control.frame(kind, ACK, 0, payload if kind == PING else b"")
            elif kind in (HEADERS, DATA) and flags & END_STREAM:
                with self.lock:
                    request = Stream(sock, lock, len(self.requests), identifier)
                    self.requests.append(request)
                threading.Thread(target=self.answer, args=(request,), daemon=True).start()


def with_http2(context):
    context.set_alpn_protocols(["h2"])
    return context
