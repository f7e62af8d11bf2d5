"""Dates in running text: days, months, quarters, with a time of day where one is stated."""

from __future__ import annotations

import re
from collections.abc import Set
from datetime import date

from otel_grounding.model import FactKind
from otel_grounding.text.facts.chunks import Chunk, find_chunks
from otel_grounding.text.facts.mention import Mention, Moment
from otel_grounding.text.tokens import ascii_runs

_NAMES = "january february march april may june july august september october november december".split()
MONTHS = {name: number for number, name in enumerate(_NAMES, 1)} | {
    name[:3]: number for number, name in enumerate(_NAMES, 1)
}
MONTHS["sept"] = 9
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)"
)
_CLOCK = (
    r"(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::[0-5]\d(?:[.,]\d{1,9})?)?(?: ?(?P<half>[AaPp])\.?[Mm]\b\.?)?"
    r"(?:Z\b| ?(?:UTC|GMT)\b|[+-]\d\d:?\d\d\b)?"
)
_SECOND_CLOCK = _CLOCK.replace("?P<", "?P<x")
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"

_NUMERIC = re.compile(
    rf"(?<![\w.,/-])(?:(?P<year>\d{{4}})(?P<mark>[-/.])(?P<month>\d{{1,2}})(?P=mark)(?P<day>\d{{1,2}})"
    rf"(?:(?:T|, ?| at | )(?P<clock>{_CLOCK}))?"
    rf"|(?P<first>\d{{1,2}})(?P<point>[/.-])(?P<second>\d{{1,2}})(?P=point)(?P<last>\d{{4}}|\d\d)"
    rf"(?:(?:, ?| at | )(?:{_SECOND_CLOCK}))?"
    r"|(?P<iso_year>(?:19|20)\d\d)-(?P<iso_month>0[1-9]|1[0-2]))(?![\w/]|[-.,]\d)"
)
_NAMED = re.compile(
    rf"(?<![\w-])(?:{_DAY}(?:[ -]| of )(?P<m1>{_MONTH})\b\.?(?:(?:,? |-| of )(?P<y1>\d{{4}}))?"
    rf"|(?P<m2>{_MONTH})\b\.? (?:the )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?![\d%]|[.,:/]\d)"
    rf"(?:,? (?:of )?(?P<y2>\d{{4}}))?"
    rf"|(?P<m3>{_MONTH})\b\.?(?:,? |-| of )(?P<y3>\d{{4}})"
    rf"|(?P<y4>\d{{4}}),? (?P<m4>{_MONTH})\b\.?(?: (?P<d4>\d{{1,2}})(?:st|nd|rd|th)?)?)(?![\w%]|[.,]\d)"
    rf"(?:(?:,? at |,? ){_CLOCK})?"
)
_QUARTER = re.compile(
    r"(?<!\w)(?:Q(?P<q1>[1-4])(?:[ -]?(?:of |in )?(?:FY ?)?|/|'| FY')(?P<y1>\d{4})|(?P<y2>\d{4})[ -]?Q(?P<q2>[1-4])"
    r"|(?P<y4>\d{4}),? (?P<q4>[1-4])Q|(?P<q5>[1-4])Q ?(?P<y5>\d{4})"
    r"|(?P<q3>[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[1-4](?:st|nd|rd|th)) quarter"
    r" (?:of |in )?(?:FY ?|fiscal )?(?P<y3>\d{4}))(?!\w)"
)
_QUARTER_REACH = 16
"""Characters before the word or sign in which its number or year may stand; twice as many behind it."""
_QUARTERS = {"f": 1, "s": 2, "t": 3}
_MONTH_BYTES = frozenset(name.encode() for name in MONTHS)
_MARKED = re.compile(r"[-/.][0-9]{1,2}[-/.][0-9]|[0-9]{4}-[0-9]{2}")
"""What every date in digits has: two marks, or a year and a month."""
_BEGIN = re.compile(r"[0-9]{1,4}[-/.][0-9]{1,2}")
MAX_CHUNK = 256
"""Dates stand in the beginning of a run without spaces."""


