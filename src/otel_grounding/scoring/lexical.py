"""Definition `lexical-overlap/1.0.0`: which sentences of an answer are covered by the words of the sources.

A claim is a sentence with at least 3 distinct significant tokens; it is grounded when at least half of them occur in the
union of all sources' tokens. Frozen: whatever moves a score is a new definition.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from otel_grounding.evidence.index import Evidence
from otel_grounding.model import ClaimResult, ClaimVerdict
from otel_grounding.text.claims import split_sentences
from otel_grounding.text.tokens import significant_tokens

DEFINITION = "lexical-overlap/1.0.0"
MIN_CLAIM_TOKENS = 3
GROUNDING_OVERLAP = 0.5


def score_claims(text: str, evidence: Evidence) -> tuple[ClaimResult, ...]:
    """The claims of `text`, in order, each judged against all of `evidence`."""
    spans = [(start, end, significant_tokens(text[start:end])) for start, end in split_sentences(text)]
    spans = [span for span in spans if len(span[2]) >= MIN_CLAIM_TOKENS]
    holders = _holders(set().union(*(tokens for _, _, tokens in spans)), evidence)
    return tuple(_judge(text[start:end], start, end, tokens, holders) for start, end, tokens in spans)


def _holders(tokens: set[bytes], evidence: Evidence) -> dict[bytes, list[str]]:
    """Which sources hold each of `tokens`. One intersection per source, however many claims there are."""
    holders: dict[bytes, list[str]] = defaultdict(list)
    for source in evidence.sources:
        for token in tokens & source.tokens:
            holders[token].append(source.id)
    return holders


def _judge(text: str, start: int, end: int, tokens: set[bytes], holders: dict[bytes, list[str]]) -> ClaimResult:
    covered = [holders[token] for token in tokens if token in holders]
    coverage = len(covered) / len(tokens)
    verdict = ClaimVerdict.GROUNDED if coverage >= GROUNDING_OVERLAP else ClaimVerdict.UNGROUNDED
    return ClaimResult(text, start, end, verdict, coverage, _by_share(covered))


def _by_share(covered: list[list[str]]) -> tuple[str, ...]:
    """Source ids by how many tokens each holds, most first; equals in the order of their names."""
    counts = Counter(source_id for ids in covered for source_id in ids)
    return tuple(sorted(counts, key=lambda source_id: (-counts[source_id], source_id)))
