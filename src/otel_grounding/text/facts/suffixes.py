"""What stands behind the digits of a figure: magnitude, unit, currency, percent sign, or the noun it counts."""

from __future__ import annotations

import re

from otel_grounding.text.facts.currencies import CODES, SIGNS, SUB_UNITS, WORDS
from otel_grounding.text.facts.figure import Figure
from otel_grounding.text.facts.units import find_unit

SUFFIX = re.compile(
    r"(?P<gap> ?-? ?)(?P<word>[%‰¢€£¥₹$₩₽元円원]|zł|Kč|°(?: ?[CF]\b)?|℃|℉"
    r"|[A-Za-zµμ]{1,24}(?:/[A-Za-z]{1,4}\b|[²³]|2\b)?)"
)
_NEXT = re.compile(r" ?(?P<word>[%€£¥₹$₩₽元円원]|zł|Kč|[A-Za-zµμ]{1,24}(?:/[A-Za-z]{1,4}\b)?)")
_DEGREES = re.compile(r" (?P<word>[Cc]elsius|[Cc]entigrade|[Ff]ahrenheit|[CF]\b)")
_ATTACHED = {
    "k": 3,
    "K": 3,
    "m": 6,
    "M": 6,
    "b": 9,
    "B": 9,
    "T": 12,
    "mn": 6,
    "mln": 6,
    "mio": 6,
    "bn": 9,
    "mrd": 9,
    "tn": 12,
    "cr": 7,
    "Cr": 7,
}
_APART = {
    "hundred": 2, "thousand": 3, "grand": 3, "lakh": 5, "lakhs": 5, "lac": 5, "lacs": 5, "million": 6, "millions": 6,
    "mn": 6,
    "mln": 6, "mio": 6, "crore": 7, "crores": 7, "cr": 7, "billion": 9, "billions": 9, "bn": 9, "mrd": 9,
    "trillion": 12,
    "trillions": 12, "tn": 12,
}  # fmt: skip
_AMBIGUOUS = {"m": (("", 6), ("m", 0), ("min", 0)), "B": (("", 9), ("B", 0))}
"""Million, metres or minutes; billion or bytes."""
_BINARY = {"kB": ("kB", "KiB"), "MB": ("MB", "MiB"), "GB": ("GB", "GiB"), "TB": ("TB", "TiB")}
"""People write the decimal sign for either."""
_PER = re.compile(r" per (?P<unit>hour|second|minute|inch)\b")
_RATES = {
    ("km", "hour"): "km/h",
    ("mi", "hour"): "mph",
    ("m", "second"): "m/s",
    ("px", "inch"): "ppi",
    ("MB", "second"): "MB/s",
    ("GB", "second"): "GB/s",
}
_COMPOUND = re.compile(r"\.? (?P<word>[A-Za-z]{1,10})")
_DOLLARS = ("dollar", "dollars")
_ADJECTIVES: dict[str, dict[str, str]] = {
    **dict.fromkeys(
        ("square", "sq"),
        {"m": "m²", "ft": "sqft", "km": "km²"}
        | dict.fromkeys(("meters", "metres", "meter", "metre"), "m²")
        | dict.fromkeys(("foot", "feet"), "sqft")
        | dict.fromkeys(("kilometers", "kilometres"), "km²"),
    ),
    "us": dict.fromkeys(_DOLLARS, "USD"),
    "american": dict.fromkeys(_DOLLARS, "USD"),
    "canadian": dict.fromkeys(_DOLLARS, "CAD"),
    "australian": dict.fromkeys(_DOLLARS, "AUD"),
    "swiss": dict.fromkeys(("franc", "francs"), "CHF"),
    "british": dict.fromkeys(("pound", "pounds"), "GBP"),
    "japanese": {"yen": "JPY"},
    "chinese": {"yuan": "CNY"},
    "indian": dict.fromkeys(("rupee", "rupees"), "INR"),
    "swedish": dict.fromkeys(("krona", "kronor"), "SEK"),
    "norwegian": dict.fromkeys(("krone", "kroner"), "NOK"),
    "danish": dict.fromkeys(("krone", "kroner"), "DKK"),
    "mexican": dict.fromkeys(("peso", "pesos"), "MXN"),
}
"""Units and currencies of two words."""
_TOUCHING = frozenset("-–—$€£¥₹%")
_JOINED = frozenset((" to ", " and", " or "))
_PERCENT = frozenset(("%", "percent", "pct", "percentage"))
_JOINING = frozenset(
    "and or to in on at of by is was are were for from with this that as x per than the a an which per".split()
)
"""Words behind a figure that are no noun it counts."""
_DIGIT = re.compile(r"[0-9]")


def carries_unit(text: str, start: int, end: int) -> bool:
    """Whether something that may be a unit, a currency or the other end of a range touches the digits at `start`."""
    if text[start - 1 : start] in _TOUCHING or text[end : end + 1] in _TOUCHING or text[end : end + 4] in _JOINED:
        return True
    match = SUFFIX.match(text, end)
    if match is not None:
        word, lower = match["word"], match["word"].lower()
        if not word[0].isalpha() or lower in _PERCENT or lower in _APART or lower in WORDS or lower in SUB_UNITS:
            return True
        if lower in ("per", "basis", "pp", "bps", "pounds", "pound") or lower in _ADJECTIVES or word.upper() in CODES:
            return True
        return word in _ATTACHED or find_unit(word, apart=bool(match["gap"])) is not None
    return text[start - 4 : start - 1].upper() in CODES if start > 3 else False


