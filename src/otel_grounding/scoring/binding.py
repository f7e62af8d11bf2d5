"""Binding: a right value that belongs to something else than its sentence says.

A figure is bound where its sentence names an entity of the evidence, or a field of it. The binding is denied only on
proof: the value stands in the evidence under another entity or field, and the cell it should have come from is there
and differs. Whatever cannot be established leaves the plain verdict as it is.
"""

from __future__ import annotations

import re
from dataclasses import replace

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.book import Book, Field, Row
from otel_grounding.evidence.records import core_words, get
from otel_grounding.model import QUESTION_ID, FactKind, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.answer import Answer, Entity, Sentence
from otel_grounding.scoring.comparing import agrees, can_hold, comparable, may_agree
from otel_grounding.text.facts import Mention
from otel_grounding.text.facts.units import dimension_of
from otel_grounding.text.wording import content_stems, stem

MAX_ENTITY_ROWS = 12
"""An entity with more rows than this is a group: what it has not is not said by any one of them."""
MAX_RIVALS = 4
"""Fields of the entity that are tried as the one the figure should have come from."""
MIN_DIGITS = 3
"""Significant digits of a figure that tells its field by itself."""
MAX_COLUMN = 400
"""Records over which a value is looked for; in larger tables any value stands somewhere."""
_OTHERS = (
    r"than|above|below|beyond|ahead|behind|exceed\w{0,3}|instead|rather|not|never|combined|together|difference|between"
)
_COMPARES = re.compile(rf"\b(?:{_OTHERS}|versus|vs|compared|against|respectively)\b|n['’]t\b", re.IGNORECASE)
"""Words that put a second figure or a denial into the sentence: whose figure it is cannot be told by its names."""
_DENIES = re.compile(rf"\b(?:{_OTHERS})\b|n['’]t\b", re.IGNORECASE)
"""The same where each figure has a name of its own: "12 in Paris against 21 in Oslo"."""
_QUALIFYING = frozenset(
    map(
        stem,
        "previous prior last former old earlier before month year week quarter planned target forecast expected"
        " estimated projected budgeted".split(),
    )
)
"""Stems that make another field of a field, and have to be said: the previous total is not the total."""
_JOINED = re.compile(r"[\d%]?[-–:/][$€£]?\d")
_DIGIT = re.compile(r"\d")
_BREAK = re.compile(r"[;,()\[\]|\n]| (?:and|with|while|but) ")


def check_binding(sentence: Sentence, mention: Mention, result: FactResult) -> FactResult | None:
    """A contradiction where the figure provably belongs elsewhere, else None."""
    if result.verdict is not FactVerdict.SUPPORTED or result.source_ids == (QUESTION_ID,):
        return None
    if _is_home(sentence, mention, result):
        return None
    text, config = sentence.text, sentence.answer.config
    entities = sentence.entities_beside(mention)
    entity = sentence.owner_of(mention, entities)
    if entity is None or len(entity.rows) > MAX_ENTITY_ROWS:
        return None
    cited = _cited(mention, result, entity, sentence.answer.book, config)
    if cited is not None and not _may_be_other(mention, cited[0], cited[1].path, sentence):
        return None
    if is_joined(text, mention) or holds_others(sentence, entities):
        return None
    left, right = segment_of(mention, sentence, entity.words)
    stems = sentence.answer.phrases.stems
    near = stems(left, right)
    said = sentence.said
    if len(entities) > 1:  # what is said of the others is not said of this one
        said = stems(min(left, max(entity.start, sentence.start)), max(right, entity.names[0].end))
        said = said.difference(*(each.words for each in entities if each is not entity))
    local = near if len(sentence.mentions) > 1 else said
    if cited is not None:
        row = cited[0]
        return _other_field(mention, result, [cited], [(row, each) for each in row.fields(config)], local, near)
    fields = [(row, each) for row in entity.rows for each in row.fields(config)]
    own = [(row, each) for row, each in fields if may_agree(mention, each.value) and agrees(mention, each.mentions)]
    if own:
        return _other_field(mention, result, own, fields, local, near)
    return _other_entity(mention, result, entity, fields, sentence, said, near)


def is_joined(text: str, mention: Mention) -> bool:
    """Whether a figure is a score or the end of a range."""
    return bool(_JOINED.match(text, max(0, mention.start - 2)) or _JOINED.match(text, mention.end))


