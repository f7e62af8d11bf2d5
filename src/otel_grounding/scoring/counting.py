"""Counts of records: "five customers", "two of the jobs failed", against the tables that hold them."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal

from otel_grounding.evidence.records import Table, get
from otel_grounding.evidence.work import COST
from otel_grounding.model import FactKind, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.answer import Sentence
from otel_grounding.scoring.listings import Counted
from otel_grounding.text.facts import Mention
from otel_grounding.text.wording import stem

MAX_COUNT = 10_000
_LISTING = re.compile(
    r"\b(?:lists?|listed|listing|contains?|includes?|including|return(?:s|ed)?|shows?|found|there (?:are|were)"
    r"|identified|retrieved|total of"
    r"|look(?:ing|ed)? at|in all,?|altogether,?|in total,?"
    r"|number of \w+ is|covers?|comprises?|got|gives?|gave|has|have|holds?|see|counts?|counted)(?: (?:a total of"
    r"|exactly|only|just|all|data (?:on|for)|the|details (?:of|for)))?[ :]*\W{0,4}\Z",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"\W{0,4}\w+(?: (?:were|are|was|is))? (?:found|returned|listed|retrieved|shown|in (?:total|all|the (?:results?"
    r"|list|table|data|response))|on (?:the )?(?:list|register|record|file))\b",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:of (?:the|these|those|them|its|which)|more|other|another|least|most|top|first|last|next|every|per|about"
    r"|over|under|than|up to|within|past)\b",
    re.IGNORECASE,
)
MAX_REACH = 160
"""Characters around a count in which what is counted is said."""
_STATES = re.compile(
    r"\b(?:are|is|were|was|be|been|as|remain|stand|have|has)\s+(?:(?:now|currently|still|all)\s+)?\Z", re.I
)
_NAME_BEFORE = re.compile(r"\b[A-Z][\w-]* \Z(?<!\bOf )(?<!\bThe )(?<!\bAll )(?<!\bOnly )(?<!\bOut of )")
_COUNTS = re.compile(r" (?:are|is|were|was|of|out of)\b")
"""Behind a number without a noun that counts records."""
_SEPARATOR = re.compile(r"[_\s]+")
_DENIED = re.compile(r"\b(?:not|no|never|none|neither|except|other|than|if|would|should|may)\b|n['’]t\b", re.IGNORECASE)
_OF_ALL = re.compile(r"\b(?:top|first|last|next|every|per|step|page)\s\Z", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:of|out of|among)(?: the| all)*\s\Z", re.IGNORECASE)
"""Before the number of all records: "two of the five"."""
_CONTAINERS = frozenset(
    map(
        stem, "rows results items data records list entries values hits matches response output payload content".split()
    )
)
_GENERIC = frozenset(map(stem, "result record row entry item match hit line document object element".split()))


def check_count(sentence: Sentence, mention: Mention, result: FactResult | None) -> FactResult | None:
    """The verdict on a whole number that counts records; None where it counts nothing that can be told."""
    if mention.kind is not FactKind.NUMBER or not mention.readings:
        return None
    if not mention.noun:
        return _of_status(sentence, mention, result, mention.readings[0].value)
    value, noun = mention.readings[0].value, stem(mention.noun)
    if mention.readings[0].unit or value != value.to_integral_value() or not 0 <= value <= MAX_COUNT:
        return None
    start, end, text, said = sentence.start, sentence.end, sentence.text, sentence.said
    stated = _of_status(sentence, mention, result, value)
    if stated is not None:
        return stated
    known = sentence.answer.listings
    candidates, named = known.candidates, known.called(noun)
    if not sentence.answer.book.work.allows(COST * len(named or candidates)):
        return None
    # a list whose name says nothing may hold anything: "rows", "items", the elements of a bare array
    generic = named or (candidates if noun in _GENERIC or len(candidates) == 1 else [])
    for each in named or candidates:
        kept = known.matching(each, said)
        if (value == each.count and each in generic) or (kept and value == kept):
            part = "" if value == each.count else " that the sentence names"
            return _result(
                mention, result, FactVerdict.SUPPORTED, each, f"count of {value} records{part}: {each.where}"
            )
    if result is not None and result.verdict is FactVerdict.SUPPORTED:
        return None
    if (
        len(generic) == 1
        and not sentence.named  # else it is something of a record that is counted
        and not (generic[0].table and noun not in generic[0].words and _is_counted(noun, generic[0].table))
        and mention.noun.endswith("s")
        and (noun in generic[0].words or generic[0].path_words <= _CONTAINERS)
        and (_LISTING.search(text, max(start, mention.start - 48), mention.start) or _LISTED.match(text, mention.end))
        and not _HEDGED.search(text, max(start, mention.start - 24), min(end, mention.end + 24))
        and not known.matching(generic[0], said)
        and (_LISTED.match(text, mention.end) or _is_plain(text, mention, end))
    ):
        return _result(
            mention,
            result,
            FactVerdict.CONTRADICTED,
            generic[0],
            f"count of {generic[0].count} records: {generic[0].where}",
        )
    return None


def _of_status(sentence: Sentence, mention: Mention, result: FactResult | None, value: Decimal) -> FactResult | None:
    """The verdict on "two of the five jobs failed": how many records have the status that the sentence says of them."""
    text, start, end = sentence.text, sentence.start, sentence.end
    if not mention.noun and not _COUNTS.match(text, mention.end) and not text.endswith("is ", start, mention.start):
        return None
    if mention.hedge is not None or mention.readings[0].unit or value != value.to_integral_value() or sentence.named:
        return None
    start, end = max(start, mention.start - MAX_REACH), min(end, mention.end + MAX_REACH)
    if _DENIED.search(text, start, end) or _OF_ALL.search(text, max(start, mention.start - 12), mention.start):
        return None
    if _NAME_BEFORE.search(text, max(start, mention.start - 24), mention.start):
        return None  # "Room 7 is vacant"
    listings = sentence.answer.listings
    values = [value for value in listings.stated(sentence.said) if _is_stated(value, sentence)]
    if not values or (len(values) == 1 and len(listings.holding(values[0])) > 1):
        return None  # of which records the sentence speaks cannot be told
    said = [each for value in values for each in listings.holding(value)]
    if not sentence.answer.book.work.allows(len(said)):
        return None
    columns = Counter((id(each.table), each.path) for each in said)
    found = [each for each in said if columns[id(each.table), each.path] == 1]
    if len(found) != 1:
        return None
    (one,) = found
    table, count, where = one.table, one.count, f"{'.'.join(one.path)} {one.value}"
    if (
        mention.noun
        and stem(mention.noun) not in sentence.answer.listings.of(table).words
        and _is_counted(stem(mention.noun), table)
    ):
        return None  # it counts what a field holds
    if value == len(table.rows) != count and _TOTAL.search(text, max(start, mention.start - 16), mention.start):
        return None
    counted = Counted(count, frozenset(), table.source_id, where, table)
    verdict = FactVerdict.SUPPORTED if value == count else FactVerdict.CONTRADICTED
    return _result(mention, result, verdict, counted, f"count of {count} records: {where}")


def _is_counted(noun: str, table: Table) -> bool:
    """Whether a field of figures is called so: "tickets open"."""
    labelled = [path for path, words in table.labels.values() if noun in words]
    return any(
        isinstance(value := get(table.rows[0], path), int | float) or str(value)[:1].isdigit() for path in labelled
    )


def _is_stated(value: str, sentence: Sentence) -> bool:
    """Whether a sentence says of something that it is so: "are on hold", "count as on hold"."""
    if not value or value[0].isdigit():
        return False
    at = sentence.text[sentence.start : sentence.end].lower().find(_SEPARATOR.sub(" ", value.lower()))
    at += sentence.start
    return at >= sentence.start and _STATES.search(sentence.text, max(sentence.start, at - 32), at) is not None


def _is_plain(text: str, mention: Mention, end: int) -> bool:
    """Whether nothing narrows the noun: the count is of all records."""
    behind = re.match(
        r"[ -]\w+(?: (?:that|which|who|with|without|in|from|for|where|whose|have|are|were|is)\b)",
        text[mention.end : end],
    )
    return mention.hedge is None and behind is None


def _result(
    mention: Mention, result: FactResult | None, verdict: FactVerdict, counted: Counted, where: str
) -> FactResult:
    denied = verdict is FactVerdict.CONTRADICTED
    return FactResult(
        mention.kind, mention.text, mention.start, mention.end, verdict, (counted.source_id,),
        str(counted.count) if denied else None, FactReason.WRONG_COUNT if denied else FactReason.COUNTED, where,
    )  # fmt: skip
