"""Structure of manifests against the published schemas of whoever will judge them, where those are at hand.

A walk over value and schema together: fields the schema does not know, missing ones, types, enums, patterns, bounds.
Rules in CEL and in webhooks are the API server's own and are not tried here.
"""
import functools
import json
import pathlib
import re

import yaml

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data" / "schemas"
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}


def present():
    return FOLDER.is_dir()


def check(document, judge):
    """What is wrong with one document, as sentences that begin with the path."""
    kind = document.get("kind")
    if judge == "eksctl":
        schema, definitions = eksctl()
        return walk(document, schema, definitions, f"eksctl {kind}", closed=True)
    crd = crds().get((str(document.get("apiVersion")), str(kind)))
    if crd is None:
        return [f"{document.get('apiVersion')} {kind}: no CRD of that name"]
    schema = {**crd, "properties": {**crd["properties"], "metadata": metadata_schema()}}
    return walk(document, schema, {}, kind, closed=True)


@functools.cache
def crds():
    found = {}
    for path in sorted((FOLDER / "crds").glob("*.yaml")):
        for crd in yaml.safe_load_all(path.read_text()):
            if isinstance(crd, dict) and crd.get("kind") == "CustomResourceDefinition":
                for version in crd["spec"]["versions"]:
                    key = (f"{crd['spec']['group']}/{version['name']}", crd["spec"]["names"]["kind"])
                    found[key] = version["schema"]["openAPIV3Schema"]
    return found


@functools.cache
def eksctl():
    whole = json.loads((FOLDER / "eksctl-schema.json").read_text())
    definitions = whole.get("definitions") or whole.get("$defs") or {}
    top = whole if "properties" in whole or "$ref" not in whole else {"$ref": whole["$ref"]}
    return top, definitions


def metadata_schema():
    """The part of ObjectMeta that a manifest may carry."""
    text_map = {"type": "object", "additionalProperties": {"type": "string"}}
    return {"type": "object", "required": ["name"],
            "properties": {"name": {"type": "string", "pattern": r"^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"},
                           "namespace": {"type": "string"}, "labels": text_map, "annotations": text_map}}


def resolve(schema, definitions):
    while "$ref" in schema:
        schema = {**definitions[schema["$ref"].rpartition("/")[2]],
                  **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema


def walk(value, schema, definitions, path, closed):
    schema = resolve(schema, definitions)
    if value is None and schema.get("nullable"):
        return []
    problems = alternatives(value, schema, definitions, path, closed)
    if schema.get("x-kubernetes-int-or-string"):
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            return problems + [f"{path}: {value!r} is neither a whole number nor a string"]
    else:
        problems += wrong_type(value, schema, path)
    if problems:
        return problems
    problems += bounds(value, schema, path)
    if isinstance(value, dict):
        problems += members(value, schema, definitions, path, closed)
    elif isinstance(value, list):
        for index, element in enumerate(value):
            problems += walk(element, schema.get("items", {}), definitions, f"{path}[{index}]", closed)
    return problems


def wrong_type(value, schema, path):
    allowed = schema.get("type", "object" if "properties" in schema else [])  # eksctl's schema leaves some out
    allowed = [allowed] if isinstance(allowed, str) else allowed
    for name in allowed:
        if name == "null" and value is None:
            return []
        if name in TYPES and isinstance(value, TYPES[name]) and (name == "boolean") == isinstance(value, bool):
            return []
    return [f"{path}: {value!r} is no {' or '.join(allowed)}"] if allowed else []


def alternatives(value, schema, definitions, path, closed):
    problems = []
    for part in schema.get("allOf", []):
        problems += walk(value, part, definitions, path, closed=False)
    for word in ("anyOf", "oneOf"):
        parts = schema.get(word)
        if parts:
            tried = [walk(value, part, definitions, path, closed and "properties" not in schema) for part in parts]
            holds = sum(not part for part in tried)
            if holds == 0 or (word == "oneOf" and holds != 1):
                problems.append(f"{path}: {holds} of the schema's {word} hold: {sum(tried, [])[:3]}")
    if "not" in schema and not walk(value, schema["not"], definitions, path, closed=False):
        problems.append(f"{path}: is what the schema's 'not' forbids")
    return problems


def bounds(value, schema, path):
    problems = []
    if "enum" in schema and value not in schema["enum"]:
        problems.append(f"{path}: {value!r} is none of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        problems.append(f"{path}: {value!r} is not {schema['const']!r}")
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        problems.append(f"{path}: {value!r} does not match {schema['pattern']}")
    size = len(value) if isinstance(value, (str, list, dict)) else value
    least, most = {str: ("minLength", "maxLength"), list: ("minItems", "maxItems"),
                   dict: ("minProperties", "maxProperties")}.get(type(value), ("minimum", "maximum"))
    if not isinstance(value, bool) and isinstance(size, (int, float)):
        if least in schema and size < schema[least]:
            problems.append(f"{path}: {size} is below {least} {schema[least]}")
        if most in schema and size > schema[most]:
            problems.append(f"{path}: {size} is above {most} {schema[most]}")
    return problems


def members(value, schema, definitions, path, closed):
    known = schema.get("properties", {})
    problems = [f"{path}.{name}: required, not there" for name in schema.get("required", []) if name not in value]
    rest = schema.get("additionalProperties")
    open_ended = schema.get("x-kubernetes-preserve-unknown-fields") or not (known or closed) or rest is True
    for name, member in value.items():
        if name in known:
            problems += walk(member, known[name], definitions, f"{path}.{name}", closed)
        elif isinstance(rest, dict):
            problems += walk(member, rest, definitions, f"{path}.{name}", closed)
        elif rest is False or (closed and known and not open_ended):
            problems.append(f"{path}.{name}: the schema has no such field")
    return problems
