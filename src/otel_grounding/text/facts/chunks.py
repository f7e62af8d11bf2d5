"""The runs without spaces in which hard data can stand: all other words of a text need not be looked at."""

from __future__ import annotations

import re
from typing import NamedTuple

_TRIGGER = re.compile(r"[0-9@/\\.]")
_SPACES = str.maketrans("\n\r\t\f\v", "     ")


class Chunk(NamedTuple):
    """A run without spaces, with its offset."""

    start: int
    text: str
    has_digit: bool


def find_chunks(text: str) -> list[Chunk]:
    """The runs of a folded `text` that hold a digit, an `@`, a slash, or a point inside."""
    flat = text.translate(_SPACES)
    chunks: list[Chunk] = []
    done, last, size = 0, 0, len(text)
    while match := _TRIGGER.search(text, done):
        at = match.start()
        if text[at] == "." and not text[at + 1 : at + 2].isalnum():
            done = at + 1
            continue
        start = flat.rfind(" ", last, at) + 1 or last
        end = flat.find(" ", at)
        if end < 0:
            end = size
        chunk = text[start:end]
        chunks.append(Chunk(start, chunk, _DIGIT.search(chunk) is not None))
        done = last = end
    return chunks


_DIGIT = re.compile(r"[0-9]")
