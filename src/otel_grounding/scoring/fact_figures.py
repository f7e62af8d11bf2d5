"""One figure of an answer against the evidence: the closest figure there that it may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import islice
from typing import Any, NamedTuple

from otel_grounding.caching import cached_property
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.figure_keys import is_quantity, is_ratio
from otel_grounding.evidence.figure_places import Place, Sighting
from otel_grounding.evidence.figure_text import TextFigures
from otel_grounding.evidence.figures import Figures, to_key
from otel_grounding.evidence.work import COST, Work
from otel_grounding.model import FactKind
from otel_grounding.scoring.fact_fields import names, permits, quantities_of
from otel_grounding.scoring.fact_sentence import Sentence
from otel_grounding.scoring.fact_values import Match, alternatives, bounds, compare
from otel_grounding.text.facts import Mention, Quantity
from otel_grounding.text.facts.currencies import is_currency
from otel_grounding.text.facts.suffixes import carries_unit
from otel_grounding.text.facts.units import dimension_of
from otel_grounding.text.facts.words import NUMBER_WORDS
from otel_grounding.text.wording import content_stems, label_words, stem

MAX_SIGHTINGS = 96
"""Places in the evidence that are read for one fact."""
MAX_PLAIN = 4
"""Forms of a figure, and texts, in which a fact is looked for when there is no work left for more."""
MAX_COUNTED = 2_000
"""Items of a list that are counted."""
MAX_LISTS = 200
"""Lists whose items are counted."""
MAX_VALUES = 64
"""Values of a list's rows that are counted, the commonest first."""
_LABEL = 32
"""Characters of a value that may be counted."""
_SHORT = 3
"""Characters of a literal that is met everywhere."""
_NEAR = 48
"""Characters around a fraction in which a word may say what it is."""
_SLACK = 1e-9
_LARGE = 300
"""Digits of a figure that no float holds."""
_COUNTED = frozenset(map(stem, "row result item record entry line value match hit data list element object".split()))


class Found(NamedTuple):
    """A figure of the evidence, and how ours compares with it."""

    match: Match
    sighting: Sighting
    text: str


_NOTHING = Found(Match.NONE, None, "")  # type: ignore[arg-type]


def find_figure(mention: Mention, figures: Figures, sentence: Sentence, config: GroundingConfig) -> Found:
    """The closest match for a figure; one that conflicts in currency or sign only where none supports.

    Args:
        sentence: Where our figure stands.
    """
    best = _NOTHING
    left = MAX_SIGHTINGS
    for found in _found(mention, figures, sentence, config):
        if found.match > best.match:
            best = found
            if found.match.supports and (found.match is not Match.HEDGED):
                return best
        left -= 1
        if not left:
            break
    if figures.work.is_short:
        for found in _plain(mention, figures, sentence, config):
            if found.match > best.match:
                best = found
            if best.match.supports:
                break
    return best


def _plain(mention: Mention, figures: Figures, sentence: Sentence, config: GroundingConfig) -> Iterator[Found]:
    """The very value at its first places: what is looked at for each fact, whatever the others have cost."""
    free = Work()
    for stated in mention.readings[:2]:
        for key in islice(_exact_keys(mention, stated, ()), MAX_PLAIN):
            for place in figures.places_of(key)[:1]:
                for sighting in islice(figures.at(place, key), 1):
                    yield from _compared(mention, sighting, sentence)
        if stated.value.adjusted() >= _LARGE:
            continue
        low, high = float(abs(stated.value)) * (1 - _SLACK), float(abs(stated.value)) * (1 + _SLACK)
        for text in figures.texts_between(low, high, scaled=False)[:MAX_PLAIN]:
            for literal in text.literals_between(low, high, scaled=False)[:1]:
                for at in islice(text.places_of(literal), 1):
                    window = text.window(at, config, free)
                    if window is not None:
                        yield from _compared(mention, window, sentence)


