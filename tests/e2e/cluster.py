#!/usr/bin/env python3
"""A real Kubernetes API server for tests: etcd, kube-apiserver and a few controllers, without nodes.

    cluster.py up --dir D [--version 1.34|1.36] [--no-crds]   starts one in D and leaves it running
    cluster.py down --dir D                                    stops it; D stays
    cluster.py build [--version V]                             only builds the programs

    with Cluster() as cluster:                                 in a temporary folder, gone at the end
        cluster.kubectl("get", "nodes")

README.md beside this file says what a cluster has.
"""
import argparse
import base64
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "go"))
import crds  # noqa: E402
import gobuild  # noqa: E402
import pki  # noqa: E402
import processes  # noqa: E402

MODULE = HERE / "go"
MODFILES = {"1.34": "go.mod", "1.36": "v1.36.mod"}
CONTROLLERS = "garbage-collector-controller,namespace-controller,disruption-controller,serviceaccount-controller"
READY_SECONDS = 60
FIRST_PORT, LAST_PORT = 20000, 32000  # below what the kernel gives to outgoing connections
AUDIT_POLICY = """\
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - level: None
    users: ["system:apiserver", "system:kube-controller-manager"]
  - level: None
    nonResourceURLs: ["/readyz", "/livez", "/healthz"]
  - level: Request
"""


class NotReady(Exception):
    pass


def full_version(version):
    """The release behind 1.34 or 1.36, read from its go.mod: v1.34.4."""
    for line in (MODULE / MODFILES[version]).read_text().splitlines():
        words = line.split()
        if words[:1] == ["k8s.io/kubernetes"]:
            return words[1]
    raise RuntimeError(f"{MODFILES[version]} requires no k8s.io/kubernetes")


def programs(version="1.34", say=lambda text: print(text, file=sys.stderr)):
    """The folder with kube-apiserver, kube-controller-manager, kubectl and etcd, built when needed."""
    full = full_version(version)
    major, minor = full[1:].split(".")[:2]
    stamp = "-X k8s.io/component-base/version."
    return gobuild.build(MODULE, MODFILES[version],
                         f"{stamp}gitVersion={full} {stamp}gitMajor={major} {stamp}gitMinor={minor}", say)