def holds_others(sentence: Sentence, entities: list[Entity]) -> bool:
    """Whether a sentence compares or denies, so that its figures may be of something else than it names."""
    words = _COMPARES if len(entities) == 1 else _DENIES
    return words.search(sentence.text, sentence.start, sentence.end) is not None


def _is_home(sentence: Sentence, mention: Mention, result: FactResult) -> bool:
    """Whether all that the sentence names is the very record that has the value, and no other field: the usual case."""
    at = sentence.answer.book.at(result.source_ids[0], result.where) if sentence.named and result.where else None
    if at is None or at[0].table is None or at[1] not in at[0].table.labels:
        return False
    row, start, end = at[0], mention.start, mention.end
    is_alone = bool(mention.identifier)  # a name and nothing beside it: what it hangs on counts
    for entity in sentence.named:
        if row not in entity.rows:
            return False
        is_alone = is_alone and all(name.start < end and start < name.end for name in entity.names)
    return not (is_alone or _may_be_other(mention, row, at[0].table.labels[at[1]][0], sentence))


def _may_be_other(mention: Mention, row: Row, own: tuple[str, ...], sentence: Sentence) -> bool:
    """Whether the sentence names another field of the row that holds figures: a look before the reading."""
    assert row.table is not None
    naming = row.table.naming if mention.kind is not FactKind.IDENTIFIER else ()
    for path, _, _ in sentence.labels_said(row.table):
        if path != own and path not in naming:
            value = get(row.table.rows[row.index], path)
            if not isinstance(value, str) or _DIGIT.search(value):
                return True
    return False


def _cited(
    mention: Mention, result: FactResult, entity: Entity, book: Book, config: GroundingConfig
) -> tuple[Row, Field] | None:
    """The entity's own field that the plain verdict rests on, or that of the same name with the same value."""
    where = result.where
    if where is None:
        return None
    for row in entity.rows:
        if row.table is None:
            continue
        place = row.where()
        if row.source_id in result.source_ids and where.startswith(place):
            known = row.table.labels.get(where[len(place) :].lstrip("."))
            if known is not None:
                return row, row.field(*known, config)
    at = book.at(result.source_ids[0], where)
    if at is None:
        return None
    cited, label = at
    assert cited.table is not None
    if label in cited.table.labels and any(_has_cell(cited, name.text.lower()) for name in entity.names):
        return cited, cited.field(*cited.table.labels[label], config)
    for row in entity.rows:
        if row.table is not None and (known := row.table.labels.get(label)):
            field = row.field(*known, config)
            if may_agree(mention, field.value) and agrees(mention, field.mentions):
                return row, field
    return None


def _has_cell(row: Row, name: str) -> bool:
    """Whether a record has a name in some field, be it one that names it or one that groups it with others."""
    assert row.table is not None
    record = row.table.rows[row.index]
    return any(value.__class__ is str and value.lower() == name for value in record.values())


def segment_of(mention: Mention, sentence: Sentence, names: frozenset[str] = frozenset()) -> tuple[int, int]:
    """The words that label a figure: those before it up to a break or another figure, else those behind it.

    What names its record labels nothing, and "14 rooms" is labelled behind.
    """
    text = sentence.text
    left = max((each.end for each in sentence.mentions if each.end <= mention.start), default=sentence.start)
    for stop in _BREAK.finditer(text, left, mention.start):
        left = stop.end()
    if not mention.noun and not sentence.answer.phrases.stems(left, mention.start) <= names:
        return left, mention.end
    right = min((each.start for each in sentence.mentions if each.start >= mention.end), default=sentence.end)
    behind = _BREAK.search(text, mention.end, right)
    return mention.start, behind.start() if behind else right


def _other_field(
    mention: Mention, result: FactResult, own: list[tuple[Row, Field]], fields: list[tuple[Row, Field]],
    said: frozenset[str], near: frozenset[str],
) -> FactResult | None:  # fmt: skip
    rows = [row for row, _ in own]
    best: tuple[int, Row, Field] | None = None
    for row, each in fields:
        if row not in rows:
            continue
        named = core_words(each.path, each.words)
        if not named or not named <= near:
            continue
        if mention.kind is not FactKind.IDENTIFIER and row.table is not None and each.path in row.table.naming:
            continue
        if agrees(mention, each.mentions) or not is_of_kind(mention, each):
            continue
        # every field that has the value must be unnamed here, or the sentence may well speak of it
        if all(
            not ((more := core_words(mine.path, mine.words) - each.words) & said)
            and ((named - mine.words) or (more and more <= _QUALIFYING))
            for _, mine in own
        ):
            score = len(each.words & near)
            if best is None or score > best[0]:
                best = score, row, each
    if best is None:
        return None
    _, row, each = best
    return contradicted(result, row, each, FactReason.OTHER_FIELD)


