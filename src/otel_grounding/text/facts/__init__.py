"""Hard data in text: money, percentages, numbers, dates and identifiers, with their offsets."""

from __future__ import annotations

from otel_grounding.config import GroundingConfig
from otel_grounding.text.facts.chunks import find_chunks
from otel_grounding.text.facts.dates import find_dates
from otel_grounding.text.facts.fold import fold
from otel_grounding.text.facts.identifiers import find_identifiers
from otel_grounding.text.facts.mention import Hedge, Mention, Moment, Quantity
from otel_grounding.text.facts.numbers import find_figures
from otel_grounding.text.facts.words import find_number_words
from otel_grounding.text.tokens import ascii_runs

__all__ = ["Hedge", "Mention", "Moment", "Quantity", "find_mentions"]

_BLANK = "\x1f"


def find_mentions(text: str, config: GroundingConfig) -> list[Mention]:
    """The hard data of `text` in order of start; mentions never overlap, and `text[m.start:m.end] == m.text`.

    The longest reading wins: what is part of an address, an identifier or a date is no number of its own. Kinds that
    the configuration leaves out are still found, they only aren't returned: their parts must not become facts.
    """
    plain = fold(text)
    words = set(ascii_runs(plain))
    chunks = find_chunks(plain)
    identifiers = find_identifiers(plain, chunks)
    rest = _without(plain, identifiers)
    dates = find_dates(rest, chunks, words)
    rest = _without(rest, dates)
    found = identifiers + dates + find_figures(rest, config.min_number_digits) + find_number_words(rest, words)
    found = [mention for mention in found if mention.kind in config.fact_kinds]
    found.sort(key=lambda mention: (mention.start, -mention.end))
    found = _disjoint(found)
    if plain is not text:
        found = [_as_written(mention, text) for mention in found]
    return found


def _disjoint(mentions: list[Mention]) -> list[Mention]:
    """Of two that overlap the first: "5 hundred" is one figure, its word no second one."""
    kept: list[Mention] = []
    for mention in mentions:
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept


def _without(text: str, mentions: list[Mention]) -> str:
    """`text` with the mentions blanked out, every offset kept."""
    if not mentions:
        return text
    parts: list[str] = []
    at = 0
    for mention in mentions:
        parts += text[at : mention.start], _BLANK * (mention.end - mention.start)
        at = mention.end
    return "".join((*parts, text[at:]))


def _as_written(mention: Mention, text: str) -> Mention:
    written = text[mention.start : mention.end]
    return mention if written == mention.text else mention._replace(text=written)
