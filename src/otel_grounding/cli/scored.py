"""Files in, scored runs out: what every command of this package looks at."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Protocol

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.cli import file_runs
from otel_grounding.cli.file_runs import FileRun, runs_of
from otel_grounding.cli.inputs import Failures, records_of, tracked
from otel_grounding.cli.span_score import judged_by, says_more
from otel_grounding.cli.store import SpanStore
from otel_grounding.cli.terminal import counted
from otel_grounding.config import GroundingConfig
from otel_grounding.conventions import read
from otel_grounding.evidence.values import as_text
from otel_grounding.formats import FormatError, LogEvent
from otel_grounding.model import GroundingReport, Reading
from otel_grounding.scoring.assess import assess_run, failed_report


@dataclass(frozen=True, slots=True)
class Scored:
    """A run of the files, with its report.

    Attributes:
        from_span: The report is the one that its span carries: what the files hold of it could not be scored anew.
    """

    found: FileRun
    report: GroundingReport
    from_span: bool = False

    def to_dict(self, *, content: bool = False) -> dict[str, Any]:
        """The object of `score --json`; without `content` no word of the question, the answer or the evidence."""
        run, evidence = self.found.run, self.found.evidence
        view: dict[str, Any] = {
            "trace_id": self.found.trace_id,
            "span_id": self.found.span_id,
            "span_name": self.found.span_name,
            "agent_name": run.agent_name,
            "outermost": run.outermost,
            "file": self.found.file,
            "from_span": self.from_span,
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


class Watcher(file_runs.Watcher, Protocol):
    """Who looks on while files are read and traces are put together."""

    def look(self, span: ReadableSpan, reading: Reading | None) -> None:
        """A span as it passes, and what it says."""


def scored_runs(
    files: Sequence[str],
    config: GroundingConfig,
    failures: Failures,
    watcher: Watcher | None = None,
    *,
    silent: bool,
) -> Iterator[Scored]:
    """Each run of the files with its report.

    Args:
        silent: Nothing is printed between one run and the next, so a progress bar may stand on the terminal.
    """
    observer = _Observer()
    with closing(SpanStore()) as store:
        try:
            for file, record in records_of(files, failures):
                if isinstance(record, LogEvent):
                    _keep(store, record, observer)
                    continue
                reading = _read_into(store, record, file, observer)
                if watcher is not None:
                    watcher.look(record, reading)
            if lost := store.log_events.count_without_span():
                failures.note(f"{counted(lost, 'log event')} with content of a span that is in none of the files")
            traces = tracked(store.traces(), store.count_traces(), "scoring traces", shown=silent)
            for found in runs_of(store, traces, config, observer, watcher):
                yield _scored(found, config, observer)
        except sqlite3.Error as problem:
            failures(FormatError("temporary database", "", f"{problem}: SQLITE_TMPDIR names another place for it"))


def _keep(store: SpanStore, event: LogEvent, observer: _Observer) -> None:
    try:
        store.log_events.add(event)
    except sqlite3.Error:
        raise
    except Exception as problem:
        observer.failed(f"keeping a log event of span {event.span_id:016x}", problem)


def _read_into(store: SpanStore, span: ReadableSpan, file: str, observer: _Observer) -> Reading | None:
    try:
        reading = read(span)
        store.add(span, reading, file)
    except sqlite3.Error:
        raise
    except Exception as problem:  # its place among the others is kept, so that no run falls apart
        observer.failed(f"reading span {span.context.span_id:016x}" if span.context else "reading a span", problem)
        store.add(span, None, file)
        return None
    return reading


def _scored(found: FileRun, config: GroundingConfig, observer: _Observer) -> Scored:
    report, on_span = _report(found, config, observer), found.on_span
    if on_span is None or not says_more(on_span, report):
        return Scored(found, report)
    judged = judged_by(on_span, config.for_agent(found.run.agent_name))
    return Scored(found, replace(judged, output_text=report.output_text), from_span=True)


def _report(found: FileRun, config: GroundingConfig, observer: _Observer) -> GroundingReport:
    try:
        return assess_run(found.run, found.evidence, config)
    except Exception as problem:  # one run that can't be scored is no reason to lose the others
        observer.failed(f"scoring span {found.span_id}", problem)
        return failed_report(found.run, found.evidence, config)
