"""Money, percentages and numbers in running text: sign, currency, magnitude, unit and the words around them."""

from __future__ import annotations

import re
from decimal import Decimal

from otel_grounding.model import FactKind
from otel_grounding.text.facts.currencies import CODES, SIGNS, SUB_UNITS, WORDS
from otel_grounding.text.facts.hedges import hedge_of, is_lowered, is_negative, words_before
from otel_grounding.text.facts.mention import Hedge, Mention, Moment, Quantity
from otel_grounding.text.facts.numerals import NUMERAL, read_numeral, split_list, step_of
from otel_grounding.text.facts.units import find_unit

_SIGN_ALTERNATIVES = "|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))
_LEFT = re.compile(
    rf"(?P<outer>[-+–])?(?P<currency>{_SIGN_ALTERNATIVES}|(?<![A-Za-z])(?:[A-Z]{{3}}|[Rr]s\.?))"
    r"\*{0,2} ?(?P<inner>[-+–])?\Z"
)
_SUFFIX = re.compile(
    r"(?P<gap> ?-? ?)(?P<word>[%‰¢€£¥₹$₩₽元円원]|zł|Kč|°(?: ?[CF]\b)?|℃|℉"
    r"|[A-Za-zµμ]{1,24}(?:/[A-Za-z]{1,4}\b|[²³]|2\b)?)"
)
_NEXT = re.compile(r" ?(?P<word>[%€£¥₹$₩₽元円원]|zł|Kč|[A-Za-zµμ]{1,24}(?:/[A-Za-z]{1,4}\b)?)")
_DEGREES = re.compile(r" (?P<word>[Cc]elsius|[Cc]entigrade|[Ff]ahrenheit|[CF]\b)")
_ORDINAL = frozenset(("st", "nd", "rd", "th"))
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
_PLAIN = (("", 0),)
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
_YEAR_CUES = frozenset(
    "in since from by until till through of during year fy early late mid before after around and to between"
    " season summer winter spring"
    " autumn fall january february march april may june july august september october november december".split()
)
_RANGE = re.compile(r" ?[-–—] ?|(?: to | and | or |, )(?:about |around |over )?\Z")
_NUMBERING = re.compile(r"^[ \t>*+-]{0,8}(?:\*\*)?\(?(\d{1,3})[.):](?=\s|\*)", re.MULTILINE)
_JOINING = frozenset(
    "and or to in on at of by is was are were for from with this that as x per than the a an which per".split()
)
"""Words behind a figure that are no noun it counts."""
_ACCOUNTING = frozenset("is was are were be of to at by : = reached totaled totalled |".split())
_UNSPACED = "\u0e00"
"""From here on scripts write no spaces between words: a letter before a numeral is another word."""
_DIGIT = re.compile(r"[0-9]")
_TIMES = re.compile(r"\d{1,2}:\d{2}")


def find_figures(text: str, min_digits: int) -> list[Mention]:
    """The figures of a folded `text`, in order. Numerals below the digit floor are marked so, not left out."""
    numbering = {match.start(1) for match in _NUMBERING.finditer(text)} if "." in text or ")" in text else set()
    found: list[_Figure] = []
    at = 0
    while digit := _DIGIT.search(text, at):  # faster than to search for the numeral itself
        start = digit.start()
        if start > at and text[start - 1] == "." and not text[start - 2 : start - 1].isalnum():
            start -= 1
        match = NUMERAL.match(text, start) or NUMERAL.match(text, digit.start())
        if match is None:
            at = digit.end()
            continue
        start, at = match.span()
        if start in numbering and at - start <= 3:
            continue
        literal = match[0]
        values = read_numeral(literal)
        for first, last in ((0, len(literal)),) if values else split_list(literal):
            figure = _read(text, start + first, start + last, values or read_numeral(literal[first:last]))
            if figure is None:
                continue
            if found and figure.start < found[-1].end:
                figure.start, figure.currency = figure.numeral[0], ""  # the sign before it belongs to the figure before
            if found:
                _share(text, found[-1], figure)
            found.append(figure)
            at = max(at, figure.end)
    return [figure.mention(text, min_digits) for figure in found]


