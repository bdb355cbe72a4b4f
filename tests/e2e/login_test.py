"""Every way of logging in that a kubeconfig has, against the real API server, which says whom it saw."""
import base64
import json
import os
import pathlib
import pty
import signal
import subprocess
import time

import case

PROGRAM = pathlib.Path(os.environ.get("KGPU_BINARY", "")).resolve().parents[2] / "tests/login/kgpu_get"
REVIEW = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
ASK = json.dumps({"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"})


# As it is typed, with the end of file.
OLD_POOL = b"""{apiVersion: karpenter.sh/v1beta1, kind: NodePool, metadata: {name: old}, spec: {template: {spec: {
nodeClassRef: {name: old}, requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [spot]}]}}}}
\x04"""


class LoginTest(case.ClusterCase):
    def setUp(self):
        super().setUp()
        self.folder = self.cluster.directory / f"login-{self.id().rpartition('.')[2]}"
        self.folder.mkdir(exist_ok=True)

    def run_get(self, kubeconfig, *words, **environment):
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "KUBECONFIG": str(kubeconfig), **environment}
        return subprocess.run([str(PROGRAM), *map(str, words)], env=env, capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, cwd=self.folder)

    def who(self, kubeconfig, *flags, **environment):
        """userInfo as the server saw it."""
        done = self.run_get(kubeconfig, REVIEW, ASK, *flags, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["status"]["userInfo"]

    def account(self, name):
        if self.cluster.get(f"/api/v1/namespaces/default/serviceaccounts/{name}") is None:
            self.cluster.service_account(name)
        return self.cluster.token(name)

    def script(self, name, text):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def exec_config(self, text, **more):
        entry = {"apiVersion": "client.authentication.k8s.io/v1", "command": str(self.script("plugin", text)),
                 "interactiveMode": "Never", **more}
        return self.cluster.write_kubeconfig(f"exec-{self.folder.name}", {"exec": entry})

    @staticmethod
    def reply(status):
        return json.dumps({"kind": "ExecCredential", "apiVersion": "client.authentication.k8s.io/v1", "status": status})

    def test_41_certificate(self):
        self.assertEqual(self.who(self.cluster.user("carla", ["dev"]))["username"], "carla")
        self.assertEqual(self.who(self.cluster.admin)["username"], "kubernetes-admin")

    def test_certificate_files_beside_the_kubeconfig(self):
        certificate, key = self.cluster.authority.client("filed", "filed", [])
        (self.folder / "me.crt").write_bytes(pathlib.Path(certificate).read_bytes())
        (self.folder / "me.key").write_bytes(pathlib.Path(key).read_bytes())
        config = json.loads(self.cluster.admin.read_text())
        config["users"][0]["user"] = {"client-certificate": "me.crt", "client-key": "./me.key"}
        (self.folder / "config").write_text(json.dumps(config))
        self.assertEqual(self.who(self.folder / "config")["username"], "filed")

    def test_token(self):
        token = self.account("tok")
        config = self.cluster.write_kubeconfig("tok-login", {"token": token})
        self.assertEqual(self.who(config)["username"], "system:serviceaccount:default:tok")
        # The flag drops the administrator's certificate.
        seen = self.who(self.cluster.admin, "--token", token)
        self.assertEqual(seen["username"], "system:serviceaccount:default:tok")

    def test_token_file(self):
        (self.folder / "token").write_text(self.account("filetok") + "\n")
        config = self.cluster.write_kubeconfig("filetok-login", {"tokenFile": str(self.folder / "token")})
        self.assertEqual(self.who(config)["username"], "system:serviceaccount:default:filetok")

    def test_service_account_of_a_pod_by_flags_alone(self):
        # The files of a pod are at a fixed place; their parts are given by flags here.
        seen = self.who("/nonexistent", "--server", self.cluster.server, "--token", self.account("flagged"),
                        "--certificate-authority", self.cluster.authority.certificate)
        self.assertEqual(seen["username"], "system:serviceaccount:default:flagged")

    def test_46_exec_token(self):
        reply = self.reply({"token": self.account("exec"), "expirationTimestamp": "2099-01-01T00:00:00Z"})
        config = self.exec_config(f"echo run >> runs\ncat <<'END'\n{reply}\nEND\n")
        self.assertEqual(self.who(config)["username"], "system:serviceaccount:default:exec")
        self.assertEqual((self.folder / "runs").read_text(), "run\n")

    def test_46_exec_certificate(self):
        certificate, key = self.cluster.authority.client("plugged", "plugged", [])
        reply = self.reply({"clientCertificateData": pathlib.Path(certificate).read_text(),
                            "clientKeyData": pathlib.Path(key).read_text()})
        config = self.exec_config(f"cat <<'END'\n{reply}\nEND\n")
        self.assertEqual(self.who(config)["username"], "plugged")

    def test_51_exec_is_told_of_the_cluster(self):
        reply = self.reply({"token": self.account("told")})
        config = self.exec_config(f"echo \"$KUBERNETES_EXEC_INFO\" > info\ncat <<'END'\n{reply}\nEND\n",
                                  provideClusterInfo=True)
        self.who(config)
        info = json.loads((self.folder / "info").read_text())
        self.assertEqual(info["spec"]["cluster"]["server"], self.cluster.server)
        self.assertEqual(base64.b64decode(info["spec"]["cluster"]["certificate-authority-data"]),
                         self.cluster.authority.certificate.read_bytes())

    def test_55_a_stale_token_is_fetched_again_once(self):
        # The first run gives a token that the server does not know, the second a good one.
        good = self.reply({"token": self.account("stale")})
        bad = self.reply({"token": "stale"})
        config = self.exec_config(f"echo run >> runs\nif [ $(wc -l < runs) = 1 ]; then cat <<'END'\n{bad}\nEND\n"
                                  f"else cat <<'END'\n{good}\nEND\nfi\n")
        self.assertEqual(self.who(config)["username"], "system:serviceaccount:default:stale")
        self.assertEqual((self.folder / "runs").read_text(), "run\nrun\n")

    def test_55_401_twice_is_the_end(self):
        config = self.exec_config(f"echo run >> runs\ncat <<'END'\n{self.reply({'token': 's3cr3t-token'})}\nEND\n")
        done = self.run_get(config, "/version", "-v=10")
        self.assertEqual(done.returncode, 1)
        self.assertIn("must be logged in to the server", done.stderr)
        self.assertNotIn("s3cr3t-token", done.stdout + done.stderr)
        self.assertEqual((self.folder / "runs").read_text(), "run\nrun\n")

    def test_49_exec_failures(self):
        for text, sentence in [("exit 3", "failed with exit code 3"), ("kill -9 $$", "exit code -1 (signal 9)"),
                               ("echo '| token | abcdefghijklmnop |'", "it looks like '| xxxxx | xxxxxxxxxxxxxxxx |")]:
            with self.subTest(text):
                done = self.run_get(self.exec_config(text), "/version")
                self.assertEqual(done.returncode, 1)
                self.assertIn("getting credentials: ", done.stderr)
                self.assertIn(sentence, done.stderr)

    def test_49_ctrl_c_ends_a_plugin(self):
        config = self.exec_config("echo $$ > pid\nsleep 600\n")
        process = subprocess.Popen([str(PROGRAM), "/version"], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True,
                                   env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "KUBECONFIG": str(config)})
        pid = self.folder / "pid"
        self.cluster.wait_for(lambda: pid.exists() and pid.read_text().strip(), "the plugin")
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        self.assertEqual(process.wait(timeout=30), 130)
        self.assertLess(time.monotonic() - started, 10)
        process.stderr.close()
        with self.assertRaises(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)

    def test_49_a_second_ctrl_c_ends_at_once(self):
        # The plugin listens to nothing, and the first signal gives it half a second.
        config = self.exec_config("trap '' TERM INT\necho $$ > pid\nsleep 600 &\nwait\nwait\nsleep 600\n")
        process = subprocess.Popen([str(PROGRAM), "/version"], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True,
                                   env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "KUBECONFIG": str(config)})
        pid = self.folder / "pid"
        self.cluster.wait_for(lambda: pid.exists() and pid.read_text().strip(), "the plugin")
        process.send_signal(signal.SIGTERM)
        time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=30), 143)
        plugin = pathlib.Path("/proc") / pid.read_text().strip() / "stat"
        self.cluster.wait_for(lambda: not plugin.exists() or ") Z " in plugin.read_text(), "the plugin's end")

    def on_terminal(self, config, typed, command=(str(PROGRAM), "/version"), prompt=b"code: "):
        """Runs a program on a terminal of its own, types after the prompt; the exit code and what was shown."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execve(command[0], list(command),
                      {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "KUBECONFIG": str(config)})
        if not prompt:
            os.write(terminal, typed)
        shown, has_typed = b"", False
        while True:
            try:
                block = os.read(terminal, 4096)
            except OSError:  # the other end is closed
                block = b""
            if not block:
                break
            shown += block
            if prompt and prompt in shown and not has_typed:
                os.write(terminal, typed)
                has_typed = True
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode()

    def test_56_a_plugin_asks_on_the_terminal(self):
        reply = self.reply({"token": self.account("asked")})
        for source in ("", "< /dev/tty"):  # its standard input, or the terminal itself as getpass does
            with self.subTest(source):
                text = f"printf 'code: ' >&2\nread code {source}\necho \"$code\" > code\ncat <<'END'\n{reply}\nEND\n"
                code, shown = self.on_terminal(self.exec_config(text, interactiveMode="IfAvailable"), b"1234\n")
                self.assertEqual(code, 0, shown)
                self.assertIn("gitVersion", shown)
                self.assertEqual((self.folder / "code").read_text(), "1234\n")
                (self.folder / "code").unlink()

    def test_56_a_manifest_from_the_terminal_is_not_the_plugin_s(self):
        """`-f -` reads the terminal: a plugin that may ask does not, and one that must is not run."""
        reply = self.reply({"token": self.account("not-asked")})
        text = f"[ -t 0 ] && echo tty > stdin || cat > stdin\necho \"$KUBERNETES_EXEC_INFO\" > info\ncat <<'END'\n{reply}\nEND\n"
        command = (str(case.binary()), "pool", "migrate", "-f", "-", "--dry-run=server")
        code, shown = self.on_terminal(self.exec_config(text, interactiveMode="IfAvailable"), OLD_POOL, command, b"")
        self.assertEqual(code, 1, shown)  # the account may do nothing
        self.assertIn("forbidden", shown)
        self.assertEqual((self.folder / "stdin").read_text(), "")
        self.assertIs(json.loads((self.folder / "info").read_text())["spec"]["interactive"], False)
        (self.folder / "stdin").unlink()
        code, shown = self.on_terminal(self.exec_config(text, interactiveMode="Always"), OLD_POOL, command, b"")
        self.assertEqual(code, 1, shown)
        self.assertIn("standard input is unavailable: used by stdin resource manifest reader", shown)
        self.assertFalse((self.folder / "stdin").exists())

    def test_49_ctrl_c_on_the_terminal(self):
        config = self.exec_config("echo $$ > pid\nprintf 'code: ' >&2\nread code\nsleep 600\n", interactiveMode="Always")
        code, shown = self.on_terminal(config, b"\x03")
        self.assertEqual(code, 130, shown)
        plugin = pathlib.Path("/proc") / (self.folder / "pid").read_text().strip() / "stat"
        self.cluster.wait_for(lambda: not plugin.exists() or ") Z " in plugin.read_text(), "the plugin's end")

    def test_57_impersonation(self):
        seen = self.who(self.cluster.admin, "--as", "jane", "--as-group", "a,b", "--as-group", "ü", "--as-uid", "7",
                        "--as-user-extra", "example.com/scopes=x", "--as-user-extra", "example.com/scopes=y")
        self.assertEqual(seen["username"], "jane")
        self.assertEqual(seen["uid"], "7")
        self.assertIn("a,b", seen["groups"])
        self.assertIn("ü", seen["groups"])
        self.assertEqual(seen["extra"]["example.com/scopes"], ["x", "y"])

    def test_31_missing_user_is_anonymous(self):
        config = json.loads(self.cluster.admin.read_text())
        config["users"] = []
        (self.folder / "config").write_text(json.dumps(config))
        done = self.run_get(self.folder / "config", "/version")  # which anybody may read
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("going on without its credentials", done.stderr)

    def test_66_tls_server_name_and_authority(self):
        other = self.run_get(self.cluster.admin, "/version", "--tls-server-name", "not.the.server")
        self.assertEqual(other.returncode, 1)
        self.assertIn("not.the.server", other.stderr)
        self.assertEqual(self.run_get(self.cluster.admin, "/version", "--insecure-skip-tls-verify").returncode, 0)
        (self.folder / "empty.crt").write_text("no certificate\n")
        none = self.run_get(self.cluster.admin, "/version", "--certificate-authority", "empty.crt")
        self.assertIn("unable to load root certificates", none.stderr)
