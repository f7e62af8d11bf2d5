"""What a field of the evidence states: its name, its neighbours and its sort say which kinds of fact it can support."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

from otel_grounding.evidence.figure_keys import KeySense, can_measure
from otel_grounding.evidence.figure_places import Place, Sighting
from otel_grounding.scoring.fact_sentence import Sentence
from otel_grounding.scoring.fact_values import digits_of
from otel_grounding.text.facts import Moment, Quantity
from otel_grounding.text.facts.currencies import CODES, SIGNS, SUB_UNITS, is_currency
from otel_grounding.text.facts.numerals import read_numeral, step_of
from otel_grounding.text.facts.units import find_unit
from otel_grounding.text.wording import label_words, stem

_CURRENCY_KEYS = frozenset(("currency", "currencycode", "ccy", "isocurrency", "curr"))
_RATIOS = frozenset(map(stem, ("ratio", "fraction", "proportion", "multiple", "factor")))
_UNIT_KEYS = frozenset(("unit", "units", "uom", "unitofmeasure", "unitcode"))
_MINOR = frozenset(("minor", "minor_units", "cents", "cent", "pence"))
_DECIMALS = ("exponent", "scale", "decimals", "decimalPlaces", "decimal_places", "precision")
_MAX_DECIMALS = 9
MAX_AROUND = 4
"""Objects around a value in which its currency may be stated."""
_HUNDRED = Decimal(100)
_ONE = Decimal(1)
_NANO = Decimal("1e-9")


def quantities_of(sighting: Sighting) -> list[Quantity]:
    """The readings of a bare value, the unit taken from its field's name or from the fields beside it."""
    values = _values(sighting.text)
    sense, row = sighting.sense, sighting.row
    node = row.node if row is not None else None
    if not values:
        return []
    if isinstance(node, Mapping):
        whole = _units_and_nanos(sighting.key.rpartition(" ")[2], node)
        if whole is not None:
            values = [(whole, _NANO)]
    unit, exponent = sense.unit, sense.exponent
    if not unit and row is not None and not (sense.identity or sense.year or sense.percent):
        unit, shift = _beside(row, sense)
        exponent += shift
    found = []
    if isinstance(node, Mapping) and sense.money:
        exponent -= _decimals_beside(node)
    for value, step in values:
        scaled = value.scaleb(exponent) if exponent else value
        if sense.percent:
            found.append(Quantity(value, step, "%"))
            if abs(value) <= 1:
                found.append(Quantity(value * _HUNDRED, step * _HUNDRED, "%"))
        else:
            found.append(Quantity(scaled, step, unit))
    return found


def permits(sighting: Sighting, stated: Quantity, theirs: Quantity, sentence: Sentence) -> Quantity | None:
    """`theirs` as it may support a figure in the unit of `stated`; None where nothing says that it is of that sort.

    Args:
        sentence: Where the figure stands: a field that it names is meant.
    """
    if theirs.unit or not stated.unit:
        return theirs
    sense = sighting.sense
    if sense.identity or (sense.year and not names(sentence, sighting)):
        return None
    if stated.unit == "%":
        return _percentage(sighting, stated.value, theirs, sentence)
    if is_currency(stated.unit):
        allowed = (
            sense.money
            or theirs.step == _NANO
            or (_is_telling(theirs) and not (sense.counts or sense.time or sense.ratio or sense.dimension))
        )
        if allowed or names(sentence, sighting):
            return Quantity(theirs.value, theirs.step, _currency_near(sighting.row))
        return None
    if sense.money or not can_measure(sense, stated.unit):
        return None
    return theirs if abs(theirs.value) >= _HUNDRED or _is_telling(theirs) or names(sentence, sighting) else None


def names(sentence: Sentence, sighting: Sighting) -> bool:
    """Whether a word of the field's name stands in the sentence."""
    return bool(sighting.key) and not sentence.stems.isdisjoint(label_words(sighting.key))


def _is_telling(quantity: Quantity) -> bool:
    """Whether a value has enough digits not to be met by chance."""
    return len(digits_of(quantity.value)) > 3 or quantity.value != quantity.value.to_integral_value()


