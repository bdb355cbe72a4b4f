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


class LegacyTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cluster.Cluster(case.shared_cluster().version, with_crds=False)
        cls.addClassCleanup(cls.cluster.stop)
        cls.cluster.start()
        cls.missing = []
        for row in crds.rows(TABLE):
            path = crds.file_of(row)
            if path:
                definition = only(yaml.safe_load(path.read_text()), row["serves"])
                cls.cluster.kubectl("create", "-f", "-", stdin=json.dumps(definition))
            else:
                cls.missing.append(row["kind"])
        crds.wait_until_established(cls.cluster, len(crds.rows(TABLE)) - len(cls.missing))

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
