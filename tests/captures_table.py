"""What is found in each span capture, as a table: `python tests/captures_table.py`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass

from observing import Strict
from opentelemetry.context import Context
from opentelemetry.sdk.trace import Span, SpanProcessor
from replay import Capture, captures, replay

from otel_grounding import GroundingConfig
from otel_grounding.scoring.assess import assess_run
from otel_grounding.tracking.live import LiveRuns
from otel_grounding.tracking.open_spans import follow
from otel_grounding.tracking.runs import FoundRun


@dataclass(frozen=True)
class Row:
    """One run of a capture."""

    capture: str
    span: str
    agent: str
    outermost: bool | None
    status: str
    output: str | None
    question: str | None
    tool_calls: int
    sources: tuple[str, ...]


def rows(capture: Capture) -> list[Row]:
    """The runs of a capture, in the order in which they ended."""
    return [_row(capture, span, found) for span, found in runs(capture)]


def runs(capture: Capture) -> list[tuple[Span, FoundRun]]:
    """Each run of a capture with its span."""
    watching = _Watching()
    replay(capture, watching)
    return watching.found


class _Watching(SpanProcessor):
    """Finds runs without scoring them; nothing may fail and nothing may be left out."""

    def __init__(self) -> None:
        self.found: list[tuple[Span, FoundRun]] = []
        self._runs = LiveRuns(GroundingConfig(), Strict(), lambda span, run, end_time: self.found.append((span, run)))

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        follow(span, self._runs)


def _row(capture: Capture, span: Span, found: FoundRun) -> Row:
    run, evidence = found
    return Row(
        capture=capture.name,
        span=span.name,
        agent=run.agent_name,
        outermost=run.outermost,
        status=assess_run(run, evidence, GroundingConfig()).status.value,
        output=run.output,
        question=run.question,
        tool_calls=run.tool_calls,
        sources=tuple(source.text for source in evidence.sources),
    )


def _short(text: str | None, width: int) -> str:
    shown = "–" if text is None else " ".join(text.split())
    return (shown if len(shown) <= width else shown[: width - 1] + "…").ljust(width)


def _lines(row: Row, width: int) -> Iterator[str]:
    """A run in three lines: where it is and its status; question and final output; the sources."""
    outermost = "out" if row.outermost else ""
    room = width - max(len(row.capture), 28) - 31
    yield f"{row.capture:28}  {_short(row.span, room)}  {outermost:3}  {row.status}"
    half = (width - 9) // 2
    yield f"    {_short(row.question, half)}  →  {_short(row.output, half)}"
    if row.sources:
        each = (width - 8) // min(len(row.sources), 3) - 3
        shown = " | ".join(_short(text, each).strip() for text in row.sources[:3])
        yield f"    {len(row.sources)}: {shown}{' | …' if row.sources[3:] else ''}"


def main() -> None:
    width = max(80, shutil.get_terminal_size((100, 24)).columns)
    print("capture, run, whether it is outermost, status\n    question → final output\n    sources")
    for capture in captures():
        found = rows(capture)
        for row in found:
            print(*(line.rstrip() for line in _lines(row, width)), sep="\n")
        if not found:
            print(f"{capture.name}: no run")


if __name__ == "__main__":
    main()