def _found(mention: Mention, figures: Figures, sentence: Sentence, config: GroundingConfig) -> Iterator[Found]:
    """What the evidence holds for the figure, cheapest look-up first: its exact value, then all that rounds to it."""
    leaves = figures.leaves
    for stated in mention.readings:
        for key in _exact_keys(mention, stated, figures.exponents):
            if key not in leaves:
                continue
            for place in figures.places_of(key):
                for sighting in figures.at(place, key):
                    if not figures.work.allows(COST):
                        return
                    yield from _compared(mention, sighting, sentence)
    if mention.below_floor and not mention.noun:
        return
    seen: set[Any] = set()
    for low, high in _ranges(mention, figures.exponents):
        for key in figures.numbers_between(low, high):
            if key in seen:
                continue
            seen.add(key)
            for place in figures.places_of(key):
                for sighting in figures.at(place, key):
                    if not figures.work.allows(COST):
                        return
                    yield from _compared(mention, sighting, sentence)
        for text in figures.texts_between(low, high, scaled=not dimension_of(mention.readings[0].unit)):
            yield from _in_text(mention, text, low, high, sentence, config, figures.work)
    for part in mention.parts[:1]:  # a text that states it in two units holds no literal of the whole
        for low, high in _ranges(part, ()):
            for text in figures.texts_between(low, high, scaled=not dimension_of(mention.readings[0].unit)):
                yield from _in_text(mention, text, low, high, sentence, config, figures.work)
    word = NUMBER_WORDS.get(mention.readings[0].value)
    if word is not None:
        for text, at in figures.words.find(word):
            window = text.window(at, config, figures.work)
            if window is None:
                return
            yield from _compared(mention, window, sentence)


def _exact_keys(mention: Mention, stated: Quantity, exponents: tuple[int, ...]) -> Iterator[Any]:
    value = stated.value
    key = to_key(value)
    if key is not None:
        yield key
        yield -key if value else key
    yield mention.text
    literal = format(abs(value), "f")
    yield literal
    if "." in literal:
        yield literal.rstrip("0").rstrip(".")
    if is_currency(stated.unit) and isinstance(key, float):
        yield int(key)  # the whole units of an amount whose fraction stands in a field of its own
        yield str(int(abs(key)))
    for other in alternatives(stated, exponents):
        key = to_key(other.value)
        if key is not None:
            yield key


def _ranges(mention: Mention, exponents: tuple[int, ...]) -> Iterator[tuple[float, float]]:
    """The ranges of size in which a field could hold the figure, in any form."""
    for stated in mention.readings:
        for form in (stated, *alternatives(stated, exponents)):
            low, high = bounds(form, mention.hedge)
            if high.adjusted() < _LARGE:
                yield float(max(low, Decimal(0))) * (1 - _SLACK), float(high) * (1 + _SLACK)


def _in_text(
    mention: Mention, text: TextFigures, low: float, high: float, sentence: Sentence, config: GroundingConfig,
    work: Work,
) -> Iterator[Found]:  # fmt: skip
    unit = mention.readings[0].unit
    for literal in text.literals_between(low, high, scaled=not dimension_of(unit)):
        telling = not unit or len(literal) > _SHORT
        for at in text.places_of(literal):
            if not telling and not carries_unit(text.text, at, at + len(literal)):
                if not work.allows(1):
                    return
                continue  # cheaper than to read the line: a short numeral without a unit supports no measure
            window = text.window(at, config, work)
            if window is None:
                return
            yield from _compared(mention, window, sentence)


def _compared(mention: Mention, sighting: Sighting, sentence: Sentence) -> Iterator[Found]:
    """Our figure beside those of one place."""
    if sighting.bare:
        if mention.below_floor and not _binds(mention, sighting.key, sentence):
            return
        if mention.kind is FactKind.DATE and is_quantity(sighting.sense) and not names(sentence, sighting):
            return  # a year is no count that happens to look like it
        for theirs in quantities_of(sighting):
            for stated in mention.readings:
                allowed = permits(sighting, stated, theirs, sentence)
                if allowed is not None:
                    match = compare(mention, stated, allowed)
                    if match:
                        yield Found(match, sighting, sighting.text)
        return
    for other in sighting.mentions:
        if other.kind is FactKind.NUMBER and mention.kind is FactKind.PERCENT:
            yield from _as_fraction(mention, other, sighting)
        if not other.readings or (mention.below_floor and not _binds_text(mention, other, sighting, sentence)):
            continue
        for theirs in other.readings:
            for stated in mention.readings:
                match = compare(mention, stated, theirs, lowered=other.lowered)
                if match and _is_sort(stated, theirs, sentence, sighting):
                    yield Found(match, sighting, other.text)


