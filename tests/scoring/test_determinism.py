"""The same texts have the same report in every process: nothing depends on the order of a set."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CASES = Path(__file__).parents[1] / "data/field_cases/cases.jsonl"
PROGRAM = """
import json, sys
from otel_grounding import assess
for line in open(sys.argv[1], encoding="utf-8"):
    given = json.loads(line)["input"]
    if "answer" in given:
        report = assess(given["answer"], [*given.get("evidence", []), [{"name": "A-1", "total": 10}, {"name": "B-2"}]])
        print(json.dumps(report.to_dict(content=True)))
"""


def reports(hash_seed: str) -> str:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"}
    told = subprocess.run([sys.executable, "-c", PROGRAM, CASES], env=environment, capture_output=True, check=True)
    return told.stdout.decode()


def test_reports_do_not_depend_on_the_hash_seed() -> None:
    first = reports("1")
    assert first.count("\n") > 20
    assert reports("2") == first
