"""Runs out of the live spans of this process, as they end: scored, or marked for an exporter that scores them."""

from __future__ import annotations

from collections.abc import Callable

from opentelemetry.sdk.trace import Span

from otel_grounding.config import GroundingConfig
from otel_grounding.conventions import read_role
from otel_grounding.model import Reading
from otel_grounding.tracking import marks
from otel_grounding.tracking.ledger import process_budget
from otel_grounding.tracking.open_spans import OpenSpan, current_process
from otel_grounding.tracking.runs import FoundRun, Observer, Rules, reading_of
from otel_grounding.tracking.tree import MAX_DEPTH, TooDeepError


class LiveMarks:
    """Marks the runs among the spans of one provider, for an exporter that scores them; collects nothing."""

    is_scoring = False

    def __init__(self, config: GroundingConfig, observer: Observer) -> None:
        self.config = config
        self._observer = observer

    def read(self, span: Span) -> Reading | None:
        role = read_role(span)
        return None if role is None else Reading(role)

    def finish(self, node: OpenSpan, span: Span, reading: Reading | None, end_time: int) -> None:
        cancelled = node.is_cancelled(span)
        if node.is_run or (cancelled and node.is_entry):
            marks.leave(node.key, marks.Mark(node.is_nested(span), cancelled))

    def failed(self, problem: Exception) -> None:
        self._observer.failed("tracking", problem)


class LiveRuns:
    """Finds the runs among the spans of one provider.

    Args:
        on_run: Called with the span of each run, which still records, the run, and the time at which the span ends.
    """

    is_scoring = True

    def __init__(
        self, config: GroundingConfig, observer: Observer, on_run: Callable[[Span, FoundRun, int], None]
    ) -> None:
        self.config = config
        self.is_open = True
        self._observer = observer
        self._on_run = on_run

    def stop(self) -> None:
        """Let every span end unseen from now on."""
        self.is_open = False

    def finish(self, node: OpenSpan, span: Span, reading: Reading | None, end_time: int) -> None:
        """Look at a span that is about to end."""
        process = current_process()
        if not self.is_open or node.process is not process:
            return
        rules = Rules(self.config, process_budget(), process.lock, self._observer)
        found = rules.finish(
            reading,
            node.seen,
            node.around,
            is_entry=node.is_entry,
            is_nested=lambda: node.is_nested(span),
            is_cancelled=lambda: node.is_cancelled(span),
        )
        if found is None:
            return
        node.is_run = True
        if node.depth < MAX_DEPTH:
            self._on_run(span, found, end_time)
        else:
            self._observer.failed("nesting", TooDeepError())

    def failed(self, problem: Exception) -> None:
        self._observer.failed("tracking", problem)

    def read(self, span: Span) -> Reading | None:
        return reading_of(span, self._observer)
