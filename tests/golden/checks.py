"""What must hold for a golden besides equal bytes: JSON fits its schema, a manifest fits its judge's, a header runs."""
import json
import pathlib

import schemas

try:
    import jsonschema
except ImportError:
    jsonschema = None
try:
    import yaml
except ImportError:
    yaml = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs" / "json"
HEADER = "# kubectl gpu "


def check(case, seen, run):
    """(problems, names of checks that could not be made). `run(command)` runs the program again in a fresh folder."""
    problems, skipped = [], []
    text = seen.stdout.decode("utf-8", "replace")
    try:
        report = parsed_report(text)
    except ValueError as error:
        return [f"stdout is not the JSON it begins as: {error}"], []
    if report is not None and jsonschema is None:
        skipped.append("JSON schemas (no python3-jsonschema)")
    elif report is not None:
        problems += check_report(report)
    if case.command.startswith("pool "):
        more, not_made = check_pool(case, seen, text, run)
        problems, skipped = problems + more, skipped + not_made
    return problems, skipped


def parsed_report(text):
    """A result that is JSON, or YAML of ours, and no Kubernetes object; else None."""
    value = None
    if text.startswith("{"):
        value = json.loads(text)
    elif text.startswith("kind:") and yaml:
        value = yaml.safe_load(text)
    return value if isinstance(value, dict) and "apiVersion" not in value else None


def check_report(report):
    by_kind = {}
    for path in sorted(SCHEMAS.glob("*.schema.json")):
        schema = json.loads(path.read_text())
        by_kind[schema.get("title")] = schema
    kind = report.get("kind")
    if kind not in by_kind:
        return [f"no schema in docs/json has the title {kind!r}"]
    validator = jsonschema.validators.validator_for(by_kind[kind])
    validator.check_schema(by_kind[kind])
    checker = validator(by_kind[kind], format_checker=jsonschema.FormatChecker())
    return [f"docs/json {kind}: {error.json_path}: {error.message}" for error in checker.iter_errors(report)]


def check_pool(case, seen, text, run):
    if yaml is None:
        return [], ["pool manifests (no python3-yaml)"]
    files = {name: body.decode() for name, body in seen.files.items() if name.endswith((".yaml", ".json"))}
    groups = {name: body for name, body in files.items() if not name.endswith("kustomization.yaml")}
    manifests = list(groups.values()) or ([text] if text.startswith(("{", "#", "apiVersion", "---")) else [])
    documents = [document for manifest in manifests for document in all_documents(manifest)]
    if not documents:
        return [], []
    problems, skipped = [], []
    judge = judge_of(case)
    if judge not in ("apiserver", "eksctl"):
        problems.append("why: a case that renders manifests needs a line 'judge: apiserver' or 'judge: eksctl'")
    elif not schemas.present():
        skipped.append("manifests against the schemas of their judge (no ../shared/data/schemas)")
    else:
        for document in documents:
            problems += schemas.check(document, judge)
    if text.startswith(HEADER) or groups:
        problems += check_header(seen, text, groups, documents, run)
    return problems, skipped


def all_documents(text):
    found = []
    for document in yaml.safe_load_all(text):
        found += document["items"] if document and document.get("kind") == "List" else [document]
    return [document for document in found if document is not None and not is_report(document)]


def is_report(document):
    """A result of ours (CONTRACTS 2): held against docs/json, no manifest."""
    return "apiVersion" not in document and isinstance(document.get("version"), int)


def judge_of(case):
    for line in case.read("why").decode().splitlines():
        if line.startswith("judge:"):
            return line.removeprefix("judge:").strip()
    return None


def check_header(seen, text, groups, documents, run):
    """pools.md 10: the first line of a manifest is the command that makes it again."""
    first_lines = {body.partition("\n")[0] for name, body in groups.items() if name.endswith(".yaml")}
    first_lines = first_lines or {text.partition("\n")[0]}
    if not groups and not text.startswith(HEADER):
        return []
    if len(first_lines) != 1 or not next(iter(first_lines)).startswith(HEADER):
        return [f"header: {sorted(first_lines)} is not one command"] if not json_only(groups) else []
    command = next(iter(first_lines)).removeprefix(HEADER)
    again = run(command)
    bare = run(command + " --no-comments")
    problems = [f"header: exit {part.exit_code}: {part.stderr.decode()}" for part in (again, bare)
                if part.exit_code != seen.exit_code]
    if problems:
        return problems
    if groups:
        whole = [again.stdout.decode(), bare.stdout.decode()]
        problems += [f"header: {name} is not among what its command prints" for name, body in groups.items()
                     if not any(without_marker(body.partition("\n")[2]) in output for output in whole)]
    elif seen.stdout not in (again.stdout, bare.stdout):
        problems.append("header: its command does not print the same bytes")
    for name, part in (("header", again), ("header with --no-comments", bare)):
        if sorted_documents(all_documents(part.stdout.decode())) != sorted_documents(documents):
            problems.append(f"{name}: parses to something else")
    script_lines = {line.strip() for document in documents for line in lines_of_texts(document)}
    kept = [line for line in bare.stdout.decode().splitlines()
            if line.lstrip().startswith("#") and line.strip() not in script_lines]
    if kept != [HEADER + command]:
        problems.append(f"--no-comments keeps the comments {kept[1:]}")
    return problems


def lines_of_texts(value):
    """Lines of texts that have several, such as userData: what begins with # there is no comment of the manifest."""
    if isinstance(value, dict):
        return [line for member in value.values() for line in lines_of_texts(member)]
    if isinstance(value, list):
        return [line for member in value for line in lines_of_texts(member)]
    return value.splitlines() if isinstance(value, str) and "\n" in value else []


def json_only(groups):
    return all(name.endswith(".json") for name in groups)


def without_marker(text):
    return text.removeprefix("---\n").rstrip("\n")


def sorted_documents(documents):
    return sorted(json.dumps(document, sort_keys=True, default=str) for document in documents)
