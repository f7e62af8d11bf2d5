"""The examples in the documentation are true."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from otel_grounding import GroundingConfig, assess
from otel_grounding.model import Status

ROOT = Path(__file__).parent.parent
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
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


def test_the_python_of_the_readme_runs(tmp_path: Path) -> None:
    script = tmp_path / "readme.py"
    script.write_text("\n".join(_CODE.findall((ROOT / "README.md").read_text(encoding="utf-8"))), encoding="utf-8")
    done = subprocess.run([sys.executable, "-W", "error", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_setting_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text[text.index("## Settings") : text.index("## Limits")]
    assert [each.name for each in fields(GroundingConfig) if f"`{each.name}`" not in table] == []


def test_every_status_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [status.value for status in Status if f"`{status.value}`" not in text] == []


def test_every_benchmark_is_in_their_readme_by_the_name_it_is_told_by() -> None:
    text = (ROOT / "benchmarks/README.md").read_text(encoding="utf-8")
    told = [
        f"{path.stem.removeprefix('bench_')}: {name.replace('_', ' ')}"
        for path in (ROOT / "benchmarks").glob("bench_*.py")
        for name in re.findall(r"^def bench_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(told) > 10
    assert [name for name in told if f"| `{name}` |" not in text] == []


def test_every_link_leads_somewhere() -> None:
    places = ("*.md", "docs/*.md", "benchmarks/*.md", "examples/*.md", "examples/*/*.md")
    pages = [page for place in places for page in ROOT.glob(place)]
    links = [(page, link) for page in pages for link in _LINK.findall(page.read_text(encoding="utf-8"))]
    assert links
    assert [link for page, link in links if not (page.parent / link).exists()] == []