def carries_unit(text: str, start: int, end: int) -> bool:
    """Whether something that may be a unit, a currency or the other end of a range touches the digits at `start`."""
    if text[start - 1 : start] in _TOUCHING or text[end : end + 1] in _TOUCHING or text[end : end + 4] in _JOINED:
        return True
    match = _SUFFIX.match(text, end)
    if match is not None:
        word, lower = match["word"], match["word"].lower()
        if not word[0].isalpha() or lower in _PERCENT or lower in _APART or lower in WORDS or lower in SUB_UNITS:
            return True
        if lower in ("per", "basis", "pp", "bps", "pounds", "pound") or lower in _ADJECTIVES or word.upper() in CODES:
            return True
        return word in _ATTACHED or find_unit(word, apart=bool(match["gap"])) is not None
    return text[start - 4 : start - 1].upper() in CODES if start > 3 else False


class _Figure:
    """A figure while its parts are being read."""

    __slots__ = (
        "before", "currency", "end", "hedge", "negative", "noun", "numeral", "scales", "start", "values"
    )  # fmt: skip

    def __init__(self, start: int, end: int, values: list[tuple[Decimal, int]]) -> None:
        self.start, self.end, self.numeral, self.values = start, end, (start, end), values
        self.negative: tuple[bool, ...] = (False,)
        self.currency = ""
        self.scales: tuple[tuple[str, int], ...] = _PLAIN
        self.noun = ""
        self.hedge: Hedge | None = None
        self.before: list[str] = []

    @property
    def unit(self) -> str:
        """The likeliest unit."""
        return self.scales[0][0]

    def shift(self, exponent: int) -> None:
        """Multiply by ten to the power of `exponent`."""
        self.scales = tuple((unit, power + exponent) for unit, power in self.scales)

    def measure(self, *units: str) -> None:
        """Take one of `units`, keeping the magnitude."""
        self.scales = tuple((unit, self.scales[0][1]) for unit in units)

    def mention(self, text: str, min_digits: int) -> Mention:
        kind = self._kind()
        readings = tuple(self._readings())
        literal = text[self.numeral[0] : self.numeral[1]]
        written = text[self.start : self.end]
        bare = kind is FactKind.NUMBER and self.scales == _PLAIN and not self.negative[0]
        moments: tuple[Moment, ...] = ()
        if bare and len(literal) == 4 and literal.isdigit() and "1900" <= literal <= "2100":
            if not self.noun or not self.noun.endswith("s") or (self.before and self.before[-1] in _YEAR_CUES):
                kind = FactKind.DATE
            moments = (Moment(int(literal)),)
        below = bare and "." not in literal and sum(map(str.isdigit, literal)) < min_digits
        return Mention(
            kind, self.start, self.end, written, readings, moments, "", self.hedge, below, self.noun,
            is_lowered(self.before, text[self.end : self.end + 24]),
        )  # fmt: skip

    def _kind(self) -> FactKind:
        if self.currency:
            return FactKind.MONEY
        return FactKind.PERCENT if self.unit == "%" else FactKind.NUMBER

    def _readings(self) -> list[Quantity]:
        readings = []
        for value, decimals in self.values:
            step = step_of(decimals)
            for unit, exponent in self.scales:
                scaled, size = (value.scaleb(exponent), step.scaleb(exponent)) if exponent else (value, step)
                signed = [-scaled if negative else scaled for negative in self.negative]
                readings += [Quantity(each, size, self.currency or unit) for each in signed]
        return readings


def _read(text: str, start: int, end: int, values: list[tuple[Decimal, int]]) -> _Figure | None:
    """The figure whose digits are `text[start:end]`; None where they are part of a word, an ordinal or a clock time."""
    if not values:
        return None
    previous = text[start - 1] if start else ""
    if (previous.isalpha() and previous < _UNSPACED) or previous == "_":
        return None
    figure = _Figure(start, end, values)
    _read_left(text, figure, previous)
    return figure if _read_right(text, figure) else None


