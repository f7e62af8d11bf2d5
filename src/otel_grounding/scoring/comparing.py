"""Whether a figure of an answer says what a field of the evidence says. Lenient: a doubt is agreement."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from otel_grounding.evidence.figure_keys import can_measure, sense_of
from otel_grounding.model import FactKind
from otel_grounding.text.facts import Hedge, Mention, Moment, Quantity
from otel_grounding.text.facts.units import convert, dimension_of

_MONEY_SIGNS = frozenset("$€£¥₹")
_CURRENCY = 3
_LOOSE = Decimal("0.05")
_FAR = Decimal("0.5")
_HUNDRED = Decimal(100)


def can_hold(mention: Mention, path: tuple[str, ...]) -> bool:
    """Whether the field at a path may hold what a figure measures: a wind speed is no temperature."""
    return not mention.readings or can_measure(sense_of(" ".join(path)), mention.readings[0].unit)


def agrees(mention: Mention, fields: Iterable[Mention]) -> bool:
    """Whether one of `fields` has the value of `mention`, at the precision it is stated with."""
    return any(_same(mention, other) for other in fields)


def may_agree(mention: Mention, value: object) -> bool:
    """A look before the reading: False where a cell cannot hold what the mention states."""
    if mention.kind is FactKind.IDENTIFIER:
        return str(value) == mention.text or (isinstance(value, str) and mention.identifier in value.lower())
    if mention.moments and not mention.readings and isinstance(value, str):
        year = mention.moments[0].year
        return year is None or str(year % 100).zfill(2) in value
    if isinstance(value, str) and not value[:1].isdigit() and value[:1] not in ("-", "+"):
        if mention.kind is FactKind.PERCENT:
            return "%" in value or "percent" in value
        if mention.kind is FactKind.MONEY:
            return not _MONEY_SIGNS.isdisjoint(value) or value[-1:].isdigit() or value[:3].isupper()
    return not isinstance(value, bool)


def comparable(mention: Mention, other: Mention) -> bool:
    """Whether the two are figures of one sort, so that different values are a difference."""
    if mention.kind is FactKind.IDENTIFIER or other.kind is FactKind.IDENTIFIER:
        return mention.kind is other.kind and _shape(mention.identifier) == _shape(other.identifier)
    if (mention.moments and not mention.readings) or (other.moments and not other.readings):
        return bool(mention.moments and other.moments)
    return any(in_unit_of(theirs, ours) is not None for ours in mention.readings for theirs in other.readings)


def in_unit_of(theirs: Quantity, ours: Quantity) -> Decimal | None:
    """The value of `theirs` in the unit of `ours`; None where the units do not compare."""
    if theirs.unit == ours.unit or not theirs.unit:
        return theirs.value
    if not ours.unit:
        return None if theirs.unit == "%" else theirs.value
    if dimension_of(theirs.unit) and dimension_of(ours.unit):
        return convert(theirs.value, theirs.unit, ours.unit)
    if _is_money(theirs.unit) and _is_money(ours.unit):
        return theirs.value  # which currency is the plain rule's question
    return None


def _is_money(unit: str) -> bool:
    return unit in ("$", "€", "£", "¥") or (len(unit) == _CURRENCY and unit.isupper())


def _same(mention: Mention, other: Mention) -> bool:
    if mention.kind is FactKind.IDENTIFIER or other.kind is FactKind.IDENTIFIER:
        return bool(mention.identifier) and (
            mention.identifier == other.identifier
            or mention.identifier in other.text.lower()
            or mention.text == other.text
        )
    if any(_same_moment(ours, theirs) for ours in mention.moments for theirs in other.moments):
        return True
    return any(close(ours, theirs, mention.hedge) for ours in mention.readings for theirs in other.readings)


def close(ours: Quantity, theirs: Quantity, hedge: Hedge | None = None) -> bool:
    """Whether `theirs` rounds to `ours`; a hedge loosens it in its direction."""
    value = in_unit_of(theirs, ours)
    if value is None:
        return False
    return any(
        _near(ours, each, hedge)
        for each in ((value, value * _HUNDRED) if ours.unit == "%" and not theirs.unit else (value,))
    )


def reach_of(ours: Quantity, hedge: Hedge | None) -> tuple[Decimal, Decimal]:
    """The least and greatest size that a value near to `ours` may have."""
    stated, half = abs(ours.value), ours.step / 2
    if hedge is None:
        return stated - half, stated + half
    more = max(ours.step * 10, stated * _FAR)
    return min(stated - half, stated * _FAR), stated + more


def _near(ours: Quantity, value: Decimal, hedge: Hedge | None) -> bool:
    stated, value = abs(ours.value), abs(value)  # signs are often in words
    if abs(stated - value) * 2 <= ours.step:
        return True
    if hedge is None:
        return False
    if hedge is Hedge.OVER:
        return stated <= value <= stated + max(ours.step * 10, stated * _FAR)
    if hedge is Hedge.UNDER:
        return stated * _FAR <= value <= stated
    return abs(stated - value) <= stated * _LOOSE


Parts = tuple[int | None, int | None, int | None, int | None]
"""Year, month, day and quarter."""


def parts_of(moment: Moment) -> Parts:
    """What a date states, its quarter where its month does."""
    quarter = moment.quarter if moment.quarter or not moment.month else (moment.month + 2) // 3
    return moment.year, moment.month, moment.day, quarter


def _same_moment(ours: Moment, theirs: Moment) -> bool:
    pairs = zip((ours.year, ours.month, ours.day, ours.quarter), parts_of(theirs), strict=True)
    stated = [(one, other) for one, other in pairs if one is not None]
    if not stated:
        return ours.time is not None and ours.time == theirs.time
    return all(other is None or one == other for one, other in stated) and any(other is not None for _, other in stated)


def _shape(identifier: str) -> str:
    """Letters and digits of an identifier's parts, to tell a ticket from an address."""
    if "@" in identifier:
        return "@"
    if "://" in identifier or identifier.startswith("www."):
        return "/"
    head = identifier.rstrip("0123456789")
    return (
        head if head.isascii() and len(head) <= 12 else "#" + "-" * identifier.count("-") + "." * identifier.count(".")
    )
