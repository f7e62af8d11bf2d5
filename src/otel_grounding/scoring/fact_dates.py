"""One date of an answer against the evidence: the same day, month, quarter or year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from otel_grounding.evidence.figure_keys import is_quantity, sense_of
from otel_grounding.evidence.figure_places import key_of
from otel_grounding.evidence.figure_text import TextFigures
from otel_grounding.evidence.figures import Figures
from otel_grounding.scoring.fact_fields import moments_of
from otel_grounding.text.facts import Mention, Moment
from otel_grounding.text.facts.dates import find_dates

MAX_TEXT = 256 * 1024
"""Characters of running text in which dates other than ISO ones are looked for."""
_EPOCH = (10, 13)
"""Digits of the seconds and milliseconds since 1970."""
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")

_YEAR = re.compile(r"(?<![\d.,])(?:1\d|20)\d\d(?![.,]\d|\d)")


class Dated(NamedTuple):
    """A date of the evidence: where it stands, and as it is written."""

    source_id: str
    where: str
    text: str


class Calendar:
    """The dates of the evidence, collected when the first date asks for them."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._days: dict[tuple[int | None, int | None, int | None], Dated] | None = None
        self._quarters: dict[tuple[int, int], Dated] = {}

    def find(self, mention: Mention) -> Dated | None:
        """A date of the evidence that `mention` states, or None."""
        for moment in mention.moments:
            found = self._exact(moment) or self._any(moment)
            if found is not None:
                return found
        return None

    def _exact(self, moment: Moment) -> Dated | None:
        """The day as a field of its own: one look-up, without reading any text."""
        if moment.day is None or moment.year is None or moment.month is None:
            return None
        day = f"{moment.year:04}-{moment.month:02}-{moment.day:02}"
        for place in self._figures.places_of(day):
            return Dated(place.source_id, self._figures.where(place, day), day)
        return None

    def _any(self, moment: Moment) -> Dated | None:
        if self._days is None:
            self._days = {}
            for theirs, dated in self._collect():
                self._enter(theirs, dated)
        year, month, day = moment.year, moment.month, moment.day
        if moment.quarter is not None and year is not None:
            return self._quarters.get((year, moment.quarter))
        return self._days.get((year, month, day))

    def _enter(self, theirs: Moment, dated: Dated) -> None:
        """Keep a date under every form in which an answer may state it."""
        days = self._days
        assert days is not None
        year, month, day = theirs.year, theirs.month, theirs.day
        for form in ((year, month, day), (None, month, day), (year, month, None), (year, None, None)):
            days.setdefault(form, dated)
        if year is not None and month is not None:
            self._quarters.setdefault((year, (month + 2) // 3), dated)
        elif year is not None and theirs.quarter is not None:
            self._quarters.setdefault((year, theirs.quarter), dated)

    def _collect(self) -> Iterator[tuple[Moment, Dated]]:
        figures = self._figures
        for schema, places in figures.schemas.items():
            for key in schema:
                if isinstance(key, str) and not key.isalpha():
                    for match in _YEAR.finditer(key[:64]):
                        yield Moment(int(match[0])), Dated(places[0].source_id, places[0].path(key), key)
                    for mention in find_dates(key[:64]):
                        for moment in mention.moments:
                            yield moment, Dated(places[0].source_id, places[0].path(key), key)
            timed = [key for key in schema if isinstance(key, str) and sense_of(key).time]
            for place in places:
                for key in timed:
                    value = place.node[key]
                    is_epoch = type(value) is str and len(value) in _EPOCH and value.isdigit()
                    if is_epoch or (type(value) is int and value > 1500):
                        sighting = figures.read(place, key, value)
                        for moment in moments_of(sighting):
                            yield moment, Dated(place.source_id, sighting.where, str(value))
        for value in figures.leaves:
            if type(value) is int and 1000 < value < 2200:
                for place in figures.places_of(value):
                    if not is_quantity(place.title_of(key_of(place, value))[1]):
                        yield Moment(value), Dated(place.source_id, figures.where(place, value), str(value))
                        break
        left = MAX_TEXT
        for text in (*figures.texts, figures.strings):
            left -= len(text.text)
            yield from _in_text(text, full=left >= 0)


def _in_text(text: TextFigures, *, full: bool) -> Iterator[tuple[Moment, Dated]]:
    if not full:
        for match in _ISO.finditer(text.text):
            yield Moment(*map(int, match.groups())), Dated(*text.cite(match.start(), match[0]))
        return
    for mention in find_dates(text.text):
        for moment in mention.moments:
            yield moment, Dated(*text.cite(mention.start, mention.text))
    for match in _YEAR.finditer(text.text):
        yield Moment(int(match[0])), Dated(*text.cite(match.start(), match[0]))
