"""kubernetes-client 36: in a pod, as its ServiceAccount. The mounted folder is at a fixed place of the file system, so the
programs run in a mount namespace of their own, where a folder of the test is there; nothing outside of it changes."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import threading
import unittest

import case

MOUNTED = "/var/run/secrets/kubernetes.io/serviceaccount"
IN_POD = f'mount -t tmpfs none /var/run && mkdir -p {MOUNTED} && cp "$1"/* {MOUNTED}/ && shift && exec "$@"'
GET = pathlib.Path(os.environ.get("KGPU_BINARY", "")).resolve().parents[2] / "tests/login/kgpu_get"
REVIEW = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
ASK = json.dumps({"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"})
WAYS = [["unshare", "--user", "--map-root-user", "--mount"], ["unshare", "--mount"]]


def works(way):
    return shutil.which(way[0]) and subprocess.run([*way, "true"], capture_output=True).returncode == 0


class InClusterTest(case.ClusterCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.unshare = next(filter(works, WAYS), None)
        if cls.unshare is None:
            raise unittest.SkipTest("this machine gives no mount namespace to its users (unshare --user --mount)")
        cls.folder = cls.cluster.directory / "pod"
        cls.folder.mkdir()
        cls.cluster.service_account("in-pod")
        cls.cluster.allow("in-pod", [{"apiGroups": [""], "resources": ["nodes", "pods"], "verbs": ["list", "get"]}],
                          service_accounts=["in-pod"])

    def setUp(self):
        self.mounted = self.folder / self.id().rpartition(".")[2]
        self.mounted.mkdir()
        (self.mounted / "ca.crt").write_bytes(self.cluster.authority.certificate.read_bytes())
        (self.mounted / "namespace").write_text("default")
        (self.mounted / "token").write_text(self.cluster.token("in-pod"))

    def in_pod(self, *words, **environment):
        env = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": "/nonexistent",
               "KUBERNETES_SERVICE_HOST": "127.0.0.1", "KUBERNETES_SERVICE_PORT": str(self.cluster.port), **environment}
        return subprocess.run([*self.unshare, "sh", "-c", IN_POD, "sh", self.mounted, *map(str, words)], env=env, cwd=self.folder,
                              capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)

    def who(self, *flags, **environment):
        done = self.in_pod(GET, REVIEW, ASK, *flags, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["status"]["userInfo"]["username"]

    def test_36_the_service_account_of_the_pod(self):
        kubectl = self.in_pod(self.cluster.kubectl_program, "auth", "whoami", "-o", "json")
        self.assertEqual(kubectl.returncode, 0, kubectl.stderr)
        expected = json.loads(kubectl.stdout)["status"]["userInfo"]["username"]
        self.assertEqual(expected, "system:serviceaccount:default:in-pod")
        self.assertEqual(self.who(), expected)

    def test_36_an_ipv6_address(self):
        try:
            listener = socket.create_server(("::1", 0), family=socket.AF_INET6)
        except OSError as error:
            self.skipTest(f"this machine has no IPv6 loopback: {error}")
        self.addCleanup(listener.close)
        threading.Thread(target=self.forward, args=(listener,), daemon=True).start()
        self.assertEqual(self.who(KUBERNETES_SERVICE_HOST="::1", KUBERNETES_SERVICE_PORT=str(listener.getsockname()[1])),
                         "system:serviceaccount:default:in-pod")

    def forward(self, listener):
        """Connections to the API server, which listens on IPv4 only."""
        def copy(source, sink):
            try:
                while data := source.recv(65536):
                    sink.sendall(data)
                sink.shutdown(socket.SHUT_WR)
            except OSError:
                pass
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.cluster.port))
            for pair in ((near, far), (far, near)):
                threading.Thread(target=copy, args=pair, daemon=True).start()

    def test_36_the_program_reads_the_cluster(self):
        seen = self.in_pod(case.binary(), "node", "list", "-o", "json")
        self.assertEqual(seen.returncode, 0, seen.stderr)
        self.assertEqual(json.loads(seen.stdout)["kind"], "NodeList")

    def test_36_a_kubeconfig_goes_first(self):
        self.assertEqual(self.who(KUBECONFIG=str(self.cluster.admin)), "kubernetes-admin")
        empty = self.folder / "empty"
        empty.write_text("# nothing\n")
        self.assertEqual(self.who(KUBECONFIG=str(empty)), "system:serviceaccount:default:in-pod")

    def test_36_without_a_pod_s_variables_it_is_none(self):
        seen = self.in_pod(GET, "/version", KUBERNETES_SERVICE_HOST="")
        self.assertEqual(seen.returncode, 1)
        self.assertIn("no cluster is configured", seen.stderr)

    def test_36_another_authority_is_refused(self):
        (self.mounted / "ca.crt").unlink()
        seen = self.in_pod(GET, "/version")
        self.assertEqual(seen.returncode, 1)
        self.assertIn("unable to read certificate-authority", seen.stderr)
        (self.mounted / "ca.crt").write_text("no certificate\n")
        self.assertIn("unable to load root certificates", self.in_pod(GET, "/version").stderr)

    def test_36_a_token_that_the_server_does_not_know(self):
        (self.mounted / "token").write_text("hush-token")
        seen = self.in_pod(GET, REVIEW, ASK, "-v", "9")
        self.assertEqual(seen.returncode, 1)
        self.assertIn("you must be logged in to the server", seen.stderr)
        self.assertNotIn("hush", seen.stdout + seen.stderr)
