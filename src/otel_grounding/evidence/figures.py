"""The hard data of the evidence, found when a fact asks for it.

An answer has dozens of facts and the evidence may have a million characters, so nothing here reads all figures ahead.
Structured sources are parsed and their leaves put into one table by value: one look-up finds the rows that hold a
figure. Texts are searched for the literals of a fact, and only the line around a hit is read closely.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.figure_keys import KeySense, sense_of
from otel_grounding.evidence.index import IndexedSource, is_cut
from otel_grounding.evidence.tables import read_text
from otel_grounding.evidence.values import as_text
from otel_grounding.text.facts import Mention, find_mentions
from otel_grounding.text.facts.fold import fold
from otel_grounding.text.facts.numerals import read_numeral
from otel_grounding.text.tokens import ascii_runs

MAX_PLACES = 64
"""Places of one value that are looked at."""
MAX_DEPTH = 64
"""Nesting of containers and of quoted JSON that is followed."""
_STRUCTURED = 160
"""Strings from this length on, with line breaks, may be tables of their own."""
_TITLE = 400
"""Characters of the lines over a table that name what is in it."""
_LINE = 320
"""Characters on either side of a hit that are read, where no line ends earlier."""
_HEADINGS = ("columns", "headers", "header", "fields", "headings")
_SILENT = sense_of("")
_BINARY_RUN = re.compile(r"[A-Za-z0-9+/=_-]{200,}")
_LITERAL = re.compile(r"[0-9]+(?:[.,'][0-9]+)*")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_LONGEST = 60
"""Characters of a literal that is compared by its size."""
_SCALES = (0, 3, 6, 9, 5, 7, 12)
_SENTENCE_END = re.compile(r"[.!?](?=\s)")
_PLAIN_NUMERAL = re.compile(r"\s?[-+−]?\d[\d,.' ]*\s?\Z")


class Place:
    """One container of a structured source, with the way to it."""

    __slots__ = ("key", "node", "parent", "source_id", "title")

    def __init__(self, source_id: str, parent: Place | None, key: Any, node: Any) -> None:
        self.source_id, self.parent, self.key, self.node = source_id, parent, key, node
        self.title: str = parent.title if parent is not None else ""

    def path(self, key: Any = None) -> str:
        """The key path of the container, or of the value under `key` in it: `rows[3].total`."""
        parts: list[str] = []
        at: Place | None = self
        keys = [] if key is None else [key]
        while at is not None and at.parent is not None:
            keys.append(at.key)
            at = at.parent
        for each in reversed(keys):
            parts.append(f"[{each}]" if isinstance(each, int) else f".{each}" if parts else str(each))
        return "".join(parts)

    def label(self, key: Any) -> str:
        """The name of the value under `key`: in a row of cells its heading, in a plain list the list's name."""
        if isinstance(key, int):
            headings = self.headings()
            if headings is not None:
                return str(headings[key])
        at: Place | None = self
        while isinstance(key, int) and at is not None:
            key, at = at.key, at.parent
        return str(key) if key is not None else ""

    def headings(self) -> Sequence[Any] | None:
        """The headings of a row of cells: the columns beside its table, the cells of a heading row, or None."""
        table = self.parent
        if table is None or not isinstance(self.node, list):
            return None
        found: Any = None
        if self.key == "td":  # an HTML table
            rows = table.parent.node if table.parent is not None else None
            found = rows[0].get("th") if isinstance(rows, list) and isinstance(rows[0], Mapping) else None
        elif isinstance(self.key, int):
            around = table.parent.node if table.parent is not None else None
            if isinstance(around, Mapping):
                found = next((around[name] for name in _HEADINGS if isinstance(around.get(name), list)), None)
            if found is None and self.key and isinstance(table.node[0], list):
                first = table.node[0]
                found = first if all(isinstance(cell, str) and not is_numeral(cell) for cell in first) else None
        return found if isinstance(found, list) and found and len(found) == len(self.node) else None

    def fields(self) -> Iterable[tuple[Any, Any]]:
        """The names and values of the row."""
        if isinstance(self.node, Mapping):
            return self.node.items()
        headings = self.headings()
        return zip(headings, self.node, strict=False) if headings is not None else ()

    def title_of(self, key: Any) -> tuple[str, KeySense]:
        """The name of the value under `key` with that of the object it stands in (`wind speed`), and what it says.

        Where the field's own name says nothing, the object's name is asked too.
        """
        label = self.label(key)
        around = self.key if isinstance(self.key, str) and isinstance(key, str) else self.title
        sense = sense_of(label)
        if not around:
            return label, sense
        name = f"{around} {label}"
        return name, sense if sense != _SILENT else sense_of(name)


