"""Definition `lexical-overlap/1.0.0`: which sentences of an answer are covered by the words of the sources.

A claim is a sentence with at least 3 distinct significant tokens; it is grounded when at least half of them occur in
the union of all sources' tokens. Frozen: whatever moves a score is a new definition.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from otel_grounding.evidence.index import Evidence
from otel_grounding.model import ClaimResult, ClaimVerdict
from otel_grounding.text.claims import Span, split_sentences
from otel_grounding.text.tokens import significant_tokens

DEFINITION = "lexical-overlap/1.0.0"
MIN_CLAIM_TOKENS = 3
GROUNDING_OVERLAP = 0.5


def score_claims(text: str, evidence: Evidence, sentences: Iterable[Span] | None = None) -> tuple[ClaimResult, ...]:
    """The claims of `text`, in order, each judged against all of `evidence`.

    Args:
        sentences: The spans of `split_sentences`, where they are known.
    """
    sentences = split_sentences(text) if sentences is None else sentences
    spans = [(start, end, significant_tokens(text[start:end])) for start, end in sentences]
    spans = [span for span in spans if len(span[2]) >= MIN_CLAIM_TOKENS]
    told = set().union(*(tokens for _, _, tokens in spans))
    # evidence is large and an answer small: cut each source down to the answer's words once, whatever its claims
    held = [(source.id, words) for source in evidence.sources if (words := told & source.tokens)]
    known = set().union(*(words for _, words in held))
    return tuple(_judge(text[start:end], start, end, tokens, known, held) for start, end, tokens in spans)


def _judge(
    text: str, start: int, end: int, tokens: set[bytes], known: set[bytes], held: list[tuple[str, set[bytes]]]
) -> ClaimResult:
    coverage = len(tokens & known) / len(tokens)
    verdict = ClaimVerdict.GROUNDED if coverage >= GROUNDING_OVERLAP else ClaimVerdict.UNGROUNDED
    shares = [(len(common), source_id) for source_id, words in held if (common := tokens & words)]
    shares.sort(key=itemgetter(0), reverse=True)
    return ClaimResult(text, start, end, verdict, coverage, tuple(source_id for _, source_id in shares))
