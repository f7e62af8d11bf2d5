"""Runs out of batches of ended spans, as an exporter gets them.

Within a batch everything is known before anything is judged: all spans are linked, then looked at from the inside out,
so that a child that ended after its run's span still counts. Across batches, what is for a parent that has not come yet
is held until it does. Nothing is delayed: a run is scored when its span arrives.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from typing import Final, NamedTuple

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.config import GroundingConfig
from otel_grounding.model import Reading, Role
from otel_grounding.tracking import marks
from otel_grounding.tracking.ledger import PROCESS_LIMIT, process_budget
from otel_grounding.tracking.marks import Key
from otel_grounding.tracking.runs import FoundRun, Observer, Rules, reading_of
from otel_grounding.tracking.seen import Seen
from otel_grounding.tracking.tree import Node, TooDeepError, cut_circles, inside_out

_MAX_HELD: Final = 1_024
"""Parents that something is held for."""
_MAX_HELD_BYTES: Final = PROCESS_LIMIT // 2
"""Bytes of memory held for parents: what never comes for them leaves room for the runs that do end."""
_MAX_GONE: Final = 2_048
"""Spans of earlier batches whose parent is remembered, for children that come after them."""


class _Gone(NamedTuple):
    """A span of an earlier batch: the enclosing one that had yet to come, if any, and whether a run was among them."""

    beyond: Key | None
    in_run: bool


class EndedRuns:
    """Finds the runs in the batches of one exporter."""

    def __init__(self, config: GroundingConfig, observer: Observer) -> None:
        self._config = config
        self._observer = observer
        self._start_afresh()

    def _start_afresh(self) -> None:
        self._process = os.getpid()
        self._lock = threading.RLock()
        self._held: OrderedDict[Key, Seen] = OrderedDict()
        self._held_sizes: dict[Key, int] = {}
        self._held_size = 0
        self._changed: set[Key] = set()
        self._gone: OrderedDict[Key, _Gone] = OrderedDict()

    def find(self, spans: Sequence[ReadableSpan]) -> dict[int, FoundRun]:
        """The runs in a batch, by the position of their spans."""
        if self._process != os.getpid():  # forked, and the lock may be held by a thread that is not there
            self._start_afresh()
        # The simple processor exports on whichever thread a span ends, and maybe while that thread ends another.
        with self._lock:
            return self._find(spans)

    def _find(self, spans: Sequence[ReadableSpan]) -> dict[int, FoundRun]:
        batch = self._linked(spans)
        rules = Rules(self._config, process_budget(), nullcontext(), self._observer)
        found = {}
        order = inside_out(batch)
        for span in order:
            run = rules.finish(
                span.reading,
                span.seen,
                partial(self._around, span),
                is_entry=span.is_entry,
                is_nested=span.is_nested,
                is_cancelled=span.is_cancelled,
            )
            if run is None:
                continue
            span.is_run = True
            if span.is_too_deep:
                self._observer.failed("nesting", TooDeepError())
            else:
                found[span.position] = run
        for span in reversed(order):
            above = _Gone(span.beyond, False) if span.parent is None else self._gone[span.parent.key]
            self._gone[span.key] = _Gone(above.beyond, above.in_run or span.is_run or span.in_run)
        self._forget()
        return found

    def _linked(self, spans: Sequence[ReadableSpan]) -> list[_Ended]:
        batch = [
            _Ended(position, span, reading_of(span, self._observer))
            for position, span in enumerate(spans)
            if span.context is not None
        ]
        by_key = {span.key: span for span in batch}
        for span in batch:
            above = span.parent_key
            while above is not None and above not in by_key and above in self._gone:
                span.in_run = span.in_run or self._gone[above].in_run
                above = self._gone[above].beyond
            if above in by_key:
                span.parent = by_key[above]
            else:
                span.beyond = above
        cut_circles(batch)
        for span in batch:
            if (held := self._held.pop(span.key, None)) is not None:
                self._changed.add(span.key)
                for seen in [span.open(self._config), *self._around(span)]:
                    seen.merge(held)
        return batch

    def _around(self, span: _Ended) -> list[Seen]:
        """What the spans around this one have seen: those of the batch, and the one beyond that has yet to come."""
        found, outermost = [], span
        for outermost in span.around():
            found.append(outermost.open(self._config))
        beyond = outermost.beyond
        if beyond is not None:
            if beyond not in self._held:
                self._held[beyond] = Seen(self._config)
            self._held.move_to_end(beyond)
            self._changed.add(beyond)
            found.append(self._held[beyond])
        return found

    def _forget(self) -> None:
        """Keep what is held within its limits, the newest first."""
        while len(self._gone) > _MAX_GONE:
            self._gone.popitem(last=False)
        for key in self._changed:
            self._held_size -= self._held_sizes.pop(key, 0)
            if key in self._held:
                self._held_sizes[key] = size = self._held[key].size
                self._held_size += size
        self._changed.clear()
        while len(self._held) > 1 and (len(self._held) > _MAX_HELD or self._held_size > _MAX_HELD_BYTES):
            key, oldest = self._held.popitem(last=False)
            self._held_size -= self._held_sizes.pop(key, 0)
            if len(oldest.ledger):
                self._observer.evidence_dropped(len(oldest.ledger), "held_limit")


class _Ended(Node):
    """One span of a batch.

    Attributes:
        parent_key: The parent that the span names, where that is of this process.
        beyond: The enclosing span that has yet to come, where none of the batch encloses this one.
        in_run: A run of an earlier batch is between this span and its parent, or the one beyond.
        is_run: It is a run.
    """

    __slots__ = ("beyond", "in_run", "is_entry", "is_run", "key", "parent_key", "position", "reading")

    def __init__(self, position: int, span: ReadableSpan, reading: Reading | None) -> None:
        super().__init__(span.end_time or 0)
        context, parent = span.context, span.parent
        self.position = position
        self.key: Key = (context.trace_id, context.span_id)
        self.is_entry = parent is None or parent.is_remote
        self.parent_key: Key | None = None
        if parent is not None and not parent.is_remote:
            self.parent_key = (parent.trace_id, parent.span_id)
        self.beyond: Key | None = None
        self.in_run = False
        self.is_run = reading is not None and reading.role is Role.RUN
        self.reading = reading

    def is_nested(self) -> bool | None:
        """Whether a run encloses this one; of spans that have yet to come only who saw them start can tell."""
        outermost = self
        for outermost in (self, *self.around()):
            if outermost.in_run or (outermost.is_run and outermost is not self):
                return True
        if outermost.beyond is None:
            return False
        mark = marks.find(self.key)
        return None if mark is None else mark.nested

    def is_cancelled(self) -> bool:
        mark = marks.find(self.key)
        return mark is not None and mark.cancelled
