"""Invented traces of kinds met in the field: `otel-grounding score` says of each what its user would.

`data/traces/NAME.json` is the trace, `NAME.expected.json` what is right.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from otel_grounding.cli.app import app

TRACES = Path(__file__).parent / "data" / "traces"
NAMES = sorted(path.name.removesuffix(".expected.json") for path in TRACES.glob("*.expected.json"))


@pytest.mark.parametrize("name", NAMES)
def test_the_runs_of_a_trace_are_what_its_user_saw(name: str) -> None:
    expected = json.loads((TRACES / f"{name}.expected.json").read_text())["runs"]
    result = CliRunner().invoke(app, ["score", "--json", "--content", str(TRACES / f"{name}.json")])
    found = [run for line in result.stdout.splitlines() if (run := json.loads(line))["outermost"]]

    assert [_seen(run) for run in found] == [_seen(run) for run in expected]
    for run, right in zip(found, expected, strict=True):
        assert run["status"] in ([right["status"]] if isinstance(right["status"], str) else right["status"])


def test_every_trace_has_its_expectation() -> None:
    assert sorted(path.stem for path in TRACES.glob("*.json") if not path.name.endswith(".expected.json")) == NAMES


def _seen(run: dict[str, Any]) -> tuple[str, str | None, str | None, list[str]]:
    return run["span_name"], run["output"], run["question"], _sources(run["sources"])


def _sources(sources: Iterable[dict[str, Any]]) -> list[str]:
    """The sources in an order of their own, JSON compared by its values."""
    return sorted(json.dumps([source["tool_name"], _value(source["content"])], sort_keys=True) for source in sources)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
