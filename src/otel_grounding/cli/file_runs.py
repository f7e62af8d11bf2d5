"""The runs of trace files: whole traces are known, so every span comes after all that it encloses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from otel_grounding.cli.store import SpanStore, StoredSpan
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence
from otel_grounding.model import Reading, Run
from otel_grounding.tracking.ledger import Budget
from otel_grounding.tracking.runs import FoundRun, Observer, Rules
from otel_grounding.tracking.tree import Node, cut_circles, inside_out


class FileRun(NamedTuple):
    """A run and where it stands: hexadecimal ids, the name of its span.

    Attributes:
        late: Spans inside it that ended after its own: the processor can't wait for them, the exporter and this can.
        scopes: The instrumentations that took part, and whether any of their spans holds content.
    """

    trace_id: str
    span_id: str
    span_name: str
    run: Run
    evidence: Evidence
    late: int
    scopes: dict[str, bool]


def runs_of(
    store: SpanStore, traces: Iterable[tuple[bytes, Sequence[StoredSpan]]], config: GroundingConfig, observer: Observer
) -> Iterator[FileRun]:
    """The runs of the traces of a store, inner runs before the ones around them."""
    rules = Rules(config, Budget(), nullcontext(), observer)
    for trace, spans in traces:
        for span in inside_out(_linked(spans)):
            name, scope, reading = store.get(span.stored.row)
            for each in (span, *span.around()):
                each.late += each.stored.ended < span.stored.ended
                if reading is not None:
                    each.scopes[scope] = each.scopes.get(scope, False) or _has_content(reading)
            found = _finish(rules, span, reading, config, observer)
            span.seen = None  # nothing comes after it from inside
            if found is not None:
                yield FileRun(trace.hex(), span.stored.span_id.hex(), name, *found, span.late, span.scopes)


def _finish(
    rules: Rules, span: _Span, reading: Reading | None, config: GroundingConfig, observer: Observer
) -> FoundRun | None:
    try:
        return rules.finish(
            reading,
            span.seen,
            lambda: [each.open(config) for each in span.around()],
            is_entry=span.parent is None,
            is_nested=lambda: any(each.stored.is_run for each in span.around()),
        )
    except Exception as problem:  # one span that can't be followed is no reason to lose the others
        observer.failed(f"tracking span {span.stored.span_id.hex()}", problem)
        return None


def _has_content(reading: Reading) -> bool:
    return reading.output is not None or bool(reading.sources)


class _Span(Node):
    """A span in its trace. A span whose parent is in none of the files has none: it is an entry span."""

    __slots__ = ("late", "scopes", "stored")

    def __init__(self, stored: StoredSpan) -> None:
        super().__init__(stored.ended)
        self.stored = stored
        self.late = 0
        self.scopes: dict[str, bool] = {}


def _linked(stored: Sequence[StoredSpan]) -> list[_Span]:
    spans = {each.span_id: _Span(each) for each in stored}
    for span in spans.values():
        span.parent = spans.get(span.stored.parent_id) if span.stored.parent_id else None
    cut_circles(spans.values())
    return list(spans.values())
