#!/usr/bin/env python3
"""Holds every #include against the lists in CMake: layers.py LAYERS_TXT [ROOT]. Exit 1 and a line per breach.

LAYERS_TXT has a line `module: what it may include` for each kgpu_module().
"""
import pathlib
import re
import sys

IMPURE = {"system", "http", "kube", "prometheus", "collect", "rollout", "commands"}  # the only modules that may reach the machine
PROGRAMS = {"lib/catalog/generator.cpp", "lib/sizing/generator.cpp"}  # run while building; not in the libraries
EFFECTS = re.compile(
    r"<(fstream|iostream|filesystem|thread|csignal|cstdio|unistd\.h|fcntl\.h|(sys|curl|netinet|arpa)/.*)>"
    r"|\b(getenv|system_clock::now|std::cout|std::cerr)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<][^">]+[">])')
OURS = re.compile(r'"kgpu/(\w+)/')


def breaches(root, allowed):
    for folder in (root / "lib", root / "include" / "kgpu"):
        for path in sorted(folder.rglob("*.?pp")):
            module = path.relative_to(folder).parts[0]
            name = path.relative_to(root)
            if module not in allowed:
                yield f"{name}: module '{module}' has no kgpu_module()"
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                include = INCLUDE.match(line)
                ours = OURS.match(include[1]) if include else None
                if ours and ours[1] != module and ours[1] not in allowed[module]:
                    yield f"{name}:{number}: '{module}' may not include '{ours[1]}'"
                elif include and include[1][1:].startswith("CLI/"):
                    yield f"{name}:{number}: CLI11 belongs to the app"
                code = line.split("//")[0]
                if module not in IMPURE and str(name) not in PROGRAMS and EFFECTS.search(include[1] if include else code):
                    yield f"{name}:{number}: '{module}' is pure: {code.strip()}"


def main():
    lines = pathlib.Path(sys.argv[1]).read_text().splitlines()
    allowed = {line.partition(":")[0]: line.partition(":")[2].replace(";", " ").split() for line in lines}
    root = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(__file__).resolve().parents[2]
    found = list(breaches(root, allowed))
    print("\n".join(found) or f"{len(allowed)} modules keep to their lists")
    return 1 if found or not allowed else 0


if __name__ == "__main__":
    sys.exit(main())
