"""kubernetes-client 9, Proxy and TLS. The words are Go's crypto/x509, which kubectl prints."""
import base64
import json
import os
import pathlib
import select
import socket
import ssl
import threading

from harness import case
from scripted_server import Server, answer, json_answer, server_context

NODE = {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "a"}}


def node(_, wire):
    wire.send(json_answer(NODE))


def served_with(world, name, names, **dates):
    return world.serve(node, tls=server_context(*world.ca.sign(name, names, **dates)))


@case("64: certificate for another name -> its sentence")
def _(world):
    with served_with(world, "named", "DNS:kube.test,IP:10.0.0.1") as server:
        world.get(server).failed("x509: certificate is valid for 10.0.0.1, not 127.0.0.1")
        assert server.requests == []
        by_name = world.run("get", "/version", "--server", f"https://localhost:{server.port}")
        by_name.failed("x509: certificate is valid for kube.test, not localhost")


@case("64: unknown authority -> its sentence")
def _(world):
    with world.serve(node, tls=server_context(*world.other_ca.sign("stranger", "IP:127.0.0.1"))) as server:
        world.get(server).failed("x509: certificate signed by unknown authority")
        assert server.requests == []


@case("64: expired -> its sentence")
def _(world):
    with served_with(world, "expired", "IP:127.0.0.1", end="20210102030405Z") as server:
        world.get(server).failed("certificate has expired or is not yet valid", "is after 2021-01-02T03:04:05Z")


@case("64: not yet valid -> its sentence")
def _(world):
    with served_with(world, "early", "IP:127.0.0.1", start="20390102030405Z") as server:
        world.get(server).failed("certificate has expired or is not yet valid", "is before 2039-01-02T03:04:05Z")


@case("64: a common name alone -> its sentence")
def _(world):
    pair = world.ca.sign("common", "", subject="/CN=127.0.0.1")
    with world.serve(node, tls=server_context(*pair)) as server:
        world.get(server).failed("certificate relies on legacy Common Name field, use SANs instead")


@case("65: wrong CA in the config, the right one in the system's path -> refused")
def _(world):
    with world.serve(node) as server:
        environment = {"SSL_CERT_FILE": str(world.ca.certificate)}
        world.run("get", "/version", "--server", server.url, ca=False, env=environment).succeeded()
        wrong = world.run("get", "/version", "--server", server.url, "--ca", world.other_ca.certificate, ca=False,
                          env=environment)
        wrong.failed("certificate signed by unknown authority")


@case("66: tls-server-name -> SNI and verification by it, Host stays")
def _(world):
    context = server_context(*world.ca.sign("sni", "DNS:kube.test"))
    names = []
    context.sni_callback = lambda _, name, __: names.append(name)
    with world.serve(node, tls=context) as server:
        world.get(server, "--tls-server-name", "kube.test").succeeded()
        assert names == ["kube.test"], names
        assert server.requests[0].all("Host") == [f"127.0.0.1:{server.port}"], server.requests[0].headers
        world.get(server, "--tls-server-name", "other.test").failed("is valid for kube.test, not other.test")


@case("67: insecure -> accepted")
def _(world):
    with served_with(world, "any", "DNS:nothing.test") as server:
        world.run("get", "/version", "--server", server.url, "--insecure", ca=False).succeeded()


@case("68: a server of TLS 1.1 -> refused")
def _(world):
    context = server_context(*world.server_pair)
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    with world.serve(node, tls=context) as server:
        world.get(server).failed("neither TLS 1.2 nor 1.3")


@case("69: dropped in the middle of the handshake -> an error at once; silent there -> at the connect limit")
def _(world):
    def drop(sock):
        sock.recv(100)
        sock.close()
        return True
    with world.serve(node, before_tls=drop) as server:
        world.get(server).failed("unable to connect to the server").took(0, 25)

    def wait(sock):
        server.pause(20)
        return True
    with world.serve(node, before_tls=wait) as server:
        world.get(server, "--connect-ms", 1500).failed("no answer from 127.0.0.1:", "within 1 s").took(1, 5)


@case("41: client certificate -> the server sees its name")
def _(world):
    certificate, key = world.ca.sign("alice", "", subject="/O=team/CN=alice")
    with world.serve(node, tls=server_context(*world.server_pair, client_ca=world.ca.certificate)) as server:
        world.get(server, "--client-certificate", certificate, "--client-key", key).succeeded()
        assert (("commonName", "alice"),) in server.peers[0]["subject"], server.peers


