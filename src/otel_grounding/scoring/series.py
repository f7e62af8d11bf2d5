"""The figures of columns, added up once for all facts of an answer that may be computed of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal

from otel_grounding.caching import cached_property
from otel_grounding.evidence.book import Column, Field, Row
from otel_grounding.evidence.work import Work
from otel_grounding.model import FactKind
from otel_grounding.scoring.comparing import in_unit_of
from otel_grounding.scoring.wordings import Wording
from otel_grounding.text.facts import Mention
from otel_grounding.text.wording import content_stems

MAX_FILTERED = 300
"""Records of a column that are looked through for the words of a sentence."""
ZERO = Decimal(0)
HUNDRED = Decimal(100)


def figure_of(mention: Mention, field: Field) -> Decimal | None:
    return next((value for other in field.mentions if (value := value_in(mention, other)) is not None), None)


def value_in(mention: Mention, other: Mention) -> Decimal | None:
    """A figure in the unit of `mention`, or as it is where the mention is a percentage or a ratio of two such."""
    for theirs in other.readings:
        if mention.kind is FactKind.PERCENT:
            return theirs.value
        for ours in mention.readings:
            value = in_unit_of(theirs, ours)
            if value is not None:
                return value
    return None


class Series:
    """The figures of a column, or of some of its records, in the unit of a mention; added up once."""

    def __init__(self, entries: Sequence[tuple[Row, Field, Decimal]]) -> None:
        self.entries = entries
        self.values = [value for _, _, value in entries]

    @cached_property
    def total(self) -> Decimal:
        return sum(self.values, ZERO)

    @cached_property
    def median(self) -> Decimal:
        count = len(self.values)
        middle = sorted(self.values)[(count - 1) // 2 : count // 2 + 1]
        return sum(middle, ZERO) / len(middle)

    @cached_property
    def span(self) -> Decimal:
        return max(self.values) - min(self.values)

    @cached_property
    def sources(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.source_id for row, _, _ in self.entries))

    @cached_property
    def places(self) -> dict[Row, list[int]]:
        """The places of each record."""
        found: dict[Row, list[int]] = {}
        for at, (row, _, _) in enumerate(self.entries):
            found.setdefault(row, []).append(at)
        return found


class Sums:
    """What the columns of the evidence add up to, for one answer."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._series: dict[tuple[int, bool, tuple[str, ...]], Series] = {}
        self._parts: dict[tuple[int, tuple[int, ...]], Series] = {}
        self._wording: dict[int, Wording[int]] = {}

    def of(self, mention: Mention, column: Column) -> Series:
        """The figures of a column that a mention may be computed of."""
        key = id(column), mention.kind is FactKind.PERCENT, tuple(each.unit for each in mention.readings)
        found = self._series.get(key)
        if found is None:
            figures = ((row, field, figure_of(mention, field)) for row, field in column.entries)
            entries = [(row, field, value) for row, field, value in figures if value is not None]
            found = self._series[key] = Series(entries)
        return found

    def part(self, series: Series, said: frozenset[str], own: Sequence[Row]) -> Series | None:
        """The records of a series that a sentence names, or one of whose words it says; None where that is too much."""
        places = {at for row in own for at in series.places.get(row, ())}
        if len(series.entries) <= MAX_FILTERED:
            for at in self._said(series, said):
                places.add(at)
        if not self._work.allows(len(places)):
            return None
        key = id(series), tuple(sorted(places))
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = Series([series.entries[at] for at in key[1]])
        return found

    def _said(self, series: Series, said: frozenset[str]) -> Collection[int]:
        """The places of the records one of whose words a sentence says: "overdue invoices", "orders from Acme"."""
        wording = self._wording.get(id(series))
        if wording is None:
            wording = self._wording[id(series)] = Wording(
                (at, words)
                for at, (row, field, _) in enumerate(series.entries)
                for words in _words_of(row, field)
                if words
            )
        return wording.said_in(said)


def _words_of(row: Row, field: Field) -> Iterator[frozenset[str]]:
    """What a record is called by: the short texts in it, in prose whose the figure is."""
    if row.table is None:
        yield frozenset(content_stems(field.owner))
        return
    for cell in row.table.cells(row.index):
        if isinstance(cell.value, str) and 2 < len(cell.value) <= 40:
            words = frozenset(content_stems(cell.value))
            if not any(word.isdigit() for word in words):
                yield words
    if row.table.keys is not None:
        yield frozenset(content_stems(row.table.keys[row.index]))
