"""Spans whose parent is in none of the files: a sampler or a filter dropped it, or another process' file holds it.

Where they belong shows in time alone. A run that encloses such a span takes it in; where two do and neither is inside
the other, nobody can tell, and the span stays an entry span. The processor and the exporter never see that a parent is
lost: this is for files, in which whole traces are known.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, Self

from otel_grounding.cli.store import StoredSpan
from otel_grounding.model import Role
from otel_grounding.tracking.tree import Node

_MOST_AROUND: Final = 32
"""Runs that may be open around a span; nobody nests more, and each is compared with its neighbours."""


class FileSpan(Node):
    """A span in its trace. A span whose parent is in none of the files has none, or the run that took it in.

    Attributes:
        late: Spans inside it that ended after it.
        scopes: The instrumentations inside it, and whether any of their spans holds content.
    """

    __slots__ = ("late", "scopes", "stored")

    def __init__(self, stored: StoredSpan) -> None:
        super().__init__(stored.ended)
        self.stored = stored
        self.late = 0
        self.scopes: dict[str, bool] = {}

    def with_around(self) -> Iterable[Self]:
        return chain((self,), self.around())

    def encloses(self, other: FileSpan) -> bool:
        """In time: a span without one encloses nothing and is enclosed by nothing."""
        return 0 < self.stored.started <= other.stored.started and other.stored.ended <= self.stored.ended


def adopt(orphans: Sequence[FileSpan], spans: Sequence[FileSpan]) -> int:
    """Link each orphan to the innermost run around it, where that is certain; says how many were.

    Args:
        spans: All of the trace, linked by the parents that they name.
    """
    runs = sorted(_runs(spans), key=lambda span: span.stored.started, reverse=True)
    opened: list[tuple[int, int, FileSpan]] = []  # those begun so far, the last to end first
    adopted = 0
    for orphan in sorted(orphans, key=lambda span: (span.stored.started, -span.stored.ended)):
        while runs and runs[-1].stored.started <= orphan.stored.started:
            run = runs.pop()
            insort(opened, (-run.stored.ended, run.stored.row, run))
        while opened and -opened[-1][0] < orphan.stored.started:
            opened.pop()
        orphan.parent = _innermost(orphan, opened)
        adopted += orphan.parent is not None
    return adopted


def _innermost(orphan: FileSpan, opened: Iterable[tuple[int, int, FileSpan]]) -> FileSpan | None:
    """The one run around the orphan that all others around it enclose."""
    found: FileSpan | None = None
    for number, (_, _, run) in enumerate(opened):
        if number == _MOST_AROUND:
            return None
        if not run.encloses(orphan):
            break  # nor does any that ended before it
        if not _may_hold(run, orphan):
            continue
        if found is None or found in run.around():
            found = run
        elif run not in found.around():
            return None
    return found


def _may_hold(run: FileSpan, orphan: FileSpan) -> bool:
    """Neither inside the orphan nor beneath a sibling: what names the same lost parent stands beside the orphan.

    Of two runs that took the same time to the nanosecond neither is known to be the outer one.
    """
    if orphan.stored.role is Role.RUN and orphan.encloses(run):
        return False
    return all(each is not orphan and each.stored.parent_id != orphan.stored.parent_id for each in run.with_around())


def _runs(spans: Sequence[FileSpan]) -> list[FileSpan]:
    """The agents' spans; in a trace without any the entry spans that stand for a run."""
    agents = [span for span in spans if span.stored.role is Role.RUN]
    if agents:
        return agents
    of_models = {id(last) for span in spans if span.stored.role is Role.MODEL for last in span.around()}
    return [span for span in spans if span.stored.parent_id is None and (span.stored.answers or id(span) in of_models)]