@case("42: client certificate and key of two pairs -> a clear error, nothing sent")
def _(world):
    certificate, _ = world.ca.sign("bob", "", subject="/CN=bob")
    _, key = world.ca.sign("eve", "", subject="/CN=eve")
    with world.serve(node) as server:
        seen = world.get(server, "--client-certificate", certificate, "--client-key", key)
        seen.failed("tls: private key does not match public key")
        assert server.connections == 0


class Proxy(Server):
    """Opens the tunnel that CONNECT or SOCKS5 asks for, to this machine whatever the name; remembers what was asked."""

    def __init__(self, refusal=None, silent=False):
        super().__init__(None)
        self.refusal, self.silent, self.asked, self.heads = refusal, silent, [], []

    def _serve(self, sock, number):
        try:
            first = sock.recv(1, socket.MSG_PEEK)
            port = self._socks(sock) if first == b"\x05" else self._connect(sock)
            if port:
                self._tunnel(sock, port)
            sock.close()
        except OSError:
            sock.close()

    def _connect(self, sock):
        head = b""
        while b"\r\n\r\n" not in head:
            head += sock.recv(4096)
        self.heads.append(head.decode())
        self.asked.append(head.split()[1].decode())
        if self.silent:
            self.pause(20)
            return None
        if self.refusal:
            sock.sendall(self.refusal)
            return None
        sock.sendall(b"HTTP/1.1 200 Connection established\r\nX-Of-The-Proxy: 1\r\n\r\n")
        return int(self.asked[-1].rpartition(":")[2])

    def _socks(self, sock):
        sock.recv(2 + sock.recv(2, socket.MSG_PEEK)[1])
        sock.sendall(b"\x05\x00")
        request = sock.recv(300)
        assert request[3] == 3, "no host name reached the proxy"
        length = request[4]
        self.asked.append(request[5:5 + length].decode())
        sock.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
        return int.from_bytes(request[5 + length:7 + length], "big")

    def _tunnel(self, sock, port):
        with socket.create_connection(("127.0.0.1", port)) as far:
            while not self.stopped.is_set():
                ready, _, _ = select.select([sock, far], [], [], 0.2)
                for side in ready:
                    data = side.recv(65536)
                    if not data:
                        return
                    (far if side is sock else sock).sendall(data)


def through(world, server, proxy, *words):
    """By a name that only the proxy can resolve."""
    return world.run("get", "/version", "--server", f"https://kube.test:{server.port}", "--proxy", proxy, "-v", "9",
                     "--token", "for-the-server-alone", *words)


def kubeconfig(server, ca, proxy_url=None):
    cluster = {"server": server, "certificate-authority": str(ca)} | ({"proxy-url": proxy_url} if proxy_url else {})
    return json.dumps({"current-context": "c", "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
                       "clusters": [{"name": "c", "cluster": cluster}], "users": [{"name": "u", "user": {}}]})


@case("60: a cluster's proxy-url and NO_PROXY=* -> proxied; HTTPS_PROXY is left to others")
def _(world):
    context = server_context(*world.ca.sign("far-away", "DNS:kube.test"))
    with world.serve(node, tls=context) as server, Proxy() as proxy, Proxy() as other:
        config = pathlib.Path(world.folder) / "proxied.kubeconfig"
        address = f"https://kube.test:{server.port}"
        config.write_text(kubeconfig(address, world.ca.certificate, f"http://127.0.0.1:{proxy.port}"))
        environment = {"KUBECONFIG": str(config), "NO_PROXY": "*", "HTTPS_PROXY": f"http://127.0.0.1:{other.port}"}
        world.gpu("node", "list", env=environment)
        assert proxy.asked and set(proxy.asked) == {f"kube.test:{server.port}"}, proxy.asked
        assert server.requests[0].path == "/api/v1/nodes" and not other.asked
        # Without a proxy-url NO_PROXY counts.
        config.write_text(kubeconfig(address, world.ca.certificate))
        world.gpu("node", "list", env=environment).failed("kube.test")
        assert not other.asked
        world.gpu("node", "list", env=environment | {"NO_PROXY": "elsewhere.test"})
        assert set(other.asked) == {f"kube.test:{server.port}"}, other.asked


