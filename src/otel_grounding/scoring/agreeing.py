"""The fields, out of many, that have the value of a figure: looked up by its size instead of compared one by one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import compress

from otel_grounding.caching import cached_property
from otel_grounding.evidence.book import Field, Row
from otel_grounding.evidence.figure_text import first_of
from otel_grounding.evidence.work import Work
from otel_grounding.model import FactKind
from otel_grounding.scoring.comparing import Parts, agrees, may_agree, parts_of, reach_of
from otel_grounding.text.facts import Mention, Moment
from otel_grounding.text.facts.units import dimension_of

_HUNDRED = Decimal(100)
_SLACK = 1e-9
_LOOKS = 3
"""Look-ups that go through all fields: an index reads every one of them, and most are never asked again."""
_LARGE = 300
"""Digits of a figure that no float holds."""


class Agreeing:
    """Some fields of records, by what they state."""

    def __init__(self, fields: Iterable[tuple[Row, Field]], work: Work) -> None:
        self._fields, self._work = list(fields), work
        self._looks = 0
        self._by_parts: dict[tuple[tuple[bool, ...], tuple[bool, ...]], dict[tuple[int | None, ...], list[int]]] = {}

    def find(self, mention: Mention) -> Iterator[tuple[Row, Field]]:
        """The fields that agree with a figure, in order; as many as the budget allows."""
        self._looks += 1
        for at in self._one_by_one(mention) if self._looks <= _LOOKS else self._candidates(mention):
            if not self._work.allows(1):
                return
            row, field = self._fields[at]
            if may_agree(mention, field.value) and agrees(mention, field.mentions):
                yield row, field

    def _one_by_one(self, mention: Mention) -> Iterator[int]:
        """The fields that may agree by a look at their bare values: most do not, and are never read."""
        sizes = _sizes_of(mention)
        for at, (_, field) in enumerate(self._fields):
            value = field.value
            if sizes is not None and isinstance(value, int | float):
                if any(least <= abs(value) <= most for least, most in sizes):
                    yield at
            elif may_agree(mention, value):
                yield at

    def _candidates(self, mention: Mention) -> Sequence[int]:
        if mention.kind is FactKind.IDENTIFIER:
            return [at for at, low in self._texts if mention.identifier in low or low == mention.text.lower()]
        found: set[int] = set()
        for moment in mention.moments:
            found.update(self._at(moment))
        for ours in mention.readings:
            if dimension_of(ours.unit):
                found.update(self._measures)
            least, most = reach_of(ours, mention.hedge)
            if most.adjusted() >= _LARGE:
                continue
            low, high = float(least) * (1 - _SLACK), float(most) * (1 + _SLACK)
            sizes = self._sizes
            found.update(
                at for _, at in sizes[bisect_left(sizes, low, key=first_of) : bisect_right(sizes, high, key=first_of)]
            )
        return sorted(found)

    @cached_property
    def _texts(self) -> list[tuple[int, str]]:
        return [(at, str(field.value).lower()) for at, (_, field) in enumerate(self._fields) if field.mentions]

    def _at(self, moment: Moment) -> Iterator[int]:
        """The places of the dates that may be a moment: what both state of year, month, day and quarter is the same."""
        stated: Parts = (moment.year, moment.month, moment.day, moment.quarter)
        ours = tuple(part is not None for part in stated)
        for theirs, places in self._dated.items():
            common = tuple(one and other for one, other in zip(ours, theirs, strict=True))
            known = self._by_parts.get((theirs, common))
            if known is None:
                known = self._by_parts[theirs, common] = {}
                for parts, at in places:
                    known.setdefault(tuple(compress(parts, common)), []).append(at)
            yield from known.get(tuple(compress(stated, common)), ())

    @cached_property
    def _dated(self) -> dict[tuple[bool, ...], list[tuple[Parts, int]]]:
        """The dates with their places, by which parts they state."""
        found: dict[tuple[bool, ...], list[tuple[Parts, int]]] = {}
        for at, (_, field) in enumerate(self._fields):
            for other in field.mentions:
                for moment in other.moments:
                    parts = parts_of(moment)
                    found.setdefault(tuple(part is not None for part in parts), []).append((parts, at))
        return found

    @cached_property
    def _measures(self) -> list[int]:
        """The places of the fields with a unit that converts."""
        return [
            at
            for at, (_, field) in enumerate(self._fields)
            if any(dimension_of(each.unit) for other in field.mentions for each in other.readings)
        ]

    @cached_property
    def _sizes(self) -> list[tuple[float, int]]:
        """The sizes of all figures, sorted, each with the place of its field; without a unit also as a fraction."""
        found = []
        for at, (_, field) in enumerate(self._fields):
            for other in field.mentions:
                for each in other.readings:
                    if each.value.adjusted() < _LARGE:
                        found.append((float(abs(each.value)), at))
                        if not each.unit:
                            found.append((float(abs(each.value * _HUNDRED)), at))
        found.sort()
        return found


def _sizes_of(mention: Mention) -> list[tuple[float, float]] | None:
    """Between which sizes a bare number may state a figure: the same, in cents, or as a share; None where any may."""
    if mention.moments or mention.kind is FactKind.IDENTIFIER:
        return None
    found = []
    for ours in mention.readings:
        least, most = reach_of(ours, mention.hedge)
        if dimension_of(ours.unit) or most.adjusted() >= _LARGE:
            return None
        low, high = float(least) * (1 - _SLACK), float(most) * (1 + _SLACK)
        found += [(low * factor, high * factor) for factor in (0.01, 1.0, 100.0)]
    return found
