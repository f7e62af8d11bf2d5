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
MAX_RIVALS = 4
"""Fields of the entity that are tried as the one the figure should have come from."""
MIN_DIGITS = 3
"""Significant digits of a figure that tells its field by itself."""
MAX_COLUMN = 400
"""Records over which a value is looked for; in larger tables any value stands somewhere."""
_COMPARES = re.compile(
    r"\b(?:than|versus|vs|compared|against|exceed\w{0,3}|instead|rather|not|never|combined|together|difference|between|respectively)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
"""Words that put a second figure or a denial into the sentence: whose figure it is cannot be told by its names."""
_JOINED = re.compile(r"[\d%]?[-–:/][$€£]?\d")
_BREAK = re.compile(r"[;,()\[\]|\n]| and ")
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
            known = set(rows)
            shared = [row for row in entity.rows if row in known]
            if shared:
                entity.rows = shared
                entity.names.append(name)
                break
        else:
            entities.append(Entity([name], list(rows)))
    return entities


def context_of(phrases: Phrases, book: Book, start: int) -> list[Entity]:
    """The one entity of the heading or lead-in that a list item stands under, or that a pronoun takes up; else none."""
    if not book.named:
        return []
    for left, right in phrases.leads(start):
        entities = entities_in(book, left, right)
        if entities:
            return entities if len(entities) == 1 else []
    return []


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
    if _JOINED.match(text, max(0, mention.start - 2)) or _JOINED.match(text, mention.end):
        return None  # a score or the end of a range
    start, end = phrases.sentence_at(mention.start)
    if start == end or _COMPARES.search(text, start, end):
        return None
    inside = [each for each in mentions if start <= each.start < end]
    entities = entities_in(book, start, end, [(mention.start, mention.end)]) or context_of(phrases, book, start)
    entity = owner_of(mention, entities, inside, text) if entities else None
    if entity is None or len(entity.rows) > MAX_ENTITY_ROWS:
        return None
    left, right = _segment(mention, inside, start, end, text)
    near = phrases.stems(left, right)
    if len(entities) > 1:  # what is said of the others is not said of this one
        said = phrases.stems(min(left, max(entity.start, start)), max(right, entity.names[0].end))
        said -= frozenset(word for each in entities if each is not entity for name in each.names for word in content_stems(name.text))
    else:
        said = phrases.stems(start, end)
    local = near if len(inside) > 1 else said
    cited = _cited(result, entity, config)
    if cited is not None:
        return _other_field(mention, result, [cited], [(cited[0], each) for each in cited[0].fields(config)], local, near)
    fields = [(row, each) for row in entity.rows for each in row.fields(config)]
    own = [(row, each) for row, each in fields if agrees(mention, each.mentions)]
    if own:
        return _other_field(mention, result, own, fields, local, near)
    return _other_entity(mention, result, entity, fields, book, config, said, near)


def _cited(result: FactResult, entity: Entity, config: GroundingConfig) -> tuple[Row, Field] | None:
    """The entity's own field that the plain verdict rests on, where it does."""
    where = result.where
    if where is None:
        return None
    for row in entity.rows:
        if row.table is not None and row.source_id in result.source_ids and where.startswith(row.where()):
            for each in row.fields(config):
                if row.where(each.path) == where:
                    return row, each
    return None


def _segment(mention: Mention, inside: Sequence[Mention], start: int, end: int, text: str) -> tuple[int, int]:
    """From the figure before to the next break or figure behind."""
    left = max((each.end for each in inside if each.end <= mention.start), default=start)
    right = min((each.start for each in inside if each.start >= mention.end), default=end)
    stop = _BREAK.search(text, mention.end, right)
    return left, stop.start() if stop else right


def _other_field(
    mention: Mention, result: FactResult, own: list[tuple[Row, Field]], fields: list[tuple[Row, Field]],
    said: frozenset[str], near: frozenset[str],
) -> FactResult | None:  # fmt: skip
    rows = [row for row, _ in own]
    best: tuple[int, Row, Field] | None = None
    for row, each in fields:
        if row not in rows:
            continue
        named = each.words - _GENERIC
        if not named or not named <= near:
            continue
        if mention.kind is not FactKind.IDENTIFIER and row.table is not None and each.path in row.table.naming:
            continue
        if agrees(mention, each.mentions) or not any(comparable(mention, other) for other in each.mentions):
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
    config: GroundingConfig, said: frozenset[str], near: frozenset[str],
) -> FactResult | None:  # fmt: skip
    rivals = []
    for row, each in fields:
        if each.owner and not _is_owner(each.owner, entity):
            continue
        if any(comparable(mention, other) for other in each.mentions):
            rivals.append((len(each.words & said), row, each))
    rivals.sort(key=lambda rival: -rival[0])
    own_words = frozenset(stem for name in entity.names for stem in content_stems(name.text))
    for score, row, each in rivals[:MAX_RIVALS]:
        if score == 0 and len(rivals) > 1 and _digits(mention) < MIN_DIGITS:
            return None
        if mention.kind is FactKind.IDENTIFIER and not each.words & near:
            return None  # two names side by side are no claim about either
        if row.table is None and 2 * score < max(2, len(each.words)):
            return None  # in prose a label is only what the sentence repeats
        holders = _holders(mention, row, each, book, config)
        if not holders:
            continue
        if all(not _is_said(holder, field, each, said - own_words) for holder, field in holders):
            return _contradicted(result, row, each, OTHER_ENTITY)
        return None
    return None


def _digits(mention: Mention) -> int:
    if not mention.readings or mention.moments:
        return MIN_DIGITS
    return len(mention.readings[0].value.normalize().as_tuple().digits)


def _is_said(row: Row, field: Field, rival: Field, said: frozenset[str]) -> bool:
    """Whether the sentence may well speak of a field that has the value: it names its record, or more of its words."""
    for name in row.names if row.table is not None else [field.owner]:
        words = frozenset(content_stems(name))
        if words and words <= said:
            return True
    words = field.words - rival.words
    if field.path != rival.path and row.table is not None:
        words |= frozenset(content_stems(str(field.value)[:200]))
    return any(word in said for word in words if not word.isdigit())


def _holders(mention: Mention, row: Row, own: Field, book: Book, config: GroundingConfig) -> list[tuple[Row, Field]]:
    """Where the value stands; nothing unless it stands in the same field of another record."""
    found: list[tuple[Row, Field]] = []
    same = False
    if row.table is not None:
        for table in book.tables if len(row.table.rows) <= MAX_COLUMN else [row.table]:
            if len(table.rows) > MAX_COLUMN:
                continue
            for index in range(len(table.rows)):
                other = book.row(table, index)
                for each in other.fields(config):
                    if agrees(mention, each.mentions):
                        found.append((other, each))
                        same = same or (table is row.table and each.path == own.path)
        return found if same else []
    for other in book.prose_rows:
        if other.source_id == row.source_id and other.text == row.text:
            continue
        for each in other.fields(config):
            if agrees(mention, each.mentions):
                found.append((other, each))
                shared = len(each.words & own.words)
                same = same or (bool(each.owner) and 5 * shared >= 3 * max(1, len(own.words), len(each.words)))
    return found if same else []


def _is_owner(owner: str, entity: Entity) -> bool:
    low = owner.lower()
    return any(name.text.lower() in low or low in name.text.lower() for name in entity.names)


def _contradicted(result: FactResult, row: Row, each: Field, reason: str) -> FactResult:
    return replace(
        result, verdict=FactVerdict.CONTRADICTED, source_ids=(row.source_id,), nearest=str(each.value), reason=reason,
        where=row.where(each.path),
    )  # fmt: skip