@case("61: %40 in the proxy's password -> decoded; never in logs; no credential of ours to the proxy")
def _(world):
    context = server_context(*world.ca.sign("far", "DNS:kube.test"))
    with world.serve(node, tls=context) as server, Proxy() as proxy:
        seen = through(world, server, f"http://me:p%40ss@127.0.0.1:{proxy.port}").succeeded()
        sent = base64.b64encode(b"me:p@ss").decode()
        assert f"Proxy-Authorization: Basic {sent}" in proxy.heads[0], proxy.heads
        assert "for-the-server-alone" not in proxy.heads[0], proxy.heads
        seen.never_said("p%40ss", "p@ss", sent, "for-the-server-alone", "X-Of-The-Proxy")


@case("62: socks5h -> the name reaches the proxy")
def _(world):
    context = server_context(*world.ca.sign("farther", "DNS:kube.test"))
    with world.serve(node, tls=context) as server, Proxy() as proxy:
        through(world, server, f"socks5h://127.0.0.1:{proxy.port}").succeeded()
        assert proxy.asked == ["kube.test"], proxy.asked


@case("62: a cluster's proxy-url socks5:// -> the name reaches the proxy, as Go has it")
def _(world):
    context = server_context(*world.ca.sign("socks", "DNS:kube.test"))
    with world.serve(node, tls=context) as server, Proxy() as proxy:
        config = pathlib.Path(world.folder) / "socks.kubeconfig"
        config.write_text(kubeconfig(f"https://kube.test:{server.port}", world.ca.certificate,
                                     f"socks5://127.0.0.1:{proxy.port}"))
        world.gpu("node", "list", env={"KUBECONFIG": str(config)})
        assert server.requests[0].path == "/api/v1/nodes" and set(proxy.asked) == {"kube.test"}, proxy.asked


@case("63: proxy 407, 502, silent, not there -> errors that name the proxy, not its password")
def _(world):
    with world.serve(node) as server:
        for code in (407, 502):
            with Proxy(refusal=b"HTTP/1.1 %d No\r\nContent-Length: 0\r\n\r\n" % code) as proxy:
                seen = through(world, server, f"http://me:hush@127.0.0.1:{proxy.port}")
                seen.failed(f"the proxy http://127.0.0.1:{proxy.port}", f"answered {code}").never_said("hush")
        with Proxy(silent=True) as proxy:
            seen = through(world, server, f"http://me:hush@127.0.0.1:{proxy.port}", "--connect-ms", 1500)
            seen.failed(f"the proxy http://127.0.0.1:{proxy.port}").never_said("hush").took(1, 6)
        gone = through(world, server, f"http://me:hush@127.0.0.1:{proxy.port}")
        gone.failed(f"the proxy http://127.0.0.1:{proxy.port}", "connection refused").never_said("hush")


@case("1.7: variables of the environment -> libcurl reads none of them")
def _(world):
    with world.serve(node) as server:
        trap = {name: "http://127.0.0.1:1" for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")}
        world.get(server, env=trap).succeeded()


@case("63: an https proxy -> verified by the CA, the tunnel in it too; --insecure does not reach it")
def _(world):
    far = server_context(*world.ca.sign("in-tunnel", "DNS:kube.test"))

    class TlsProxy(Proxy):
        def _serve(self, sock, number):
            try:
                outer = self.context.wrap_socket(sock, server_side=True)
            except (ssl.SSLError, OSError):
                return
            port = self._connect(outer)
            near, inner = socket.socketpair()
            threading.Thread(target=self._tunnel, args=(inner, port), daemon=True).start()
            pump(outer, near, self.stopped)

    def pump(outer, near, stopped):
        outer.settimeout(0.05)
        near.settimeout(0.05)
        while not stopped.is_set():
            for source, sink in ((outer, near), (near, outer)):
                try:
                    data = source.recv(65536)
                except (TimeoutError, ssl.SSLWantReadError):
                    continue
                except OSError:
                    return
                if not data:
                    return
                sink.sendall(data)

    with world.serve(node, tls=far) as server, TlsProxy() as proxy:
        proxy.context = world.tls
        through(world, server, f"https://127.0.0.1:{proxy.port}").succeeded()
        proxy.context = server_context(*world.other_ca.sign("liar", "IP:127.0.0.1"))
        through(world, server, f"https://127.0.0.1:{proxy.port}", "--insecure").failed("tls: ")
