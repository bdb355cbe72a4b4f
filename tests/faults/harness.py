"""What the cases share: certificates made once, the program run with a clean environment, and what it left."""
import base64
import os
import pathlib
import re
import resource
import signal
import subprocess
import time
import urllib.parse

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
    def __init__(self, code, out, err, seconds):
        self.code, self.seconds = code, seconds
        self.out, self.err = out.decode(errors="replace"), err.decode(errors="replace")

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


SECRET_FLAGS = ("--token", "--password", "--bearer-token")
SECRET_VARIABLES = ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
LEAST_SECRET = 6  # shorter values stand in words by chance


def secrets_of(words, env):
    """What a run was given that it may print nowhere: tokens, passwords, keys; and as Basic authorization."""
    found = [words[i + 1] for i, word in enumerate(words[:-1]) if word in SECRET_FLAGS]
    found += [env[name] for name in SECRET_VARIABLES if name in env]
    for word in words:
        login = re.match(r"\w+://([^/@]*)@", word)
        if login:
            user, _, password = urllib.parse.unquote(login[1]).partition(":")
            found += [password, login[1], base64.b64encode(f"{user}:{password}".encode()).decode()]
        if word.endswith(".key"):
            found += pathlib.Path(word).read_text().splitlines()[1:2]
    # As the cases write them: tokens and passwords of their own, cookies, data of Secrets.
    return [one for one in found if len(one) >= LEAST_SECRET] + ["hush", "aHVzaA", "PRIVATE KEY"]


class World:
    leaks, runs = None, 0  # a list: each run is made at -v=10, and what it should not have printed is added

    def __init__(self, client, program, folder):
        self.client, self.program, self.folder = client, program, folder
        self.ca = Authority(folder)
        self.other_ca = Authority(folder, "other")
        self.server_pair = self.ca.sign("server", "DNS:localhost,IP:127.0.0.1")
        self.tls = server_context(*self.server_pair)

    def serve(self, answer, tls=None, **more):
        return Server(answer, tls=tls or self.tls, **more)

    def run(self, *words, ca=True, env=None, memory=None, interrupt_after=None):
        """The test client. `memory` is a limit in bytes, of address space or, under the address sanitizer, of what is
        resident: that reserves terabytes of addresses."""
        return self._run([self.client, *words] + (["--ca", self.ca.certificate] if ca else []), env, memory,
                         interrupt_after)

    def gpu(self, *words, **more):
        """kubectl-gpu itself."""
        return self._run([self.program, *words], **more)

    def query(self, target, promql, *words, **more):
        """One query of the Prometheus client."""
        program = pathlib.Path(self.program).resolve().parents[2] / "tests/prometheus/kgpu_query"
        return self._run([program, target, promql, *words], **more)

    def _run(self, words, env=None, memory=None, interrupt_after=None):
        line = list(map(str, words))
        if self.leaks is not None:
            line = [word for i, word in enumerate(line) if word != "-v" and line[i - 1] != "-v"] + ["-v", "10"]
        clean = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C"} | (env or {})
        if memory and b"__asan_init" in pathlib.Path(line[0]).read_bytes():
            clean["ASAN_OPTIONS"] = f"hard_rss_limit_mb={memory >> 20}"
            memory = None
        limit = (lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory))) if memory else None
        start = time.monotonic()
        child = subprocess.Popen(line, env=clean, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, preexec_fn=limit)
        if interrupt_after:
            time.sleep(interrupt_after)
            child.send_signal(signal.SIGINT)
        try:
            out, err = child.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            raise AssertionError(f"still running after {SECONDS} s: {line}") from None
        seen = Seen(child.returncode, out, err, time.monotonic() - start)
        if self.leaks is not None:
            self.runs += 1
            self.leaks += [f"printed {secret!r}\n{seen}" for secret in secrets_of(line, env or {})
                           if secret in seen.err]
        return seen

    def get(self, server, *words, **more):
        return self.run("get", "/api/v1/nodes/a", "--server", server.url, *words, **more)