def find_dates(text: str, chunks: list[Chunk] | None = None, words: Set[bytes] | None = None) -> list[Mention]:
    """The dates of a folded `text`, in order. A bare year is a figure that may be a date: `numbers` finds it.

    Args:
        chunks: The chunks of the text, where they are known.
        words: Its runs of ASCII letters and digits, where they are known.
    """
    found: list[Mention] = []
    for chunk in find_chunks(text) if chunks is None else chunks:
        word = chunk.text
        if not chunk.has_digit or not _MARKED.search(word, 0, MAX_CHUNK):
            continue
        for begin in _BEGIN.finditer(word, 0, MAX_CHUNK):
            match = _NUMERIC.match(text, chunk.start + begin.start())
            if match and (moments := _numeric(match)):
                found.append(_mention(match, moments))
    if not _MONTH_BYTES.isdisjoint(set(ascii_runs(text)) if words is None else words):
        for match in _NAMED.finditer(text):
            moments = _named(match)
            if moments:
                found.append(_mention(match, moments))
    for sign in ("Q", "quarter"):
        at = text.find(sign)
        while at >= 0:
            low = max(0, at - _QUARTER_REACH)
            match = _QUARTER.search(text, low, at + 2 * _QUARTER_REACH)
            if match is not None:
                found.append(_quarter(match))
            at = text.find(sign, max(at + 1, match.end() if match else 0))
    found.sort(key=lambda mention: mention.start)
    return _disjoint(found)


def _quarter(match: re.Match[str]) -> Mention:
    name = match["q1"] or match["q2"] or match["q3"] or match["q4"] or match["q5"]
    year = match["y1"] or match["y2"] or match["y3"] or match["y4"] or match["y5"]
    quarter = int(name[0]) if name[0].isdigit() else 4 if name[:2].lower() == "fo" else _QUARTERS[name[0].lower()]
    return _mention(match, (Moment(int(year), quarter=quarter),))


def _disjoint(found: list[Mention]) -> list[Mention]:
    """The earlier of two that overlap."""
    kept: list[Mention] = []
    for mention in found:
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept


def _mention(match: re.Match[str], moments: tuple[Moment, ...]) -> Mention:
    text = match[0].rstrip(" ,.")
    return Mention(FactKind.DATE, match.start(), match.start() + len(text), text, moments=moments)


def _numeric(match: re.Match[str]) -> tuple[Moment, ...]:
    if match["year"]:
        moment = _day(match["year"], match["month"], match["day"], _time(match["hour"], match["minute"], match["half"]))
        return (moment,) if moment else ()
    if match["iso_year"]:
        return (Moment(int(match["iso_year"]), int(match["iso_month"])),)
    first, second, last = match["first"], match["second"], match["last"]
    if len(last) == 2:
        if match["point"] != "/":
            return ()  # "1.2.26" is a version, "4-1-26" a score or a part number
        last = "20" + last
    time = _time(match["xhour"], match["xminute"], match["xhalf"])
    american, european = _day(last, first, second, time), _day(last, second, first, time)
    if match["point"] == ".":
        american, european = european, None
    return tuple(dict.fromkeys(moment for moment in (american, european) if moment))


def _named(match: re.Match[str]) -> tuple[Moment, ...]:
    name = match["m1"] or match["m2"] or match["m3"] or match["m4"]
    month = MONTHS[name.lower()]
    year = match["y1"] or match["y2"] or match["y3"] or match["y4"]
    day = match["day"] or match["d2"] or match["d4"]
    time = _time(match["hour"], match["minute"], match["half"])
    if day is None:
        return (Moment(int(year), month),)
    if year is None:
        return (Moment(None, month, int(day), None, time),) if 1 <= int(day) <= 31 else ()
    moment = _day(year, month, day, time)
    return (moment,) if moment else ()


def _day(year: str, month: str | int, day: str, time: int | None) -> Moment | None:
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return Moment(found.year, found.month, found.day, None, time)


def _time(hour: str | None, minute: str | None, half: str | None) -> int | None:
    if hour is None or minute is None:
        return None
    hours = int(hour) % 12 + (12 if half in ("p", "P") else 0) if half else int(hour) % 24
    return hours * 60 + int(minute)
