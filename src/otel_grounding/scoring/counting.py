"""Counts of records: "five customers", "two of the jobs failed", against the tables that hold them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from otel_grounding.evidence.book import Book
from otel_grounding.evidence.records import Table
from otel_grounding.model import FactKind, FactResult, FactVerdict
from otel_grounding.scoring.answer import Sentence
from otel_grounding.scoring.reasons import COUNTED, WRONG_COUNT
from otel_grounding.text.facts import Mention
from otel_grounding.text.wording import content_stems, label_parts, stem

MAX_COUNT = 10_000
_LISTING = re.compile(
    r"\b(?:lists?|listed|listing|contains?|includes?|including|return(?:s|ed)?|shows?|found|there (?:are|were)"
    r"|identified|retrieved|total of"
    r"|number of \w+ is|covers?|comprises?|got|gives?|gave|has|have|holds?|see|counts?|counted)(?: (?:a total of"
    r"|exactly|only|just|all|data (?:on|for)|the|details (?:of|for)))?[ :]*\W{0,4}\Z",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"\W{0,4}\w+(?: (?:were|are|was|is))? (?:found|returned|listed|retrieved|shown|in (?:total|all|the (?:results?"
    r"|list|table|data|response)))\b",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:of (?:the|these|those|them|its|which)|more|other|another|least|most|top|first|last|next|every|per|about"
    r"|over|under|than|up to|within|past)\b",
    re.IGNORECASE,
)
_CONTAINERS = frozenset(
    map(
        stem, "rows results items data records list entries values hits matches response output payload content".split()
    )
)
_GENERIC = frozenset(map(stem, "result record row entry item match hit line document object element".split()))


@dataclass(frozen=True, slots=True)
class Counted:
    """Records that a sentence may count, and the stems of what they are called."""

    count: int
    words: frozenset[str]
    source_id: str
    where: str
    table: Table | None = None
    path_words: frozenset[str] = frozenset()


def check_count(sentence: Sentence, mention: Mention, result: FactResult | None) -> FactResult | None:
    """The verdict on a whole number that counts records; None where it counts nothing that can be told."""
    if not mention.noun or mention.kind is not FactKind.NUMBER or not mention.readings:
        return None
    value, noun = mention.readings[0].value, stem(mention.noun)
    if mention.readings[0].unit or value != value.to_integral_value() or not 0 <= value <= MAX_COUNT:
        return None
    start, end, text, said = sentence.start, sentence.end, sentence.text, sentence.said
    candidates = list(_candidates(sentence.answer.book))
    named = [each for each in candidates if noun in each.words]
    # a list whose name says nothing may hold anything: "rows", "items", the elements of a bare array
    generic = named or (candidates if noun in _GENERIC or len(candidates) == 1 else [])
    for each in named or candidates:
        kept = _matching(each, said)
        if (value == each.count and each in generic) or (kept and value == kept):
            part = "" if value == each.count else " that the sentence names"
            return _result(
                mention, result, FactVerdict.SUPPORTED, each, f"count of {value} records{part}: {each.where}"
            )
    if result is not None and result.verdict is FactVerdict.SUPPORTED:
        return None
    if (
        len(generic) == 1
        and mention.noun.endswith("s")
        and (noun in generic[0].words or generic[0].path_words <= _CONTAINERS)
        and (_LISTING.search(text, max(start, mention.start - 48), mention.start) or _LISTED.match(text, mention.end))
        and not _HEDGED.search(text, max(start, mention.start - 24), min(end, mention.end + 24))
        and not _matching(generic[0], said)
        and _is_plain(text, mention, end)
    ):
        return _result(
            mention,
            result,
            FactVerdict.CONTRADICTED,
            generic[0],
            f"count of {generic[0].count} records: {generic[0].where}",
        )
    return None


def _is_plain(text: str, mention: Mention, end: int) -> bool:
    """Whether nothing narrows the noun: the count is of all records."""
    behind = re.match(
        r"[ -]\w+(?: (?:that|which|who|with|without|in|from|for|where|whose|have|are|were|is)\b)",
        text[mention.end : end],
    )
    return mention.hedge is None and behind is None


def _candidates(book: Book) -> Iterator[Counted]:
    for table in book.tables:
        if len(table.rows) < 2:
            continue
        words = frozenset(label_parts(re.sub(r"\[\d+\]", "", table.path)))
        path_words = words
        words |= {label_parts(path[-1])[0] for path in table.naming if label_parts(path[-1])}
        yield Counted(len(table.rows), words, table.source_id, table.path or "rows", table, path_words)
    sizes: dict[str, set[str]] = {}
    for column in book.prose_columns:
        for row, each in column.entries:
            sizes.setdefault(row.source_id, set()).add(each.owner)
    for source_id, owners in sizes.items():
        words = frozenset(stem_ for owner in owners for stem_ in content_stems(owner))
        yield Counted(len(owners), words, source_id, ", ".join(sorted(owners)[:8]))


def _matching(counted: Counted, said: frozenset[str]) -> int:
    """The records one of whose values the sentence says."""
    if counted.table is None or len(counted.table.rows) > 400:
        return 0
    table = counted.table
    count = 0
    for index in range(len(table.rows)):
        for cell in table.cells(index):
            if cell.path in table.naming or not isinstance(cell.value, str) or not 2 < len(cell.value) <= 32:
                continue
            words = frozenset(content_stems(cell.value))
            if words and words <= said - cell.words and not any(word.isdigit() for word in words):
                count += 1
                break
    return count


def _result(
    mention: Mention, result: FactResult | None, verdict: FactVerdict, counted: Counted, where: str
) -> FactResult:
    denied = verdict is FactVerdict.CONTRADICTED
    return FactResult(
        mention.kind, mention.text, mention.start, mention.end, verdict, (counted.source_id,),
        str(counted.count) if denied else None, WRONG_COUNT if denied else COUNTED, where,
    )  # fmt: skip
