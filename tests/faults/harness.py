"""What the cases share: certificates made once, the program run with a clean environment, and what it left."""
import os
import subprocess
import time

from certificates import Authority
from scripted_server import Server, server_context

CASES = []
SECONDS = 60


class Case:
    def __init__(self, name, run):
        self.name, self.run = name, run


def case(name):
    """`@case("70: 429 with Retry-After 1 twice -> success")` on a function of the world."""
    def add(function):
        CASES.append(Case("kubernetes-client " + name, function))
        return function
    return add


class Seen:
    def __init__(self, done, seconds):
        self.code, self.seconds = done.returncode, seconds
        self.out, self.err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")

    def __str__(self):
        return f"exit {self.code} after {self.seconds:.1f} s\n--- stdout\n{self.out}--- stderr\n{self.err}---"

    def succeeded(self):
        assert self.code == 0, self
        return self

    def failed(self, *texts):
        """Exit 1, nothing on stdout, one error that holds each of the texts."""
        assert self.code == 1 and self.out == "" and self.err.count("error: ") >= 1, self
        return self.said(*texts)

    def said(self, *texts):
        for text in texts:
            assert text in self.err, f"not said: {text}\n{self}"
        return self

    def never_said(self, *texts):
        for text in texts:
            assert text not in self.err + self.out, f"said: {text}\n{self}"
        return self

    def took(self, least, most):
        assert least <= self.seconds <= most, self
        return self


class World:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.ca = Authority(folder)
        self.other_ca = Authority(folder, "other")
        self.server_pair = self.ca.sign("server", "DNS:localhost,IP:127.0.0.1")
        self.tls = server_context(*self.server_pair)

    def serve(self, answer, tls=None, **more):
        return Server(answer, tls=tls or self.tls, **more)

    def run(self, *words, ca=True, env=None, cut_after=SECONDS):
        line = [self.program, *map(str, words)] + (["--ca", str(self.ca.certificate)] if ca else [])
        clean = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C"} | (env or {})
        start = time.monotonic()
        done = subprocess.run(line, env=clean, capture_output=True, timeout=cut_after)
        return Seen(done, time.monotonic() - start)

    def get(self, server, *words, **more):
        return self.run("get", "/api/v1/nodes/a", "--server", server.url, *words, **more)
