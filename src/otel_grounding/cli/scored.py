"""Files in, scored runs out: what every command of this package looks at."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.cli.file_runs import FileRun, runs_of
from otel_grounding.cli.inputs import Failures, files_of, spans_of, tracked
from otel_grounding.cli.store import SpanStore
from otel_grounding.config import GroundingConfig
from otel_grounding.conventions import read
from otel_grounding.evidence.values import as_text
from otel_grounding.formats import FormatError
from otel_grounding.model import GroundingReport, Reading
from otel_grounding.scoring.assess import assess_run, failed_report


@dataclass(frozen=True, slots=True)
class Scored:
    """A run of the files, with its report."""

    found: FileRun
    report: GroundingReport

    def to_dict(self, *, content: bool = False) -> dict[str, Any]:
        """The object of `score --json`; without `content` no word of the question, the answer or the evidence."""
        run, evidence = self.found.run, self.found.evidence
        view: dict[str, Any] = {
            "trace_id": self.found.trace_id,
            "span_id": self.found.span_id,
            "span_name": self.found.span_name,
            "agent_name": run.agent_name,
            "outermost": run.outermost,
            **self.report.to_dict(content=content),
            "sources": [
                {"id": each.id, "tool_name": each.tool_name, "call_id": each.call_id, "chars": len(each.text)}
                for each in evidence.sources
            ],
            "output_chars": len(self.report.output_text),
        }
        if content:
            view |= {"output": None if run.output is None else as_text(run.output), "question": run.question}
            for shown, source in zip(view["sources"], evidence.sources, strict=True):
                shown["content"] = source.text
        return view


class _Observer:
    """Tells of what went wrong inside, by its kind and place alone: a message may hold content."""

    def failed(self, where: str, problem: Exception) -> None:
        print(f"otel-grounding: {where} failed: {type(problem).__name__}", file=sys.stderr)

    def evidence_dropped(self, count: int, where: str) -> None:
        """The report says so itself: `truncated`."""


def scored_runs(
    names: Sequence[str],
    config: GroundingConfig,
    failures: Failures,
    look: Callable[[ReadableSpan, Reading | None], None] | None = None,
    *,
    silent: bool,
) -> Iterator[Scored]:
    """Each run of the named files with its report.

    Args:
        look: Is shown every span as it passes.
        silent: Nothing is printed between one run and the next, so a progress bar may stand on the terminal.
    """
    observer = _Observer()
    with closing(SpanStore()) as store:
        try:
            for span in spans_of(files_of(names, failures), failures):
                reading = _read_into(store, span, observer)
                if look is not None:
                    look(span, reading)
            traces = tracked(store.traces(), store.count_traces(), "scoring traces", shown=silent)
            for found in runs_of(store, traces, config, observer):
                yield Scored(found, _report(found, config, observer))
        except sqlite3.Error as problem:
            failures(FormatError("temporary database", "", f"{problem}: SQLITE_TMPDIR names another place for it"))


def _read_into(store: SpanStore, span: ReadableSpan, observer: _Observer) -> Reading | None:
    try:
        reading = read(span)
        store.add(span, reading)
    except sqlite3.Error:
        raise
    except Exception as problem:  # its place among the others is kept, so that no run falls apart
        observer.failed(f"reading span {span.context.span_id:016x}" if span.context else "reading a span", problem)
        store.add(span, None)
        return None
    return reading


def _report(found: FileRun, config: GroundingConfig, observer: _Observer) -> GroundingReport:
    try:
        return assess_run(found.run, found.evidence, config)
    except Exception as problem:  # one run that can't be scored is no reason to lose the others
        observer.failed(f"scoring span {found.span_id}", problem)
        return failed_report(found.run, found.evidence, config)
