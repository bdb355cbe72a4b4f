#!/usr/bin/env python3
"""The layer test can fail: each breach in a small tree of our own is found, and nothing else is."""
import pathlib
import tempfile
import unittest

import layers

ALLOWED = {"base": [], "catalog": ["base"], "system": ["base"]}
CASES = [
    ("allowed", "catalog", '#include "kgpu/base/error.hpp"', None),
    ("its own", "catalog", '#include "kgpu/catalog/tables.hpp"', None),
    ("upwards", "base", '#include "kgpu/catalog/tables.hpp"', "'base' may not include 'catalog'"),
    ("sideways, spaced", "catalog", '  #  include "kgpu/system/files.hpp"', "'catalog' may not include 'system'"),
    ("a module nobody listed", "extra", "", "module 'extra' has no kgpu_module()"),
    ("disk in a pure module", "catalog", "#include <fstream>", "'catalog' is pure"),
    ("network in a pure module", "base", "#include <curl/curl.h>", "'base' is pure"),
    ("environment in a pure module", "base", 'auto* home = std::getenv("HOME");', "'base' is pure"),
    ("clock in a pure module", "base", "auto now = std::chrono::system_clock::now();", "'base' is pure"),
    ("disk where it belongs", "system", "#include <fstream>", None),
    ("flags outside the app", "system", '#include "CLI/CLI.hpp"', "CLI11 belongs to the app"),
    ("only a comment", "base", "// unlike std::cout", None),
]


class Layers(unittest.TestCase):
    def test_each_breach_is_found(self):
        for place in ("lib/{}/x.cpp", "include/kgpu/{}/x.hpp"):
            for name, module, line, expected in CASES:
                with self.subTest(name, place=place), tempfile.TemporaryDirectory() as folder:
                    path = pathlib.Path(folder) / place.format(module)
                    path.parent.mkdir(parents=True)
                    path.write_text(line + "\n")
                    found = list(layers.breaches(pathlib.Path(folder), ALLOWED))
                    self.assertEqual(len(found), 0 if expected is None else 1, found)
                    self.assertIn(expected or "", "".join(found))


if __name__ == "__main__":
    unittest.main()