def free_port():
    while True:
        port = random.SystemRandom().randint(FIRST_PORT, LAST_PORT)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Cluster:
    """A running cluster; `directory` holds its kubeconfigs, logs and audit log.

    version      1.34 or 1.36
    directory    where it lives; made and removed by `with` when not given
    arguments    more flags for kube-apiserver
    before_api   called with etcd's URL before the API server starts: a bulk of objects is written there
    with_crds    the CRDs of every kind that we emit are installed
    controllers  which of Kubernetes' controllers run; with none, also no namespace gets its ServiceAccount
    detached     the servers outlive this process (`up`); else they die with the thread that started them
    """

    def __init__(self, version="1.34", directory=None, arguments=(), before_api=None, with_crds=True, detached=False,
                 controllers=CONTROLLERS):
        self.controllers = controllers
        self.version, self.arguments, self.before_api = version, list(arguments), before_api
        self.with_crds, self.detached = with_crds, detached
        self.temporary = directory is None
        self.directory = pathlib.Path(directory) if directory else None
        self.running = processes.Group(detached)
        self.skipped_crds = []

    def filled(self, pods, nodes):
        """This cluster, not started yet, with so many pods and nodes written into etcd before its API server starts."""
        self.before_api = lambda url: subprocess.run([str(self.bin / "fill"), url, str(pods), str(nodes)], check=True)
        return self

    # -- life ------------------------------------------------------------------------------------------------------

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        self.bin = programs(self.version)
        self.kubectl_program = self.bin / "kubectl"
        if self.temporary:
            self.directory = pathlib.Path(tempfile.mkdtemp(prefix="kgpu-cluster-"))
        self.directory = self.directory.resolve()
        (self.directory / "logs").mkdir(parents=True, exist_ok=True)
        self.make_keys()
        self.start_etcd()
        if self.before_api:
            self.before_api(self.etcd_url)
        self.start_api()
        if self.controllers:
            self.start_controllers()
        if self.with_crds:
            self.skipped_crds = crds.install(self)
        if self.controllers:
            self.wait_for(lambda: self.get("/api/v1/namespaces/default/serviceaccounts/default"),
                          "the default ServiceAccount")
        (self.directory / "pids").write_text("".join(f"{pid}\n" for pid in self.running.pids()))

    def stop(self):
        self.running.stop()
        if self.temporary and self.directory:
            shutil.rmtree(self.directory, ignore_errors=True)

    def log(self, name):
        path = self.directory / "logs" / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    # -- parts -----------------------------------------------------------------------------------------------------

    def make_keys(self):
        keys = self.directory / "pki"
        keys.mkdir(exist_ok=True)
        self.authority = pki.Authority(keys)
        self.server_certificate, self.server_key = self.authority.server()
        self.token_key, self.token_public = pki.signing_key(keys)
        self.admin_certificate, self.admin_key = self.authority.client("admin", "kubernetes-admin", ["system:masters"])

    def start_etcd(self):
        url_file = self.directory / "etcd.url"
        url_file.unlink(missing_ok=True)
        self.etcd = self.launch("etcd", str(self.directory / "etcd"), str(url_file))
        self.wait_for(url_file.exists, "etcd")
        self.etcd_url = url_file.read_text()

    def start_api(self):
        """Starts kube-apiserver; a port that somebody took between asking and using is another try."""
        for attempt in range(5):
            self.port = free_port()
            self.server = f"https://127.0.0.1:{self.port}"
            self.admin = self.write_kubeconfig("admin", self.certificate_user(self.admin_certificate, self.admin_key))
            process = self.launch("kube-apiserver", *self.api_flags())
            if self.api_ready(process):
                return
            if "address already in use" not in self.log("kube-apiserver") or attempt == 4:
                raise NotReady(f"kube-apiserver ended with {process.returncode}:\n{self.log('kube-apiserver')[-3000:]}")
            self.running.stop_one(process)

    def api_ready(self, process):
        """True once it is ready, False when it ended."""
        deadline = time.monotonic() + READY_SECONDS * 5
        while time.monotonic() < deadline:
            if process.poll() is not None:
                return False
            try:
                if self.request("GET", "/readyz")[0] == 200:
                    return True
            except OSError:
                pass
            time.sleep(0.05)
        raise NotReady(f"kube-apiserver is not ready:\n{self.log('kube-apiserver')[-3000:]}")

    def api_flags(self):
        policy = self.directory / "audit-policy.yaml"
        policy.write_text(AUDIT_POLICY)
        self.audit_file = self.directory / "audit.jsonl"
        return [f"--etcd-servers={self.etcd_url}", "--bind-address=127.0.0.1", "--advertise-address=127.0.0.1",
                f"--secure-port={self.port}", "--endpoint-reconciler-type=none", "--service-cluster-ip-range=10.0.0.0/24",
                f"--cert-dir={self.directory / 'pki'}", f"--tls-cert-file={self.server_certificate}",
                f"--tls-private-key-file={self.server_key}", f"--client-ca-file={self.authority.certificate}",
                f"--service-account-key-file={self.token_public}", f"--service-account-signing-key-file={self.token_key}",
                "--service-account-issuer=https://kubernetes.default.svc.cluster.local", "--authorization-mode=RBAC",
                f"--audit-policy-file={policy}", f"--audit-log-path={self.audit_file}", *self.arguments]

    def start_controllers(self):
        self.launch("kube-controller-manager", f"--kubeconfig={self.admin}", f"--controllers={self.controllers}",
                    "--leader-elect=false", "--secure-port=0", f"--root-ca-file={self.authority.certificate}",
                    f"--service-account-private-key-file={self.token_key}")

    def launch(self, name, *arguments, program=None, env=None):
        """Starts a program that lives as long as the cluster; its output is in logs/NAME.log."""
        with open(self.directory / "logs" / f"{name}.log", "ab") as log:
            return self.running.start([str(program or self.bin / name), *arguments], log, env)

    # -- users -----------------------------------------------------------------------------------------------------

    def write_kubeconfig(self, name, user, namespace=None, server=None):
        """NAME.kubeconfig with everything inside it. `user` is kubeconfig's own mapping."""
        authority = base64.b64encode(self.authority.certificate.read_bytes()).decode()
        context = {"cluster": "test", "user": name} | ({"namespace": namespace} if namespace else {})
        config = {"apiVersion": "v1", "kind": "Config", "current-context": name,
                  "clusters": [{"name": "test", "cluster": {"server": server or self.server,
                                                            "certificate-authority-data": authority}}],
                  "contexts": [{"name": name, "context": context}], "users": [{"name": name, "user": user}]}
        path = self.directory / f"{name}.kubeconfig"
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(config, file, indent=2)
        return path

    @staticmethod
    def certificate_user(certificate, key):
        return {"client-certificate-data": base64.b64encode(certificate.read_bytes()).decode(),
                "client-key-data": base64.b64encode(key.read_bytes()).decode()}

    def user(self, name, groups=()):
        """The kubeconfig of a user with a client certificate, who may do nothing until a rule says so."""
        return self.write_kubeconfig(name, self.certificate_user(*self.authority.client(name, name, groups)))

    def token(self, name, namespace="default", seconds=3600):
        """A token of a ServiceAccount that is there."""
        path = f"/api/v1/namespaces/{namespace}/serviceaccounts/{name}/token"
        answer = self.post(path, {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest",
                                  "spec": {"expirationSeconds": seconds}})
        return answer["status"]["token"]

    def service_account(self, name, namespace="default"):
        """The kubeconfig of a ServiceAccount, made here, by its token; it may do nothing until a rule says so."""
        self.post(f"/api/v1/namespaces/{namespace}/serviceaccounts",
                  {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": name}})
        return self.write_kubeconfig(name, {"token": self.token(name, namespace)}, namespace)

    def allow(self, name, rules, users=(), service_accounts=(), namespace=None):
        """A ClusterRole NAME with `rules`, bound for users and for ServiceAccounts of `default`."""
        group = {"apiVersion": "rbac.authorization.k8s.io/v1", "metadata": {"name": name}}
        base = "/apis/rbac.authorization.k8s.io/v1/"
        self.post(base + "clusterroles", {**group, "kind": "ClusterRole", "rules": rules})
        subjects = [{"kind": "User", "name": user, "apiGroup": "rbac.authorization.k8s.io"} for user in users]
        subjects += [{"kind": "ServiceAccount", "name": account, "namespace": "default"} for account in service_accounts]
        kind, path = ("RoleBinding", f"namespaces/{namespace}/rolebindings") if namespace else (
            "ClusterRoleBinding", "clusterrolebindings")
        self.post(base + path, {**group, "kind": kind, "subjects": subjects,
                                "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": name}})

    # -- requests --------------------------------------------------------------------------------------------------

    def request(self, method, path, body=None, content_type="application/json"):
        """(status, bytes) as the administrator. Raises OSError when there is no answer."""
        context = ssl.create_default_context(cafile=str(self.authority.certificate))
        context.load_cert_chain(self.admin_certificate, self.admin_key)
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data=data, method=method,
                                         headers={"Content-Type": content_type, "Accept": "application/json"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
        try:
            with opener.open(request, timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def get(self, path):
        """The object, or None when it is not there."""
        status, body = self.request("GET", path)
        if status == 404:
            return None
        return self.checked("GET", path, status, body)

    def post(self, path, body):
        return self.checked("POST", path, *self.request("POST", path, body))

    def patch(self, path, body, content_type="application/merge-patch+json"):
        return self.checked("PATCH", path, *self.request("PATCH", path, body, content_type))

    def delete(self, path):
        return self.checked("DELETE", path, *self.request("DELETE", path))

    @staticmethod
    def checked(method, path, status, body):
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status}: {body.decode(errors='replace')[:2000]}")
        return json.loads(body)

    def kubectl(self, *arguments, kubeconfig=None, stdin=None, check=True, env=None):
        """One run of the real kubectl; `check` raises when it fails."""
        environment = {"PATH": f"{self.bin}:{os.environ.get('PATH', '/usr/bin:/bin')}", "HOME": str(self.directory),
                       "KUBECONFIG": str(kubeconfig or self.admin), **(env or {})}
        done = subprocess.run([str(self.kubectl_program), *map(str, arguments)], env=environment, capture_output=True,
                              text=True, input=stdin if stdin is not None else "", timeout=120)
        if check and done.returncode:
            raise RuntimeError(f"kubectl {' '.join(map(str, arguments))}: exit {done.returncode}\n{done.stderr}")
        return done

    def compact(self):
        """Makes etcd forget the past, soon: every `continue` token from before is then answered 410 Expired."""
        os.kill(self.etcd.pid, signal.SIGUSR1)

    def audit(self):
        """The requests that the server has answered, oldest first, but for those of its own parts."""
        return [json.loads(line) for line in self.audit_file.read_text().splitlines()]

    def wait_for(self, condition, what, seconds=READY_SECONDS):
        """What `condition` gives once it gives something."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = condition()
            if found:
                return found
            for name, code in self.running.ended():
                raise NotReady(f"{name} ended with {code} while waiting for {what}:\n{self.log(name)[-3000:]}")
            time.sleep(0.05)
        raise NotReady(f"{what}: not there after {seconds} s")


def up(options):
    directory = pathlib.Path(options.dir)
    if (directory / "pids").exists():
        raise SystemExit(f"error: {directory} has a cluster; stop it with: cluster.py down --dir {directory}")
    directory.mkdir(parents=True, exist_ok=True)
    cluster = Cluster(options.version, directory, with_crds=options.crds, detached=True)
    with_stop_on_failure(cluster)
    cluster.user("restricted")
    cluster.allow("restricted", [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list"]}], ["restricted"])
    cluster.service_account("robot")
    cluster.allow("robot", [{"apiGroups": [""], "resources": ["pods", "nodes"], "verbs": ["get", "list"]}],
                  service_accounts=["robot"])
    for name in cluster.skipped_crds:
        print(f"no CRD for {name}", file=sys.stderr)
    print(f"export KUBECONFIG={cluster.admin}\nexport PATH={cluster.bin}:$PATH")


def with_stop_on_failure(cluster):
    try:
        cluster.start()
    except BaseException:
        cluster.stop()
        raise


def down(options):
    pids = pathlib.Path(options.dir) / "pids"
    if not pids.exists():
        raise SystemExit(f"error: no cluster was started in {options.dir}")
    processes.stop_pids([int(line) for line in pids.read_text().split()], pathlib.Path(options.dir).resolve())
    pids.unlink()
    for name in ("etcd", "pki"):
        shutil.rmtree(pids.parent / name, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb in ("up", "down", "build"):
        sub = verbs.add_parser(verb)
        if verb != "build":
            sub.add_argument("--dir", required=True)
        if verb != "down":
            sub.add_argument("--version", choices=sorted(MODFILES), default="1.34")
        if verb == "up":
            sub.add_argument("--no-crds", dest="crds", action="store_false")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        if options.verb == "up":
            up(options)
        elif options.verb == "down":
            down(options)
        else:
            print(programs(options.version))
    except (gobuild.NoGo, gobuild.BuildFailed, NotReady) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
