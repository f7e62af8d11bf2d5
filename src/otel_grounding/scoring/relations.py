"""What `hard-facts/2.0.0` adds to the plain verdicts: binding, derived values and statements."""

from __future__ import annotations

from collections.abc import Sequence

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.book import Book
from otel_grounding.evidence.index import Evidence
from otel_grounding.model import FactKind, FactResult
from otel_grounding.scoring.binding import check_binding
from otel_grounding.scoring.statements import check_sentences
from otel_grounding.text.facts import Mention
from otel_grounding.text.phrases import Phrases

DEFINITION = "hard-facts/2.0.0"


def refine(
    text: str, mentions: Sequence[Mention], results: Sequence[FactResult], evidence: Evidence, config: GroundingConfig
) -> tuple[FactResult, ...]:
    """The plain verdicts corrected, and the statements of the answer added, in order of start.

    `mentions` are those of `text`; `results` the plain verdicts on those of them that are facts.
    """
    phrases = Phrases(text)
    book = Book(evidence, phrases, config)
    by_span = {(mention.start, mention.end): mention for mention in mentions}
    refined = []
    for result in results:
        mention = by_span.get((result.start, result.end))
        bound = None if mention is None else check_binding(phrases, mention, result, mentions, book, config)
        refined.append(bound or result)
    if FactKind.STATEMENT in config.fact_kinds:
        refined += check_sentences(phrases, evidence)
    refined.sort(key=lambda result: (result.start, result.end))
    return tuple(refined)