def _is_named(mine: Field, rival: Field, said: frozenset[str]) -> bool:
    """Whether the sentence has a word for a field that it does not have for the rival."""
    return bool((core_words(mine.path, mine.words) - rival.words) & said)


def is_of_kind(mention: Mention, field: Field) -> bool:
    """Whether a field could have been meant: of the same dimension, or a bare number whose unit is known elsewhere."""
    if not can_hold(mention, field.path):
        return False
    dimension = dimension_of(mention.readings[0].unit) if mention.readings else ""
    for other in field.mentions:
        if comparable(mention, other):
            if not dimension or any(dimension_of(each.unit) == dimension for each in other.readings):
                return True
            if len(field.mentions) == 1 and other.text == str(field.value).strip():
                return True
    return False


def _other_entity(
    mention: Mention, result: FactResult, entity: Entity, fields: list[tuple[Row, Field]], sentence: Sentence,
    said: frozenset[str], near: frozenset[str],
) -> FactResult | None:  # fmt: skip
    rivals = []
    for row, each in fields:
        if each.owner and not entity.owns(each.owner):
            continue
        if is_of_kind(mention, each):
            rivals.append((len(each.words & sentence.said), row, each))
    rivals.sort(key=lambda rival: -rival[0])
    for score, row, each in _one_of_each(rivals)[:MAX_RIVALS]:
        if score == 0 and len(rivals) > 1 and _digits(mention) < MIN_DIGITS:
            return None
        if mention.kind is FactKind.IDENTIFIER and not each.words & near:
            return None  # two names side by side are no claim about either
        if row.table is None and 2 * score < max(2, len(each.words)):
            return None  # in prose a label is only what the sentence repeats
        if not _stands_elsewhere(mention, row, each, sentence.answer):
            continue
        holders = _holders(mention, row, sentence.answer)
        names = [name.text.lower() for name in entity.names]
        if any(holder.table is not None and _has_cell(holder, name) for holder, _ in holders for name in names):
            return None
        if all(not _is_said(holder, field, each, said - entity.words) for holder, field in holders):
            return contradicted(result, row, each, FactReason.OTHER_ENTITY)
        return None
    return None


def _one_of_each(rivals: list[tuple[int, Row, Field]]) -> list[tuple[int, Row, Field]]:
    """The first of each column: a day has the same fields in many records."""
    found: dict[tuple[int, tuple[str, ...]], tuple[int, Row, Field]] = {}
    for at, rival in enumerate(rivals):
        _, row, each = rival
        found.setdefault((id(row.table), each.path) if row.table is not None else (at, ()), rival)
    return list(found.values())


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


def _stands_elsewhere(mention: Mention, row: Row, own: Field, answer: Answer) -> bool:
    """Whether the value stands in the same field of another record."""
    if row.table is not None:
        if len(row.table.rows) > MAX_COLUMN:
            return False
        column = answer.book.column(row.table, own.path, own.words)
        return any(True for _ in answer.agreeing(column).find(mention))
    for column in answer.book.prose_columns:
        shared = len(column.words & own.words)
        alike = 5 * shared >= 3 * max(1, len(own.words), len(column.words))
        if alike and any(other.text != row.text for other, _ in answer.agreeing(column).find(mention)):
            return True
    return False


def _holders(mention: Mention, row: Row, answer: Answer) -> list[tuple[Row, Field]]:
    """Every field of the evidence that has the value, within bounds."""
    if row.table is None:
        return [holder for holder in answer.told.find(mention) if holder[0].text != row.text]
    return [holder for holder in answer.held.find(mention) if can_hold(mention, holder[1].path)]


def contradicted(result: FactResult, row: Row, each: Field, reason: str) -> FactResult:
    return replace(
        result, verdict=FactVerdict.CONTRADICTED, source_ids=(row.source_id,), nearest=str(each.value), reason=reason,
        where=row.where(each.path),
    )  # fmt: skip
