"""Extremes: a figure that its sentence states as the highest or lowest of a series, or as an end of its range.

"A high of 21.9 °C on Thursday" says more than that some record holds this value: of Thursday's records, or of all, it
has to be the highest.
"""

from __future__ import annotations

import re

from otel_grounding.evidence.book import DATING, WEEKDAYS, Column, is_within
from otel_grounding.evidence.records import Table, core_words
from otel_grounding.model import QUESTION_ID, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.answer import WEEKDAY, Sentence
from otel_grounding.scoring.binding import contradicted, is_of_kind
from otel_grounding.scoring.comparing import agrees, can_hold, may_agree
from otel_grounding.scoring.peaks import Cell, Peaks, Scope
from otel_grounding.text.facts import Mention
from otel_grounding.text.wording import stem

MAX_ROWS = 1_000
"""Records of a column that are compared."""
MAX_FIGURES = 64
"""Figures of one sentence; a longer list calls none of them an extreme."""
MAX_COLUMNS = 4
"""Columns that a figure may be of."""
MIN_ROWS = 3
"""Records that make a series."""
_REACH = 72
"""Characters before a figure in which the word stands that makes it an extreme."""
_HIGH, _LOW = 1, -1
_NOMINAL = r"(?= (?:of|at|around|near|reaching|expected|will|is|was|on|temperatures?)\b)"
"""What follows "a high" as a noun; "high winds" are no extreme."""
_CUE = re.compile(
    rf"\b(?:(?P<high>highs?{_NOMINAL}|highest|largest|biggest|greatest|maximum|max|peak(?:s|ed|ing)?)"
    rf"|(?P<low>lows?{_NOMINAL}|lowest|smallest|minimum|min))\b"
    r"[^.;,\d()\n]{0,48}\Z",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)|fluctuat(?:e|es|ed|ing)|between)\b[^.;,\d()\n]{0,24}\Z",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"\b(?:highs|lows|peaks|maximums|minimums)\b", re.IGNORECASE)
_EXTREMES = frozenset(map(stem, "max maximum high highest peak top min minimum low lowest".split()))
_SERIES = re.compile(r"\b(?:charts?|graphs?|plots?|data|dataset|series|tables?|records)\b", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|between) (?:the )?\Z")
_ASIDE = re.compile(r",(?! (?:collected|gathered|taken)\b)|;|\b(?:and|which|that|while)\b")
"""What begins another clause, which is no longer about the whole of the data."""
_UNTIL = re.compile(r",? ?(?:to|until|through|and|-|–|—) ?")
_TOKENS = frozenset(
    (
        b"high highs highest largest biggest greatest maximum max peak peaks peaked peaking low lows lowest smallest"
        b" minimum min range ranges ranged ranging vary varies varied varying fluctuate fluctuates fluctuated"
        b" fluctuating between chart charts graph graphs plot plots data dataset series table tables record records"
    ).split()
)
"""The words without which no figure is called an extreme: for a look whether anything is worth reading."""
_TO = re.compile(r" ?(?:to|and|-|–|—) ?\Z")
_RELATIVE = re.compile(
    r"\b(?:day \w+|\w+ days?|today|tomorrow|tonight|night|morning|afternoon|evening|week|weekend|later|then|next"
    r"|month|year)\b",
    re.IGNORECASE,
)
"""Words that may tell the days of which an extreme is."""


def check_extreme(sentence: Sentence, mention: Mention, result: FactResult) -> FactResult | None:
    """A contradiction where a figure of a series is not the extreme that its sentence calls it, else None."""
    if result.verdict is not FactVerdict.SUPPORTED or result.source_ids == (QUESTION_ID,) or not result.where:
        return None
    if _TOKENS.isdisjoint(sentence.tokens) or len(sentence.mentions) > MAX_FIGURES:
        return None
    if mention.moments:
        return _check_period(sentence, mention, result)
    if not mention.readings or mention.hedge is not None:
        return None
    direction = _direction(sentence, mention)
    at = sentence.answer.book.at(result.source_ids[0], result.where) if direction else None
    if at is None or at[0].table is None or len(at[0].table.rows) > MAX_ROWS:
        return None
    table, cited = at[0].table, at[1]
    if any(sentence.answer.is_of(entity, table) for entity in sentence.named):
        return None  # the extreme of a record that the sentence names
    book = sentence.answer.book
    columns = [_peaks(sentence, table, column, direction) for column in _columns(sentence, mention, table, cited)]
    worst: Cell | None = None
    for scope in _scopes(sentence, table) if columns else ():
        for peaks in columns:
            if not book.work.allows(1):
                return None
            best = peaks.best(scope)
            if best is None or (may_agree(mention, best[2].value) and agrees(mention, best[2].mentions)):
                return None
            worst = worst or best
    return worst and contradicted(result, worst[1], worst[2], FactReason.NOT_EXTREME)


