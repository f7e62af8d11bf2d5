"""Definition `hard-facts/1.0.0`: each figure, date and identifier of an answer, looked up in what the tools returned.

Supported: the evidence holds it, at the precision it is stated with. Contradicted: the evidence holds something else in
its place. Unsupported: neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Context, localcontext

from otel_grounding.caching import cached_property
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.figures import Figures
from otel_grounding.evidence.index import Evidence, index_source
from otel_grounding.model import QUESTION_ID, FactKind, FactReason, FactResult, FactVerdict, Source
from otel_grounding.scoring.fact_conflicts import find_conflict
from otel_grounding.scoring.fact_dates import Calendar
from otel_grounding.scoring.fact_figures import Counts, Found, bound_fields, find_figure
from otel_grounding.scoring.fact_identifiers import Names
from otel_grounding.scoring.fact_sentence import Sentence
from otel_grounding.scoring.fact_values import Match
from otel_grounding.scoring.relations import refine
from otel_grounding.text.claims import Span
from otel_grounding.text.facts import Mention, find_mentions
from otel_grounding.text.facts.chunks import find_chunks
from otel_grounding.text.phrases import Phrases

DEFINITION = "hard-facts/1.0.0"
MAX_SEARCHES = 400
"""Facts of one answer for which the evidence is searched for what contradicts them."""
_EXACT = Context(prec=1_050)
"""Enough digits that no comparison of stated figures is ever rounded."""
_REASONS = {
    Match.EXACT: FactReason.EXACT,
    Match.CONVERTED: FactReason.CONVERTED,
    Match.ROUNDED: FactReason.ROUNDED,
    Match.HEDGED: FactReason.HEDGED,
}
MAX_OUTPUT = 131_072
"""Characters of a final output whose facts are judged; claims are taken from all of it."""
_CONFLICTS = {Match.OTHER_CURRENCY: FactReason.OTHER_CURRENCY, Match.OTHER_SIGN: FactReason.OTHER_SIGN}


def score_facts(
    text: str,
    question: str | None,
    evidence: Evidence,
    config: GroundingConfig,
    sentences: Sequence[Span] | None = None,
) -> tuple[FactResult, ...]:
    """The facts of `text` in order of their start, each with its verdict.

    A numeral below the digit floor is a fact only where the evidence has something that binds it. Of an output of more
    than `MAX_OUTPUT` characters the rest is not judged.

    Args:
        sentences: The spans of `split_sentences`, where they are known.
    """
    mentions = find_mentions(_judged_part(text), config)
    if not mentions and config.fact_definition == DEFINITION:
        return ()
    with localcontext(_EXACT):
        scorer = _Scorer(text, question, evidence, config)
        results = tuple(result for mention in mentions if (result := scorer.judge(mention)) is not None)
        if config.fact_definition == DEFINITION:
            return results
        return refine(Phrases(text, sentences), mentions, results, scorer.figures, evidence, config)


def _judged_part(text: str) -> str:
    """The whole of a text, save for a huge one: what is linear still holds its host up for seconds a megabyte."""
    if len(text) <= MAX_OUTPUT:
        return text
    end = text.rfind(" ", MAX_OUTPUT - 1_000, MAX_OUTPUT)  # between words, so that no figure is cut in two
    return text[: end if end > 0 else MAX_OUTPUT]


class _Scorer:
    def __init__(self, text: str, question: str | None, evidence: Evidence, config: GroundingConfig) -> None:
        self._text, self._config, self._truncated = text, config, evidence.truncated
        self._searches = MAX_SEARCHES
        self.figures = Figures(evidence.sources, config, text)
        self._observed = _Look(self.figures, config)
        self._question = question if config.include_question else None

    @cached_property
    def _asked(self) -> _Look | None:
        """The user's own words, read when the first fact is not among what the tools returned."""
        question = self._question
        if not question or not (find_chunks(question) or find_mentions(question, self._config)):
            return None  # no hard data: most questions have none
        own = index_source(Source(self._question, id=QUESTION_ID), self._config)
        return _Look(Figures((own,), self._config, self._text, self.figures.work), self._config)

    def judge(self, mention: Mention) -> FactResult | None:
        """The verdict on one piece of hard data; None where it is no fact."""
        sentence = Sentence(self._text, mention.start, mention.end)
        self.figures.work.begin()
        found = self._supported(mention, self._observed, sentence)
        if found is None and self._asked is not None:
            found = self._supported(mention, self._asked, sentence)
        if found is None and mention.parts:
            found = self._in_parts(mention, sentence)
        if found is not None:
            return found
        if self._searches > 0 and not (self._truncated or self.figures.cut or self.figures.work.is_short):
            self._searches -= 1
            contradicted = self._contradicted(mention, sentence)
            if contradicted is not None and not self.figures.work.is_short:
                return contradicted
        if mention.below_floor and not self._is_bound(mention):
            return None
        return self._result(mention, FactVerdict.UNSUPPORTED, FactReason.NOT_FOUND)

    def _supported(self, mention: Mention, look: _Look, sentence: Sentence) -> FactResult | None:
        if mention.kind is FactKind.IDENTIFIER:
            named = look.names.find(mention)
            return named and self._result(mention, FactVerdict.SUPPORTED, FactReason.SAME_IDENTIFIER, *named[:2])
        if mention.moments:
            dated = look.calendar.find(mention)
            if dated is not None:
                return self._result(mention, FactVerdict.SUPPORTED, FactReason.SAME_DATE, *dated[:2])
        if not mention.readings:
            return None
        found = look.figure(mention, sentence)
        if found.match.supports:
            sighting = found.sighting
            return self._result(
                mention, FactVerdict.SUPPORTED, _REASONS[found.match], sighting.source_id, sighting.where
            )
        if mention.kind is FactKind.NUMBER and not mention.readings[0].unit:
            place = look.counts.find(mention, sentence)
            if place is not None:
                return self._result(mention, FactVerdict.SUPPORTED, FactReason.COUNT, place.source_id, place.path())
        return None

    def _in_parts(self, mention: Mention, sentence: Sentence) -> FactResult | None:
        """Support for a measure in two units that the evidence holds in two fields."""
        found = [self._supported(part, self._observed, sentence) for part in mention.parts]
        first = found[0]
        if first is None or not all(found):
            return None
        return replace(first, text=mention.text, start=mention.start, end=mention.end)

    def _contradicted(self, mention: Mention, sentence: Sentence) -> FactResult | None:
        look = self._observed
        if mention.kind is FactKind.IDENTIFIER:
            near = look.names.turned(mention) if mention.below_floor else look.names.near(mention)
            return near and self._result(mention, FactVerdict.CONTRADICTED, FactReason.NEAR_IDENTIFIER, *near)
        if mention.below_floor or (mention.moments and mention.readings):
            return None
        found = look.figure(mention, sentence) if mention.readings else None
        if found is not None and found.match in _CONFLICTS:
            where = found.sighting
            return self._result(
                mention, FactVerdict.CONTRADICTED, _CONFLICTS[found.match], where.source_id, where.where, found.text
            )
        conflict = find_conflict(mention, sentence, look.figures, self._config)
        if conflict is None:
            return None
        where = conflict.sighting
        return self._result(
            mention, FactVerdict.CONTRADICTED, conflict.reason, where.source_id, where.where, conflict.text
        )

    def _is_bound(self, mention: Mention) -> bool:
        return any(True for _ in bound_fields(mention, self.figures))

    def _result(
        self,
        mention: Mention,
        verdict: FactVerdict,
        reason: FactReason,
        source_id: str = "",
        where: str | None = None,
        nearest: str | None = None,
    ) -> FactResult:
        ids = (source_id,) if source_id else ()
        return FactResult(mention.kind, mention.text, mention.start, mention.end, verdict, ids, nearest, reason, where)


class _Look:
    """One class of sources, with what has been collected from it so far."""

    __slots__ = ("_config", "_found", "calendar", "counts", "figures", "names")

    def __init__(self, figures: Figures, config: GroundingConfig) -> None:
        self.figures, self._config = figures, config
        self.calendar, self.names, self.counts = Calendar(figures), Names(figures), Counts(figures)
        self._found: tuple[Mention | None, Found | None] = (None, None)

    def figure(self, mention: Mention, sentence: Sentence) -> Found:
        """The closest figure; the last answer is remembered, support and conflict ask for the same."""
        known, found = self._found
        if known is not mention or found is None:
            found = find_figure(mention, self.figures, sentence, self._config)
            self._found = mention, found
        return found
