#!/bin/sh
# Reads what yaml_1_1_corpus prints with PyYAML, a parser of YAML 1.1. Exit 77: no Python here has it.
for python in /usr/bin/python3 python3; do
  if "$python" -c 'import yaml' 2>/dev/null; then
    "$1" | exec "$python" -c '
import json, sys, yaml
loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml, which go-yaml was translated from
corpus = json.load(sys.stdin)
wrong = [case for case in corpus if yaml.load(case["yaml"], Loader=loader) != case["json"]]
for case in wrong[:3]:
    print("wrong:", repr(case["yaml"]), "must be", repr(case["json"]))
print(len(corpus), "documents,", len(wrong), "wrong")
sys.exit(bool(wrong) or not corpus)'
    exit
  fi
done
exit 77
