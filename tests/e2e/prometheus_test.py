"""kubernetes-client 9, Prometheus, through the service proxy of the real API server. The backend is a small server that
answers as Prometheus does; the API server reaches it as the IP of a pod, which may not be a loopback address."""
import http.server
import json
import os
import pathlib
import socket
import subprocess
import threading
import unittest

import case

PROGRAM = pathlib.Path(os.environ.get("KGPU_BINARY", "")).resolve().parents[2] / "tests/prometheus/kgpu_query"
UP = {"status": "success", "data": {"resultType": "vector", "result": [{"metric": {"job": "a"}, "value": [7, "1"]}]}}
BASE = "/api/v1/namespaces/obs"


def outward_address():
    """An address of this machine other than loopback; None where there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


class Backend(http.server.BaseHTTPRequestHandler):
    seen = []

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        self.seen.append((self.command, self.path, dict(self.headers), body))
        text = json.dumps(UP).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class PrometheusTest(case.ClusterCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.address = outward_address()
        if cls.address is None:
            raise unittest.SkipTest("this machine has no address but loopback, which no pod may have")
        server = http.server.ThreadingHTTPServer((cls.address, 0), Backend)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.cluster.kubectl("create", "namespace", "obs")
        cls.cluster.wait_for(lambda: cls.cluster.get(f"{BASE}/serviceaccounts/default"), "the namespace's ServiceAccount")
        cls.cluster.post(f"{BASE}/pods", {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "prom-0"},
                                          "spec": {"containers": [{"name": "c", "image": "i"}]}})
        cls.cluster.patch(f"{BASE}/pods/prom-0/status", {"status": {
            "phase": "Running", "podIP": cls.address, "podIPs": [{"ip": cls.address}]}})
        cls.service("prom", server.server_port)
        with socket.socket() as closed:
            closed.bind((cls.address, 0))
            cls.service("gone", closed.getsockname()[1])
        cls.service("empty", None)

    @classmethod
    def service(cls, name, port):
        cls.cluster.post(f"{BASE}/services", {
            "apiVersion": "v1", "kind": "Service", "metadata": {"name": name},
            "spec": {"ports": [{"name": "web", "port": 9090, "targetPort": port or 1}]}})
        if port:
            pod = {"kind": "Pod", "namespace": "obs", "name": "prom-0"}
            cls.cluster.post(f"{BASE}/endpoints", {
                "apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": name},
                "subsets": [{"addresses": [{"ip": cls.address, "targetRef": pod}], "ports": [{"name": "web", "port": port}]}]})

    def setUp(self):
        Backend.seen.clear()

    def query(self, target, promql="up", *words, kubeconfig=None):
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.cluster.directory),
               "KUBECONFIG": str(kubeconfig or self.cluster.admin)}
        return subprocess.run([str(PROGRAM), target, promql, *words], env=env, capture_output=True, text=True, timeout=90)

    def test_115_names_numbers_and_prefixes_reach_the_server(self):
        for target, path in (("obs/prom:web", ""), ("obs/prom:9090", ""), ("obs/prom:web/prometheus/", "/prometheus")):
            with self.subTest(target):
                Backend.seen.clear()
                done = self.query(target, 'sum(a{b="c"})')
                self.assertEqual((done.returncode, done.stdout), (0, "job=a 7 1\n1 series\n"), done.stderr)
                method, seen, headers, _ = Backend.seen[0]
                self.assertEqual((method, seen.partition("?")[0]), ("GET", path + "/api/v1/query"))
                self.assertIn("sum%28a%7Bb%3D%22c%22%7D%29", seen)

    def test_121_the_tenant_s_header_passes_and_the_login_does_not(self):
        self.cluster.service_account("asker")
        self.cluster.allow("asker", [{"apiGroups": [""], "resources": ["services/proxy"], "verbs": ["get"]}],
                           service_accounts=["asker"])
        config = self.cluster.directory / "asker.kubeconfig"
        done = self.query("obs/prom:web", "up", "--header", "X-Scope-OrgID=a|b", kubeconfig=config)
        self.assertEqual(done.returncode, 0, done.stderr)
        headers = {name.lower(): value for name, value in Backend.seen[0][2].items()}
        self.assertEqual(headers["x-scope-orgid"], "a|b")
        self.assertNotIn("authorization", headers)

    def test_118_a_form_where_it_may_be_created_else_a_long_url(self):
        query = "a" * 10_240
        self.assertEqual(self.query("obs/prom:web", query).returncode, 0)
        self.assertEqual([(method, f"query={query}&" in body) for method, _, _, body in Backend.seen], [("POST", True)])
        Backend.seen.clear()
        reader = self.cluster.user("prom-reader")
        self.cluster.allow("prom-reader", [{"apiGroups": [""], "resources": ["services/proxy"], "verbs": ["get"]}],
                           users=["prom-reader"])
        done = self.query("obs/prom:web", query, kubeconfig=reader)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([(method, query in path) for method, path, _, _ in Backend.seen], [("GET", True)])

    def test_118_who_may_not_reads_what_to_ask_for(self):
        done = self.query("obs/prom:web", kubeconfig=self.cluster.user("prom-nobody"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("prom-nobody", done.stderr)
        self.assertIn("'get' on services/proxy in namespace 'obs'", done.stderr)

    def test_117_what_is_not_there(self):
        for target, said, hint in (
                ("obs/gone:web", "error trying to reach service", "hint: the API server cannot reach the pod"),
                ("obs/empty:web", 'services "empty" not found', "hint: is 'empty' the Service"),
                ("obs/none:web", 'services "none" not found', "kubectl get services,endpoints -n obs"),
                ("obs/prom:other", "no endpoints available for service", "'other' the name or number of its port")):
            with self.subTest(target):
                done = self.query(target)
                self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
                self.assertIn(said, done.stderr)
                self.assertIn(hint, done.stderr)