@dataclass(slots=True)
class Sighting:
    """Hard data of the evidence at its place.

    Attributes:
        mentions: What is written there.
        key: The field's name, or empty in running text.
        sense: What the field's name says.
        where: The key path, or the line.
        row: The container it stands in; None in running text.
        bare: A number or numeral without any sign of what it is: its field's name has to say.
    """

    source_id: str
    mentions: Sequence[Mention]
    key: str
    sense: KeySense
    where: str
    row: Place | None
    bare: bool
    text: str


class Figures:
    """The hard data of some sources. Made for one score and dropped with it: it holds references, no copies."""

    def __init__(self, sources: Iterable[IndexedSource], config: GroundingConfig) -> None:
        self._config = config
        self.leaves: dict[Any, Place | list[Place]] = {}
        self.schemas: dict[tuple[Any, ...], list[Place]] = {}
        self.lists: list[Place] = []
        self.texts: list[TextFigures] = []
        self.parsed: list[tuple[IndexedSource, list[Any], str]] = []
        """Each source with the structured values in it and the prose that is left."""
        self.cut = False
        """A source is JSON that ends in the middle."""
        self._keyed: dict[str, Place] | None = None
        self._numbers: list[tuple[float, Any]] | None = None
        self._strings: TextFigures | None = None
        self._exponents: tuple[int, ...] | None = None
        for source in sources:
            self._read(source)

    def _read(self, source: IndexedSource) -> None:
        content = source.content
        if isinstance(content, str | bytes | bytearray | memoryview):
            self._read_text(source.text, source, None, "", 0)
        elif isinstance(content, Mapping | Sequence) and content:
            self.parsed.append((source, [content], ""))
            self._walk(Place(source.id, None, None, content), source, 0)
        elif source.text:
            self._walk(Place(source.id, None, None, [content]), source, 0)

    def _read_text(self, text: str, source: IndexedSource, parent: Place | None, key: Any, depth: int) -> None:
        values, prose = read_text(text) if depth < 8 else ([], text)
        if depth == 0:
            self.parsed.append((source, values, prose))
        title = (
            " ".join(f"{each}" for value in values if isinstance(value, dict) for each in value.values())
            if len(values) > 1
            else ""
        )
        for value in values:
            if isinstance(value, dict | list):
                root = Place(source.id, parent, key if parent else None, value)
                if isinstance(value, list):
                    root.title = title[:_TITLE]  # a table under its heading lines
                self._walk(root, source, depth + 1)
        if prose:
            self.cut = self.cut or (not values and is_cut(prose))
            self.texts.append(
                TextFigures(_BINARY_RUN.sub(" ", prose) if len(prose) > 400 else prose, source, parent, key)
            )

    def _walk(self, root: Place, source: IndexedSource, depth: int) -> None:
        leaves, schemas, source_id = self.leaves, self.schemas, source.id
        stack = [root]
        while stack:
            place = stack.pop()
            node = place.node
            if type(node) is dict:
                schema = tuple(node)
                known = schemas.get(schema)
                if known is None:
                    schemas[schema] = [place]
                else:
                    known.append(place)
                items: Iterable[tuple[Any, Any]] = node.items()
            elif isinstance(node, Mapping):
                schemas.setdefault(tuple(node), []).append(place)
                items = node.items()
            else:
                self.lists.append(place)
                items = enumerate(node)
            for key, value in items:
                kind = type(value)
                if kind is str:
                    special = value[:1] in '{["<' or len(value) > _STRUCTURED
                    if special and self._read_inner(value, source, place, key, depth):
                        continue
                elif kind is dict or kind is list or kind is tuple:
                    if len(stack) < 100_000:
                        stack.append(Place(source_id, place, key, value))
                    continue
                elif value is None or kind is bool:
                    continue
                elif kind is not int and kind is not float:
                    if isinstance(value, Mapping | Sequence) and not isinstance(value, bytes | bytearray | memoryview):
                        stack.append(Place(source_id, place, key, value))
                        continue
                    value = as_text(value)
                held = leaves.get(value)
                if held is None:
                    leaves[value] = place
                elif isinstance(held, list):
                    if len(held) < MAX_PLACES:
                        held.append(place)
                elif held is not place:
                    leaves[value] = [held, place]

    def _read_inner(self, value: str, source: IndexedSource, place: Place, key: Any, depth: int) -> bool:
        """Read a string that may hold structure or much text; whether that was done."""
        if not value:
            return True
        if depth >= 8 or not (value[0] in '{["<' or "\n" in value or len(value) > 1000):
            return False
        if value[0] == '"':
            try:
                inner = json.loads(value)
            except (ValueError, RecursionError):
                return False
            if isinstance(inner, str):
                self._read_text(inner, source, place, key, depth + 1)
                return True
            return False
        self._read_text(value, source, place, key, depth + 1)
        return True

    # ---- look-ups

    def places_of(self, value: Any) -> list[Place]:
        """The containers that hold `value` as a leaf; bounded."""
        held = self.leaves.get(value)
        if held is None:
            return []
        return [held] if isinstance(held, Place) else held

    def under(self, name: str) -> Place | None:
        """The container that stands under the key `name`."""
        if self._keyed is None:
            self._keyed = {}
            for places in self.schemas.values():
                for place in places:
                    if isinstance(place.key, str):
                        self._keyed.setdefault(place.key, place)
        return self._keyed.get(name)

    def where(self, place: Place, value: Any) -> str:
        """The key path of the field that holds `value`."""
        return place.path(_key_of(place, value))

    def at(self, place: Place, value: Any) -> Iterator[Sighting]:
        """The fields of a container that hold `value`."""
        for key, held in _items(place.node):
            if held == value and type(held) is not bool:
                yield self.read(place, key, held)

    def read(self, place: Place, key: Any, value: Any) -> Sighting:
        """The hard data of one field."""
        text = value if isinstance(value, str) else repr(value) if type(value) is float else as_text(value)
        bare = not isinstance(value, str) or is_numeral(value)
        mentions: Sequence[Mention] = () if bare else find_mentions(text, self._config)
        name, sense = place.title_of(key)
        return Sighting(place.source_id, mentions, name, sense, place.path(key), place, bare, text)

    @property
    def exponents(self) -> tuple[int, ...]:
        """The powers of ten that the names of fields state, other than hundredths."""
        if self._exponents is None:
            stated = {sense_of(key).exponent for schema in self.schemas for key in schema if isinstance(key, str)}
            self._exponents = tuple(sorted(exponent for exponent in stated if exponent > 0))
        return self._exponents

    @property
    def numbers(self) -> list[tuple[float, Any]]:
        """The numeric leaves, sorted by size, each with the key it is held under in `leaves`."""
        found = self._numbers
        if found is None:
            found = []
            for value in self.leaves:
                kind = type(value)
                if kind is int or kind is float:
                    try:
                        size = abs(float(value))
                    except OverflowError:
                        continue
                    if math.isfinite(size):
                        found.append((size, value))
                elif kind is str and len(value) <= 24 and value[-1:] in "0123456789 " and is_numeral(value):
                    found.extend((float(abs(number)), value) for number, _ in read_numeral(value.strip(" +-−")))
            found.sort(key=_first)
            self._numbers = found
        return found

    def numbers_between(self, low: float, high: float) -> list[Any]:
        """The leaves whose size is in a range; at most `MAX_PLACES`."""
        numbers = self.numbers
        at = bisect_left(numbers, low, key=_first)
        end = bisect_right(numbers, high, key=_first)
        return [value for _, value in numbers[at : min(end, at + MAX_PLACES)]]

    @property
    def strings(self) -> TextFigures:
        """The string leaves with digits that are no plain numerals, as one text."""
        found = self._strings
        if found is None:
            parts, places = [], []
            for value, held in self.leaves.items():
                if type(value) is str and not value.isalpha() and not is_numeral(value):
                    parts.append(value.replace("\n", " "))
                    places.append((held[0] if type(held) is list else held, value))
            found = self._strings = TextFigures("\n".join(parts), None, None, "", places)
        return found


