"""`pool migrate --all` and `--apply` on clusters that hold what older Karpenters were given."""
import json
import pathlib
import unittest

import yaml

import case
import cluster
import crds
import fault_proxy
import legacy_test

GOLDENS = pathlib.Path(__file__).resolve().parents[1] / "golden" / "pool"
ALPHA = (GOLDENS / "migrate-v1alpha5" / "input" / "karpenter.yaml").read_text()
BETA = (GOLDENS / "migrate-v1beta1" / "input" / "karpenter.yaml").read_text()
COLLECTIONS = ("/apis/karpenter.sh/v1alpha5/provisioners", "/apis/karpenter.k8s.aws/v1alpha1/awsnodetemplates",
               "/apis/karpenter.sh/v1beta1/nodepools", "/apis/karpenter.k8s.aws/v1beta1/ec2nodeclasses")
OLD_KINDS = ("provisioners.karpenter.sh", "awsnodetemplates.karpenter.k8s.aws", "nodepools.v1beta1.karpenter.sh",
             "ec2nodeclasses.v1beta1.karpenter.k8s.aws")
PROVISIONER = {"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "metadata": {"name": "plain"},
               "spec": {"ttlSecondsAfterEmpty": 30, "providerRef": {"name": "plain"}}}
TEMPLATE = {"apiVersion": "karpenter.k8s.aws/v1alpha1", "kind": "AWSNodeTemplate", "metadata": {"name": "plain"},
            "spec": {"subnetSelector": {"karpenter.sh/discovery": "prod"}, "instanceProfile": "KarpenterNodes",
                     "securityGroupSelector": {"karpenter.sh/discovery": "prod"}}}
NODE_POOL = {"apiVersion": "karpenter.sh/v1beta1", "kind": "NodePool", "metadata": {"name": "plain"},
             "spec": {"template": {"spec": {"requirements": [], "nodeClassRef": {"name": "plain"}}}}}


def named(one, name, **metadata):
    return {**one, "metadata": {"name": name, **metadata}}


