"""Short bare figures: "14 rooms" is a fact where the sentence names a record and one of its fields.

Such a figure is too common to be looked for by itself. It is judged only against the one cell that the sentence speaks
of: the record is named, every word that tells the field from others is said.
"""

from __future__ import annotations

import re

from otel_grounding.evidence.book import Field, Row
from otel_grounding.evidence.records import core_words
from otel_grounding.model import FactKind, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.answer import Entity, Sentence
from otel_grounding.scoring.binding import MAX_ENTITY_ROWS, holds_others, is_joined, segment_of
from otel_grounding.scoring.comparing import agrees
from otel_grounding.scoring.derived import check_derived
from otel_grounding.text.facts import Mention

_PART_BEFORE = re.compile(r"\b(?:of|by|to|from|top|first|last|next|past|per|than) (?:the |all )?\Z", re.IGNORECASE)
_PART_BEHIND = re.compile(
    r"(?:\.| (?:of|out of|more|fewer|less|times|other|another|or|to|percent|per)\b)", re.IGNORECASE
)
"""Around a figure: it counts a part, a step or an order."""


def check_short(sentence: Sentence, mention: Mention) -> FactResult | None:
    """The verdict on a figure below the floor, or None where nothing binds it."""
    if mention.kind is not FactKind.NUMBER or not mention.readings or mention.hedge is not None:
        return None
    if not sentence.named or is_joined(sentence.text, mention):
        return None
    open_ = FactResult(mention.kind, mention.text, mention.start, mention.end, FactVerdict.UNSUPPORTED)
    if len(sentence.named) > 1 and mention.text[0].isdigit():
        derived = check_derived(sentence, mention, open_)
        if derived is not None:
            return derived
    return _of_cell(sentence, mention, open_)


def _of_cell(sentence: Sentence, mention: Mention, open_: FactResult) -> FactResult | None:
    text, config = sentence.text, sentence.answer.config
    if _PART_BEFORE.search(text, max(sentence.start, mention.start - 12), mention.start):
        return None
    if _PART_BEHIND.match(text, mention.end, sentence.end):
        return None
    entities = sentence.named
    entity = sentence.owner_of(mention, entities)
    if entity is None or len(entity.rows) > MAX_ENTITY_ROWS or holds_others(sentence, entities):
        return None
    near = sentence.answer.phrases.stems(*segment_of(mention, sentence, entity.words))
    told = [(row, each) for row in entity.rows if row.table is not None for each in row.fields(config)]
    for said in (near, sentence.said) if len(sentence.mentions) > 1 else (sentence.said,):
        best = _best(told, said - entity.words)
        if best:
            break
    if len(best) != 1:
        return None
    ((row, field),) = best
    if agrees(mention, field.mentions):
        return _verdict(open_, FactVerdict.SUPPORTED, row, field, FactReason.EXACT)
    return _verdict(open_, FactVerdict.CONTRADICTED, row, field, _reason(sentence, mention, entity, row, field))


def _best(told: list[tuple[Row, Field]], said: frozenset[str]) -> list[tuple[Row, Field]]:
    """The numeric fields that are named by most words; several only where none is named better."""
    ranked = []
    for row, field in told:
        assert row.table is not None
        named = core_words(field.path, field.words)
        if any(map(str.isdigit, named)):
            continue  # the digit of `fg3a` may be any figure of the sentence
        if named and named <= said and field.path not in row.table.naming and _is_plain(field):
            ranked.append((len(named), row, field))
    most = max((score for score, _, _ in ranked), default=0)
    return [(row, field) for score, row, field in ranked if score == most]


def _is_plain(field: Field) -> bool:
    """Whether a cell is one bare number: what a bare figure may be compared with."""
    return len(field.mentions) == 1 and bool(field.mentions[0].readings) and not field.mentions[0].readings[0].unit


def _reason(sentence: Sentence, mention: Mention, entity: Entity, row: Row, field: Field) -> str:
    assert row.table is not None
    if any(agrees(mention, each.mentions) for each in row.fields(sentence.answer.config)):
        return FactReason.OTHER_FIELD
    column = sentence.answer.book.column(row.table, field.path, field.words)
    if any(agrees(mention, each.mentions) for _, each in column.entries[:MAX_ENTITY_ROWS]):
        return FactReason.OTHER_ENTITY
    return FactReason.OTHER_VALUE


def _verdict(open_: FactResult, verdict: FactVerdict, row: Row, field: Field, reason: str) -> FactResult:
    return FactResult(
        open_.kind, open_.text, open_.start, open_.end, verdict, (row.source_id,),
        str(field.value) if verdict is FactVerdict.CONTRADICTED else None, reason, row.where(field.path),
    )  # fmt: skip
