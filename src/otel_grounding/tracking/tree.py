"""Trees of ended spans of which all are known: what encloses what, and the order in which to look at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Self, TypeVar

from otel_grounding.config import GroundingConfig
from otel_grounding.tracking.seen import Seen

MAX_DEPTH: Final = 100
"""Levels of open spans that are kept apart: what a span sees is told to each level around it, and a run is scored by
all that is beneath it. Real agents stay below 40. Deeper spans count as children of the last level, and a run that deep
is not scored."""


class TooDeepError(Exception):
    """A run is nested deeper than `MAX_DEPTH` levels, and not scored."""


class Node:
    """One span of a tree.

    Attributes:
        parent: The span around it.
        end: When it ended, in nanoseconds; `inside_out` puts it off to the last end of all that it encloses.
        seen: What was seen beneath it, once there was something.
        is_too_deep: It is nested deeper than `MAX_DEPTH` levels.
    """

    __slots__ = ("end", "is_too_deep", "parent", "seen")

    def __init__(self, end: int) -> None:
        self.end = end
        self.parent: Self | None = None
        self.seen: Seen | None = None
        self.is_too_deep = False

    def open(self, config: GroundingConfig) -> Seen:
        if self.seen is None:
            self.seen = Seen(config)
        return self.seen

    def around(self) -> Iterator[Self]:
        """The spans that enclose this one, nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


N = TypeVar("N", bound=Node)


def cut_circles(nodes: Iterable[Node]) -> None:
    """Spans that are each other's parents enclose nothing: cut where the circle closes."""
    sound: set[int] = set()
    for start in nodes:
        node, path = start, {id(start)}
        while node.parent is not None and id(node) not in sound:
            if id(node.parent) in path:
                node.parent = None
                break
            node = node.parent
            path.add(id(node))
        sound |= path


def inside_out(nodes: Sequence[N]) -> list[N]:
    """The spans in the order in which they ended, except that a span comes after all that it encloses.

    Those nested too deep become children of the last level that is kept apart.
    """
    depth = _depths(nodes)
    for each in sorted(nodes, key=lambda each: depth[id(each)]):
        each.is_too_deep = depth[id(each)] >= MAX_DEPTH
        if each.parent is not None and each.parent.is_too_deep:
            each.parent = each.parent.parent
    for each in sorted(nodes, key=lambda each: depth[id(each)], reverse=True):
        if each.parent is not None:
            each.parent.end = max(each.parent.end, each.end)
    return sorted(nodes, key=lambda each: (each.end, -depth[id(each)]))


def _depths(nodes: Sequence[Node]) -> dict[int, int]:
    """How many spans enclose each, by the identity of its node."""
    depth: dict[int, int] = {}
    for start in nodes:
        node: Node | None = start
        path = []
        while node is not None and id(node) not in depth:
            path.append(node)
            node = node.parent
        above = -1 if node is None else depth[id(node)]
        for steps, each in enumerate(reversed(path), 1):
            depth[id(each)] = above + steps
    return depth
