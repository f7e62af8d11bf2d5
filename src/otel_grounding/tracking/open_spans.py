"""The open spans of this process, each with what encloses it: state that lives exactly as long as they do.

What a span is can only be told when it ends, and an ended span takes no attributes any more. So a wrapper lies over the
`end` of each live span. The other way, to swap the class of the span for a subclass, was measured beside it: as fast,
but `type(span) is Span` no longer holds for the application, and each class of span needs a subclass of its own. The
price of the wrapper, a reference cycle, is paid by open spans only.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import OrderedDict
from contextlib import suppress
from time import time_ns
from typing import Any, Final, NamedTuple, Protocol
from weakref import ref

from opentelemetry.sdk.trace import Span
from opentelemetry.trace import SpanContext, StatusCode

from otel_grounding.config import GroundingConfig
from otel_grounding.conventions import MARKS, MARKS_OF_EVENTS, read_role
from otel_grounding.model import Reading, Role
from otel_grounding.sdk_compat import has_events, kept_attributes
from otel_grounding.tracking import marks
from otel_grounding.tracking.seen import Seen
from otel_grounding.tracking.tree import MAX_DEPTH

_LATE_SCOPES: Final = frozenset(
    {"openinference.instrumentation.langchain", "openinference.instrumentation.llama_index"}
)
"""Instrumentations that write what a span is only as it ends."""
_MAX_GONE: Final = 8_192
_KEPT: Final = "_otel_grounding_node"
"""Where a span keeps its node, after its end too: children may start later."""


class Process:
    """What all trackers of this process share: spans of one trace may come from several providers.

    Attributes:
        nodes: Those of spans that the application holds.
        gone: The last of those it no longer holds that were runs or inside of some: more may start in them.
    """

    def __init__(self, nodes: dict[marks.Key, ref[OpenSpan]], gone: OrderedDict[marks.Key, None]) -> None:
        # Reentrant: under the lock the garbage collector may close a generator, and so end a span, in this very thread.
        self.lock = threading.RLock()
        self.nodes = nodes
        self.gone = gone

    def remember(self, key: marks.Key) -> None:
        """That a span which is no longer held was a run, or inside of one."""
        self.gone[key] = None
        if len(self.gone) > _MAX_GONE:
            with suppress(KeyError):  # another thread was faster
                self.gone.popitem(last=False)


_process = Process({}, OrderedDict())


def _start_afresh() -> None:
    """In a forked child the lock may be held by a thread that is not there, and the parent scores what it began.

    What the child begins inside of that stays inside.
    """
    global _process
    _process = Process(_process.nodes, _process.gone)


def current_process() -> Process:
    """What is shared in this process: another one after each fork."""
    return _process


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh)


class Tracker(Protocol):
    """Who looks at the spans of a provider as they end.

    Attributes:
        is_scoring: It scores runs; where another only marks them, it takes a span over that the other follows.
    """

    config: GroundingConfig
    is_scoring: bool

    def read(self, span: Span) -> Reading | None: ...

    def finish(self, node: OpenSpan, span: Span, reading: Reading | None, end_time: int) -> None: ...

    def failed(self, problem: Exception) -> None: ...


def follow(span: Span, tracker: Tracker) -> None:
    """Follow a span from its start; one that is followed already stays with the tracker that was first to score."""
    node: OpenSpan | None = getattr(span, _KEPT, None)
    if node is None:
        OpenSpan(span, span.context, span.parent, tracker, _process)
    elif tracker.is_scoring and not node.tracker.is_scoring:
        node.tracker = tracker


class _Look(NamedTuple):
    """What an open span said when it was last looked at: how many attributes, which marks, and whether a role."""

    attributes: int
    marks: list[tuple[str, Any]]
    says_nothing: bool


class OpenSpan:
    """One span for as long as the application holds it: what encloses it and, while it is open, what it has seen.

    A span holds its node and a node that of the enclosing span; the index of the process refers to nodes weakly. So
    nothing outlives the application's own spans, those included that are dropped without an end.

    Attributes:
        is_run: It says by now that it is a run.
        depth: How many open spans enclosed it at its start.
        in_run: A run encloses it that has ended, and is no longer among the nodes around it.
    """

    # `_look` and `_passed` are set where they are needed: a plain span never needs them.
    __slots__ = (
        "__weakref__", "_end", "_look", "_passed", "_span", "depth", "ended", "in_run", "is_entry", "is_run", "key",
        "parent", "process", "ref", "seen", "tracker",
    )  # fmt: skip
    _look: _Look | None

    def __init__(
        self, span: Span, context: SpanContext, parent: SpanContext | None, tracker: Tracker, process: Process
    ) -> None:
        self.process = process
        self.key = context[:2]  # a span context is a tuple that begins with the ids of trace and span
        self.ref = ref(self)
        self.tracker = tracker
        self.ended = False
        self.is_run = False
        self.in_run = False
        if sys.exception() is not None:
            self._passed = _passing()
        self.seen: Seen | None = None
        self.parent: OpenSpan | None = None
        self.depth = 0
        self.is_entry = True
        if parent is not None and not parent.is_remote:
            self.is_entry = False
            # By the ids and not by the current context: that may hold wrappers, and this may be a pool's thread.
            found = process.nodes.get(parent[:2])
            if found is None:
                self.in_run = parent[:2] in process.gone
            else:
                self.parent = found()
                if (around := self.enclosing()) is not None:
                    self.depth = around.depth + 1
                    if self.depth > MAX_DEPTH:
                        self.depth, self.parent = MAX_DEPTH, around.parent
        self._span = span
        self._end = span.end
        span.end = self.end  # type: ignore[method-assign]
        setattr(span, _KEPT, self)
        process.nodes[self.key] = self.ref

    def __del__(self) -> None:
        # Without the lock: the garbage collector may be at work inside one of our own locked sections.
        if self.process.nodes.get(self.key) is self.ref:  # else its ids were used again
            self.process.nodes.pop(self.key, None)
            if self.is_run or self.in_run:
                self.process.remember(self.key)

    def end(self, end_time: int | None = None) -> None:
        """The span's `end`: look at it, then let it end at the time it was asked to."""
        if end_time is None:
            end_time = time_ns()
        try:
            end = self._end
            del self._end  # of several threads that end one span this succeeds in one; it ends the span for all
        except AttributeError:
            return
        span = self._span
        try:
            kept = kept_attributes(span)
            # what a plain span costs ends here
            if (
                self.seen is not None
                or not MARKS.isdisjoint(kept)
                or (not MARKS_OF_EVENTS.isdisjoint(kept) and has_events(span))
            ):
                reading = self.tracker.read(span)
                self.is_run = reading is not None and reading.role is Role.RUN
                self.ended = True  # only now: until it is known for a run, those inside still have to find it
                self.tracker.finish(self, span, reading, end_time)
        except Exception as problem:
            self.tracker.failed(problem)
        finally:
            self.ended = True
            # What stays is what children need that start in the ended span; no cycle does.
            self.seen = self._look = None
            if self.parent is not None and self.parent.ended:
                self.enclosing()
            if getattr(span.end, "__self__", None) is self:  # else someone has wrapped the wrapper
                del span.end
            del self._span
            end(end_time)

    def enclosing(self) -> OpenSpan | None:
        """The nearest open node around it: others are skipped, a chain of ended spans cannot keep itself alive."""
        node = self.parent
        while node is not None and node.ended:
            self.in_run = self.in_run or node.is_run or node.in_run
            node = node.parent
        self.parent = node
        return node

    def around(self) -> list[Seen]:
        """What the enclosing spans that are open have seen, nearest first."""
        found = []
        node = self.enclosing()
        while node is not None:
            seen = node.seen
            if seen is None:
                seen = node.seen = Seen(node.tracker.config)
            found.append(seen)
            node = node.enclosing()
        return found

    def is_nested(self, span: Span) -> bool:
        """Whether a run encloses this one, as far as the open spans around it say by now what they are."""
        scope = _scope_of(span)
        inner, node = self, self.enclosing()
        while not inner.in_run and node is not None:
            if node._is_run_by_now(scope):
                return True
            inner, node = node, node.enclosing()
        return inner.in_run

    def _is_run_by_now(self, scope: str) -> bool:
        """Whether this open span says that it is a run, or may yet say so as those of `scope` do.

        It is looked at again only when it says other than before: an open span may hold much, and many end inside it.
        """
        span: Span | None = getattr(self, "_span", None)
        if self.is_run or span is None:
            return self.is_run
        attributes = kept_attributes(span)
        look: _Look | None = getattr(self, "_look", None)
        if look is None or look.attributes != len(attributes) or any(attributes.get(k) is not v for k, v in look.marks):
            role = read_role(span)
            self.is_run = role is Role.RUN
            marks_found = [(key, value) for key in MARKS if (value := attributes.get(key)) is not None]
            self._look = look = _Look(len(attributes), marks_found, role is None)
        return self.is_run or (look.says_nothing and scope in _LATE_SCOPES and _scope_of(span) == scope)

    def is_cancelled(self, span: Span) -> bool:
        """Whether a span ends because its work is being abandoned: a task cancelled, a stream closed by its reader.

        The SDK records exceptions, not these: only who looks while they pass can see them. What passed before it
        started stops other work, of which it may be the remedy.
        """
        return (
            (passing := _passing()) is not None
            and passing != getattr(self, "_passed", None)
            and span.status.status_code is not StatusCode.OK
        )


def _scope_of(span: Span) -> str:
    scope = span.instrumentation_scope
    return "" if scope is None else scope.name


def _passing() -> int | None:
    """The identity of what stops the work around here: a cancellation, a reader that leaves, the keyboard."""
    problem = sys.exception()
    return None if problem is None or isinstance(problem, Exception) else id(problem)