def _first(pair: tuple[float, Any]) -> float:
    return pair[0]


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
        for scale in _SCALES if scaled else _SCALES[:1]:
            power = 10.0**scale
            at = bisect_left(values, low / power, key=_first)
            end = bisect_right(values, high / power, key=_first)
            found += [literal for _, literal in values[at : min(end, at + MAX_PLACES)]]
        return found

    def find(self, needle: str, *, folded: bool = False) -> Iterator[int]:
        """Where `needle` stands, not inside a longer word or number; at most `MAX_PLACES` places."""
        text = self.low if folded else self.text
        at, size = text.find(needle), len(needle)
        for _ in range(MAX_PLACES):
            if at < 0:
                return
            before, behind = text[at - 1 : at] if at else "", text[at + size : at + size + 1]
            inside = (before.isalnum() and needle[0].isalnum()) or (behind.isalnum() and needle[-1].isalnum())
            if not inside or (needle[-1].isdigit() and not behind.isdigit() and not before.isalnum()):
                yield at
            at = text.find(needle, at + size)

    def _place(self, at: int) -> tuple[str, str]:
        """The source of an offset, and its key path or line."""
        if self.places is not None:
            place, value = self.places[self._line_number(at)]
            return place.source_id, place.path(_key_of(place, value))
        start, end = self._line(at)
        line = self.text[max(start, at - _LINE) : min(end, at + _LINE)]
        return (self.source.id if self.source else ""), sentence_around(line, at - max(start, at - _LINE))

    def window(self, at: int, config: GroundingConfig) -> Sighting:
        """The line around an offset, read closely; a long line in overlapping blocks, so that each is read once."""
        start, end = self._line(at)
        if end - start > 2 * _LINE:
            block = start + (at - start) // _LINE * _LINE
            start, end = max(start, block - _LINE // 2), min(end, block + _LINE + _LINE // 2)
        known = self._windows.get(start)
        if known is not None:
            return known
        line = self.text[start:end]
        place, key, where = self.parent, self.key, line
        source_id = self.source.id if self.source else ""
        if self.places is not None:
            place, value = self.places[self._line_number(start)]
            source_id = place.source_id
            key = _key_of(place, value)
            where = place.path(key)
        name, sense = place.title_of(key) if place is not None else ("", _SILENT)
        found = Sighting(source_id, find_mentions(line, config), name, sense, where, place, False, line)
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


def _items(node: Any) -> Iterable[tuple[Any, Any]]:
    return node.items() if type(node) is dict or isinstance(node, Mapping) else enumerate(node)


def _key_of(place: Place, value: Any) -> Any:
    items = _items(place.node)
    return next((key for key, held in items if held == value), None)


def is_numeral(text: str) -> bool:
    """Whether a text is one numeral and nothing else: "28.06.2026" is none."""
    return _PLAIN_NUMERAL.match(text) is not None and bool(read_numeral(text.strip(" +-−")))


def sentence_around(text: str, at: int) -> str:
    """The sentence of `text` in which an offset lies."""
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if match.end() > at:
            return text[start : match.end()].strip()
        start = match.end()
    return text[start:].strip()


def to_key(value: Decimal) -> int | float | None:
    """The key under which a leaf of this value is held; None where no float is that value."""
    if value == value.to_integral_value():
        return int(value) if value.adjusted() < 400 else None
    try:
        return float(value)
    except OverflowError:
        return None
