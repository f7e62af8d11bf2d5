"""What is known of runs from the start of their spans, left for an exporter, which sees only what has ended.

Bounded: where an exporter comes so late that its mark is gone, it does not know, and says so.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import Final, NamedTuple

Key = tuple[int, int]
"""The ids of a trace and of a span in it."""

_MAX_MARKS: Final = 8_192


class Mark(NamedTuple):
    """Whether a run encloses this one, and whether it was cancelled while it was at work."""

    nested: bool
    cancelled: bool


_marks: OrderedDict[Key, Mark] = OrderedDict()


def leave(key: Key, mark: Mark) -> None:
    """Leave a mark for the span of a run that is about to end. Needs no lock: each step of it is one step of a dict."""
    _marks[key] = mark
    if len(_marks) > _MAX_MARKS:
        with suppress(KeyError):  # another thread was faster
            _marks.popitem(last=False)


def find(key: Key) -> Mark | None:
    """The mark of a span; it stays, since a span may pass several exporters."""
    return _marks.get(key)
