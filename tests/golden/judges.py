"""Which goldens hold manifests, and who judges them: for the suites that ask the judges themselves.

A case's `why` has a line `judge: NAME`. What each judge gets is read from the goldens, never from a list.
"""
import pathlib

import yaml

HERE = pathlib.Path(__file__).resolve().parent
JUDGES = ("apiserver", "eksctl", "helm-values", "kustomize")


class Golden:
    """A case that renders manifests."""

    def __init__(self, folder):
        self.folder = folder
        self.name = folder.relative_to(HERE).as_posix()
        self.command = (folder / "cmd").read_text().strip()
        self.judge = judge_of(folder)
        self.files = manifests(folder)

    def documents(self):
        return [document for path in self.files for document in documents(path.read_text())]


def judge_of(folder):
    why = folder / "why"
    lines = why.read_text().splitlines() if why.exists() else []
    return next((line.removeprefix("judge:").strip() for line in lines if line.startswith("judge:")), None)


def manifests(folder):
    """The files of a case that a user would apply: what it wrote, else what it printed."""
    output = folder / "output"
    written = sorted(path for path in output.rglob("*") if path.suffix in (".yaml", ".json")) if output.is_dir() else []
    found = [path for path in written if path.name != "kustomization.yaml"] or [folder / "stdout"]
    return [path for path in found if path.exists() and documents(path.read_text())]


def documents(text):
    """The Kubernetes objects of a text, lists taken apart; none where it is something else."""
    if not text.startswith(("{", "#", "apiVersion", "---", "kind")):
        return []
    try:
        parsed = [document for document in yaml.safe_load_all(text) if document is not None]
    except yaml.YAMLError:
        return []
    if not all(isinstance(document, dict) and "apiVersion" in document and "kind" in document for document in parsed):
        return []
    return [item for document in parsed for item in (document["items"] if document["kind"] == "List" else [document])]


def goldens():
    """Every case that renders manifests."""
    found = [Golden(path.parent) for path in sorted(HERE.rglob("cmd"))]
    return [golden for golden in found if golden.files]


def judged_by(judge):
    return [golden for golden in goldens() if golden.judge == judge]


def misjudged():
    """What is wrong with the judges that cases name: none, an unknown one, or one that cannot read the kind."""
    problems = []
    for golden in goldens():
        kinds = {document["apiVersion"].split("/")[0] for document in golden.documents()}
        if golden.judge not in JUDGES:
            problems.append(f"{golden.name}: why needs a line 'judge: ' with one of {', '.join(JUDGES)}")
        elif (golden.judge == "eksctl") != (kinds == {"eksctl.io"}):
            problems.append(f"{golden.name}: {golden.judge} does not judge {', '.join(sorted(kinds))}")
    return problems