def _check_period(sentence: Sentence, mention: Mention, result: FactResult) -> FactResult | None:
    """A contradiction where the data begin or end on another day than a sentence about them says."""
    text = sentence.text
    about = _SERIES.search(text, sentence.start, mention.start)
    if about is None:
        return None
    dates = [each for each in sentence.mentions if each.moments]
    at = dates.index(mention)
    is_last = at > 0 and _UNTIL.fullmatch(text, dates[at - 1].end, mention.start)
    first, last = (dates[at - 1], mention) if is_last else (mention, dates[at + 1] if at + 1 < len(dates) else mention)
    before = text[about.end() : first.start]
    if not _UNTIL.fullmatch(text, first.end, last.start) or not _FROM.search(before) or _ASIDE.search(before):
        return None
    book = sentence.answer.book
    period = book.period
    if period is None or len(book.days) < MIN_ROWS:
        return None
    day = period[1 if is_last else 0]
    rows = book.days[day]
    if any(is_within(day, moment) or not moment.year for moment in mention.moments):
        return None
    table, index = rows[0]
    dated = next((cell for cell in table.cells(index) if cell.words & DATING), None)
    if dated is None:
        return None
    row = book.row(table, index)
    return contradicted(result, row, row.field(dated.path, dated.words, sentence.answer.config), FactReason.NOT_EXTREME)


def _direction(sentence: Sentence, mention: Mention) -> int:
    """Whether the sentence calls the figure the highest, the lowest, or (0) neither."""
    text, left = sentence.text, max(sentence.start, mention.start - _REACH)
    before = [each for each in sentence.mentions if each.end <= mention.start]
    cue = _CUE.search(text, left, mention.start)
    if cue is None and before and before[-1].moments:  # "the highest gust on May 4 is 7.9"
        cue = _CUE.search(text, left, before[-1].start)
    if cue is not None:
        return 0 if _RANGE.search(text, cue.start(), mention.start) else _HIGH if cue["high"] else _LOW
    if _is_range(text, left, mention.start):
        behind = next((each for each in sentence.mentions if each.start >= mention.end), None)
        return _end_of_range(mention, behind) if behind and _TO.fullmatch(text, mention.end, behind.start) else 0
    if before and _TO.fullmatch(text, before[-1].end, mention.start):
        left = max(sentence.start, before[-1].start - _REACH)
        return -_end_of_range(before[-1], mention) if _is_range(text, left, before[-1].start) else 0
    return 0


def _end_of_range(first: Mention, second: Mention) -> int:
    """Which end of a range its first figure is: 6 to 3 is the same as 3 to 6."""
    if not (first.readings and second.readings):
        return 0
    return _LOW if first.readings[0].value <= second.readings[0].value else _HIGH


def _is_range(text: str, start: int, end: int) -> bool:
    """Whether a range of values begins at `end`; one of highs or of lows is none."""
    return _RANGE.search(text, start, end) is not None and not _PLURAL.search(text, start, end)


def _columns(sentence: Sentence, mention: Mention, table: Table, cited: str) -> list[Column]:
    """The columns that the figure may be of, those first of which more is said; none where one holds extremes."""
    book, said = sentence.answer.book, sentence.said
    found = []
    for label, (path, words) in table.labels.items():
        if label == cited and words & _EXTREMES:
            return []
        if label != cited and not core_words(path, words) & said:
            continue
        column = book.column(table, path, words)
        if len(column.entries) >= MIN_ROWS and can_hold(mention, path) and is_of_kind(mention, column.entries[0][1]):
            found.append(column)
    found.sort(key=lambda column: -len(column.words & said))
    return found[:MAX_COLUMNS]


def _scopes(sentence: Sentence, table: Table) -> list[Scope | None]:
    """The days whose records may be meant: those of the sentence, one by one and together, and (None) all.

    Where the sentence tells the day by other words than a date, it may be any.
    """
    text, start, end = sentence.text, sentence.start, sentence.end
    days = sentence.answer.book.days_of(table)
    dates = [mention for mention in sentence.mentions if mention.moments and not mention.readings]
    weekdays = {WEEKDAYS.index(name[0][:3]) for name in WEEKDAY.finditer(text, start, end)}
    book = sentence.answer.book
    meant = {day for mention in dates for moment in mention.moments for day in book.days_within(moment)}
    meant.update(day for number in weekdays for day in book.days_on(number))
    named = sorted(meant & days.keys())
    taken_up = any(sentence.answer.is_of(entity, table) for entity in sentence.entities)
    untold = _RELATIVE.search(text, start, end) or (not named and (dates or taken_up))
    if not book.work.allows(len(days if untold else named)):
        return []
    scopes: list[Scope | None] = [(day,) for day in (days if untold else named)]
    if len(named) > 1:
        scopes.append(tuple(named))
        scopes.append(tuple(day for day in days if named[0] <= day <= named[-1]))
    return [*scopes, None]


def _peaks(sentence: Sentence, table: Table, column: Column, direction: int) -> Peaks:
    """The peaks of a column, looked for once in an answer."""
    known = sentence.answer.peaks
    found = known.get((id(column), direction))
    if found is None:
        days = sentence.answer.book.days_of(table)
        found = known[id(column), direction] = Peaks(column, direction, days)
    return found
