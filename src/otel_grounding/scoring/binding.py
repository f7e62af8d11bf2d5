"""Binding: a right value that belongs to something else than its sentence says.

A figure is bound where its sentence names an entity of the evidence, or a field of it. The binding is denied only on
proof: the value stands in the evidence under another entity or field, and the cell it should have come from is there
and differs. Whatever cannot be established leaves the plain verdict as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.book import Book, Field, Row
from otel_grounding.model import QUESTION_ID, FactKind, FactResult, FactVerdict
from otel_grounding.scoring.comparing import agrees, comparable
from otel_grounding.scoring.reasons import OTHER_ENTITY, OTHER_FIELD
from otel_grounding.text.facts import Mention
from otel_grounding.text.phrases import Name, Phrases
from otel_grounding.text.wording import content_stems

MAX_ENTITY_ROWS = 12
"""An entity with more rows than this is a group: what it has not is not said by any one of them."""
_COMPARES = re.compile(
    r"\b(?:than|versus|vs|compared|against|exceed\w{0,3}|instead|rather|not|never|combined|together|difference|between|respectively)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
"""Words that put a second figure or a denial into the sentence: whose figure it is cannot be told by its names."""
_GENERIC = frozenset("date time value number id count name amount total field data".split())


@dataclass(slots=True)
class Entity:
    """What one or more names of a sentence stand for."""

    names: list[Name]
    rows: list[Row]

    @property
    def start(self) -> int:
        return self.names[0].start


def entities_in(book: Book, start: int, end: int, skip: Sequence[tuple[int, int]] = ()) -> list[Entity]:
    """The entities of the evidence that a stretch of the answer names, in order of their first names.

    Names that share a row are one entity ("order A-1 of Acme"); of overlapping names the longest counts.
    """
    found = [
        (name, rows)
        for name, rows in book.names_in(start, end)
        if not any(a < name.end and name.start < b for a, b in skip)
    ]
    entities: list[Entity] = []
    for name, rows in found:
        for entity in entities:
            shared = [row for row in entity.rows if _contains(rows, row)]
            if shared:
                entity.rows = shared
                entity.names.append(name)
                break
        else:
            entities.append(Entity([name], list(rows)))
    return entities


def _contains(rows: list[Row], row: Row) -> bool:
    return any(each is row or (each.table is not None and each.table is row.table and each.index == row.index) for each in rows)


def owner_of(mention: Mention, entities: list[Entity], mentions: Sequence[Mention], text: str) -> Entity | None:
    """The entity a figure of a sentence belongs to; None where it may be any of them."""
    if len(entities) == 1:
        return entities[0]
    marks = sorted(
        [(entity.names[0].start, entity) for entity in entities] + [(each.start, None) for each in mentions],
        key=lambda mark: mark[0],
    )
    kinds = [entity is not None for _, entity in marks]
    if kinds[0] and all(not (one and other) for one, other in zip(kinds, kinds[1:], strict=False)):
        # each name is followed by its own figures: "Paris 12, Oslo 21"
        before = [entity for at, entity in marks if entity is not None and at < mention.start]
        return before[-1] if before else None
    if not kinds[0] and kinds == [bool(at % 2) for at in range(len(kinds))]:
        # each figure is followed by its name: "12 in Paris and 21 in Oslo"
        behind = [entity for at, entity in marks if entity is not None and at >= mention.end]
        if behind and re.search(r"\b(?:in|for|at|of|by|from|to)\b", text[mention.end : behind[0].start]):
            return behind[0]
    return None


def check_binding(
    phrases: Phrases, mention: Mention, result: FactResult, mentions: Sequence[Mention], book: Book, config: GroundingConfig
) -> FactResult | None:
    """A contradiction where the figure provably belongs elsewhere, else None."""
    if result.verdict is not FactVerdict.SUPPORTED or result.source_ids == (QUESTION_ID,):
        return None
    text = phrases.text
    start, end = phrases.sentence_at(mention.start)
    if start == end or _COMPARES.search(text, start, end):
        return None
    inside = [each for each in mentions if start <= each.start < end]
    entities = entities_in(book, start, end, [(mention.start, mention.end)])
    entity = owner_of(mention, [e for e in entities if e.rows], inside, text) if entities else None
    if entity is None or len(entity.rows) > MAX_ENTITY_ROWS:
        return None
    fields = [(row, each) for row in entity.rows for each in row.fields(config)]
    own = [(row, each) for row, each in fields if agrees(mention, each.mentions)]
    left, right = _segment(mention, inside, start, end, text)
    said = frozenset(content_stems(text[start:end]))
    near = frozenset(content_stems(text[left:right]))
    if own:
        return _other_field(mention, result, own, fields, said, near)
    return _other_entity(mention, result, entity, fields, book, config, said)


def _segment(mention: Mention, inside: Sequence[Mention], start: int, end: int, text: str) -> tuple[int, int]:
    """From the figure before to the figure behind."""
    left = max((each.end for each in inside if each.end <= mention.start), default=start)
    right = min((each.start for each in inside if each.start >= mention.end), default=end)
    return left, right


def _other_field(
    mention: Mention, result: FactResult, own: list[tuple[Row, Field]], fields: list[tuple[Row, Field]],
    said: frozenset[str], near: frozenset[str],
) -> FactResult | None:  # fmt: skip
    rows = [row for row, _ in own]
    best: tuple[int, Row, Field] | None = None
    for row, each in fields:
        if row not in rows or not each.mentions or agrees(mention, each.mentions):
            continue
        if not any(comparable(mention, other) for other in each.mentions):
            continue
        named = each.words - _GENERIC
        if not named or not each.words <= near | _GENERIC:
            continue
        # every field that has the value must be unnamed here, or the sentence may well speak of it
        if all((named - mine.words) and not ((mine.words - each.words) & said) for _, mine in own):
            score = len(each.words & near)
            if best is None or score > best[0]:
                best = score, row, each
    if best is None:
        return None
    _, row, each = best
    return _contradicted(result, row, each, OTHER_FIELD)


def _other_entity(
    mention: Mention, result: FactResult, entity: Entity, fields: list[tuple[Row, Field]], book: Book,
    config: GroundingConfig, said: frozenset[str],
) -> FactResult | None:  # fmt: skip
    best: tuple[int, Row, Field] | None = None
    for row, each in fields:
        if each.owner and not _is_owner(each.owner, entity):
            continue
        rivals = [other for other in each.mentions if comparable(mention, other)]
        if not rivals or not _stands_elsewhere(mention, row, each, entity, book, config):
            continue
        score = len(each.words & said)
        if best is None or score > best[0]:
            best = score, row, each
    if best is None or (best[0] == 0 and (mention.below_floor or len(mention.text) < 5)):
        return None
    _, row, each = best
    return _contradicted(result, row, each, OTHER_ENTITY)


def _is_owner(owner: str, entity: Entity) -> bool:
    low = owner.lower()
    return any(name.text.lower() in low or low in name.text.lower() for name in entity.names)


def _stands_elsewhere(
    mention: Mention, row: Row, own: Field, entity: Entity, book: Book, config: GroundingConfig
) -> bool:
    """Whether the value stands in the same field of another record."""
    if row.table is not None:
        for index in range(min(len(row.table.rows), 2_000)):
            if index == row.index:
                continue
            other = book.row(row.table, index)
            if any(each.path == own.path and agrees(mention, each.mentions) for each in other.fields(config)):
                return True
        return False
    for other in book.prose_rows:
        if other is row or other.source_id != row.source_id or other.text == row.text:
            continue
        for each in other.fields(config):
            if agrees(mention, each.mentions) and len(each.words & own.words) * 2 >= max(1, len(own.words)):
                return True
    return False


def _contradicted(result: FactResult, row: Row, each: Field, reason: str) -> FactResult:
    return replace(
        result, verdict=FactVerdict.CONTRADICTED, source_ids=(row.source_id,), nearest=str(each.value), reason=reason,
        where=row.where(each.path),
    )  # fmt: skip
