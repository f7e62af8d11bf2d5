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
MAX_SOURCES = 64
"""Sources that are named for one claim: of a thousand that share a word with each of a thousand claims, no more."""


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
    holders = _Holders([(source.id, words) for source in evidence.sources if (words := told & source.tokens)])
    return tuple(_judge(text[start:end], start, end, tokens, holders) for start, end, tokens in spans)


class _Holders:
    """The sources by the words of the answer that they have."""

    def __init__(self, held: list[tuple[str, set[bytes]]]) -> None:
        self._held = held
        self.known = set[bytes]().union(*(words for _, words in held))
        self._having: dict[bytes, list[int]] = {}
        if len(held) > MAX_SOURCES:
            for at, (_, words) in enumerate(held):
                for word in words:
                    self._having.setdefault(word, []).append(at)

    def of(self, tokens: set[bytes]) -> tuple[str, ...]:
        """The sources that have some of a claim's tokens, those with most of them first; at most `MAX_SOURCES`."""
        held = self._held
        if self._having:
            held = [held[at] for at in sorted(self._rarest(tokens & self.known))]
        shares = [(len(common), source_id) for source_id, words in held if (common := tokens & words)]
        shares.sort(key=itemgetter(0), reverse=True)
        return tuple(source_id for _, source_id in shares[:MAX_SOURCES])

    def _rarest(self, tokens: set[bytes]) -> set[int]:
        """The sources of the rarest tokens: words that all sources have do not tell which is meant."""
        found: set[int] = set()
        for token in sorted(tokens, key=lambda token: (len(self._having[token]), token)):
            found.update(self._having[token][: MAX_SOURCES - len(found)])
            if len(found) == MAX_SOURCES:
                break
        return found


def _judge(text: str, start: int, end: int, tokens: set[bytes], holders: _Holders) -> ClaimResult:
    coverage = len(tokens & holders.known) / len(tokens)
    verdict = ClaimVerdict.GROUNDED if coverage >= GROUNDING_OVERLAP else ClaimVerdict.UNGROUNDED
    return ClaimResult(text, start, end, verdict, coverage, holders.of(tokens))
