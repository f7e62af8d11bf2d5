"""The examples in the documentation are true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from otel_grounding import assess

ROOT = Path(__file__).parent.parent
_CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def _verdict_rows() -> list[tuple[str, str, str]]:
    """The rows `tool output | answer | verdict | …` of docs/metric.md."""
    lines = (ROOT / "docs/metric.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [(row[0], row[1], row[2]) for row in cells if row[2:3] and row[2] in ("grounded", "ungrounded")]


@pytest.mark.parametrize(("tool_output", "answer", "verdict"), _verdict_rows())
def test_each_claim_example_has_the_verdict_that_the_metric_page_gives_it(
    tool_output: str, answer: str, verdict: str
) -> None:
    source = json.loads(tool_output.strip("`")) if tool_output.startswith("`{") else tool_output
    [claim] = assess(answer, [source]).claims
    assert claim.verdict == verdict


def test_the_metric_page_shows_errors_of_both_kinds() -> None:
    verdicts = [verdict for _, _, verdict in _verdict_rows()]
    assert verdicts.count("grounded") > 3
    assert verdicts.count("ungrounded") > 3