def _as_fraction(mention: Mention, other: Mention, sighting: Sighting) -> Iterator[Found]:
    """A number below one in running text as a percentage, where a word near it says that it is a share of something."""
    for theirs in other.readings:
        if (
            not theirs.unit
            and 0 < abs(theirs.value) < 1
            and is_ratio(sighting.text[max(0, other.start - _NEAR) : other.end + _NEAR])
        ):
            share = Quantity(theirs.value.scaleb(2), theirs.step.scaleb(2), "%")
            match = compare(mention, mention.readings[0], share, lowered=other.lowered)
            if match:
                yield Found(match, sighting, other.text)


def _is_sort(stated: Quantity, theirs: Quantity, sentence: Sentence, sighting: Sighting) -> bool:
    """Whether a numeral in running text may be a figure of our sort: where it has no unit, its words have to say so."""
    if not stated.unit or theirs.unit:
        return True
    if stated.unit == "%":
        return False
    return len(theirs.value.normalize().as_tuple().digits) > 3 or not sentence.stems.isdisjoint(sighting.stems)


def _binds(mention: Mention, key: str, sentence: Sentence) -> bool:
    """Whether a field's name is what a short numeral counts."""
    words = label_words(key)
    return bool(words) and (stem(mention.noun) in words if mention.noun else False or words <= sentence.stems)


def _binds_text(mention: Mention, other: Mention, sighting: Sighting, sentence: Sentence) -> bool:
    if mention.noun and other.noun and stem(mention.noun) == stem(other.noun):
        return True
    if not mention.noun:
        return False
    return stem(mention.noun) in label_words(sighting.key) or stem(mention.noun) in sighting.stems


class _Count(NamedTuple):
    """What a number may count: the items of a list, or those of its rows that have a value."""

    place: Place
    words: frozenset[str]
    value: str | None


class Counts:
    """How many items the lists of the evidence have, and how many rows of each status; counted when first asked for."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def find(self, mention: Mention, sentence: Sentence) -> Place | None:
        """The list that has as many items as a figure counts, or as many that are what the sentence says.

        Its name or its items must be what is counted: "five jobs" for the five items of `jobs`, "three jobs failed" for
        the three of them whose status is failed.
        """
        value = mention.readings[0].value
        if value != value.to_integral_value() or value > MAX_COUNTED:
            return None
        counted = stem(mention.noun) if mention.noun else ""
        for place, words, status in self._known.get(int(value), ()):
            if not self._figures.work.allows(1):
                return None
            is_meant = counted in words or counted in _COUNTED or words & _COUNTED or not words
            if is_meant and (status is None or _is_said(status, sentence)):
                return place
        return None

    @cached_property
    def _known(self) -> dict[int, list[_Count]]:
        """What is counted, by how many it is."""
        found: dict[int, list[_Count]] = {}
        lists = [place for place in self._figures.lists if len(place.node) <= MAX_COUNTED][:MAX_LISTS]
        for place in lists:
            words = label_words(place.label(0))
            found.setdefault(len(place.node), []).append(_Count(place, words, None))
            for value, count in self._tally(place):
                if count > len(place.node):
                    continue  # it stands in several fields of a row
                found.setdefault(count, []).append(_Count(place, words, value))
        return found

    def _tally(self, place: Place) -> list[tuple[str, int]]:
        """The values of a list's rows with the number of rows that have each, the commonest first."""
        rows = [row for row in place.node if isinstance(row, Mapping)]
        values = (value for row in rows for value in row.values() if isinstance(value, str) and len(value) < _LABEL)
        return Counter(values).most_common(MAX_VALUES)


def _is_said(value: str, sentence: Sentence) -> bool:
    stems = content_stems(value)
    return bool(stems) and sentence.stems.issuperset(stems)


def bound_fields(mention: Mention, figures: Figures) -> Iterable[tuple[Place, Any]]:
    """The numeric fields whose whole name is the noun that a figure counts; bounded."""
    if not mention.noun:
        return
    counted, left = stem(mention.noun), MAX_SIGHTINGS
    for key, places in figures.names.called(counted):
        for place in places[:left]:
            value = place.node[key]
            if isinstance(value, int | float) or (isinstance(value, str) and value.isdigit()):
                yield place, key
        left -= len(places)
        if left <= 0:
            return
