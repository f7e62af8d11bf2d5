"""What `hard-facts/2.0.0` adds to the plain verdicts: binding, derived values and statements."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.book import Book
from otel_grounding.evidence.figures import Figures
from otel_grounding.evidence.index import Evidence
from otel_grounding.model import FactKind, FactResult, FactVerdict
from otel_grounding.scoring.answer import Answer, Sentence
from otel_grounding.scoring.binding import check_binding
from otel_grounding.scoring.columns import check_column
from otel_grounding.scoring.counting import check_count
from otel_grounding.scoring.derived import check_derived
from otel_grounding.scoring.extremes import check_extreme
from otel_grounding.scoring.order import check_order
from otel_grounding.scoring.short import check_short
from otel_grounding.scoring.statements import check_sentences
from otel_grounding.scoring.status import check_status
from otel_grounding.text.facts import Mention
from otel_grounding.text.phrases import Phrases

DEFINITION = "hard-facts/2.0.0"
MAX_FIGURES = 64
"""Figures of a sentence: with more, whose they are is not told by its words."""


def refine(
    phrases: Phrases,
    mentions: Sequence[Mention],
    results: Sequence[FactResult],
    figures: Figures,
    evidence: Evidence,
    config: GroundingConfig,
) -> tuple[FactResult, ...]:
    """The plain verdicts corrected, and the statements of the answer added, in order of start.

    Args:
        phrases: The answer.
        mentions: The hard data of it.
        results: The plain verdicts on those of them that are facts.
        figures: The hard data of `evidence`.
    """
    answer = Answer(phrases, mentions, Book(figures, phrases, config), config)
    work = answer.book.work
    is_cut = evidence.truncated or figures.cut  # what is missing may be what the answer speaks of
    plain = {result.start: result for result in results}
    facts: list[FactResult] = []
    for mention in mentions:
        result, sentence = plain.get(mention.start), answer.sentence_of(mention)
        work.begin()
        better = None if sentence is None else _better(sentence, mention, result)
        if work.is_short or (better is not None and better.verdict is FactVerdict.CONTRADICTED and is_cut):
            better = None  # what was not looked at may be what the answer speaks of
        if better is not None or result is not None:
            facts.append(better or result)  # type: ignore[arg-type]
    facts += _statements(answer, evidence, is_cut)
    answer.forget()
    return tuple(sorted(facts, key=lambda fact: (fact.start, fact.end)))


def _statements(answer: Answer, evidence: Evidence, is_cut: bool) -> list[FactResult]:
    if FactKind.STATEMENT not in answer.config.fact_kinds:
        return []
    found: list[FactResult] = []
    for sentence in answer.sentences:
        answer.book.work.begin()
        told = [*check_status(sentence), *check_order(sentence)]
        if not answer.book.work.is_short:
            found += told
    found += check_sentences(answer, evidence)
    return _without_overlap([each for each in found if not is_cut or each.verdict is FactVerdict.SUPPORTED])


def _better(sentence: Sentence, mention: Mention, result: FactResult | None) -> FactResult | None:
    """What the records say of one figure, where they say more than the plain verdict."""
    if len(sentence.mentions) > MAX_FIGURES:
        return None
    around = sentence.answer.book.name_around(mention.start, mention.end)
    if around is not None and around.text != mention.text and around.start >= sentence.start:
        return None  # a part of a name: "14 Larch Avenue"
    counted = check_count(sentence, mention, result)
    if counted is not None:
        return counted
    if result is None or (mention.below_floor and result.verdict is FactVerdict.UNSUPPORTED):
        return check_short(sentence, mention)
    return (
        check_binding(sentence, mention, result)
        or check_column(sentence, mention, result)
        or check_extreme(sentence, mention, result)
        or check_derived(sentence, mention, result)
    )


def _without_overlap(statements: list[FactResult]) -> list[FactResult]:
    """One statement per stretch of text; the first that was found, a denial before a confirmation."""
    kept: list[FactResult] = []  # in order of start and apart, so that only two neighbours can overlap a new one
    for each in sorted(statements, key=lambda fact: fact.verdict is not FactVerdict.CONTRADICTED):
        at = bisect_left(kept, each.start, key=lambda fact: fact.start)
        if not any(each.start < other.end and other.start < each.end for other in kept[max(0, at - 1) : at + 1]):
            kept.insert(at, each)
    return kept