class OldCluster(unittest.TestCase):
    """A cluster of its own that serves only the old versions."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.cluster = cluster.Cluster(case.shared_cluster().version, with_crds=False)
        cls.addClassCleanup(cls.cluster.stop)
        cls.cluster.start()
        missing = legacy_test.install(cls.cluster)
        if missing:
            raise unittest.SkipTest(f"no old CRD for {', '.join(missing)}")

    def setUp(self):
        for path in COLLECTIONS:
            self.addCleanup(self.cluster.delete, path)

    def create(self, *objects):
        for one in objects:
            path = next(path for path in COLLECTIONS if f"/{one['apiVersion']}/{one['kind'].lower()}" in path.lower())
            self.cluster.post(path, one)

    def migrate(self, *flags, **options):
        return case.run_gpu(["pool", "migrate", *flags], options.pop("kubeconfig", self.cluster.admin),
                            self.cluster.directory, **options)

    def test_all_is_what_kubectl_get_would_give(self):
        self.create(*yaml.safe_load_all(ALPHA), *yaml.safe_load_all(BETA))
        done = self.migrate("--all", "-o", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        dump = self.cluster.kubectl("get", ",".join(OLD_KINDS), "-o", "json").stdout
        from_dump = self.migrate("-f", "-", "-o", "json", stdin=dump)
        self.assertEqual(done.stdout, from_dump.stdout)
        made = [(one["kind"], one["metadata"]["name"]) for one in json.loads(done.stdout)["items"]]
        self.assertEqual(made, [("NodePool", "a10g"), ("EC2NodeClass", "a10g"), ("NodePool", "inference"),
                                ("NodePool", "rest"), ("NodePool", "training"), ("EC2NodeClass", "gpu-inference"),
                                ("EC2NodeClass", "gpu")])
        self.assertIn("note: karpenter.sh/v1alpha5: provisioner/a10g: spec.annotations[karpenter.sh/do-not-consolidate]: "
                      "became karpenter.sh/do-not-disrupt\n", done.stderr)

    def test_what_is_read(self):
        self.create(PROVISIONER, TEMPLATE)
        before = len(self.cluster.audit())
        self.assertEqual(self.migrate("--all").returncode, 0)
        asked = [one["requestURI"].split("?")[0] for one in self.cluster.audit()[before:]
                 if "kubectl-gpu/" in one.get("userAgent", "") and one["stage"] == "ResponseComplete"]
        self.assertEqual(sorted(asked), ["/apis", "/apis/karpenter.k8s.aws/v1alpha1/awsnodetemplates",
                                         "/apis/karpenter.k8s.aws/v1beta1/ec2nodeclasses",
                                         "/apis/karpenter.sh/v1alpha5/provisioners",
                                         "/apis/karpenter.sh/v1beta1/nodepools"])

    def test_several_pages(self):
        """More objects than a page has (500)."""
        self.create(*(named(TEMPLATE, f"t{i:03}") for i in range(501)))
        done = self.migrate("--all", "-o", "name")
        self.assertEqual(done.returncode, 0, done.stderr[-300:])
        self.assertEqual(done.stdout.split(), [f"ec2nodeclass.karpenter.k8s.aws/t{i:03}" for i in range(501)])

    def test_what_has_no_equivalent_is_said(self):
        self.create(PROVISIONER, {**TEMPLATE, "spec": {"launchTemplate": "mine", "subnetSelector": {"a": "b"}}})
        done = self.migrate("--all")
        self.assertEqual(done.returncode, 3)
        self.assertIn("warning: karpenter.k8s.aws/v1alpha1: awsnodetemplate/plain: spec.launchTemplate: ", done.stderr)
        self.assertIn("kind: NodePool\n", done.stdout)

    def test_kept_by_gitops(self):
        marks = {"argocd.argoproj.io/tracking-id": "pools:karpenter.sh/Provisioner:/argo", "owner": "ml"}
        self.create(named(PROVISIONER, "argo", annotations=marks),
                    named(PROVISIONER, "flux", labels={"kustomize.toolkit.fluxcd.io/name": "pools",
                                                       "kustomize.toolkit.fluxcd.io/namespace": "flux-system"}),
                    named(TEMPLATE, "plain", labels={"app.kubernetes.io/managed-by": "Helm"},
                          annotations={"meta.helm.sh/release-name": "pools", "meta.helm.sh/release-namespace": "infra"}))
        done = self.migrate("--all", "-o", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("provisioner/argo: kept by Argo CD (application 'pools')",
                      "provisioner/flux: kept by Flux (Kustomization 'flux-system/pools')",
                      "awsnodetemplate/plain: kept by Helm (release 'pools' in namespace 'infra')"):
            self.assertIn(words, done.stderr)
        metadata = {(one["kind"], one["metadata"]["name"]): one["metadata"] for one in json.loads(done.stdout)["items"]}
        # A mark on what the tool has not made would let Argo CD prune it.
        self.assertEqual(metadata["NodePool", "argo"], {"name": "argo", "annotations": {"owner": "ml"}})
        self.assertEqual(metadata["NodePool", "flux"], {"name": "flux"})
        self.assertEqual(metadata["EC2NodeClass", "plain"], {"name": "plain"})

    def test_nothing_to_migrate(self):
        done = self.migrate("--all")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(done.stderr, "note: nothing to migrate: Provisioner of karpenter.sh/v1alpha5: none; "
                                      "AWSNodeTemplate of karpenter.k8s.aws/v1alpha1: none; "
                                      "NodePool of karpenter.sh/v1beta1: none; "
                                      "EC2NodeClass of karpenter.k8s.aws/v1beta1: none\n")

    def test_a_provisioner_and_a_node_pool_of_one_name(self):
        self.create(PROVISIONER, TEMPLATE, NODE_POOL)
        done = self.migrate("--all", "-o", "name")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stdout.split(), ["ec2nodeclass.karpenter.k8s.aws/plain", "nodepool.karpenter.sh/plain"])
        self.assertIn("warning: karpenter.sh/v1alpha5: provisioner/plain: left out: nodepool/plain of v1beta1 has its name",
                      done.stderr)

    def test_may_not_read(self):
        self.create(PROVISIONER)
        done = self.migrate("--all", kubeconfig=self.cluster.user("nobody"))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("forbidden", done.stderr)
        self.assertIn("provisioners", done.stderr)
        self.cluster.allow("half", [{"apiGroups": ["karpenter.sh"], "resources": ["provisioners", "nodepools"],
                                     "verbs": ["get", "list"]}], ["half"])
        done = self.migrate("--all", "-o", "json", kubeconfig=self.cluster.user("half"))
        self.assertEqual((done.returncode, done.stdout), (1, ""), "half of the objects for the whole")
        self.assertIn("awsnodetemplates", done.stderr)

    def test_a_cut_list_is_read_again_and_never_taken_for_the_whole(self):
        self.create(PROVISIONER, TEMPLATE)
        whole = self.migrate("--all", "-o", "name").stdout
        path = r"^/apis/karpenter.k8s.aws/v1alpha1/awsnodetemplates"
        for times, code in ((1, 0), (9, 1)):
            with self.subTest(times=times), fault_proxy.FaultProxy(self.cluster) as proxy:
                proxy.fault(path, fault_proxy.cut_without_length(300), times=times)
                done = self.migrate("--all", "-o", "name", kubeconfig=proxy.kubeconfig)
                self.assertEqual((done.returncode, done.stdout), (code, "" if code else whole), done.stderr)
                self.assertEqual(proxy.asked(path), 2 if code == 0 else 1 + 3, "three more in all (11.3)")

    def test_v1_is_not_served(self):
        self.create(PROVISIONER, TEMPLATE)
        for flag, code in (("--apply", 1), ("--dry-run=server", 1), ("--diff", 2)):
            with self.subTest(flag=flag):
                done = self.migrate("--all", flag)
                self.assertEqual((done.returncode, done.stdout), (code, ""))
                self.assertIn("this cluster has no kind 'NodePool' in karpenter.sh/v1", done.stderr)
                self.assertIn("the server has NodePool in karpenter.sh/v1beta1", done.stderr)


class BothVersionsTest(unittest.TestCase):
    """Karpenter 1.0 served v1beta1 and v1 of the same objects."""

    @classmethod
    def setUpClass(cls):
        cls.cluster = cluster.Cluster(case.shared_cluster().version, with_crds=False)
        cls.addClassCleanup(cls.cluster.stop)
        cls.cluster.start()
        rows = [row for row in crds.rows(legacy_test.TABLE) if row["kind"] == "NodePool"]
        path = crds.file_of(rows[0])
        if not path:
            raise unittest.SkipTest("no CRD for NodePool of karpenter.sh/v1beta1")
        definition = yaml.safe_load(path.read_text())
        definition["spec"].pop("conversion", None)
        cls.cluster.kubectl("create", "-f", "-", stdin=json.dumps(definition))
        crds.wait_until_established(cls.cluster, 1)

    def test_only_what_was_written_as_v1beta1(self):
        v1 = {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "new"}, "spec": {"template": {"spec": {
            "requirements": [], "nodeClassRef": {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "x"}}}}}
        for one in (named(NODE_POOL, "old"), v1):
            self.cluster.post(f"/apis/{one['apiVersion']}/nodepools", one)
        done = case.run_gpu(["pool", "migrate", "--all", "-o", "name"], self.cluster.admin, self.cluster.directory)
        self.assertEqual((done.returncode, done.stdout), (0, "nodepool.karpenter.sh/old\n"), done.stderr)
        self.assertIn("note: left alone: nodepool/new (karpenter.sh/v1)\n", done.stderr)
        self.assertIn("note: the cluster does not serve Provisioner of karpenter.sh/v1alpha5, AWSNodeTemplate of "
                      "karpenter.k8s.aws/v1alpha1, EC2NodeClass of karpenter.k8s.aws/v1beta1\n", done.stderr)


class ApplyMigrationTest(case.ClusterCase):
    """Where v1 is served and old objects were left behind."""

    KINDS = ("Provisioner", "AWSNodeTemplate")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.addClassCleanup(cls.cluster.kubectl, "delete", "crd", "--ignore-not-found", "--wait=true", *OLD_KINDS[:2])
        missing = legacy_test.install(cls.cluster, cls.KINDS)
        if missing:
            raise unittest.SkipTest(f"no old CRD for {', '.join(missing)}")

    def setUp(self):
        for path in (*COLLECTIONS[:2], "/apis/karpenter.sh/v1/nodepools", "/apis/karpenter.k8s.aws/v1/ec2nodeclasses"):
            self.addCleanup(self.cluster.delete, path)
        for path, one in zip(COLLECTIONS, yaml.safe_load_all(ALPHA)):
            self.cluster.post(path, one)

    def names(self, kinds):
        return self.cluster.kubectl("get", kinds, "-o", "name").stdout.split()

    def test_diff_dry_run_apply_and_the_rest(self):
        diff = self.gpu("pool", "migrate", "--all", "--diff")
        self.assertEqual(diff.returncode, 1, diff.stderr)
        self.assertIn("+++ MERGED/karpenter.sh.v1.NodePool..a10g\n", diff.stdout)
        checked = self.gpu("pool", "migrate", "--all", "--dry-run=server")
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertIn("nodepool.karpenter.sh/a10g serverside-applied (server dry run)\n", checked.stdout)
        self.assertEqual(self.names("nodepools,ec2nodeclasses"), [])

        done = self.gpu("pool", "migrate", "--all", "--apply", "--context", "admin")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "ec2nodeclass.karpenter.k8s.aws/a10g serverside-applied\n"
                                      "nodepool.karpenter.sh/a10g serverside-applied\n")
        self.assertEqual(len(self.names(",".join(OLD_KINDS[:2]))), 2, "an old object was deleted")
        lines = [line for line in done.stderr.splitlines() if line.startswith("kubectl delete ")]
        self.assertEqual(lines, ["kubectl delete provisioner.karpenter.sh/a10g --cascade=foreground --context admin",
                                 "kubectl delete awsnodetemplate.karpenter.k8s.aws/a10g --context admin"])
        again = self.gpu("pool", "migrate", "--all", "--diff")
        self.assertEqual((again.returncode, again.stdout), (0, ""), again.stderr)

        for line in lines:  # as they stand, by kubectl itself
            self.cluster.kubectl(*line.split()[1:])
        self.assertEqual(self.names(",".join(OLD_KINDS[:2])), [])
        self.assertEqual(self.names("nodepools,ec2nodeclasses"), ["nodepool.karpenter.sh/a10g",
                                                                  "ec2nodeclass.karpenter.k8s.aws/a10g"])

    def test_from_a_file(self):
        done = self.gpu("pool", "migrate", "-f", "-", "--apply", "--wait=1s", stdin=ALPHA)
        self.assertEqual(done.returncode, 1)
        self.assertIn("nodepool.karpenter.sh/a10g serverside-applied\n", done.stdout)
        self.assertIn("did not become ready within 1s", done.stderr)
        self.assertNotIn("kubectl delete", done.stderr, "the new pools are not ready")
        done = self.gpu("pool", "migrate", "-f", "-", "--apply", stdin=ALPHA)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("kubectl delete provisioner.karpenter.sh/a10g --cascade=foreground --ignore-not-found\n", done.stderr)

    def test_kept_by_argo(self):
        self.cluster.kubectl("annotate", "provisioners.karpenter.sh", "a10g",
                             "argocd.argoproj.io/tracking-id=pools:karpenter.sh/Provisioner:/a10g")
        done = self.gpu("pool", "migrate", "--all", "--apply")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("# provisioner.karpenter.sh/a10g: take it out of Argo CD's application 'pools', which would write it "
                      "back\n", done.stderr)
        self.assertNotIn("kubectl delete provisioner", done.stderr)

    def test_nothing_is_applied_where_something_is_lost(self):
        self.cluster.kubectl("patch", "awsnodetemplates.karpenter.k8s.aws", "a10g", "--type=merge", "-p",
                             '{"spec":{"launchTemplate":"mine"}}')
        done = self.gpu("pool", "migrate", "--all", "--apply")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("spec.launchTemplate", done.stderr)
        self.assertIn("error: nothing was applied", done.stderr)
        self.assertEqual(self.names("nodepools,ec2nodeclasses"), [])

    def test_another_pool_has_the_name(self):
        self.assertEqual(self.gpu("pool", "migrate", "--all", "--apply").returncode, 0)
        self.cluster.kubectl("patch", "nodepool", "a10g", "--type=merge", "--field-manager=somebody", "-p",
                             '{"spec":{"weight":7}}')
        done = self.gpu("pool", "migrate", "--all", "--apply")
        self.assertEqual(done.returncode, 1)
        self.assertIn("'somebody' owns .spec.weight", done.stderr)
        self.assertNotIn("kubectl delete", done.stderr)


class NoOldKindsTest(case.ClusterCase):
    def test_all_on_a_cluster_of_today(self):
        done = self.gpu("pool", "migrate", "--all")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertRegex(done.stderr, r"^note: nothing to migrate: Provisioner of karpenter.sh/v1alpha5: not served; "
                                      r".*EC2NodeClass of karpenter.k8s.aws/v1beta1: not served\n$")
