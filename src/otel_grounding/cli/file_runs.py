"""The runs of trace files: whole traces are known, so children are looked at before what encloses them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from otel_grounding.cli.store import SpanStore, StoredSpan
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.index import Evidence
from otel_grounding.model import Run
from otel_grounding.tracking.ledger import Budget
from otel_grounding.tracking.runs import Observer, Rules, Seen


class FileRun(NamedTuple):
    """A run and where it stands: hexadecimal ids, the name of its span."""

    trace_id: str
    span_id: str
    span_name: str
    run: Run
    evidence: Evidence


def runs_of(store: SpanStore, config: GroundingConfig, observer: Observer) -> Iterator[FileRun]:
    """The runs of all spans in the store, trace by trace, inner runs before the ones around them."""
    rules = Rules(config, Budget(), nullcontext(), observer)
    for trace, spans in store.traces():
        for path in _inside_out(spans):
            span = path[-1].span
            name, reading = store.get(span.row)
            around = [node.seen(config) for node in reversed(path[:-1])]
            found = rules.finish(
                reading,
                path[-1].inside,
                lambda around=around: around,  # type: ignore[misc]
                is_entry=len(path) == 1,
                is_nested=lambda path=path: any(node.span.is_run for node in path[:-1]),  # type: ignore[misc]
            )
            if found is not None:
                yield FileRun(trace.hex(), span.span_id.hex(), name, *found)


class _Node:
    """A span on the way from an entry span to the one looked at, with what was seen inside it so far."""

    __slots__ = ("children", "inside", "span")

    def __init__(self, span: StoredSpan, children: Iterator[StoredSpan]) -> None:
        self.span = span
        self.children = children
        self.inside: Seen | None = None

    def seen(self, config: GroundingConfig) -> Seen:
        if self.inside is None:
            self.inside = Seen(config)
        return self.inside


def _inside_out(spans: Sequence[StoredSpan]) -> Iterator[list[_Node]]:
    """For each span the path to it from its entry span, itself last; a span comes after all spans inside it.

    A span whose parent is in none of the files is an entry span. Of spans that are each other's parents none is one:
    they come last, the first to end as the entry.
    """
    known = {span.span_id for span in spans}
    children: dict[bytes | None, list[StoredSpan]] = {}
    for span in spans:
        children.setdefault(span.parent_id if span.parent_id in known else None, []).append(span)
    done: set[bytes] = set()
    for entry in [*children.get(None, ()), *spans]:
        if entry.span_id in done:
            continue
        done.add(entry.span_id)
        path = [_Node(entry, iter(children.get(entry.span_id, ())))]
        while path:
            child = next(path[-1].children, None)
            if child is None:
                yield path
                path.pop()
            elif child.span_id not in done:
                done.add(child.span_id)
                path.append(_Node(child, iter(children.get(child.span_id, ()))))