def _percentage(sighting: Sighting, stated: Decimal, theirs: Quantity, sentence: Sentence) -> Quantity | None:
    """A number as a percentage: below one it is a fraction, and a ratio may be one beyond it."""
    sense = sighting.sense
    if sense.share and (said := sentence.shares) and sense.share not in said:
        return None
    fraction = abs(theirs.value) <= 1 and theirs.value != theirs.value.to_integral_value()
    precise = fraction and not sense.money and len(digits_of(theirs.value)) > 2
    if not (sense.ratio or precise or (not sense.money and not sense.counts and names(sentence, sighting))):
        return None
    beyond = stated > 10 * theirs.value and not _RATIOS.isdisjoint(label_words(sighting.key))
    factor = _HUNDRED if fraction or beyond else _ONE
    return Quantity(theirs.value * factor, theirs.step * factor, "%")


def moments_of(sighting: Sighting) -> tuple[Moment, ...]:
    """The dates that a bare value states: an epoch under a time-like name, a year."""
    text = sighting.text.strip()
    if not text.isdigit() or not text.isascii():
        return ()
    if len(text) == 4 and "1000" <= text <= "2199":
        return (Moment(int(text)),)
    if sighting.sense.time and len(text) in (10, 13):
        when = datetime.fromtimestamp(int(text[:10]), UTC)
        return (Moment(when.year, when.month, when.day, None, when.hour * 60 + when.minute),)
    if sighting.sense.time and len(text) == 8 and text[:2] in ("19", "20"):
        return (Moment(int(text[:4]), int(text[4:6]), int(text[6:])),)
    return ()


@lru_cache(maxsize=4096)
def _values(text: str) -> list[tuple[Decimal, Decimal]]:
    text = text.strip().replace("−", "-")
    negative = text[:1] == "-"
    digits = text.lstrip("+- ")
    if digits[:1].isdigit() and ("e" in digits or "E" in digits):
        try:
            value = Decimal(digits)
        except InvalidOperation:
            return []
        return [(-value if negative else value, _ONE)] if abs(value.adjusted()) < 400 else []
    return [(-value if negative else value, step_of(decimals)) for value, decimals in read_numeral(digits)]


def _units_and_nanos(key: str, node: Mapping[Any, Any]) -> Decimal | None:
    """The amount of a `{"units": 129, "nanos": 950000000}`."""
    if key not in ("units", "nanos") or "nanos" not in node:
        return None
    try:
        return Decimal(str(node.get("units") or 0)) + Decimal(str(node["nanos"])) * _NANO
    except InvalidOperation:
        return None


def _decimals_beside(node: Mapping[Any, Any]) -> int:
    """How many of the digits of a `{"value": 8425, "exponent": 2}` are decimals."""
    for name in _DECIMALS:
        stated = node.get(name)
        if type(stated) is int and 0 <= stated <= _MAX_DECIMALS:
            return stated
    return 0


def _beside(row: Place | None, sense: KeySense) -> tuple[str, int]:
    """The unit that the fields beside a value state for it."""
    currency = _currency_near(row)
    if row is not None:
        stated = _stated(row, _UNIT_KEYS)
        if stated and len(stated) <= 16:
            if stated.lower() in _MINOR or stated.lower() in SUB_UNITS:
                return currency or "¢", -2
            found = find_unit(stated, apart=False)
            return ("%" if stated in ("%", "percent", "pct") else found.symbol if found else ""), 0
    return (currency, 0) if sense.money and not (sense.counts or sense.ratio or sense.time) else ("", 0)


def _currency_near(row: Place | None) -> str:
    """The currency stated beside a value, or in an object around it."""
    for _ in range(MAX_AROUND):
        if row is None:
            return ""
        stated = _stated(row, _CURRENCY_KEYS)
        if stated:
            return SIGNS.get(stated) or (stated.upper() if stated.upper() in CODES else "")
        row = row.parent
    return ""


def _stated(row: Place, names: frozenset[str]) -> str:
    """The text of the row's first field that is one of `names`, in any spelling; empty where there is none."""
    value = row.spelled(names)
    return value if isinstance(value, str) else ""
