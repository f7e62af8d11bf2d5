"""What of the evidence contradicts a figure or a date: a value of the same name or entity, or in the same sentence.

Nearness alone contradicts nothing: in a table of ten thousand amounts there is always a near one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.figure_fields import MAX_FIELDS, MAX_SAME_NAME
from otel_grounding.evidence.figure_keys import sense_of
from otel_grounding.evidence.figure_places import Place, Sighting
from otel_grounding.evidence.figures import Figures
from otel_grounding.evidence.work import COST
from otel_grounding.model import FactReason
from otel_grounding.scoring.fact_fields import moments_of, permits, quantities_of
from otel_grounding.scoring.fact_sentence import Sentence
from otel_grounding.scoring.fact_values import Match, compare, digits_of, in_unit
from otel_grounding.text.facts import Mention, Moment, Quantity
from otel_grounding.text.facts.currencies import is_currency
from otel_grounding.text.facts.units import dimension_of
from otel_grounding.text.wording import STOP_WORDS, WORD, label_words

MAX_WINDOWS = 24
"""Lines of running text that are compared with the sentence."""
MAX_WORDS = 12
"""Words of the sentence, the longest first, whose lines those are."""
MIN_SLIPPED = 4
"""Digits with which another figure is rarely one digit away by chance."""
MAX_TEXT = 200
"""Characters of a field that is compared."""
_NO_DIGIT = re.compile(r"[^0-9]+")


class Conflict(NamedTuple):
    """A figure of the evidence that says otherwise."""

    reason: FactReason
    sighting: Sighting
    text: str


def find_conflict(mention: Mention, sentence: Sentence, figures: Figures, config: GroundingConfig) -> Conflict | None:
    """What contradicts a figure that nothing supports, the nearest first; None where nothing does."""
    if mention.moments:
        return _other_date(mention, sentence, figures)
    best: tuple[Decimal, Conflict] | None = None
    for sighting, theirs, text, lowered in _rivals(mention, sentence, figures, config):
        for stated in mention.readings:
            found = _conflict(mention, stated, theirs, lowered, config)
            if found is not None and (best is None or found[0] < best[0]):
                best = found[0], Conflict(found[1], sighting, text)
    return best[1] if best else _slip(mention, sentence, figures)


def _conflict(
    mention: Mention, stated: Quantity, theirs: Quantity, lowered: bool, config: GroundingConfig
) -> tuple[Decimal, FactReason] | None:
    """How far away `theirs` is, and what is wrong; None where it is too far to be meant, or agrees."""
    match = compare(mention, stated, theirs, lowered=lowered)
    if match.supports:
        return None
    if match is Match.OTHER_SIGN:
        return Decimal(0), FactReason.OTHER_SIGN
    if match is Match.OTHER_CURRENCY:
        return Decimal(0), FactReason.OTHER_CURRENCY
    value = in_unit(theirs, stated.unit)
    if value is None:
        if stated.value == theirs.value and dimension_of(stated.unit) and dimension_of(theirs.unit):
            return Decimal(0), FactReason.OTHER_UNIT
        return None
    if not value:
        return None
    distance = abs(abs(stated.value) - abs(value)) / abs(value)
    if distance <= Decimal(str(config.contradicted_band)):
        return distance, FactReason.OTHER_VALUE
    digits = digits_of(stated.value)
    if len(digits) > 1 and digits_of(value).startswith(digits):
        return distance, FactReason.OTHER_VALUE  # a slip of the decimal point
    if theirs.unit and stated.unit and theirs.unit != stated.unit and abs(stated.value) == abs(theirs.value):
        return distance, FactReason.OTHER_UNIT
    return None


def _slip(mention: Mention, sentence: Sentence, figures: Figures) -> Conflict | None:
    """The same figure but for one digit or two that changed places, in a field of whose name a part is said."""
    ours = digits_of(mention.readings[0].value)
    if len(ours) < MIN_SLIPPED:
        return None
    for field in figures.names.sharing(sentence.stems, figures.work):
        if not figures.work.allows(len(field.places)):
            return None
        for place in field.places:
            value = place.node[field.key]
            if not _is_scalar(value) or not _may_slip(ours, value):
                continue
            if not figures.work.allows(COST):
                return None
            for sighting, theirs, text, _ in _figures_of(mention, figures.read(place, field.key, value), sentence):
                if _is_slip(ours, digits_of(theirs.value)):
                    return Conflict(FactReason.OTHER_VALUE, sighting, text)
    return None


def _may_slip(ours: str, value: object) -> bool:
    """A look before the reading: whether a field has as many digits."""
    digits = _NO_DIGIT.sub("", str(value)).strip("0")
    return len(digits) >= len(ours) if isinstance(value, str) else len(digits) == len(ours) or "e" in str(value)


def _is_slip(one: str, other: str) -> bool:
    """Whether two rows of digits differ in one digit, or in the order of two neighbours."""
    if len(one) != len(other):
        return False
    apart = [at for at, (ours, theirs) in enumerate(zip(one, other, strict=True)) if ours != theirs]
    if len(apart) == 2 and apart[1] == apart[0] + 1:
        first, second = apart
        return one[first] == other[second] and one[second] == other[first]
    return len(apart) == 1


def _rivals(
    mention: Mention, sentence: Sentence, figures: Figures, config: GroundingConfig
) -> Iterator[tuple[Sighting, Quantity, str, bool]]:
    """The figures of the evidence that are about what the sentence is about."""
    for place, key in _fields(sentence, figures):
        if _is_scalar(place.node[key]):
            if not figures.work.allows(COST):
                return
            yield from _figures_of(mention, figures.read(place, key, place.node[key]), sentence)
    yield from _in_sentences(mention, sentence, figures, config)


def _is_scalar(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= MAX_TEXT
    return isinstance(value, int | float) and not isinstance(value, bool)


def _other_date(mention: Mention, sentence: Sentence, figures: Figures) -> Conflict | None:
    """Another day in the field that the sentence names, which has its year and month, or its month or year and day."""
    for place, key in _fields(sentence, figures):
        if not _is_scalar(place.node[key]):
            continue
        if not figures.work.allows(COST):
            return None
        sighting = figures.read(place, key, place.node[key])
        moments = moments_of(sighting) or [moment for each in sighting.mentions for moment in each.moments]
        if any(_is_near(ours, theirs) for ours in mention.moments for theirs in moments):
            return Conflict(FactReason.OTHER_VALUE, sighting, sighting.text)
    return None


def _is_near(ours: Moment, theirs: Moment) -> bool:
    """Whether two days differ in one of year, month and day."""
    pairs = ((ours.year, theirs.year), (ours.month, theirs.month), (ours.day, theirs.day))
    return ours.day is not None and all(theirs[:3]) and sum(one != other for one, other in pairs if one) == 1


def _figures_of(
    mention: Mention, sighting: Sighting, sentence: Sentence
) -> Iterator[tuple[Sighting, Quantity, str, bool]]:
    if sighting.bare:
        for theirs in quantities_of(sighting):
            for stated in mention.readings[:1]:
                allowed = permits(sighting, stated, theirs, sentence)
                if allowed is not None:
                    yield sighting, allowed, sighting.text, False
        return
    for other in sighting.mentions:
        for theirs in other.readings:
            if theirs.unit or not mention.readings[0].unit:
                yield sighting, theirs, other.text, other.lowered


def _fields(sentence: Sentence, figures: Figures) -> Iterator[tuple[Place, Any]]:
    """The fields that the sentence names: in the rows of its entities, else where the name is nearly unique.

    The one amount of a row needs no name: "A-17 was $300".
    """
    rows = figures.rows.get(sentence.text)
    if rows is None:
        rows = figures.rows[sentence.text] = named_rows(sentence.text, figures)
    left = MAX_FIELDS
    for place in rows:
        node = place.node
        if not figures.work.allows(len(node)):
            return
        sums = [key for key in node if isinstance(key, str) and sense_of(key).money]
        for key in node:
            if not sentence.stems.isdisjoint(label_words(str(key))) or sums == [key]:
                yield place, key
                left -= 1
                if not left:
                    return
    if rows:
        return
    for field in figures.names.said_in(sentence.stems, figures.work):
        # a name that tells little ("total") is meant where no other field is called so
        if field.core or (len(figures.schemas) <= MAX_FIELDS and figures.names.is_only(field.key)):
            for place in field.places:
                yield place, field.key
                left -= 1
                if left <= 0:
                    return


def named_rows(sentence: str, figures: Figures) -> list[Place]:
    """The rows that hold a name which stands in the sentence, or stand under it; bounded."""
    words = [match.span() for match in re.finditer(r"[^\s,;:()\"'“”*`]+", sentence)][:60]
    found: dict[int, Place] = {}
    for first in range(len(words)):
        for last in range(first, min(first + 5, len(words))):
            name = sentence[words[first][0] : words[last][1]].rstrip(".!?")
            if len(name) < 3 or name.isdigit() or (name.islower() and last == first and name in STOP_WORDS):
                continue
            places = figures.places_of(name)
            if places and len(places) <= MAX_SAME_NAME:
                for place in places:
                    if isinstance(place.node, Mapping):
                        found[id(place)] = place
            under = figures.under(name)
            if under is not None:
                found[id(under)] = under
        if len(found) > MAX_FIELDS:
            break
    return list(found.values())


def _in_sentences(
    mention: Mention, sentence: Sentence, figures: Figures, config: GroundingConfig
) -> Iterator[tuple[Sighting, Quantity, str, bool]]:
    """The figures of lines whose own sentence shares its words with ours."""
    stated, stems = mention.readings[0], sentence.stems
    for window in _windows(sentence, figures, config):
        if not _is_about(window.stems | label_words(window.key), stems):
            continue  # before its figures are read
        for words, inside in window.told:
            if _is_about(words, stems):
                for other in inside:
                    if other.kind is mention.kind or stated.unit == other.readings[0].unit:
                        for theirs in other.readings:
                            if bool(theirs.unit) == bool(stated.unit) or is_currency(theirs.unit):
                                yield window, theirs, other.text, other.lowered


def _is_about(words: frozenset[str], stems: frozenset[str]) -> bool:
    shared = len(words & stems)
    return shared >= 2 or (shared > 0 and shared >= len(stems))


def _windows(sentence: Sentence, figures: Figures, config: GroundingConfig) -> Sequence[Sighting]:
    """The lines that hold the longest words of a sentence; all facts of the sentence share them."""
    known = figures.windows.get(sentence.text)
    if known is None:
        known = list(_find_windows(sentence, figures, config))
        if not figures.work.is_short:
            figures.windows[sentence.text] = known
    return known


def _find_windows(sentence: Sentence, figures: Figures, config: GroundingConfig) -> Iterator[Sighting]:
    words = {word.lower() for word in WORD.findall(sentence.text) if len(word) > 3 and not word.isdigit()} - STOP_WORDS
    seen: set[int] = set()
    left = MAX_WINDOWS
    for word in sorted(sorted(words), key=len, reverse=True)[:MAX_WORDS]:
        for text, at in figures.words.find(word):
            window = text.window(at, config, figures.work)
            if window is None:
                return
            if id(window) not in seen:
                seen.add(id(window))
                yield window
                left -= 1
                if not left:
                    return
