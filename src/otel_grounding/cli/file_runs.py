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
from otel_grounding.tracking.seen import Seen


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
        for node in _inside_out(spans):
            name, scope, reading = store.get(node.span.row)
            for each in (node, *node.around()):
                each.late += each.span.ended < node.span.ended
                if reading is not None:
                    each.scopes[scope] = each.scopes.get(scope, False) or _has_content(reading)
            found = _finish(rules, node, reading, config, observer)
            node.inside = None  # nothing comes after it from inside
            if found is not None:
                yield FileRun(trace.hex(), node.span.span_id.hex(), name, *found, node.late, node.scopes)


def _finish(
    rules: Rules, node: _Node, reading: Reading | None, config: GroundingConfig, observer: Observer
) -> FoundRun | None:
    try:
        return rules.finish(
            reading,
            node.inside,
            lambda: [each.open(config) for each in node.around()],
            is_entry=node.parent is None,
            is_nested=lambda: any(each.span.is_run for each in node.around()),
        )
    except Exception as problem:  # one span that can't be followed is no reason to lose the others
        observer.failed(f"tracking span {node.span.span_id.hex()}", problem)
        return None


def _has_content(reading: Reading) -> bool:
    return reading.output is not None or bool(reading.sources)


class _Node:
    """A span in its trace. A span whose parent is in none of the files has none: it is an entry span."""

    __slots__ = ("depth", "ended", "inside", "late", "parent", "scopes", "span")

    def __init__(self, span: StoredSpan) -> None:
        self.span = span
        self.ended = span.ended
        self.parent: _Node | None = None
        self.depth: int | None = None
        self.late = 0
        self.scopes: dict[str, bool] = {}
        self.inside: Seen | None = None

    def open(self, config: GroundingConfig) -> Seen:
        if self.inside is None:
            self.inside = Seen(config)
        return self.inside

    def around(self) -> Iterator[_Node]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


def _inside_out(spans: Sequence[StoredSpan]) -> list[_Node]:
    """The spans in the order in which they ended, except that a span comes after all that it encloses."""
    nodes = {span.span_id: _Node(span) for span in spans}
    for node in nodes.values():
        node.parent = nodes.get(node.span.parent_id) if node.span.parent_id else None
    depths = [(_depth(node), node) for node in nodes.values()]
    depths.sort(key=lambda each: each[0], reverse=True)
    for _, node in depths:
        if node.parent is not None:
            node.parent.ended = max(node.parent.ended, node.ended)
    depths.sort(key=lambda each: (each[1].ended, -each[0], each[1].span.row))
    return [node for _, node in depths]


_ON_THE_WAY = -1


def _depth(node: _Node) -> int:
    """Spans above this one. Spans that are each other's parents enclose nothing: the circle is cut where it closes."""
    path: list[_Node] = []
    above: _Node | None = node
    while above is not None and above.depth is None:
        above.depth = _ON_THE_WAY
        path.append(above)
        above = above.parent
        if above is not None and above.depth == _ON_THE_WAY:
            path[-1].parent = above = None
    depth = -1 if above is None or above.depth is None else above.depth
    for each in reversed(path):
        depth += 1
        each.depth = depth
    return depth if path else node.depth or 0
