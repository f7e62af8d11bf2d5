"""One scalar of a record → the hard data it states, its label lending the unit."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation

from otel_grounding.config import GroundingConfig
from otel_grounding.model import FactKind
from otel_grounding.text.facts import Mention, Moment, Quantity, find_mentions
from otel_grounding.text.facts.currencies import CODES
from otel_grounding.text.facts.units import find_unit
from otel_grounding.text.wording import stem

_DIGIT = re.compile(r"\d")
_ZERO = Decimal(0)
_TIME = frozenset(
    map(stem, "time timestamp date at epoch created updated modified expires ts dt since until start end".split())
)
_PERCENT = frozenset(map(stem, "percent pct percentage".split()))
_CENTS = frozenset(map(stem, "cents minor pence".split()))
_UNITS = {
    stem(word): unit.symbol
    for word in (
        "seconds secs sec milliseconds millis ms minutes mins hours hrs days weeks months years km kilometers"
        " miles meters cm"
        " mm kg kilograms grams lbs pounds celsius fahrenheit bytes kb mb gb tb kwh watts kw mw percent hz mhz ghz"
        " mph kph"
    ).split()
    if (unit := find_unit(word, apart=True)) is not None
}


def mentions_of(value: object, words: frozenset[str], config: GroundingConfig) -> tuple[Mention, ...]:
    """The hard data of one cell whose label has the stems `words`."""
    if isinstance(value, bool):
        return ()
    if isinstance(value, int | float):
        return _number(value, words)
    if not isinstance(value, str) or len(value) > 400 or not _DIGIT.search(value):
        return ()
    text = value.strip()
    found = tuple(find_mentions(text, config))
    if len(found) == 1 and found[0].kind is FactKind.NUMBER and found[0].text == text:
        return (_with_units(found[0], words),)
    return found


def _number(value: int | float, words: frozenset[str]) -> tuple[Mention, ...]:
    try:
        exact = Decimal(repr(value) if isinstance(value, float) else value)
    except (InvalidOperation, ValueError):
        return ()
    if not exact.is_finite() or abs(exact.adjusted()) > 40:
        return ()
    text = str(value)
    moments: tuple[Moment, ...] = ()
    if words & _TIME and isinstance(value, int) and (10**8 < value < 10**10 or 10**11 < value < 10**13):
        seconds = value if value < 10**10 else value // 1000
        when = datetime.fromtimestamp(seconds, UTC)
        moments = (Moment(when.year, when.month, when.day, None, when.hour * 60 + when.minute),)
    elif isinstance(value, int) and 1500 <= value <= 2200:
        moments = (Moment(value),)
    mention = Mention(FactKind.NUMBER, 0, len(text), text, (Quantity(exact, _ZERO),), moments)
    return (_with_units(mention, words),)


def _with_units(mention: Mention, words: frozenset[str]) -> Mention:
    units = {symbol for word in words if (symbol := _UNITS.get(word))}
    units |= {word.upper() for word in words if len(word) == 3 and word.upper() in CODES}
    if words & _PERCENT:
        units.add("%")
    readings = list(mention.readings)
    if words & _CENTS:
        readings = [Quantity(one.value / 100, one.step / 100, one.unit) for one in readings]
    if "%" in units:  # a share may be written as a ratio under such a label
        readings += [Quantity(one.value * 100, one.step * 100, "%") for one in readings if abs(one.value) <= 1]
    readings = [Quantity(one.value, one.step, unit) for one in readings for unit in (sorted(units) or [one.unit])]
    return Mention(
        mention.kind, mention.start, mention.end, mention.text, tuple(readings), mention.moments, mention.identifier,
        mention.hedge, mention.below_floor, mention.noun, mention.lowered,
    )  # fmt: skip
