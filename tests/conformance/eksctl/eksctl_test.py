"""eksctl's own loader, defaults and validation accept every golden that eksctl judges."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
for folder in ("tests/golden", "tests/go"):
    sys.path.insert(0, str(ROOT / folder))
import gobuild  # noqa: E402
import judges  # noqa: E402


class EksctlTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = gobuild.build(HERE) / "eksctl"

    def read(self, path):
        """(accepted, what it said) of one file."""
        done = subprocess.run([self.program, path], capture_output=True, text=True, timeout=60)
        return done.returncode == 0, (done.stdout + done.stderr).strip()

    def test_golden(self):
        goldens = judges.judged_by("eksctl")
        self.assertTrue(goldens)
        for golden in goldens:
            with self.subTest(golden=golden.name):
                for path in golden.files:
                    accepted, said = self.read(path)
                    self.assertTrue(accepted, said)

    def test_what_eksctl_refuses(self):
        # The judge judges: a field that no version knows, and a label that eksctl forbids (seen with v0.230.0).
        text = next(golden for golden in judges.goldens() if golden.name == "pool/eksctl-managed").files[0].read_text()
        for old, new, why in (("    minSize:", "    minimumSize:", "unknown field"),
                              ("    labels:\n", "    labels:\n      app.kubernetes.io/managed-by: kubectl-gpu\n", "")):
            self.assertIn(old, text)
            with self.subTest(new=new), tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                file.write(text.replace(old, new, 1))
                file.flush()
                accepted, said = self.read(file.name)
                self.assertFalse(accepted)
                self.assertIn(why, said)


if __name__ == "__main__":
    unittest.main()
