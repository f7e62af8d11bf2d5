"""What a field's name says about its value: unit, currency, percentage, point in time, identity, count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from otel_grounding.text.facts.currencies import CODES, SUB_UNITS, WORDS
from otel_grounding.text.facts.units import SURFACES, SYMBOLS, dimension_of

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[%°$€£]|[^\W\d_a-zA-Z]+")
_IDENTITY = frozenset(
    "id ids uid uuid guid index idx key code zip zipcode postcode postal phone tel fax port pid seq sequence"
    " serial isbn sku ean"
    " lat lon lng latitude longitude version ver build hash token icon".split()
)
_COUNT = frozenset(
    "count counts cnt qty quantity num number n items item units rows records orders users total_count size"
    " length tickets jobs"
    " population visitors attendance members users"
    " employees headcount rank position page pages step attempts retries views clicks votes".split()
)
_PERCENT = frozenset(("hundred", "pct", "percent", "percentage", "perc", "%", "prct"))
_RATIO = frozenset(
    "rate ratio share growth margin discount change delta yield utilization utilisation coverage probability"
    " prob confidence"
    " accuracy precision recall humidity fraction proportion apr apy vat tax interest churn conversion uptime"
    " availability"
    " occupancy completion progress load usage score battery cpu memory markup commission return roi increase"
    " decrease clouds"
    " pop mom yoy qoq variance turnout win quota saturation".split()
)
_MONEY = frozenset(
    "amount price cost total subtotal revenue balance fee fees salary budget sales payment income profit spend"
    " tax refund"
    " deposit charge charges charged net gross earnings ebitda debt credit debit wage rent due paid invoice arr"
    " mrr gmv cash cap"
    " funding expense expenses turnover bonus tip fare premium outstanding".split()
)
_TIME = frozenset(
    "time timestamp ts date datetime created updated modified at on started ended start end expires expiry"
    " expiration due epoch since until"
    " last first seen when day issued closed opened deadline birthday dob born dt published shipped delivered"
    " completed scheduled begin".split()
)
_YEAR = frozenset(
    ("year", "yr", "founded", "established", "season", "vintage", "released", "built", "born", "launched")
)
_MAGNITUDES = {
    "thousands": 3,
    "thousand": 3,
    "millions": 6,
    "million": 6,
    "mln": 6,
    "billions": 9,
    "billion": 9,
    "bn": 9,
}
_SQUARE = frozenset(("square", "sq"))
_SQUARES = {"m": "m²", "km": "km²", "cm": "cm²", "ft": "sqft"}
_RISKY_UNITS = frozenset("in a t d m h l k b g s c f v w j n p no at ha mi ft K A".split())
_DIMENSIONS = {
    word: dimension
    for dimension, words in {
        "temperature": "temp temps temperature temperatures feels_like dewpoint",
        "speed": "speed velocity gust gusts windspeed",
        "pressure": "pressure",
        "length": "height width altitude elevation diameter rain rainfall snow snowfall precipitation",
        "mass": "weight mass",
        "time": "duration elapsed latency",
        "percent": "humidity clouds cloud cloudiness chance probability",
    }.items()
    for word in words.split()
}
"""Words of a name that say what is measured, where they can mean one thing only."""
_WIDER = {
    "speed": frozenset(("speed", "rate", "frequency", "rotation", "frames")),
    "length": frozenset(("length", "pixels", "resolution", "volume")),
    "temperature": frozenset(("temperature", "angle")),
}
"""Dimensions that go by the same words: a speed of 54 Mbps, a width of 1080 px."""
_SHARES = {
    word: names[0]
    for names in (
        ("humidity", "humid"),
        ("cloud", "clouds", "cloudiness", "cloudcover", "overcast"),
        ("chance", "chances", "probability", "prob", "pop", "likelihood", "odds"),
        ("cpu", "processor"),
        ("memory", "ram", "mem"),
        ("disk", "storage"),
        ("battery",),
    )
    for word in names
}
"""Words for what a percentage is of, where no other has the same."""
_LAST_ONLY = {
    "ha": "ha",
    "mi": "mi",
    "ft": "ft",
    "s": "s",
    "sec": "s",
    "secs": "s",
    "ms": "ms",
    "us": "µs",
    "ns": "ns",
    "h": "h",
    "m": "m",
    "g": "g",
    "d": "d",
    "l": "l",
    "t": "t",
    "w": "W",
    "v": "V",
}

"""Short units, which are one only behind another word: `area_ha`, `latency_s`."""
_CASES = Counter(unit.lower() for unit in SYMBOLS)
_LOWERED = {symbol.lower(): unit for symbol, unit in SYMBOLS.items() if _CASES[symbol.lower()] == 1}
"""Units in the spelling of `pressureHpa`, where only one is written so."""


class KeySense(NamedTuple):
    """What one field name says; empty or false where it says nothing.

    Attributes:
        unit: Canonical unit or currency.
        exponent: The value is in `unit` times ten to this: -2 for cents.
        dimension: What is measured: `temperature`, `speed`.
        share: What a percentage is of, where the name says it: `humidity`, `cpu`.
    """

    unit: str = ""
    exponent: int = 0
    percent: bool = False
    ratio: bool = False
    money: bool = False
    time: bool = False
    year: bool = False
    identity: bool = False
    counts: bool = False
    dimension: str = ""
    share: str = ""


def is_ratio(text: str) -> bool:
    """Whether a word of a running text says that a fraction beside it is a share or a rate."""
    return not _RATIO.isdisjoint(part.lower() for part in _PART.findall(text))


@lru_cache(maxsize=8192)
def sense_of(key: str) -> KeySense:
    """What the name `key` says, in snake, kebab, camel or spaced form."""
    written = _PART.findall(key[:128])
    parts = [part.lower() for part in written]
    if not parts:
        return KeySense()
    words = frozenset(parts)
    unit, exponent = "", 0
    last = parts[-1]
    if len(parts) > 1 or len(last) > 1:
        if len(parts) < 2 or not parts[-2].isdigit():  # "rain_3h" is a span of time, its value is none
            unit, exponent = _unit_of(last, written[-1], len(parts) > 1)
        if not unit and ("(" in key or "[" in key):
            for part in parts[1:]:
                unit, exponent = _unit_of(part, part, True)
                if unit:
                    break
    if not _SQUARE.isdisjoint(words):
        unit = _SQUARES.get(unit, unit)
    for part in parts:
        exponent += _MAGNITUDES.get(part, 0)
    if "minor" in words and not unit:
        exponent -= 2
    identity = last in _IDENTITY or parts[0] in ("id", "uuid") or (key[-2:] in ("Id", "ID") and len(key) > 2)
    percent = not _PERCENT.isdisjoint(words)
    return KeySense(
        unit="" if percent else unit,
        exponent=exponent,
        percent=percent,
        ratio=not _RATIO.isdisjoint(words) and not identity,
        money=not _MONEY.isdisjoint(words) or (last == "value" and 1 < len(parts) < 4),
        time=not _TIME.isdisjoint(words),
        year=not _YEAR.isdisjoint(words),
        identity=identity,
        counts=not _COUNT.isdisjoint(words) and _MONEY.isdisjoint(words),
        dimension=dimension_of(unit) or _first_of(reversed(parts), _DIMENSIONS),
        share=_first_of(parts, _SHARES),
    )


def _first_of(parts: Iterable[str], known: Mapping[str, str]) -> str:
    return next((known[part] for part in parts if part in known), "")


def can_measure(sense: KeySense, unit: str) -> bool:
    """Whether a field may hold a value in `unit`: a wind speed is no temperature."""
    dimension = dimension_of(unit)
    return not (dimension and sense.dimension) or dimension in _WIDER.get(sense.dimension, (sense.dimension,))


def is_quantity(sense: KeySense) -> bool:
    """Whether the values of a field are amounts or measures: none of them is a year."""
    return bool(sense.counts or sense.money or sense.unit or sense.ratio or sense.percent or sense.dimension)


def shares_in(words: Iterable[str]) -> frozenset[str]:
    """What the percentages of a text may be of, by its lower-cased words."""
    return frozenset(_SHARES[word] for word in words if word in _SHARES)


def _unit_of(part: str, written: str, qualified: bool) -> tuple[str, int]:
    if part in SUB_UNITS:
        currency, decimals = SUB_UNITS[part]
        return currency, -decimals
    if part.upper() in CODES:
        return part.upper(), 0
    if part in ("$", "€", "£", "dollars", "euros", "dollar", "euro", "rupees", "yen"):
        return {"$": "$", "€": "EUR", "£": "GBP"}.get(part) or WORDS[part], 0
    if qualified and part in ("c", "f"):
        return ("°C" if part == "c" else "°F"), 0
    if qualified and part in _LAST_ONLY:
        return _LAST_ONLY[part], 0
    if part in ("celsius", "fahrenheit", "kelvin", "degc", "degf"):
        return SURFACES[part].symbol, 0
    if (
        len(part) < 2
        or part in _RISKY_UNITS
        or part in ("bar", "day", "month", "year", "bit", "second", "minute", "week", "foot", "pixel", "us")
    ):
        return "", 0
    found = SURFACES.get(written) or SURFACES.get(part) or SURFACES.get(part.upper()) or _LOWERED.get(part)
    if found is None and part in ("kmh", "kph"):
        found = SYMBOLS["km/h"]
    return (found.symbol, 0) if found else ("", 0)
