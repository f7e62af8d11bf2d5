"""The values of columns as they order, read once for all comparisons of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from otel_grounding.evidence.book import Column, Field, Row
from otel_grounding.evidence.work import Work
from otel_grounding.model import FactKind
from otel_grounding.text.facts import Mention
from otel_grounding.text.facts.units import convert, dimension_of

if TYPE_CHECKING:
    from otel_grounding.scoring.answer import Entity


class Scales:
    """The scale of each column, made when it is asked for."""

    def __init__(self) -> None:
        self._scales: dict[int, Scale] = {}

    def of(self, column: Column) -> Scale:
        """The scale of one column."""
        found = self._scales.get(id(column))
        if found is None:
            found = self._scales[id(column)] = Scale(column)
        return found


class Scale:
    """The values of one column as they order, looked up by record and by value."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self._holders: dict[Decimal, list[int]] = {}
        units: set[str] = set()
        values = [_ordinal(field.mentions, units) for _, field in column.entries]
        told = len(values) - values.count(None)
        comparable = len(units) < 2 or len({dimension_of(unit) for unit in units}) == 1
        # currencies or dimensions that do not compare order nothing, a few values among many neither
        self.values = values if comparable and 2 * told > len(values) else [None] * len(values)
        for at, value in enumerate(self.values):
            if value is not None:
                self._holders.setdefault(value, []).append(at)
        self.count = told if self._holders else 0
        self.ordered = sorted(self._holders)

    def holder(self, value: Decimal) -> tuple[Row, Field]:
        """The first record that has a value."""
        return self.column.entries[self._holders[value][0]]

    def sources(self, values: set[Decimal], work: Work) -> tuple[str, ...]:
        """The sources of all records that have one of the values."""
        places = sorted(at for value in values for at in self._holders[value])
        if not work.allows(len(places)):
            places = places[:1]
        return tuple(dict.fromkeys(self.column.entries[at][0].source_id for at in places))

    def places_of(self, entity: Entity, work: Work) -> list[int]:
        """The places in the column that are an entity's: of its records, in prose under its name."""
        entries = self.column.entries
        if entries[0][0].table is not None:
            if not work.allows(len(entity.rows)):
                return []
            return sorted(at for row in entity.rows for at in self.column.places_of(row))
        if not work.allows(len(entries)):
            return []
        return [at for at, (_, field) in enumerate(entries) if entity.owns(field.owner)]

    def value_of(self, entity: Entity, work: Work) -> tuple[Decimal, Field] | None:
        """The one value that an entity has, with the field it stands in first."""
        places = [at for at in self.places_of(entity, work) if self.values[at] is not None]
        values = {self.values[at] for at in places}
        if len(values) != 1:
            return None
        value = values.pop()
        assert value is not None
        return value, self.column.entries[places[0]][1]


def _ordinal(mentions: Sequence[Mention], units: set[str]) -> Decimal | None:
    """A cell as a number that orders: the figure in its base unit, or the day."""
    if len(mentions) != 1:
        return None
    (mention,) = mentions
    if mention.readings and mention.kind is not FactKind.IDENTIFIER:
        one = mention.readings[0]
        units.add(one.unit)
        dimension = dimension_of(one.unit)
        base = {"time": "s", "data": "B", "mass": "kg", "length": "m"}.get(dimension)
        return (convert(one.value, one.unit, base) if base else None) or one.value
    if mention.moments:
        moment = mention.moments[0]
        if moment.year is None:
            return None
        return Decimal(moment.year * 372 + (moment.month or 1) * 31 + (moment.day or 1))
    return None
