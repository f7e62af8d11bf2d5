"""Whether a figure of the evidence is the figure of an answer: rounding, hedges, units, signs."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from enum import IntEnum

from otel_grounding.text.facts import Hedge, Mention, Quantity
from otel_grounding.text.facts.currencies import is_currency, same_currency
from otel_grounding.text.facts.units import SYMBOLS, convert, dimension_of

PERCENT = "%"
_ONE = Decimal(1)
_FIVE = Decimal(5)
_HALF = Decimal("0.5")
_HUNDRED = Decimal(100)


class Match(IntEnum):
    """How two figures compare, the closest last."""

    NONE = 0
    OTHER_SIGN = 1
    OTHER_CURRENCY = 2
    HEDGED = 3
    ROUNDED = 4
    CONVERTED = 5
    EXACT = 6

    @property
    def supports(self) -> bool:
        return self >= Match.HEDGED


def bounds(quantity: Quantity, hedge: Hedge | None) -> tuple[Decimal, Decimal]:
    """The least and greatest size that the evidence may have for a figure as it is stated; sizes, without signs.

    Half a unit of the last stated digit on either side. A hedge makes round digits unstated ("about 1,240,000"), and
    "over" and "under" open one whole unit on their side.
    """
    size = quantity.value.copy_abs()
    half = quantity.step * _HALF
    if hedge is None:
        return size - half, size + half
    coarse = max(quantity.step, _roundness(size)) if size else quantity.step
    if hedge is Hedge.OVER:
        return size, size + coarse
    if hedge is Hedge.UNDER:
        return size - coarse, size
    half = coarse * _HALF
    return size - half, size + half


def _roundness(size: Decimal) -> Decimal:
    """The unit to which a round number is rounded: that of its last digit, and of a 5 before zeros five of them."""
    digits = size.normalize().as_tuple()
    exponent = digits.exponent if isinstance(digits.exponent, int) else 0
    return (_FIVE if digits.digits[-1] == 5 and exponent > 0 and len(digits.digits) > 1 else _ONE).scaleb(exponent)


def compare(ours: Mention, stated: Quantity, theirs: Quantity, *, lowered: bool = False) -> Match:
    """How the evidence's `theirs` compares with one reading of our figure.

    Args:
        lowered: A word of decrease stands by the evidence's figure.
    """
    value = in_unit(theirs, stated.unit)
    if value is None:
        if is_currency(stated.unit) and is_currency(theirs.unit) and abs(stated.value) == abs(theirs.value):
            return Match.OTHER_CURRENCY
        return Match.NONE
    size, ours_size = value.copy_abs(), stated.value.copy_abs()
    equal = size == ours_size
    if not equal:
        low, high = bounds(stated, ours.hedge)
        if not low <= size <= high:
            return Match.NONE
    if value.is_signed() != stated.value.is_signed() and size and not (lowered or ours.lowered):
        return Match.OTHER_SIGN
    if equal:
        return Match.EXACT if theirs.unit == stated.unit or not theirs.unit else Match.CONVERTED
    return Match.ROUNDED if abs(size - ours_size) <= stated.step * _HALF else Match.HEDGED


def in_unit(theirs: Quantity, unit: str) -> Decimal | None:
    """The value of `theirs` in `unit`; None where they are of different sorts.

    A figure without a unit is in any, but never a percentage: "15" does not say 15%.
    """
    if theirs.unit == unit:
        return theirs.value
    if unit == PERCENT or theirs.unit == PERCENT:
        if not theirs.unit:
            return None
        return theirs.value.scaleb(-2) if not unit and abs(theirs.value) < _HUNDRED else None
    if not unit or not theirs.unit:
        return theirs.value
    if is_currency(unit):
        return theirs.value if is_currency(theirs.unit) and same_currency(unit, theirs.unit) else None
    if dimension_of(unit) == "angle" and dimension_of(theirs.unit) == "temperature":
        return theirs.value
    return convert(theirs.value, theirs.unit, unit)


def alternatives(quantity: Quantity, exponents: tuple[int, ...] = ()) -> Iterator[Quantity]:
    """The forms in which a field may hold the same figure: a fraction for a percentage, cents, other units.

    Args:
        exponents: The powers of ten that the names of fields state ("in millions").
    """
    unit = quantity.unit
    for exponent in exponents:
        yield Quantity(quantity.value.scaleb(-exponent), quantity.step.scaleb(-exponent), unit)
    if unit == PERCENT:
        yield Quantity(quantity.value.scaleb(-2), quantity.step.scaleb(-2))
        yield Quantity(quantity.value.scaleb(2), quantity.step.scaleb(2), unit)  # basis points
    elif is_currency(unit):
        yield Quantity(quantity.value.scaleb(2), quantity.step.scaleb(2), unit)
    elif unit:
        for symbol in _siblings(unit):
            value = convert(quantity.value, unit, symbol)
            beyond = convert(quantity.value + quantity.step, unit, symbol)
            if value is not None and beyond is not None:
                yield Quantity(value, abs(beyond - value), symbol)


def _siblings(unit: str) -> tuple[str, ...]:
    dimension = dimension_of(unit)
    return tuple(symbol for symbol, each in SYMBOLS.items() if each.dimension == dimension and symbol != unit)


def digits_of(value: Decimal) -> str:
    """The significant digits of a value, whatever its magnitude and sign."""
    return "".join(map(str, value.as_tuple().digits)).strip("0")
