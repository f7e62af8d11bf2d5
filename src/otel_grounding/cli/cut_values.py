"""Whether a length limit cut the values of spans, told from the values alone: nobody writes the limit down."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_SHORTEST_LIMIT = 64
"""Values of one length below this are ids and names, not texts that were cut."""


class Lengths:
    """The greatest length that was seen, and whether different values were cut there."""

    def __init__(self) -> None:
        self._longest = 0
        self._of_longest: set[int] = set()

    def measure(self, attributes: Mapping[str, Any]) -> None:
        for value in attributes.values():
            if isinstance(value, str) and len(value) >= max(self._longest, _SHORTEST_LIMIT):
                if len(value) > self._longest:
                    self._longest = len(value)
                    self._of_longest.clear()
                if len(self._of_longest) < 2 and _looks_cut(value):
                    self._of_longest.add(hash(value))

    @property
    def limit(self) -> int | None:
        """The limit: values cut by one all have its length, and two of the greatest give it away."""
        return self._longest if len(self._of_longest) > 1 else None


def _looks_cut(value: str) -> bool:
    """Whether a text ends where nobody would end it."""
    if value.startswith(("{", "[", '"')):
        try:
            json.loads(value)
        except (ValueError, RecursionError):
            return True
        return False
    return value[-1] not in ".!?…。)]}>\"'`|*\n"
