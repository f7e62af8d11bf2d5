"""The greatest and least values of columns, of all records and day by day, looked for once in an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from decimal import Decimal

from otel_grounding.evidence.book import Column, Day, Field, Row

Cell = tuple[Decimal, Row, Field]
"""The value of a field, and where it stands."""
Scope = tuple[Day, ...]
"""Days whose records are compared."""


class Peaks:
    """The greatest values of a column, or the least: of all its records and of each day."""

    def __init__(self, column: Column, direction: int, days: Mapping[Day, Set[int]]) -> None:
        self._direction = direction
        cells = [(value, row, field) for row, field in column.entries if (value := _value(field)) is not None]
        values = {cell[1].index: cell for cell in cells}
        self._all = self._greatest(cells)
        self._of_days = {
            day: self._greatest(values[at] for at in sorted(rows) if at in values) for day, rows in days.items()
        }

    def best(self, scope: Scope | None) -> Cell | None:
        """The record of some days, or of all, with the greatest value; None where none has one."""
        if scope is None:
            return self._all
        return self._greatest(best for day in scope if (best := self._of_days[day]) is not None)

    def _greatest(self, cells: Iterable[Cell]) -> Cell | None:
        return max(cells, key=lambda cell: cell[0] * self._direction, default=None)


def _value(field: Field) -> Decimal | None:
    readings = [other.readings[0].value for other in field.mentions if other.readings]
    return readings[0] if len(readings) == 1 else None
