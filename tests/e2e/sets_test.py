"""Sets of objects that no verb renders yet, through the code of --apply (kgpu_apply), against the real API server."""
import os
import subprocess

import case

CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {size: {type: integer}}}
"""
THING = """\
apiVersion: example.com/v1
kind: Thing
metadata: {name: t, namespace: sets}
spec: {size: 3}
"""
NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata: {name: sets}\n"


def config_map(name, value="b", namespace="sets"):
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}, namespace: {namespace}}}\ndata: {{a: '{value}'}}\n"


class SetsTest(case.ClusterCase):
    def setUp(self):
        self.file = self.cluster.directory / "set.yaml"
        self.addCleanup(self.cluster.kubectl, "delete", "crd", "things.example.com", "--ignore-not-found", "--wait=true")
        self.addCleanup(self.cluster.kubectl, "delete", "namespace", "sets", "--ignore-not-found", "--wait=true")

    def apply(self, *documents, flags=(), kubeconfig=None, env=None):
        self.file.write_text("---\n".join(documents))
        program = case.binary().parents[2] / "tests" / "apply" / "kgpu_apply"
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.cluster.directory), "LC_ALL": "C",
                       "KUBECONFIG": str(kubeconfig or self.cluster.admin), **(env or {})}
        return subprocess.run([program, *flags, self.file], env=environment, capture_output=True, text=True, timeout=120)

    def test_107_any_order(self):
        done = self.apply(THING, config_map("c"), CRD, NAMESPACE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines(), ["namespace/sets serverside-applied",
                                                    "customresourcedefinition.apiextensions.k8s.io/things.example.com "
                                                    "serverside-applied",
                                                    "configmap/c serverside-applied",
                                                    "thing.example.com/t serverside-applied"])
        self.assertEqual(self.cluster.kubectl("get", "thing", "t", "-n", "sets", "-o", "jsonpath={.spec.size}").stdout, "3")

    def test_dry_run_and_diff_of_a_set_with_its_own_namespace(self):
        dry = self.apply(NAMESPACE, config_map("c"), CRD, THING, flags=["--dry-run=server"])
        self.assertEqual(dry.returncode, 0, dry.stderr)
        self.assertIn("configmap/c: checked here only", dry.stderr)
        diff = self.apply(NAMESPACE, config_map("c"), CRD, THING, flags=["--diff"])
        self.assertEqual(diff.returncode, 1, diff.stderr)
        self.assertIn("+++ MERGED/example.com.v1.Thing.sets.t", diff.stdout)
        found = self.cluster.kubectl("get", "namespace", "sets", "--ignore-not-found", "-o", "name").stdout
        self.assertEqual(found, "")

    def test_101_no_such_kind(self):
        done = self.apply(THING)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("error: this cluster has no kind 'Thing' in example.com/v1", done.stderr)
        self.assertIn("hint: install the CRD of Thing first", done.stderr)

    def test_108_separators_comments_lists(self):
        listed = ('{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "ConfigMap", '
                  '"metadata": {"name": "l", "namespace": "sets"}}]}\n')
        done = self.apply(NAMESPACE, "# nothing but words\n", config_map("a") + "--- # and a comment\n" + config_map("b"), listed)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 4)

    def test_109_one_fails_the_others_are_applied(self):
        bad = config_map("bad").replace("data: {a: 'b'}", "data: {'a b': 'c'}")
        done = self.apply(NAMESPACE, config_map("a"), bad, config_map("z"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("configmap/a serverside-applied\n", done.stdout)
        self.assertIn("configmap/z serverside-applied\n", done.stdout)
        self.assertIn("failed: configmap/bad\n", done.stderr)

    def test_what_lives_in_a_refused_namespace_is_skipped(self):
        refused = NAMESPACE.replace("{name: sets}", "{name: sets, labels: {'a b': c}}")
        done = self.apply(refused, config_map("a"))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("configmap/a: skipped: the namespace 'sets' was not applied", done.stderr)

    def test_110_too_large(self):
        done = self.apply(NAMESPACE, config_map("large", "x" * 1048577))
        self.assertEqual(done.returncode, 1)
        self.assertIn("configmap/large: not sent: data of 1048577 bytes; the API server takes 1048576", done.stderr)

    def test_112_no_value_of_a_secret_is_shown(self):
        secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: sets}\nstringData: {p: 'hunter2'}\n"
        self.assertEqual(self.apply(NAMESPACE, secret).returncode, 0)
        diff = self.apply(NAMESPACE, secret.replace("hunter2", "correct-horse"), flags=["--diff"])
        self.assertEqual(diff.returncode, 1, diff.stderr)
        for word in ("hunter2", "correct-horse", "aHVudGVyMg==", "Y29ycmVjdC1ob3JzZQ=="):
            self.assertNotIn(word, diff.stdout + diff.stderr)

    def test_112_a_diff_program_of_ones_own_sees_no_value_either(self):
        """As kubectl masks them, before and after told apart."""
        secret = ("apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: sets}\n"
                  "stringData: {p: 'hunter2', same: 'hunter2'}\n")
        changed = secret.replace("hunter2", "correct-horse", 1)
        self.assertEqual(self.apply(NAMESPACE, secret).returncode, 0)
        env = {"KUBECTL_EXTERNAL_DIFF": "diff -r -N"}
        ours = self.apply(NAMESPACE, changed, flags=["--diff"], env=env)
        self.assertEqual(ours.returncode, 1, ours.stderr)
        for word in ("hunter2", "correct-horse", "aHVudGVyMg==", "Y29ycmVjdC1ob3JzZQ=="):
            self.assertNotIn(word, ours.stdout + ours.stderr)
        theirs = self.cluster.kubectl("diff", "--server-side", "--field-manager=kubectl-gpu-test", "-f", self.file,
                                      check=False, env=env)
        self.assertEqual(theirs.returncode, 1, theirs.stderr)

        def values(text):
            return [line.replace("'", "").replace('"', "") for line in text.splitlines() if "***" in line]

        self.assertEqual(values(ours.stdout), ["<   p: *** (before)", ">   p: *** (after)"])
        self.assertEqual(values(ours.stdout), values(theirs.stdout))
