"""`--apply`, `--dry-run=server`, `--diff` and `--wait` of a manifest command, against the real API server."""
import json
import os
import pathlib
import re
import signal
import subprocess

import yaml

import case
import fault_proxy

POOL = ("--accelerator", "L4", "--cluster-name", "demo", "--region", "us-east-1")

# A diff program that writes down what it was given: the words after the folders, the files, and who may read them.
RECORDER = """#!/usr/bin/env python3
import json, os, pathlib, sys
live, merged = map(pathlib.Path, sys.argv[1:3])
assert live.name.startswith("LIVE-") and merged.name.startswith("MERGED-"), sys.argv
files = {side.name.split("-")[0]: {one.name: one.read_text() for one in sorted(side.iterdir())} for side in (live, merged)}
modes = [oct(live.stat().st_mode & 0o777), *{oct(one.stat().st_mode & 0o777) for one in merged.iterdir()}]
json.dump({"words": sys.argv[3:], "files": files, "modes": modes}, open(os.environ["SEEN"], "w"))
print("compared")
sys.exit(1)
"""


class ApplyTest(case.ClusterCase):
    def pool(self, name, *flags, **options):
        return self.gpu("pool", "create", name, *POOL, *flags, **options)

    def setUp(self):
        self.addCleanup(self.cluster.kubectl, "delete", "nodepools,ec2nodeclasses", "--all", "--wait=true")

    def object(self, name, kind="nodepool"):
        return json.loads(self.cluster.kubectl("get", kind, name, "-o", "json", "--show-managed-fields").stdout)

    def version(self, name):
        return self.object(name)["metadata"]["resourceVersion"]

    def requests(self, verb):
        lines = (json.loads(line) for line in open(self.cluster.audit_file))
        return [one for one in lines if one["verb"] == verb and "kubectl-gpu/" in one.get("userAgent", "")]

    def test_103_new_then_unchanged(self):
        first = self.pool("a", "--apply")
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertEqual(first.stdout, "ec2nodeclass.karpenter.k8s.aws/a serverside-applied\n"
                                       "nodepool.karpenter.sh/a serverside-applied\n")
        self.assertIn("worst case", first.stderr)
        version = self.version("a")
        self.assertEqual(self.pool("a", "--apply").returncode, 0)
        self.assertEqual(self.version("a"), version)
        managers = {(one["manager"], one["operation"]) for one in self.object("a")["metadata"]["managedFields"]}
        self.assertEqual(managers, {("kubectl-gpu-pool", "Apply")})
        for request in self.requests("patch"):
            self.assertIn("fieldValidation=Strict", request["requestURI"])
            self.assertIn("force=false", request["requestURI"])

    def test_name_output(self):
        self.assertEqual(self.pool("a", "--apply", "-o", "name").stdout,
                         "ec2nodeclass.karpenter.k8s.aws/a\nnodepool.karpenter.sh/a\n")

    def test_105_dry_run_stores_nothing(self):
        done = self.pool("a", "--dry-run=server")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nodepool.karpenter.sh/a serverside-applied (server dry run)\n", done.stdout)
        self.assertEqual(self.cluster.kubectl("get", "nodepools", "-o", "name").stdout, "")
        self.assertIn("\napiVersion: karpenter.sh/v1\n", self.pool("a", "--apply", "--dry-run=client").stdout)

    def test_104_conflict_names_manager_and_field(self):
        self.assertEqual(self.pool("a", "--apply").returncode, 0)
        patch = {"spec": {"limits": {"nvidia.com/gpu": "99"}}}
        self.cluster.kubectl("patch", "nodepool", "a", "--type=merge", "--field-manager=argocd", "-p", json.dumps(patch))
        version = self.version("a")
        refused = self.pool("a", "--apply")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("'argocd' owns .spec.limits.nvidia.com/gpu", refused.stderr)
        self.assertIn("--force-conflicts", refused.stderr)
        self.assertIn("applied: ec2nodeclass.karpenter.k8s.aws/a", refused.stderr)
        self.assertIn("failed: nodepool.karpenter.sh/a", refused.stderr)
        self.assertEqual(self.version("a"), version)
        self.assertEqual(self.pool("a", "--dry-run=server").returncode, 1)
        self.assertEqual(self.pool("a", "--diff").returncode, 2)
        self.assertEqual(self.pool("a", "--apply", "--force-conflicts").returncode, 0)
        self.assertEqual(self.object("a")["spec"]["limits"]["nvidia.com/gpu"], 8)

    def test_106_unknown_field(self):
        folder = self.cluster.directory / "templates"
        (folder / "karpenter").mkdir(parents=True, exist_ok=True)
        shipped = (pathlib.Path(__file__).parents[2] / "templates" / "karpenter" / "nodepool.yaml").read_text()
        (folder / "karpenter" / "nodepool.yaml").write_text(shipped.replace("spec:\n", "spec:\n  foo: 1\n", 1))
        done = self.pool("a", "--apply", "--templates", folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("nodepool.karpenter.sh/a: unknown field spec.foo", done.stderr)

    def test_111_diff_new_same_changed(self):
        new = self.pool("a", "--diff")
        self.assertEqual(new.returncode, 1, new.stderr)
        self.assertIn("+++ MERGED/karpenter.sh.v1.NodePool..a\n@@ -0,0 +1,", new.stdout)
        self.assertEqual(self.cluster.kubectl("get", "nodepools", "-o", "name").stdout, "")
        self.assertEqual(self.pool("a", "--apply").returncode, 0)
        same = self.pool("a", "--diff")
        self.assertEqual((same.returncode, same.stdout), (0, ""), same.stderr)
        # Without any program on PATH: the difference is our own.
        changed = self.pool("a", "--max-accelerators", "16", "--diff", env={"PATH": "/nonexistent"})
        self.assertEqual(changed.returncode, 1, changed.stderr)
        self.assertRegex(changed.stdout, r'\n-.*\n\+ +nvidia.com/gpu: "?16"?\n')
        failed = self.pool("a", "--diff", kubeconfig=self.cluster.user("diff-nobody"))
        self.assertEqual((failed.returncode, failed.stdout), (2, ""), failed.stderr)

    def test_111_diff_agrees_with_kubectl(self):
        self.assertEqual(self.pool("a", "--apply").returncode, 0)
        ours = self.pool("a", "--max-accelerators", "16", "--diff")
        self.assertEqual(ours.returncode, 1, ours.stderr)
        manifest = self.cluster.directory / "changed.yaml"
        manifest.write_text(self.pool("a", "--max-accelerators", "16").stdout)
        theirs = self.cluster.kubectl("diff", "--server-side", "--field-manager=kubectl-gpu-pool", "-f", manifest,
                                      check=False)
        self.assertEqual(theirs.returncode, 1)

        def changes(text):  # kubectl shows the generation, which is noise, and quotes scalars in its own way
            lines = [line for line in text.splitlines() if re.match(r"[-+](?![-+]{2} )", line)]
            return [line.replace('"', "") for line in lines if "generation:" not in line]

        self.assertEqual(changes(ours.stdout), changes(theirs.stdout))

    def compared_by(self, run, name):
        """What a diff program of the user's own is given: arguments, and the objects of both folders."""
        seen = self.cluster.directory / f"{name}.json"
        done = run({"KUBECTL_EXTERNAL_DIFF": f"{self.recorder} -x  --y=1 /gone", "SEEN": str(seen),
                    "TMPDIR": str(self.temporary)})
        self.assertEqual(list(self.temporary.iterdir()), [], "something was left behind")
        record = json.loads(seen.read_text())
        objects = {side: {file: yaml.safe_load(text) for file, text in files.items()}
                   for side, files in record["files"].items()}
        for file, one in objects["MERGED"].items():
            for noise in ("generation",) if objects["LIVE"][file] else ("generation", "uid", "creationTimestamp"):
                one["metadata"].pop(noise, None)  # a dry run counts the first up, and makes up the others
        for one in filter(None, objects["LIVE"].values()):
            one["metadata"].pop("generation", None)
        return done, record, objects

    def test_111_a_diff_program_of_ones_own(self):
        """It is given by us what kubectl gives it."""
        self.temporary = self.cluster.directory / "tmp"
        self.temporary.mkdir(exist_ok=True)
        self.recorder = self.cluster.directory / "recorder"
        self.recorder.write_text(RECORDER)
        self.recorder.chmod(0o755)
        manifest = self.cluster.directory / "external.yaml"
        for flags, code in (((), 1), (("--max-accelerators", "16"), 1)):
            with self.subTest(flags=flags):
                manifest.write_text(self.pool("a", *flags).stdout)
                ours, record, objects = self.compared_by(lambda env: self.pool("a", *flags, "--diff", env=env), "ours")
                theirs, their_record, their_objects = self.compared_by(
                    lambda env: self.cluster.kubectl("diff", "--server-side", "--field-manager=kubectl-gpu-pool", "-f",
                                                     manifest, check=False, env=env), "theirs")
                self.assertEqual((ours.returncode, ours.stdout), (theirs.returncode, theirs.stdout), ours.stderr)
                self.assertEqual((ours.returncode, ours.stdout), (code, "compared\n"))
                self.assertEqual(objects, their_objects)
                self.assertEqual(record["words"], their_record["words"])
                self.assertEqual(record["modes"], ["0o700", "0o600"])
                self.assertIn("KUBECTL_EXTERNAL_DIFF: left out, as kubectl does: /gone", ours.stderr)
            self.assertEqual(self.pool("a", "--apply").returncode, 0)

    def test_111_exit_codes_of_a_diff_program(self):
        self.assertEqual(self.pool("a", "--apply").returncode, 0)
        for code, expected in ((0, 0), (1, 1), (2, 2), (77, 2)):
            program = self.cluster.directory / f"exits-{code}"
            program.write_text(f"#!/bin/sh\nexit {code}\n")
            program.chmod(0o755)
            with self.subTest(code=code):
                done = self.pool("a", "--diff", env={"KUBECTL_EXTERNAL_DIFF": str(program)})
                self.assertEqual((done.returncode, done.stdout), (expected, ""), done.stderr)
                theirs = self.cluster.kubectl("diff", "--server-side", "-f", "-", stdin=self.pool("a").stdout, check=False,
                                              env={"KUBECTL_EXTERNAL_DIFF": str(program)})
                self.assertEqual(min(theirs.returncode, 2), expected)
        absent = self.pool("a", "--diff", env={"KUBECTL_EXTERNAL_DIFF": "no-such-program"})
        self.assertEqual(absent.returncode, 2)
        self.assertIn("'no-such-program' not found on PATH", absent.stderr)

    def test_ctrl_c_removes_what_a_diff_program_was_given(self):
        temporary = self.cluster.directory / "interrupted"
        temporary.mkdir()
        program = self.cluster.directory / "sleeps"
        program.write_text("#!/bin/sh\ntouch \"$TMPDIR/begun\"\nexec sleep 60\n")
        program.chmod(0o755)
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.cluster.directory), "LC_ALL": "C",
                       "KUBECONFIG": str(self.cluster.admin), "TMPDIR": str(temporary), "KUBECTL_EXTERNAL_DIFF": str(program)}
        with subprocess.Popen([case.binary(), "pool", "create", "a", *POOL, "--diff"], env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              start_new_session=True) as running:
            self.cluster.wait_for((temporary / "begun").exists, "the diff program")
            self.assertEqual(sorted(one.name.split("-")[0] for one in temporary.iterdir()), ["LIVE", "MERGED", "begun"])
            running.send_signal(signal.SIGINT)
            out, _ = running.communicate(timeout=20)
        self.assertEqual((running.returncode, out), (130, b""))
        self.assertEqual([one.name for one in temporary.iterdir()], ["begun"])

    def test_whose_object(self):
        manifest = self.cluster.directory / "foreign.yaml"
        manifest.write_text(self.pool("a").stdout)
        self.cluster.kubectl("create", "-f", manifest)
        done = self.pool("a", "--apply")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"nodepool.karpenter.sh/a exists, last written by kubectl-create \(Update, \d{4}-")

    def test_kept_by_argo(self):
        self.assertEqual(self.pool("a", "--apply").returncode, 0)
        self.cluster.kubectl("annotate", "nodepool", "a", "argocd.argoproj.io/tracking-id=pools:karpenter.sh/NodePool:/a")
        version = self.version("a")
        done = self.pool("a", "--max-accelerators", "16", "--apply")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is kept by Argo CD (application 'pools')", done.stderr)
        self.assertEqual(self.version("a"), version)

    def test_113_wait_over_the_time(self):
        done = self.pool("a", "--apply", "--wait=1s")
        self.assertEqual(done.returncode, 1)
        self.assertIn("did not become ready within 1s: no controller has looked at it yet", done.stderr)

    def test_wait_until_ready(self):
        self.assertEqual(self.pool("a", "--apply").returncode, 0)
        for kind, path in (("nodepool", "/apis/karpenter.sh/v1/nodepools/a"),
                           ("ec2nodeclass", "/apis/karpenter.k8s.aws/v1/ec2nodeclasses/a")):
            one = self.object("a", kind)
            condition = {"type": "Ready", "status": "True", "reason": "Ready", "message": "",
                         "lastTransitionTime": "2026-11-01T00:00:00Z", "observedGeneration": one["metadata"]["generation"]}
            self.cluster.kubectl("patch", kind, "a", "--subresource=status", "--type=merge", "-p",
                                 json.dumps({"status": {"conditions": [condition]}}))
        done = self.pool("a", "--apply", "--wait=10s")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nodepool.karpenter.sh/a is ready", done.stderr)

    def test_leftovers_are_named(self):
        self.assertEqual(self.pool("a", "--capacity", "spot", "--fallback-on-demand", "--apply").returncode, 0)
        done = self.pool("a", "--capacity", "spot", "--apply")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("kubectl delete nodepool.karpenter.sh a-on-demand", done.stderr)
        self.assertIn("nodepool.karpenter.sh/a-on-demand", self.cluster.kubectl("get", "nodepools", "-o", "name").stdout)

    def test_85_forbidden(self):
        done = self.pool("a", "--apply", kubeconfig=self.cluster.user("nobody"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("forbidden", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_114_deleted_object_is_made_again(self):
        self.assertEqual(self.pool("a", "--apply").returncode, 0)
        self.cluster.kubectl("delete", "nodepool", "a")
        self.assertEqual(self.pool("a", "--apply").returncode, 0)


class RefusedFlagsTest(case.ClusterCase):
    def test_flags_that_do_not_go_together(self):
        for flags in (("--diff", "--apply"), ("--diff", "--dry-run=server"), ("--apply", "-o", "json"), ("--wait",),
                      ("--force-conflicts",), ("--apply", "--output-dir", "x"), ("--dry-run=maybe",),
                      ("--apply", "--wait=never"), ("--diff", "--provisioner", "eksctl")):
            with self.subTest(flags=flags):
                done = self.gpu("pool", "create", "a", *POOL, *flags)
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertRegex(done.stderr, r"error: .*--(diff|apply|wait|force-conflicts|dry-run)|eksctl")


class ApplyThroughFaultsTest(case.ClusterCase):
    """Broken answers end in success after a retry, or in one clear sentence and a true account."""

    PATCH = r"^/apis/karpenter.sh/v1/nodepools/faulty\?"

    def setUp(self):
        self.addCleanup(self.cluster.kubectl, "delete", "nodepools,ec2nodeclasses", "--all", "--wait=true")

    def apply_through(self, *faults):
        with fault_proxy.FaultProxy(self.cluster) as proxy:
            for fault in faults:
                proxy.fault(self.PATCH, fault, times=1)
            done = case.run_gpu(["pool", "create", "faulty", *POOL, "--apply"], proxy.kubeconfig, self.cluster.directory)
            asked = [one for one in proxy.requests if one[0] == "PATCH" and "nodepools/faulty" in one[1]]
        return done, len(asked)

    def test_70_too_many_requests(self):
        done, asked = self.apply_through(fault_proxy.status(429, retry_after=1), fault_proxy.status(429, retry_after=1))
        self.assertEqual((done.returncode, asked), (0, 3), done.stderr)

    def test_76_a_reset_patch_is_repeated(self):
        done, asked = self.apply_through(fault_proxy.reset(0))
        self.assertEqual((done.returncode, asked), (0, 2), done.stderr)

    def test_114_deleted_between_get_and_patch(self):
        self.assertEqual(self.gpu("pool", "create", "faulty", *POOL, "--apply").returncode, 0)
        uid = self.cluster.get("/apis/karpenter.sh/v1/nodepools/faulty")["metadata"]["uid"]
        with fault_proxy.FaultProxy(self.cluster) as proxy:
            delete = fault_proxy.whole(lambda: self.cluster.kubectl("delete", "nodepool", "faulty", "--wait=true"))
            proxy.fault(self.PATCH, delete, times=1)
            done = case.run_gpu(["pool", "create", "faulty", *POOL, "--apply"], proxy.kubeconfig, self.cluster.directory)
            self.assertEqual([method for method, path, _ in proxy.requests if "nodepools/faulty" in path], ["GET", "PATCH"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nodepool.karpenter.sh/faulty serverside-applied", done.stdout)
        self.assertNotEqual(self.cluster.get("/apis/karpenter.sh/v1/nodepools/faulty")["metadata"]["uid"], uid)

    def test_74_an_internal_error_is_not_repeated(self):
        done, asked = self.apply_through(fault_proxy.status(500))
        self.assertEqual((done.returncode, asked), (1, 1), done.stderr)
        self.assertIn("applied: ec2nodeclass.karpenter.k8s.aws/faulty\nfailed: nodepool.karpenter.sh/faulty\n", done.stderr)
        self.assertEqual(done.stdout, "ec2nodeclass.karpenter.k8s.aws/faulty serverside-applied\n")
