"""Every golden that the API server judges is accepted by the real one, strictly, and changes nothing when applied again."""
import json
import os
import pathlib
import shlex
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "golden"))
import case  # noqa: E402
import judges  # noqa: E402

class Kubectl:
    """Applies with the real kubectl, as a user does who pipes what we print."""

    manager = "kubectl-gpu-golden"

    def __init__(self, cluster):
        self.cluster = cluster

    def apply(self, golden):
        self.cluster.kubectl("apply", "--server-side", "--validate=strict", f"--field-manager={self.manager}",
                             *files(golden))


class Ours:
    """Applies with the golden's own command and --apply."""

    manager = "kubectl-gpu-pool"

    def __init__(self, cluster):
        self.cluster = cluster

    def apply(self, golden):
        words = shlex.split(golden.command)[2:]  # without `kubectl gpu`
        if words[:2] not in WITH_APPLY or any(word.startswith(("--output-dir", "-o")) for word in words):
            Kubectl(self.cluster).apply(golden)
            return
        with tempfile.TemporaryDirectory() as folder:
            if (golden.folder / "input").is_dir():
                shutil.copytree(golden.folder / "input", folder, dirs_exist_ok=True)
            done = case.run_gpu([*words, "--apply"], self.cluster.admin, folder)
        if done.returncode:
            raise RuntimeError(f"{golden.command} --apply: exit {done.returncode}\n{done.stderr}")


WITH_APPLY = (["pool", "create"],)  # commands that have --apply; the manifests of others go through kubectl
# KGPU_APPLIER chooses.
APPLIERS = {"kubectl": Kubectl, "ours": Ours}


def files(golden):
    return [word for path in golden.files for word in ("-f", path)]


class GoldenTest(case.ClusterCase):
    def test_every_manifest_names_its_judge(self):
        self.assertEqual(judges.misjudged(), [])

    def test_golden(self):
        applier = APPLIERS[os.environ.get("KGPU_APPLIER", "ours")](self.cluster)
        goldens = judges.judged_by("apiserver")
        self.assertTrue(goldens)
        for golden in goldens:
            with self.subTest(golden=golden.name):
                self.skip_without_definition(golden)
                self.judge(golden, applier)

    def skip_without_definition(self, golden):
        """A kind that could not be had is skipped; one that nobody wrote into crds.csv fails when it is applied."""
        kinds = {document["kind"] for document in golden.documents()}
        missing = [name for name in self.cluster.skipped_crds if name.split(" ")[0] in kinds]
        if missing:
            raise unittest.SkipTest(f"no CRD for {', '.join(missing)}")

    def judge(self, golden, applier):
        try:
            applier.apply(golden)
            first = self.versions(golden)
            self.assertEqual(len(first), len(golden.documents()), "objects that are there after applying")
            applier.apply(golden)
            self.assertEqual(self.versions(golden), first, "resourceVersion after applying it again")
            diff = self.cluster.kubectl("diff", "--server-side", f"--field-manager={applier.manager}", *files(golden),
                                        check=False)
            self.assertEqual((diff.returncode, diff.stdout), (0, ""), diff.stderr)
        finally:
            self.cluster.kubectl("delete", "--ignore-not-found", "--wait=true", *files(golden))

    def versions(self, golden):
        """The resourceVersion of each object, as kubectl reads them back."""
        said = json.loads(self.cluster.kubectl("get", *files(golden), "-o", "json").stdout)
        objects = [said] if "items" not in said else said["items"]
        return sorted((one["kind"], one["metadata"]["name"], one["metadata"]["resourceVersion"]) for one in objects)
