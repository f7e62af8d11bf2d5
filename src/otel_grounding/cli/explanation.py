"""Why a run has its score: the report, its words and its sources brought together. No layout in here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from otel_grounding.cli.scored import Scored
from otel_grounding.evidence.index import IndexedSource
from otel_grounding.model import ClaimResult, FactResult, FactVerdict
from otel_grounding.text.tokens import SIGNIFICANT_LENGTH

_WORD = re.compile(r"[A-Za-z0-9]+")


class Mark(StrEnum):
    """What a stretch of the answer is."""

    PLAIN = "plain"
    COVERED = "covered"
    """A word that a source holds."""
    SUPPORTED = FactVerdict.SUPPORTED.value
    CONTRADICTED = FactVerdict.CONTRADICTED.value
    UNSUPPORTED = FactVerdict.UNSUPPORTED.value


class Stretch(NamedTuple):
    """Some characters of the answer; `note` names the sources behind their mark."""

    text: str
    mark: Mark = Mark.PLAIN
    note: str = ""


@dataclass(frozen=True, slots=True)
class ClaimView:
    """One claim and what covers it.

    Attributes:
        stretches: Its text, cut where the mark changes.
        covered: By source id the words of the claim that the source holds, each once, as the claim writes them.
        uncovered: The words that no source holds.
    """

    number: int
    result: ClaimResult
    stretches: tuple[Stretch, ...]
    covered: dict[str, list[str]]
    uncovered: list[str]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One run, explained.

    Attributes:
        answer: The whole output in order: text between claims, and claims.
        loose_facts: Facts outside every claim.
    """

    scored: Scored
    answer: tuple[Stretch | ClaimView, ...]
    loose_facts: tuple[FactResult, ...]

    @property
    def claims(self) -> Iterator[ClaimView]:
        return (each for each in self.answer if isinstance(each, ClaimView))

    @property
    def sources(self) -> Sequence[IndexedSource]:
        return self.scored.found.evidence.sources


def explain_run(scored: Scored) -> Explanation:
    report, sources = scored.report, scored.found.evidence.sources
    answer: list[Stretch | ClaimView] = []
    loose = list(report.facts)
    at = 0
    for number, claim in enumerate(report.claims, 1):
        between = [fact for fact in loose if at <= fact.start < claim.start]
        answer += _stretches(report.output_text, at, claim.start, between, {})
        answer.append(_claim_view(number, claim, sources, report.output_text))
        loose = [fact for fact in loose if fact not in claim.facts]
        at = claim.end
    rest = [fact for fact in loose if fact.start >= at]
    answer += _stretches(report.output_text, at, len(report.output_text), rest, {})
    return Explanation(scored, tuple(answer), tuple(loose))


def _claim_view(number: int, claim: ClaimResult, sources: Sequence[IndexedSource], text: str) -> ClaimView:
    words = [found for found in _WORD.finditer(claim.text) if len(found[0]) >= SIGNIFICANT_LENGTH]
    holders = {found[0].lower(): [source.id for source in sources if _holds(source, found[0])] for found in words}
    as_written = {found[0].lower(): found[0] for found in reversed(words)}
    covered = {
        source_id: [as_written[word] for word in holders if source_id in holders[word]]
        for source_id in claim.source_ids
    }
    notes = {
        (claim.start + found.start(), claim.start + found.end()): ", ".join(ids)
        for found in words
        if (ids := holders[found[0].lower()])
    }
    stretches = tuple(_stretches(text, claim.start, claim.end, claim.facts, notes))
    return ClaimView(number, claim, stretches, covered, [as_written[word] for word, ids in holders.items() if not ids])


def _holds(source: IndexedSource, word: str) -> bool:
    return word.lower().encode() in source.tokens


def _stretches(
    text: str, start: int, end: int, facts: Sequence[FactResult], words: dict[tuple[int, int], str]
) -> Iterator[Stretch]:
    """The text between two offsets; where a fact and a word overlap the fact is shown."""
    marks = [(fact.start, fact.end, Mark(fact.verdict.value), ", ".join(fact.source_ids)) for fact in facts]
    marks += [(begin, stop, Mark.COVERED, note) for (begin, stop), note in words.items()]
    marks.sort(key=lambda mark: (mark[0], mark[2] is Mark.COVERED))
    at = start
    for begin, stop, mark, note in _without_overlaps(marks):
        if at < begin:
            yield Stretch(text[at:begin])
        yield Stretch(text[begin : min(stop, end)], mark, note)
        at = min(stop, end)
    if at < end:
        yield Stretch(text[at:end])


def _without_overlaps(marks: list[tuple[int, int, Mark, str]]) -> list[tuple[int, int, Mark, str]]:
    facts = [mark for mark in marks if mark[2] is not Mark.COVERED]
    kept: list[tuple[int, int, Mark, str]] = []
    for mark in marks:
        is_inside = mark[2] is Mark.COVERED and any(mark[0] < fact[1] and fact[0] < mark[1] for fact in facts)
        if not is_inside and (not kept or mark[0] >= kept[-1][1]):
            kept.append(mark)
    return kept
