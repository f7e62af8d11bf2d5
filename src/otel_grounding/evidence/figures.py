"""The hard data of the evidence, found when a fact asks for it.

An answer has dozens of facts and the evidence may have a million characters, so nothing here reads all figures ahead.
Structured sources are parsed and their leaves put into one table by value: one look-up finds the rows that hold a
figure. Texts are searched for the literals of a fact, and only the line around a hit is read closely.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from otel_grounding.caching import cached_property
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.figure_fields import FieldNames
from otel_grounding.evidence.figure_keys import sense_of
from otel_grounding.evidence.figure_places import Place, Sighting, is_numeral, key_of
from otel_grounding.evidence.figure_text import MAX_PLACES, SCALES, TextFigures, first_of
from otel_grounding.evidence.figure_words import Words
from otel_grounding.evidence.index import IndexedSource, is_cut
from otel_grounding.evidence.tables import read_text
from otel_grounding.evidence.values import as_text
from otel_grounding.evidence.work import Work
from otel_grounding.structured import parse_json
from otel_grounding.text.facts.numerals import read_numeral

_STRUCTURED = 160
"""Strings from this length on, with line breaks, may be tables of their own."""
_TITLE = 400
"""Characters of the lines over a table that name what is in it."""
_FEW = 4
"""Texts that are asked one by one for the literals in a range."""
_BINARY_RUN = re.compile(r"[A-Za-z0-9+/=_-]{200,}")


class Figures:
    """The hard data of some sources. Made for one score and dropped with it: it holds references, no copies.

    Args:
        answer: The text that is going to be compared with them.
        work: The budget of the score, where it has begun.
    """

    def __init__(
        self, sources: Iterable[IndexedSource], config: GroundingConfig, answer: str = "", work: Work | None = None
    ) -> None:
        self._config, self._answer, self.work = config, answer, work or Work()
        self.leaves: dict[Any, Place | list[Place]] = {}
        self.schemas: dict[tuple[Any, ...], list[Place]] = {}
        self.lists: list[Place] = []
        self.texts: list[TextFigures] = []
        self.parsed: list[tuple[IndexedSource, list[Any], str]] = []
        """Each source with the structured values in it and the prose that is left."""
        self.cut = False
        """A source is JSON that ends in the middle."""
        self.windows: dict[str, Sequence[Sighting]] = {}
        """Lines that were found for a sentence of the answer, by its text."""
        self.rows: dict[str, list[Place]] = {}
        """Records that were found to be named in a sentence of the answer, by its text."""
        self._keyed: dict[str, Place] | None = None
        self._numbers: list[tuple[float, Any]] | None = None
        self._strings: TextFigures | None = None
        self._exponents: tuple[int, ...] | None = None
        for source in sources:
            self._read(source)

    def _read(self, source: IndexedSource) -> None:
        # From its text, whatever it was: a mapping of the application's own may fail, change or hold itself.
        if source.text:
            self._read_text(source.text, source, None, "", 0)

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
                inner = parse_json(value)
            except ValueError:
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
        return place.path(key_of(place, value))

    def at(self, place: Place, value: Any) -> Iterator[Sighting]:
        """The fields of a container that hold `value`."""
        for key in place.keys_of(value)[:MAX_PLACES]:
            held = place.node[key]
            if type(held) is not bool:
                yield self.read(place, key, held)

    def read(self, place: Place, key: Any, value: Any) -> Sighting:
        """The hard data of one field."""
        kind = type(value)
        text = value if kind is str else repr(value) if kind is float or kind is int else as_text(value)
        bare = not isinstance(value, str) or is_numeral(value)
        name, sense = place.title_of(key)
        return Sighting(place.source_id, name, sense, place.path(key), place, bare, text, self._config)

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
            found.sort(key=first_of)
            self._numbers = found
        return found

    def numbers_between(self, low: float, high: float) -> list[Any]:
        """The leaves whose size is in a range; at most `MAX_PLACES`."""
        numbers = self.numbers
        at = bisect_left(numbers, low, key=first_of)
        end = bisect_right(numbers, high, key=first_of)
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

    # ---- running text

    @cached_property
    def all_texts(self) -> tuple[TextFigures, ...]:
        """The running texts, and the string leaves as one more."""
        return (*self.texts, self.strings)

    @cached_property
    def words(self) -> Words:
        """The words of all texts."""
        return Words(self.all_texts, self._answer)

    def texts_between(self, low: float, high: float, *, scaled: bool = True) -> Sequence[TextFigures]:
        """The texts that have a literal whose size is in a range, with any magnitude word where `scaled`; bounded."""
        texts = self.all_texts
        if len(texts) <= _FEW:
            return texts
        found: set[int] = set()
        literals = self._literals
        for scale in SCALES if scaled else SCALES[:1]:
            power = 10.0**scale
            at = bisect_left(literals, (low / power,))
            end = bisect_right(literals, (high / power, len(texts)), at)
            found.update(number for _, number in literals[at : min(end, at + MAX_PLACES)])
        return [texts[number] for number in sorted(found)]

    @cached_property
    def _literals(self) -> list[tuple[float, int]]:
        """The sizes of the literals of all texts, sorted, each with the number of its text."""
        return sorted((size, number) for number, text in enumerate(self.all_texts) for size, _ in text.values)

    @cached_property
    def names(self) -> FieldNames:
        """The fields by the words of their names."""
        return FieldNames(self.schemas)


def to_key(value: Decimal) -> int | float | None:
    """The key under which a leaf of this value is held; None where no float is that value."""
    if value == value.to_integral_value():
        return int(value) if value.adjusted() < 400 else None
    try:
        return float(value)
    except OverflowError:
        return None
