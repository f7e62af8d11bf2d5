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
from typing import Final

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.config import GroundingConfig
from otel_grounding.model import Reading, Role
from otel_grounding.tracking.ledger import process_budget
from otel_grounding.tracking.runs import FoundRun, Observer, Rules, reading_of
from otel_grounding.tracking.seen import Seen
from otel_grounding.tracking.tree import Node, cut_circles, inside_out

Key = tuple[int, int]
"""The ids of a trace and of a span in it."""

_MAX_HELD: Final = 1_024
"""Parents that something is held for."""
_MAX_HELD_BYTES: Final = 16 * 1024 * 1024
"""Bytes of text held for parents: a quarter of what the process may hold."""
_MAX_GONE: Final = 2_048
"""Spans of earlier batches whose parent is remembered, for children that come after them."""


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
        self._gone: OrderedDict[Key, Key | None] = OrderedDict()

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
            )
            if run is not None:
                found[span.position] = run
        for span in reversed(order):
            self._gone[span.key] = span.beyond if span.parent is None else self._gone[span.parent.key]
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
                above = self._gone[above]
            if above in by_key:
                span.parent = by_key[above]
            else:
                span.beyond = above
        cut_circles(batch)
        for span in batch:
            if (held := self._held.pop(span.key, None)) is not None:
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
            found.append(self._held[beyond])
        return found

    def _forget(self) -> None:
        """Keep what is held within its limits, the newest first."""
        while len(self._gone) > _MAX_GONE:
            self._gone.popitem(last=False)
        size = sum(seen.ledger.size for seen in self._held.values())
        while len(self._held) > _MAX_HELD or size > _MAX_HELD_BYTES:
            _, oldest = self._held.popitem(last=False)
            size -= oldest.ledger.size
            if len(oldest.ledger):
                self._observer.evidence_dropped(len(oldest.ledger), "held_limit")


class _Ended(Node):
    """One span of a batch.

    Attributes:
        parent_key: The parent that the span names, where that is of this process.
        beyond: The enclosing span that has yet to come, where none of the batch encloses this one.
    """

    __slots__ = ("beyond", "is_entry", "key", "parent_key", "position", "reading")

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
        self.reading = reading

    def is_nested(self) -> bool:
        return any(each.reading is not None and each.reading.role is Role.RUN for each in self.around())
