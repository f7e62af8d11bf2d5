"""The demo says what it is there to say, and its file gives the same scores again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DEMO = Path(__file__).parent.parent / "examples/demo/demo.py"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo") / "demo-trace.jsonl"


@pytest.fixture(scope="module")
def told(file: Path) -> str:
    environ = {key: value for key, value in os.environ.items() if not key.startswith("OTEL_")}
    done = subprocess.run(
        [sys.executable, "-W", "error", DEMO, "--file", file], env=environ, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(
    "line",
    [
        "rate 1.00   3 of 3 grounded",
        "rate 0.50   2 of 4 grounded   below the threshold of 0.7",
        ", 1 contradicted",
        "no_evidence: there is no rate",
    ],
)
def test_each_run_has_its_score(told: str, line: str) -> None:
    assert line in told


def test_the_wrong_figure_is_explained(told: str) -> None:
    assert "139.00 EUR: contradicted" in told


def test_the_file_gives_the_scores_of_the_live_spans(told: str) -> None:
    assert "The file gives each of the 3 runs the rates its live span has." in told


def test_the_file_is_otlp_json_with_hex_ids(told: str, file: Path) -> None:
    requests = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    scopes = [scope for each in requests for resource in each["resourceSpans"] for scope in resource["scopeSpans"]]
    spans = [span for scope in scopes for span in scope["spans"]]
    assert len(spans) == 10
    assert {len(span["traceId"]) for span in spans} == {32}
    assert {len(span["spanId"]) for span in spans} == {16}
