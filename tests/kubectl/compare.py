#!/usr/bin/env python3
"""kubernetes-client 133: our reading of kubeconfigs beside kubectl's: compare.py PRINT_ACCESS.

Each case is a folder of files and an environment. kubectl's answer is `kubectl config view --minify --flatten -o json
--raw`; ours is what PRINT_ACCESS prints. Both refuse, or both choose the same server, user, namespace and credentials.
Where ours departs on purpose the case says so. Skipped (77) where there is no kubectl.
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
KEY = "-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----\n"


def b64(text):
    return base64.b64encode(text.encode()).decode()


def one(cluster="server: https://k.test", user="token: t0", name="dev", context=""):
    return (f"apiVersion: v1\nkind: Config\ncurrent-context: {name}\n"
            f"contexts: [{{name: {name}, context: {{cluster: k, user: u{context}}}}}]\n"
            f"clusters: [{{name: k, cluster: {{{cluster}}}}}]\n"
            f"users: [{{name: u, user: {{{user}}}}}]\n")


EKS = "arn:aws:eks:eu-west-1:111122223333:cluster/prod"
EKS_CONFIG = f"""apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: {b64(PEM)}
    server: https://0123456789ABCDEF0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com
  name: {EKS}
contexts:
- context:
    cluster: {EKS}
    user: {EKS}
  name: {EKS}
current-context: {EKS}
kind: Config
preferences: {{}}
users:
- name: {EKS}
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args:
      - --region
      - eu-west-1
      - eks
      - get-token
      - --cluster-name
      - prod
      - --output
      - json
      command: aws
      env:
      - name: AWS_PROFILE
        value: prod