def _read_left(text: str, figure: _Figure, previous: str) -> None:
    start = figure.start
    if previous == " " and text[start - 2 : start - 1].islower() and text[start - 3 : start - 1] not in ("rs", "zł"):
        pass  # the commonest case: a word before
    elif previous and not previous.isalnum() and previous not in ",;.:":
        ahead = text[max(0, start - 8) : start]
        match = _LEFT.search(ahead)
        if match and (match["currency"] in SIGNS or match["currency"] in CODES or match["currency"][0] in "Rr"):
            figure.currency = SIGNS.get(match["currency"]) or (
                match["currency"] if match["currency"] in CODES else "INR"
            )
            offset = start - len(ahead)
            figure.start = offset + match.start("currency")
            if match["inner"] in ("-", "–"):
                figure.negative = (True,)
            elif match["outer"] in ("-", "–") and _is_sign(text, offset + match.start("outer")):
                figure.start = offset + match.start("outer")
                figure.negative = (True,)
        elif previous in "-–" and _is_sign(text, start - 1):
            figure.start = start - 1
            figure.negative = (True,)
        elif previous == "+" and _is_sign(text, start - 1):
            figure.start = start - 1
    figure.before = words_before(text, figure.start)
    if is_negative(figure.before) and not figure.negative[0]:
        figure.start = text.lower().rfind(figure.before[-1], max(0, figure.start - 12), figure.start)
        figure.negative = (True,)
        figure.before = figure.before[:-1]


def _is_sign(text: str, at: int) -> bool:
    """Whether the dash at `at` is a sign: nothing it could join stands before it."""
    return at == 0 or text[at - 1] in " \t\n([{|:=\"'*,;≈~" or text[at - 1] == "\x1f"


def _read_right(text: str, figure: _Figure) -> bool:
    end = figure.end
    match = _SUFFIX.match(text, end)
    if match is not None:
        gap, word = match["gap"], match["word"]
        attached = not gap
        if attached and word in _ORDINAL:
            return False
        if attached and word == "s" and end - figure.start == 4:
            return False  # 1990s: a decade
        if attached and not _read_attached(text, figure, word, match.end()):
            return False
        if not attached:
            _read_apart(text, figure, gap, word, match.end())
    elif text.startswith(":", end) and _TIMES.match(text, figure.start):
        return False
    if (
        figure.start
        and text[figure.start - 1] == "("
        and text.startswith(")", figure.end)
        and (figure.currency or figure.unit == "%")
        and not figure.negative[0]
    ):
        before = figure.before[-2] if len(figure.before) > 1 else ""
        figure.negative = (True,) if before in _ACCOUNTING else (False, True)
        if figure.negative[0]:
            figure.start, figure.end = figure.start - 1, figure.end + 1
    figure.hedge = hedge_of(figure.before, text, figure.end)
    return True


def _read_attached(text: str, figure: _Figure, word: str, end: int) -> bool:
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


def _read_apart(text: str, figure: _Figure, gap: str, word: str, end: int) -> None:
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


def _take_magnitude(text: str, figure: _Figure, exponent: int, end: int) -> None:
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


def _take_unit(text: str, figure: _Figure, word: str, end: int, *, apart: bool) -> bool:
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


def _share(text: str, first: _Figure, second: _Figure) -> None:
    """The two ends of a range share what only one of them states: "18 and 25 percent", "$5-10 million"."""
    between = text[first.end : second.start]
    if between in ("-", "–") and first.scales == second.scales == _PLAIN and not (first.currency or second.currency):
        first.noun = second.noun = ""  # "8-17 FG" is a score, "4-1" a result: neither is a count of what follows
    if len(between) > 12 or not _RANGE.fullmatch(between):
        return
    if (
        between.strip() in ("and", ",", "or")
        and first.hedge is None
        and not {"between", "from"} & set(first.before[-2:])
    ) and between.strip() == ",":
        return
    if first.scales == _PLAIN and not first.noun and (not first.currency or second.currency in ("", first.currency)):
        first.scales = second.scales
        first.currency = first.currency or second.currency
        first.noun = second.noun
    if first.currency and not second.currency and second.unit == "":
        second.currency = first.currency
