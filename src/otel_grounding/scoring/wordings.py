"""Which of many short texts a sentence says in full: looked up by their rarest word."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Wording(Generic[T]):
    """Things by the words that they are called by.

    Args:
        called: Each thing with the stems of what it is called; it may be called by several. What has none ("on") is
            always found.
    """

    def __init__(self, called: Iterable[tuple[T, frozenset[str]]]) -> None:
        self._things: dict[frozenset[str], dict[T, None]] = {}
        self._silent: dict[T, None] = {}
        for thing, words in called:
            if words:
                self._things.setdefault(words, {})[thing] = None
            else:
                self._silent[thing] = None
        counts: dict[str, int] = {}
        for words in self._things:
            for word in words:
                counts[word] = counts.get(word, 0) + 1
        self._rarest: dict[str, list[frozenset[str]]] = {}
        for words in self._things:
            self._rarest.setdefault(min(sorted(words), key=counts.__getitem__), []).append(words)

    def said_in(self, said: frozenset[str]) -> Collection[T]:
        """The things that are called by words that are all among `said`."""
        found = dict(self._silent)
        for word in said & self._rarest.keys():
            for words in self._rarest[word]:
                if words <= said:
                    found.update(self._things[words])
        return found