"""

# name, files, arguments, KUBECONFIG (None: not set), departure (None, or why kubectl accepts what ours refuses)
CASES = [
    ("one context", {"config": one()}, [], "config", None),
    ("the home folder", {"home/.kube/config": one()}, [], None, None),
    ("an explicit file", {"config": one(), "x": one("server: https://x.test")}, ["--kubeconfig", "x"], "config", None),
    ("an explicit file that is missing", {"config": one()}, ["--kubeconfig", "none"], "config", None),
    ("a colon is part of an explicit name", {"a:b": one()}, ["--kubeconfig", "a:b"], None, None),
    ("missing files of a list", {"good": one()}, [], "none:good:", None),
    ("first whole entry wins", {"a": one("server: https://a.test"),
                                "b": one("server: https://b.test, tls-server-name: b", "token: t1")}, [], "a:b", None),
    ("current-context of the second", {"a": "current-context: ''\n", "b": one()}, [], "a:b", None),
    ("references across files", {"a": "current-context: x\ncontexts: [{name: x, context: {cluster: k, user: u}}]\n",
                                 "b": "clusters: [{name: k, cluster: {server: 'https://k.test'}}]\n",
                                 "c": "users: [{name: u, user: {token: t3}}]\n"}, [], "a:b:c", None),
    ("--context", {"config": one() + "---\n", "other": one(name="b", context=", namespace: team")},
     ["--context", "b"], "config:other", None),
    ("--context that is missing", {"config": one()}, ["--context", "zz"], "config", None),
    ("current-context that is missing", {"config": "current-context: gone\n"}, [], "config", None),
    ("a malformed file", {"config": "clusters: [\n"}, [], "config", None),
    ("a directory", {"config/x": ""}, [], "config", None),
    ("another version", {"config": one().replace("apiVersion: v1", "apiVersion: v2")}, [], "config", None),
    ("a number for text", {"config": one(user="token: 12345")}, [], "config", None),
    ("a quoted boolean", {"config": one("server: https://k.test, insecure-skip-tls-verify: 'true'")}, [], "config", None),
    ("yes is a boolean", {"config": one("server: https://k.test, insecure-skip-tls-verify: yes")}, [], "config", None),
    ("an unknown key, and one by case", {"config": one("server: https://k.test, Server: https://no.test, x: [1]")}, [],
     "config", None),
    ("namespace", {"config": one(context=", namespace: team-a")}, [], "config", None),
    ("a merge key", {"config": one("<<: {server: https://k.test, tls-server-name: m}, tls-server-name: own")}, [],
     "config", None),
    ("anchors", {"config": one("server: &s https://k.test, tls-server-name: &n name, proxy-url: http://p.test")}, [],
     "config", None),
    ("two documents", {"config": one() + "---\ncurrent-context: other\n"}, [], "config", None),
    ("a byte order mark", {"config": "\ufeff" + one()}, [], "config", None),
    ("UTF-16", {"config": one().encode("utf-16")}, [], "config", None),
    ("CRLF", {"config": one().replace("\n", "\r\n")}, [], "config", None),
    ("JSON", {"config": json.dumps({"current-context": "ü😀", "contexts": [
        {"name": "ü😀", "context": {"cluster": "k", "user": "u"}}],
        "clusters": [{"name": "k", "cluster": {"server": "https://k.test"}}],
        "users": [{"name": "u", "user": {"token": "a/b"}}]}, indent="\t", ensure_ascii=False)}, [], "config", None),
    ("null lists", {"a": "clusters: null\nusers:\ncontexts: ~\n", "b": one()}, [], "a:b", None),
    ("EKS", {"config": EKS_CONFIG}, [], "config", None),
    ("EKS by name", {"config": one(), "eks": EKS_CONFIG}, ["--context", EKS], "config:eks", None),
    ("relative files", {"sub/config": one("server: https://k.test, certificate-authority: pki/ca.crt",
                                          "client-certificate: ./me.crt, client-key: ../me.key"),
                        "sub/pki/ca.crt": PEM, "sub/me.crt": PEM, "me.key": KEY}, [], "sub/config", None),
    ("data", {"config": one(f"server: https://k.test, certificate-authority-data: {b64(PEM)}",
                            f"client-certificate-data: {b64(PEM)}, client-key-data: {b64(KEY)}")}, [], "config", None),
    ("basic", {"config": one(user="username: me, password: 'pw: x'")}, [], "config", None),
    ("impersonation", {"config": one(user="token: t, as: other")}, [], "config", None),
    ("a path in the server", {"config": one("server: https://h.test/k8s/clusters/c-1")}, [], "config", None),
    ("exec beside the file", {"sub/config": one(user="exec: {apiVersion: client.authentication.k8s.io/v1beta1, "
                                                     "command: ./bin/login, args: [a b, $HOME], interactiveMode: Never}")},
     [], "sub/config", None),
    ("a repeated key", {"config": one(user="token: first, token: second")}, [], "config",
     "kubectl takes the last in silence"),
    ("a name twice in one file", {"config": "current-context: a\ncontexts: [{name: a}, {name: a}]\n"}, [], "config", None),
    ("alias bomb", {"config": "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 10))}, [], "config", None),
]


def run(command, folder, kubeconfig):
    env = {"PATH": os.environ["PATH"], "HOME": str(folder / "home")}
    if kubeconfig is not None:
        env["KUBECONFIG"] = kubeconfig
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False,
                          stdin=subprocess.DEVNULL)
    return done


def decoded(entry, field):
    return base64.b64decode(entry.get(field + "-data", "")).decode()


def view_of(text, kubeconfig):
    """kubectl's answer in the terms of print_access."""
    view = json.loads(text)
    context = view["contexts"][0]["context"]
    cluster = (view["clusters"] or [{"cluster": {}}])[0]["cluster"]
    user = (view.get("users") or [{"user": {}}])[0]["user"]
    login = {}
    if "token" in user:
        login = {"token": user["token"]}
    elif "username" in user:
        login = {"username": user["username"], "password": user["password"]}
    elif "exec" in user:
        exec_entry = user["exec"]
        command = exec_entry["command"]
        if "/" in command:  # the view shows it as written; when it runs it is beside its file
            command = os.path.normpath(os.path.join(os.path.dirname(kubeconfig), command))
        login = {"exec": {"apiVersion": exec_entry["apiVersion"], "command": command,
                          "args": exec_entry.get("args") or [], "env": exec_entry.get("env") or []}}
    return {
        "server": cluster["server"], "context": view["current-context"], "cluster": context["cluster"],
        "user": context.get("user", ""), "namespace": context.get("namespace", "default"),
        "tls-server-name": cluster.get("tls-server-name", ""),
        "insecure-skip-tls-verify": cluster.get("insecure-skip-tls-verify", False),
        "proxy-url": cluster.get("proxy-url", ""), "ca": decoded(cluster, "certificate-authority"),
        "certificate": decoded(user, "client-certificate"), "key": decoded(user, "client-key"),
        "as": user.get("as", ""), "login": login,
    }


def check(case, program, kubectl, folder):
    name, files, arguments, kubeconfig, departure = case
    (folder / "home").mkdir()
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text if isinstance(text, bytes) else text.encode())
    theirs = run([kubectl, "config", "view", "--minify", "--flatten", "--raw", "-o", "json", *arguments], folder,
                 kubeconfig)
    ours = run([program, *arguments], folder, kubeconfig)
    if departure:
        return [] if theirs.returncode == 0 and ours.returncode == 1 else [f"{name}: no longer departs: {departure}"]
    if theirs.returncode != 0 or ours.returncode != 0:
        if theirs.returncode != 0 and ours.returncode == 1:
            return []
        return [f"{name}: kubectl exits {theirs.returncode}, ours {ours.returncode}: {theirs.stderr}{ours.stderr}"]
    expected = view_of(theirs.stdout, kubeconfig)
    found = json.loads(ours.stdout)
    if "exec" in found["login"]:
        found["login"]["exec"]["command"] = os.path.normpath(found["login"]["exec"]["command"])
    return [f"{name}: {key}: kubectl {expected[key]!r}, ours {found.get(key)!r}"
            for key in expected if expected[key] != found.get(key)]


def main():
    kubectl = os.environ.get("KUBECTL") or shutil.which("kubectl")
    if kubectl is None:
        print("no kubectl on PATH: not compared")
        return 77
    failures = []
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            failures += check(case, os.path.abspath(sys.argv[1]), kubectl, pathlib.Path(folder).resolve())
    print("\n".join(failures) or f"{len(CASES)} kubeconfigs are read as kubectl reads them")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
