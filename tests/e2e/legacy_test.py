"""The old Karpenter manifests that `pool migrate` is tested with are ones that the old definitions accept."""
import json
import pathlib
import sys
import unittest

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "golden"))
import case  # noqa: E402
import cluster  # noqa: E402
import crds  # noqa: E402
import judges  # noqa: E402

TABLE = "legacy_crds.csv"
# Inputs that are wrong on purpose, for what `pool migrate` says about them.
NOT_VALID = {"pool/migrate-no-equivalent"}


def old_versions():
    return {(f"{row['group']}/{row['serves']}", row["kind"]) for row in crds.rows(TABLE)}


def old_objects(golden):
    """The objects of old versions that a golden gives to the program."""
    given = golden.folder / "input"
    files = sorted(path for path in given.rglob("*") if path.suffix in (".yaml", ".yml", ".json")) if given.is_dir() else []
    texts = [path.read_text() for path in [*files, golden.folder / "stdin"] if path.exists()]
    found = [document for text in texts for document in judges.documents(text)]
    return [document for document in found if (document["apiVersion"], document["kind"]) in old_versions()]


def only(definition, version):
    """The definition as it served `version`, without the webhook of a Karpenter that is not there."""
    definition["spec"].pop("conversion", None)
    definition["spec"]["versions"] = [{**one, "storage": True, "served": True} for one in definition["spec"]["versions"]
                                      if one["name"] == version]
    return definition


def install(one, kinds=None):
    """Installs the old definitions, of some kinds or of all; the kinds that could not be had."""
    wanted = [row for row in crds.rows(TABLE) if kinds is None or row["kind"] in kinds]
    before = len(one.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions")["items"])
    missing = []
    for row in wanted:
        path = crds.file_of(row)
        if path:
            definition = only(yaml.safe_load(path.read_text()), row["serves"])
            one.kubectl("create", "-f", "-", stdin=json.dumps(definition))
        else:
            missing.append(row["kind"])
    crds.wait_until_established(one, before + len(wanted) - len(missing))
    return missing


class LegacyTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cluster.Cluster(case.shared_cluster().version, with_crds=False)
        cls.addClassCleanup(cls.cluster.stop)
        cls.cluster.start()
        cls.missing = install(cls.cluster)

    def test_input(self):
        goldens = [golden for golden in judges.goldens() if old_objects(golden) and golden.name not in NOT_VALID]
        self.assertTrue(goldens)
        for golden in goldens:
            with self.subTest(golden=golden.name):
                for one in old_objects(golden):
                    self.accept(one)

    def accept(self, one):
        if one["kind"] in self.missing:
            self.skipTest(f"no CRD for {one['kind']} of {one['apiVersion']}")
        # What a server wrote is not what a user wrote.
        meta = {key: value for key, value in one["metadata"].items()
                if key not in ("resourceVersion", "uid", "creationTimestamp", "generation", "managedFields")}
        written = {**{key: value for key, value in one.items() if key != "status"}, "metadata": meta}
        self.cluster.kubectl("apply", "--server-side", "--validate=strict", "--dry-run=server", "-f", "-",
                             stdin=json.dumps(written))
