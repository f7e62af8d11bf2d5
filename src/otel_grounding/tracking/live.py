"""Runs out of the live spans of this process: state that lives exactly as long as the application's own spans.

What a span is can only be told when it ends, and an ended span takes no attributes any more. So a wrapper lies over the
`end` of each live span. The other way, to swap the class of the span for a subclass, was measured beside it: as fast,
but `type(span) is Span` no longer holds for the application, and each class of span needs a subclass of its own. The
price of the wrapper, a reference cycle, is paid by open spans only.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from time import time_ns
from typing import Final
from weakref import ref

from opentelemetry.sdk.trace import Span
from opentelemetry.trace import SpanContext

from otel_grounding.config import GroundingConfig
from otel_grounding.conventions import MARKS
from otel_grounding.model import Reading, Role
from otel_grounding.sdk_compat import attribute_names
from otel_grounding.tracking.ledger import process_budget
from otel_grounding.tracking.runs import FoundRun, Observer, Rules, reading_of
from otel_grounding.tracking.seen import Seen

_LATE_SCOPES: Final = frozenset(
    {"openinference.instrumentation.langchain", "openinference.instrumentation.llama_index"}
)
"""Instrumentations that write what a span is only as it ends."""
_KEPT: Final = "_otel_grounding_node"
"""Where a span keeps its node, after its end too: children may start later."""


class _Process:
    """What all trackers of this process share: spans of one trace may come from several providers."""

    def __init__(self) -> None:
        # Reentrant: under the lock the garbage collector may close a generator, and so end a span, in this very thread.
        self.lock = threading.RLock()
        self.nodes: dict[tuple[int, int], ref[_Node]] = {}


_process = _Process()


def _start_afresh() -> None:
    """In a forked child the lock may be held by a thread that is not there, and the parent scores what it began."""
    global _process
    _process = _Process()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh)


class LiveRuns:
    """Finds the runs among the spans of one provider.

    Args:
        on_run: Called with the span of each run, which still records, the run, and the time at which the span ends.
    """

    def __init__(
        self, config: GroundingConfig, observer: Observer, on_run: Callable[[Span, FoundRun, int], None]
    ) -> None:
        self.config = config
        self.is_open = True
        self._observer = observer
        self._on_run = on_run

    def start(self, span: Span) -> None:
        """Follow a span from its start; one that is followed already stays as it is."""
        if not hasattr(span, _KEPT):
            _Node(span, span.context, span.parent, self, _process)

    def stop(self) -> None:
        """Let every span end unseen from now on."""
        self.is_open = False

    def finish(self, node: _Node, span: Span, end_time: int) -> None:
        """Look at a span that is about to end."""
        if not self.is_open or node.process is not _process:
            return
        reading = self.read(span)
        rules = Rules(self.config, process_budget(), _process.lock, self._observer)
        found = rules.finish(
            reading, node.seen, node.around, is_entry=node.is_entry, is_nested=lambda: node.is_nested(span)
        )
        if found is not None:
            self._on_run(span, found, end_time)

    def failed(self, problem: Exception) -> None:
        self._observer.failed("tracking", problem)

    def read(self, span: Span) -> Reading | None:
        return reading_of(span, self._observer)


class _Node:
    """One span for as long as the application holds it: what encloses it and, while it is open, what it has seen.

    A span holds its node and a node that of the enclosing span; the index of the process refers to nodes weakly. So
    nothing outlives the application's own spans, those included that are dropped without an end.
    """

    __slots__ = (
        "__weakref__", "_end", "_key", "_ref", "_span", "ended", "is_entry", "parent", "process", "seen", "tracker",
    )  # fmt: skip

    def __init__(
        self, span: Span, context: SpanContext, parent: SpanContext | None, tracker: LiveRuns, process: _Process
    ) -> None:
        self.process = process
        self._key = context[:2]  # a span context is a tuple that begins with the ids of trace and span
        self._ref = ref(self)
        self.tracker = tracker
        self.ended = False
        self.seen: Seen | None = None
        self.parent: _Node | None = None
        self.is_entry = True
        if parent is not None and not parent.is_remote:
            self.is_entry = False
            # By the ids and not by the current context: that may hold wrappers, and this may be a pool's thread.
            found = process.nodes.get(parent[:2])
            if found is not None:
                self.parent = _open(found())
        self._span = span
        self._end = span.end
        span.end = self.end  # type: ignore[method-assign]
        setattr(span, _KEPT, self)
        process.nodes[self._key] = self._ref

    def __del__(self) -> None:
        # Without the lock: the garbage collector may be at work inside one of our own locked sections.
        if self.process.nodes.get(self._key) is self._ref:  # else its ids were used again
            self.process.nodes.pop(self._key, None)

    def end(self, end_time: int | None = None) -> None:
        """The span's `end`: look at it, then let it end at the time it was asked to."""
        if end_time is None:
            end_time = time_ns()
        try:
            span = self._span
            del self._span  # of several threads that end one span this succeeds in one; it ends the span for all
        except AttributeError:
            return
        self.ended = True
        try:
            if self.seen is not None or not MARKS.isdisjoint(attribute_names(span)):  # a plain span costs this line
                self.tracker.finish(self, span, end_time)
        except Exception as problem:
            self.tracker.failed(problem)
        finally:
            # What stays is what children need that start in the ended span; no cycle does.
            self.seen = None
            if self.parent is not None and self.parent.ended:
                self.parent = _open(self.parent)
            if getattr(span.end, "__self__", None) is self:  # else someone has wrapped the wrapper
                del span.end
            end = self._end
            del self._end
            end(end_time)

    def around(self) -> list[Seen]:
        """What the enclosing spans that are open have seen, nearest first."""
        found = []
        node = self.parent = _open(self.parent)
        while node is not None:
            seen = node.seen
            if seen is None:
                seen = node.seen = Seen(node.tracker.config)
            found.append(seen)
            node.parent = _open(node.parent)
            node = node.parent
        return found

    def is_nested(self, span: Span) -> bool:
        """Whether a run encloses this one, as far as the open spans around it say by now what they are."""
        node, scope = self.parent, _scope_of(span)
        while node is not None:
            outer: Span | None = getattr(node, "_span", None)
            if outer is not None:
                reading = self.tracker.read(outer)
                if reading is not None and reading.role is Role.RUN:
                    return True
                if reading is None and scope in _LATE_SCOPES and _scope_of(outer) == scope:
                    return True
            node = node.parent
        return False


def _open(node: _Node | None) -> _Node | None:
    """The nearest open one: skipped here, a chain of ended spans cannot keep itself alive."""
    while node is not None and node.ended:
        node = node.parent
    return node


def _scope_of(span: Span) -> str:
    scope = span.instrumentation_scope
    return "" if scope is None else scope.name
