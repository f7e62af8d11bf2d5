"""The runs of trace files: whole traces are known, so every span comes after all that it encloses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import NamedTuple, Protocol

from otel_grounding.cli.orphans import FileSpan, adopt
from otel_grounding.cli.store import SpanStore, StoredSpan
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence
from otel_grounding.model import GroundingReport, Reading, Role, Run
from otel_grounding.tracking.ledger import Budget
from otel_grounding.tracking.runs import FoundRun, Observer, Rules
from otel_grounding.tracking.tree import TooDeepError, cut_circles, inside_out


class FileRun(NamedTuple):
    """A run and where it stands: hexadecimal ids, the name of its span.

    Attributes:
        late: Spans inside it that ended after its own: the processor can't wait for them, the exporter and this can.
        scopes: The instrumentations that took part, and whether any of their spans holds content.
        file: The file that its span is in, as it was named.
        around: The id of the span of the run around it, empty where there is none.
        on_span: The score that its span carries.
    """

    trace_id: str
    span_id: str
    span_name: str
    run: Run
    evidence: Evidence
    late: int
    scopes: dict[str, bool]
    file: str = ""
    around: str = ""
    on_span: GroundingReport | None = None


class Watcher(Protocol):
    """Who is told of the traces as they are put together."""

    def orphans(self, trace_id: str, number: int, adopted: int) -> None:
        """So many spans of the trace name a parent that is in no file; some of them a run took in."""


def runs_of(
    store: SpanStore,
    traces: Iterable[tuple[bytes, Sequence[StoredSpan]]],
    config: GroundingConfig,
    observer: Observer,
    watcher: Watcher | None = None,
) -> Iterator[FileRun]:
    """The runs of the traces of a store, inner runs before the ones around them."""
    rules = Rules(config, Budget(), nullcontext(), observer)
    for trace, stored in traces:
        spans, orphans = _linked(stored)
        if orphans:
            adopted = adopt(orphans, spans)
            if watcher is not None:
                watcher.orphans(trace.hex(), len(orphans), adopted)
        for span in inside_out(spans):
            file, name, scope, reading, score = store.get(span.stored.row)
            for each in span.with_around():
                each.late += each.stored.ended < span.stored.ended
                if reading is not None and (reading.scope or reading.role is not Role.OTHER):
                    each.scopes[scope] = each.scopes.get(scope, False) or has_content(reading)
            found = _finish(rules, span, reading, config, observer)
            span.seen = None  # nothing comes after it from inside
            around = _run_around(span)
            if found is None and score is not None and score.claim_grounding.rate is not None:
                found = _scored_then(reading, around, config)
            if found is not None:
                inside = around.stored.span_id.hex() if around is not None else ""
                ids = (trace.hex(), span.stored.span_id.hex(), name)
                yield FileRun(*ids, *found, span.late, span.scopes, file, inside, score)


def _run_around(span: FileSpan) -> FileSpan | None:
    return next((each for each in span.around() if each.stored.role is Role.RUN), None)


def _scored_then(reading: Reading | None, around: FileSpan | None, config: GroundingConfig) -> FoundRun | None:
    """The run of a span that was one as it ended, and no longer looks like one: its content was taken off."""
    if around is not None and not config.nested_runs:
        return None
    return FoundRun(Run(None, agent_name=reading.agent_name if reading else "", outermost=around is None), Evidence([]))


def _finish(
    rules: Rules, span: FileSpan, reading: Reading | None, config: GroundingConfig, observer: Observer
) -> FoundRun | None:
    try:
        found = rules.finish(
            reading,
            span.seen,
            lambda: [each.open(config) for each in span.around()],
            is_entry=span.parent is None,
            is_nested=lambda: _run_around(span) is not None,
        )
        if found is not None and span.is_too_deep:
            raise TooDeepError
        return found
    except Exception as problem:  # one span that can't be followed is no reason to lose the others
        observer.failed(f"tracking span {span.stored.span_id.hex()}", problem)
        return None


def has_content(reading: Reading) -> bool:
    return reading.output is not None or bool(reading.sources)


def _linked(stored: Sequence[StoredSpan]) -> tuple[list[FileSpan], list[FileSpan]]:
    """The spans of a trace, and those among them whose parent is not there."""
    spans = {each.span_id: FileSpan(each) for each in stored}
    orphans = []
    for span in spans.values():
        if span.stored.parent_id is not None:
            span.parent = spans.get(span.stored.parent_id)
            if span.parent is None:
                orphans.append(span)
    cut_circles(spans.values())
    return list(spans.values()), orphans
