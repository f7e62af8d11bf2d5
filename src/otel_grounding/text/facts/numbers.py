"""Money, percentages and numbers in running text: sign, currency, magnitude, unit and the words around them."""

from __future__ import annotations

import re
from decimal import Decimal

from otel_grounding.text.facts.currencies import CODES, SIGNS
from otel_grounding.text.facts.figure import PLAIN, Figure
from otel_grounding.text.facts.hedges import hedge_of, is_negative, words_before
from otel_grounding.text.facts.mention import Mention
from otel_grounding.text.facts.numerals import NUMERAL, read_numeral, split_list
from otel_grounding.text.facts.suffixes import SUFFIX, read_apart, read_attached

_SIGN_ALTERNATIVES = "|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))
_LEFT = re.compile(
    rf"(?P<outer>[-+–])?(?P<currency>{_SIGN_ALTERNATIVES}|(?<![A-Za-z])(?:[A-Z]{{3}}|[Rr]s\.?))"
    r"\*{0,2} ?(?P<inner>[-+–])?\Z"
)
_ORDINAL = frozenset(("st", "nd", "rd", "th"))
_RANGE = re.compile(r" ?[-–—] ?|(?: to | and | or |, )(?:about |around |over )?\Z")
_NUMBERING = re.compile(r"^[ \t>*+-]{0,8}(?:\*\*)?\(?(\d{1,3})[.):](?=\s|\*)", re.MULTILINE)
_ACCOUNTING = frozenset("is was are were be of to at by : = reached totaled totalled |".split())
_UNSPACED = "\u0e00"
"""From here on scripts write no spaces between words: a letter before a numeral is another word."""
_COMPOUNDS = {
    (unit, smaller): Decimal(count)
    for unit, smaller, count in (
        ("d", "h", 24), ("h", "min", 60), ("min", "s", 60), ("s", "ms", 1000), ("wk", "d", 7), ("yr", "mo", 12),
        ("ft", "inch", 12), ("lb", "oz", 16), ("kg", "g", 1000), ("m", "cm", 100), ("km", "m", 1000),
    )
}  # fmt: skip
"""Two units of one measure, and how many of the smaller make the larger."""
_NO = Decimal(0)
_HOURS = re.compile(r"\d[dhm]\Z")
"""What stands before the minutes of "1h30m"."""
_JOIN = re.compile(r" ?|,? and |, ")
_MIN_COUNT = 20
"""Scores are smaller."""
_DIGIT = re.compile(r"[0-9]")
_TIMES = re.compile(r"\d{1,2}:\d{2}")


def find_figures(text: str, min_digits: int) -> list[Mention]:
    """The figures of a folded `text`, in order. Numerals below the digit floor are marked so, not left out."""
    numbering = {match.start(1) for match in _NUMBERING.finditer(text)} if "." in text or ")" in text else set()
    found: list[Figure] = []
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
            if found and figure.scales is not PLAIN and _extends(text, found[-1], figure):
                continue
            if found:
                _share(text, found[-1], figure)
            found.append(figure)
            at = max(at, figure.end)
    return [figure.mention(text, min_digits) for figure in found]


def _read(text: str, start: int, end: int, values: list[tuple[Decimal, int]]) -> Figure | None:
    """The figure whose digits are `text[start:end]`; None where they are part of a word, an ordinal or a clock time."""
    if not values:
        return None
    previous = text[start - 1] if start else ""
    in_word = previous.isalpha() and previous < _UNSPACED and not _HOURS.search(text, max(0, start - 2), start)
    if in_word or previous == "_":
        return None
    figure = Figure(start, end, values)
    _read_left(text, figure, previous)
    return figure if _read_right(text, figure) else None


def _read_left(text: str, figure: Figure, previous: str) -> None:
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


def _read_right(text: str, figure: Figure) -> bool:
    end = figure.end
    match = SUFFIX.match(text, end)
    if match is not None:
        gap, word = match["gap"], match["word"]
        attached = not gap
        if attached and word in _ORDINAL:
            return False
        if attached and word == "s" and end - figure.start == 4:
            return False  # 1990s: a decade
        if attached and not read_attached(text, figure, word, match.end()):
            return False
        if not attached:
            read_apart(text, figure, gap, word, match.end())
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


def _extends(text: str, first: Figure, second: Figure) -> bool:
    """Take the second into a measure of two units: "1 h 30 min"; whether it was one."""
    unit, times = next(
        ((unit, _COMPOUNDS[first.unit, unit]) for unit, _ in second.scales if (first.unit, unit) in _COMPOUNDS),
        ("", _NO),
    )
    if not times or first.currency or second.currency or second.negative[0]:
        return False
    if first.values[0][1] or second.values[0][0] >= times or not _JOIN.fullmatch(text, first.end, second.start):
        return False
    second.scales = ((unit, 0),)
    first.join(second, times)
    return True


def _counts(first: Figure, second: Figure) -> bool:
    """Whether two joined figures count what is behind them: "140-180 guests", and not the score of a game."""
    return first.values[0][0] < second.values[0][0] >= _MIN_COUNT and second.noun.islower()


def _share(text: str, first: Figure, second: Figure) -> None:
    """The two ends of a range share what only one of them states: "18 and 25 percent", "$5-10 million"."""
    between = text[first.end : second.start]
    plain = first.scales == second.scales == PLAIN and not (first.currency or second.currency)
    if between in ("-", "–") and plain and not _counts(first, second):
        first.noun = second.noun = ""  # "8-17 FG" is a score, "4-1" a result: neither is a count of what follows
    if len(between) > 12 or not _RANGE.fullmatch(between):
        return
    if (
        between.strip() in ("and", ",", "or")
        and first.hedge is None
        and not {"between", "from"} & set(first.before[-2:])
    ) and between.strip() == ",":
        return
    if first.scales == PLAIN and not first.noun and (not first.currency or second.currency in ("", first.currency)):
        first.scales = second.scales
        first.currency = first.currency or second.currency
        first.noun = second.noun
    if first.currency and not second.currency and second.unit == "":
        second.currency = first.currency