def read_attached(text: str, figure: Figure, word: str, end: int) -> bool:
    """A suffix that touches the digits: "1.2M", "8MP", "15%", "5GB"; False where it makes them part of a word."""
    if _take_unit(text, figure, word, end, apart=False):
        return True
    if word in _ATTACHED:
        _take_magnitude(text, figure, _ATTACHED[word], end)
        return True
    if word in _APART:
        _take_magnitude(text, figure, _APART[word], end)
        return True
    if word.lower() in ("x", "am", "pm", "h"):
        return False
    if word.upper() in CODES:
        figure.currency, figure.end = word.upper(), end
        return True
    return False


def read_apart(text: str, figure: Figure, gap: str, word: str, end: int) -> None:
    """A suffix behind a space or hyphen: "15 percent", "5 kg", "7-day", "1.2 million dollars", "312 items"."""
    lower = word.lower()
    if lower in _APART and (word not in ("cr", "tn") or figure.currency):
        _take_magnitude(text, figure, _APART[lower], end)
    elif word in ("M", "K", "B", "m") and figure.currency:
        _take_magnitude(text, figure, _ATTACHED[word], end)
    elif (
        not _take_unit(text, figure, word, end, apart=True)
        and word[0].isalpha()
        and gap != "- "
        and word not in _JOINING
    ):
        figure.noun = word


def _take_magnitude(text: str, figure: Figure, exponent: int, end: int) -> None:
    figure.shift(exponent)
    figure.end = end
    match = _NEXT.match(text, end)
    if match is None:
        return
    word = match["word"]
    if word in _APART and match.end() > end:  # "1.2 hundred thousand"
        figure.shift(_APART[word])
        figure.end = match.end()
        match = _NEXT.match(text, figure.end)
        if match is None:
            return
        word = match["word"]
    if (
        not _take_unit(text, figure, word, match.end(), apart=text[figure.end : figure.end + 1] == " ")
        and word[0].isalpha()
        and word not in _JOINING
    ):
        figure.noun = word


def _take_unit(text: str, figure: Figure, word: str, end: int, *, apart: bool) -> bool:
    """Take `word` as percent sign, currency or unit; whether it is one."""
    lower = word.lower()
    if lower in _PERCENT or word == "‰":
        if lower == "percentage" and not text.startswith((" point", "-point"), end):
            return False
        figure.end = (
            end + 7
            if lower == "percentage" and text.startswith("s", end + 6)
            else end + (6 if lower == "percentage" else 0)
        )
        figure.measure("%")
        if word == "‰":
            figure.shift(-1)
        return True
    if lower == "per" and text.startswith(" cent", end):
        figure.measure("%")
        figure.end = end + 5
        return True
    if lower == "basis" and text.startswith(" point", end):
        figure.measure("%")
        figure.shift(-2)
        figure.end = end + (7 if text.startswith("s", end + 6) else 6)
        return True
    if lower == "pp" or (lower == "bps" and apart):
        figure.measure("%")
        figure.end = end
        if lower == "bps":
            figure.shift(-2)
        return True
    if word in SIGNS and _DIGIT.match(text, end):
        return False  # the sign of the next figure
    if word in SIGNS or word in CODES:
        figure.currency, figure.end = SIGNS.get(word, word), end
        return True
    compound = _COMPOUND.match(text, end) if lower in _ADJECTIVES else None
    if compound is not None and (taken := _ADJECTIVES[lower].get(compound["word"].lower())):
        figure.end = compound.end()
        if lower in ("square", "sq"):
            figure.measure(taken)
        else:
            figure.currency = taken
        return True
    if lower in SUB_UNITS:
        currency, decimals = SUB_UNITS[lower]
        figure.currency = figure.currency or currency
        figure.shift(-decimals)
        figure.end = end
        return True
    if lower in ("pounds", "pound") and text.startswith(" sterling", end):
        figure.currency, figure.end = "GBP", end + len(" sterling")
        return True
    if lower in ("pounds", "pound") and not figure.currency:
        figure.measure("lb", "GBP")
        figure.end = end
        return True
    if lower in WORDS:
        figure.currency, figure.end = figure.currency or WORDS[lower], end
        return True
    if figure.currency:
        return False
    if not apart and word in _AMBIGUOUS:
        figure.scales, figure.end = _AMBIGUOUS[word], end
        return True
    unit = find_unit(word.replace(" ", ""), apart=apart)
    if unit is None:
        return False
    figure.end = end
    rate = _PER.match(text, end)
    if rate and (unit.symbol, rate["unit"]) in _RATES:
        figure.end = rate.end()
        figure.measure(_RATES[unit.symbol, rate["unit"]])
    elif unit.symbol == "deg":
        named = _DEGREES.match(text, end)
        if named:
            figure.end = named.end()
        figure.measure(*(("°C" if named["word"][0] in "Cc" else "°F",) if named else ("deg", "°C", "°F")))
    else:
        figure.measure(*_BINARY.get(unit.symbol, (unit.symbol,)))
    return True
