"""Running text of the evidence, searched by the literals in it; only the lines around a hit are read closely."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Any

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.figure_places import SILENT, Place, Sighting, key_of
from otel_grounding.evidence.index import IndexedSource
from otel_grounding.evidence.work import COST, Work
from otel_grounding.text.facts.fold import fold
from otel_grounding.text.facts.numerals import read_numeral
from otel_grounding.text.tokens import ascii_runs

MAX_PLACES = 64
"""Places of one value that are looked at."""
_LINE = 320
"""Characters on either side of a hit that are read, where no line ends earlier."""
_LITERAL = re.compile(r"[0-9]+(?:[.,'][0-9]+)*")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_LONGEST = 60
"""Characters of a literal that is compared by its size."""
SCALES = (0, 3, 6, 9, 5, 7, 12)
"""Powers of ten that a magnitude word may state."""
_SENTENCE_END = re.compile(r"[.!?](?=\s)")


class TextFigures:
    """Running text, searched by literals. With `places` it is the string leaves of structured sources, one a line."""

    def __init__(
        self,
        text: str,
        source: IndexedSource | None,
        parent: Place | None,
        key: Any,
        places: list[tuple[Any, str]] | None = None,
    ) -> None:
        self.text, self.source, self.parent, self.key, self.places = fold(text), source, parent, key, places
        self._values: list[tuple[float, str]] | None = None
        self._offsets: dict[str, list[int]] = {}
        self._windows: dict[int, Sighting] = {}
        self._starts: list[int] | None = None
        self._low: str | None = None
        self._words: frozenset[bytes] | None = None

    @property
    def low(self) -> str:
        """The text in lower case."""
        if self._low is None:
            self._low = self.text.lower()
        return self._low

    @property
    def values(self) -> list[tuple[float, str]]:
        """The sizes of all literals, sorted, each with the literal; both readings of the ambiguous ones."""
        if self._values is None:
            offsets = self._offsets
            for match in _LITERAL.finditer(self.text):
                known = offsets.get(match[0])
                if known is None:
                    offsets[match[0]] = [match.start()]
                elif len(known) < MAX_PLACES:
                    known.append(match.start())
            found = []
            for literal in list(offsets):
                if len(literal) > _LONGEST:
                    continue
                if literal.isdigit():
                    found.append((float(literal), literal))
                    continue
                readings = read_numeral(literal)
                found.extend((float(value), literal) for value, _ in readings)
                if not readings:  # a list without spaces
                    for part in _NUMBER.finditer(literal):
                        found.append((float(part[0]), part[0]))
                        offsets.setdefault(part[0], [offsets[literal][0] + part.start()])
            found.sort()
            self._values = found
        return self._values

    def places_of(self, literal: str) -> Iterator[int]:
        """Where a literal stands, other than behind a letter; at most `MAX_PLACES` places."""
        for at in self._offsets.get(literal, ()):
            if not self.text[at - 1 : at].isalpha():
                yield at

    def literals_between(self, low: float, high: float, *, scaled: bool = True) -> list[str]:
        """The literals whose size is in a range, with any magnitude word where `scaled`; bounded."""
        values, found = self.values, []
        for scale in SCALES if scaled else SCALES[:1]:
            power = 10.0**scale
            at = bisect_left(values, (low / power,))
            end = bisect_right(values, (high / power, LAST_TEXT), at)
            found += [literal for _, literal in values[at : min(end, at + MAX_PLACES)]]
        return found

    def find(self, needle: str, *, folded: bool = False) -> Iterator[int]:
        """Where `needle` stands, not inside a longer word or number; at most `MAX_PLACES` places."""
        text = self.low if folded else self.text
        at, size = text.find(needle), len(needle)
        for _ in range(MAX_PLACES):
            if at < 0:
                return
            if is_apart(text, at, needle):
                yield at
            at = text.find(needle, at + size)

    def _place(self, at: int) -> tuple[str, str]:
        """The source of an offset, and its key path or line."""
        if self.places is not None:
            place, value = self.places[self._line_number(at)]
            return place.source_id, place.path(key_of(place, value))
        start, end = self._line(at)
        line = self.text[max(start, at - _LINE) : min(end, at + _LINE)]
        return (self.source.id if self.source else ""), sentence_around(line, at - max(start, at - _LINE))

    def window(self, at: int, config: GroundingConfig, work: Work) -> Sighting | None:
        """The line around an offset, read closely; a long line in overlapping blocks, so that each is read once.

        None where `work` does not allow it.
        """
        start, end = self._line(at)
        if end - start > 2 * _LINE:
            block = start + (at - start) // _LINE * _LINE
            start, end = max(start, block - _LINE // 2), min(end, block + _LINE + _LINE // 2)
        known = self._windows.get(start)
        if not work.allows(COST + len(known.text) // 32 if known is not None else 2 * (end - start)):
            return None
        if known is not None:
            return known
        line = self.text[start:end]
        place, key, where = self.parent, self.key, line
        source_id = self.source.id if self.source else ""
        if self.places is not None:
            place, value = self.places[self._line_number(start)]
            source_id = place.source_id
            key = key_of(place, value)
            where = place.path(key)
        name, sense = place.title_of(key) if place is not None else ("", SILENT)
        found = Sighting(source_id, name, sense, where, place, False, line, config)
        self._windows[start] = found
        return found

    def _line(self, at: int) -> tuple[int, int]:
        number = self._line_number(at)
        starts = self._starts
        assert starts is not None
        return starts[number], starts[number + 1] - 1 if number + 1 < len(starts) else len(self.text)

    def cite(self, at: int, written: str) -> tuple[str, str, str]:
        """The source and the place of what is written at an offset."""
        source_id, where = self._place(at)
        return source_id, where, written

    @property
    def words(self) -> frozenset[bytes]:
        """The runs of ASCII letters and digits, lower-cased."""
        if self._words is None:
            self._words = frozenset(ascii_runs(self.text))
        return self._words

    def _line_number(self, start: int) -> int:
        if self._starts is None:
            self._starts = [0] + [match.end() for match in re.finditer("\n", self.text)]
        return bisect_right(self._starts, start) - 1


def is_apart(text: str, at: int, needle: str) -> bool:
    """Whether what stands at an offset is no part of a longer word or number; a unit may touch it: "12kg" has 12."""
    before, behind = text[at - 1 : at] if at else "", text[at + len(needle) : at + len(needle) + 1]
    inside = (before.isalnum() and needle[0].isalnum()) or (behind.isalnum() and needle[-1].isalnum())
    return not inside or (needle[-1].isdigit() and not behind.isdigit() and not before.isalnum())


LAST_TEXT = chr(sys.maxunicode)
"""Behind all literals of one size."""


def first_of(pair: tuple[float, Any]) -> float:
    """The key by which pairs of size and value are sorted."""
    return pair[0]


def sentence_around(text: str, at: int) -> str:
    """The sentence of `text` in which an offset lies."""
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if match.end() > at:
            return text[start : match.end()].strip()
        start = match.end()
    return text[start:].strip()
