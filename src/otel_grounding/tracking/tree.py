"""Trees of ended spans of which all are known: what encloses what, and the order in which to look at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self, TypeVar

from otel_grounding.config import GroundingConfig
from otel_grounding.tracking.seen import Seen


class Node:
    """One span of a tree.

    Attributes:
        parent: The span around it.
        end: When it ended, in nanoseconds; `inside_out` puts it off to the last end of all that it encloses.
        seen: What was seen beneath it, once there was something.
    """

    __slots__ = ("end", "parent", "seen")

    def __init__(self, end: int) -> None:
        self.end = end
        self.parent: Self | None = None
        self.seen: Seen | None = None

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
    """The spans in the order in which they ended, except that a span comes after all that it encloses."""
    depth: dict[int, int] = {}
    for start in nodes:
        node: N | None = start
        path = []
        while node is not None and id(node) not in depth:
            path.append(node)
            node = node.parent
        above = -1 if node is None else depth[id(node)]
        for steps, each in enumerate(reversed(path), 1):
            depth[id(each)] = above + steps
    for each in sorted(nodes, key=lambda each: depth[id(each)], reverse=True):
        if each.parent is not None:
            each.parent.end = max(each.parent.end, each.end)
    return sorted(nodes, key=lambda each: (each.end, -depth[id(each)]))
