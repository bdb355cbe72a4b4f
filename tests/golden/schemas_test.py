#!/usr/bin/env python3
"""The structural check can fail: one mistake of each sort, in a schema of our own, is found; none where there is none."""
import unittest

import schemas

SCHEMA = {
    "type": "object", "required": ["name"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 5},
        "size": {"x-kubernetes-int-or-string": True},
        "count": {"type": "integer", "minimum": 1, "maximum": 9},
        "on": {"type": "boolean"},
        "effect": {"type": "string", "enum": ["NoSchedule", "NoExecute"]},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "terms": {"type": "array", "maxItems": 2, "items": {"type": "object", "properties": {"id": {"type": "string"}}}},
        "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
        "one": {"oneOf": [{"required": ["a"]}, {"required": ["b"]}],
                "properties": {"a": {"type": "string"}, "b": {"type": "string"}}},
        "other": {"$ref": "#/definitions/Other"},
    },
}
DEFINITIONS = {"Other": {"properties": {"x": {"type": "string"}}, "additionalProperties": False}}
SOUND = [
    {"name": "a"},
    {"name": "a", "size": 1}, {"name": "a", "size": "100%"}, {"name": "a", "count": 9}, {"name": "a", "on": False},
    {"name": "a", "effect": "NoSchedule"}, {"name": "a", "labels": {"x": "y"}}, {"name": "a", "terms": [{"id": "x"}]},
    {"name": "a", "free": {"x": [1]}}, {"name": "a", "one": {"a": "x"}}, {"name": "a", "other": {"x": "y"}},
]
BROKEN = [
    ({}, ".name: required"), ({"name": "a", "zone": "b"}, ".zone: the schema has no such field"),
    ({"name": 1}, "is no string"), ({"name": "A"}, "does not match"), ({"name": "abcdef"}, "maxLength"),
    ({"name": "a", "size": 1.5}, "neither a whole number nor a string"), ({"name": "a", "size": True}, "neither"),
    ({"name": "a", "count": 0}, "minimum"), ({"name": "a", "count": 10}, "maximum"),
    ({"name": "a", "count": True}, "is no integer"), ({"name": "a", "count": "1"}, "is no integer"),
    ({"name": "a", "on": "false"}, "is no boolean"), ({"name": "a", "on": 0}, "is no boolean"),
    ({"name": "a", "effect": "NoRun"}, "is none of"), ({"name": "a", "labels": {"x": 1}}, ".labels.x: 1 is no string"),
    ({"name": "a", "labels": None}, "is no object"), ({"name": "a", "terms": [{"ID": "x"}]}, "terms[0].ID"),
    ({"name": "a", "terms": [{}, {}, {}]}, "maxItems"), ({"name": "a", "one": {}}, "oneOf"),
    ({"name": "a", "one": {"a": "x", "b": "y"}}, "oneOf"), ({"name": "a", "other": {"z": "y"}}, ".other.z"),
    ({"name": "a", "other": []}, "is no object"),
]


class Structure(unittest.TestCase):
    def test_sound(self):
        for value in SOUND:
            with self.subTest(value):
                self.assertEqual(schemas.walk(value, SCHEMA, DEFINITIONS, "", closed=True), [])

    def test_broken(self):
        for value, expected in BROKEN:
            with self.subTest(value):
                self.assertIn(expected, "\n".join(schemas.walk(value, SCHEMA, DEFINITIONS, "", closed=True)))


if __name__ == "__main__":
    unittest.main()
