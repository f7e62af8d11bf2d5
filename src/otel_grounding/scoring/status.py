"""Status words and switches: what a sentence says an entity is, against the field that says it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from otel_grounding.evidence.book import MAX_WORDING, Book, Row, StatusFields, Wordings
from otel_grounding.evidence.records import DESCRIBING, Cell, Table
from otel_grounding.model import FactKind, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.answer import Entity, Sentence
from otel_grounding.text.phrases import Phrases, Word
from otel_grounding.text.wording import (
    are_opposite,
    content_stems,
    has_opposite,
    label_parts,
    label_words,
    opposites_of,
    stem,
    turning_stems,
)

MAX_ROWS = 4
_PREDICATE = re.compile(
    r"\b(?:is|are|was|were|been|being|remains?|remained|stays?|as|still|currently|now|status|state|marked|listed"
    r"|flagged|shows?|shown|set|to|became|become|got|:|=)\s+"
    r"(?:\w+ly\s+)?(?:(?:in|on|at|under|out of|off)\s+)?(?:an?\s+|the\s+)?[\"'*_`“]{0,3}\Z"
)
_BELONGS = re.compile(
    r"\b(?:works?|working|worked|belongs?|based|located|lives?|assigned|employed|hosted|deployed|runs?|running"
    r"|stationed|headquartered|plays?)"
    r" (?:in|at|for|to|from|on|under|out of)(?: the)? \Z"
)
_OBLIQUE = re.compile(r"\b(?:of|for|at|in|on|by|with|to|from) (?:the )?\Z")
_HYPOTHETICAL = re.compile(
    r"\b(?:if|would|could|should|may|might|whether|until|unless|once|when|not|was|were|previously|formerly|used to"
    r"|will|from)\b|\?",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?:\s+(?:is|are|was|of|as)|\s?[:=])?\s+[\"']?([A-Za-z][\w-]*(?: (?!and\b|or\b|with\b|on\b|in\b)[a-z]+)?)"
)
_STATUS = frozenset(map(stem, "status condition outcome result phase stage priority severity".split()))
_STATING = re.compile(
    r"\b(?:is|are|was|were|been|being|remain\w{0,3}|stay\w{0,3}|as|still|currently|now|status|state|marked|listed"
    r"|flagged|show\w{0,2}|set|became|got"
    r"|work\w{0,3}|belong\w?|based|located|live\w?|assigned|employed|hosted|deployed|run\w?|running|stationed"
    r"|headquartered|play\w?"
    r"|\w{3,16}ed|fail\w?|succeed\w?|pass\w{0,2})\b|[:=|(]"
)
_NO_STATUS = re.compile(r"[\d@]")
_SWITCHES = frozenset(map(stem, "is has have can allow support include require enabled flag".split()))


def check_status(sentence: Sentence) -> Iterator[FactResult]:
    """The statuses of a sentence that a field of the entity confirms or denies."""
    entities, start, end = sentence.entities, sentence.start, sentence.end
    phrases, book = sentence.answer.phrases, sentence.answer.book
    if not entities:
        yield from _lone_switches(phrases, book, start, end)
        return
    if len(entities) == 1:
        spans = [(start, end, entities[0])]
    else:  # each entity has what stands between its name and the next one
        starts = [entity.start for entity in entities]
        spans = list(zip(starts, [*starts[1:], end], entities, strict=True))
    for left, right, entity in spans:
        if len(entity.rows) <= MAX_ROWS:
            yield from _check(phrases, book, entity, start, end, left, right)


def _check(
    phrases: Phrases, book: Book, entity: Entity, start: int, end: int, left: int, right: int
) -> Iterator[FactResult]:
    seen: set[tuple[str, ...]] = set()
    said = phrases.stems(start, end)
    turning = turning_stems(said)
    spoken = said.union(*map(opposites_of, turning))
    states: bool | None = None
    for row in entity.rows:
        if row.table is None:
            found = _in_prose(phrases, entity, row, phrases.words(left, right), start, end, book)
            if found is not None:
                yield found
                return
            continue
        fields = _status_fields(row.table, book)
        if spoken.isdisjoint(fields.stems) and not (fields.loose and turning):
            continue  # none of its words is a status here, or the opposite of one
        for path, labels in fields.paths:
            value = row.table.values(path)[row.index]
            if path in seen or not _is_status(value):
                continue
            cell = Cell(path, labels, value)
            if not _may_speak(cell, book.others(row.table, path), said):
                continue
            if said.isdisjoint(labels):
                if states is None:
                    states = _STATING.search(phrases.text, start, end) is not None
                if not states:
                    continue
            words = phrases.words(left, right)
            found = _against_cell(phrases, book, entity, row, row.table, cell, words, start, end)
            if found is not None:
                seen.add(path)
                yield found


def _lone_switches(phrases: Phrases, book: Book, start: int, end: int) -> Iterator[FactResult]:
    """Settings of a source that is one record: what they are about needs no name."""
    if not book.lone_settings or not turning_stems(phrases.stems(start, end)):
        return
    for table in book.lone_settings:
        for cell in table.cells(0):
            if isinstance(cell.value, bool):
                words = phrases.words(start, end)
                said = frozenset(word.stem for word in words)
                topic = [
                    part
                    for part in label_parts(" ".join(cell.path))
                    if not has_opposite(part) and part not in _SWITCHES
                ]
                named = any(
                    isinstance(other.value, str)
                    and (name := frozenset(content_stems(other.value[:60])))
                    and name <= said
                    for other in table.cells(0)
                )
                if (topic or named) and (found := _switch(phrases, book.row(table, 0), cell, words)):
                    yield found


def _is_status(value: object) -> bool:
    """Whether a value is a switch, or a word or two that may be a status."""
    if value.__class__ is not str:
        return isinstance(value, bool)
    assert isinstance(value, str)
    return 1 < len(value) <= MAX_WORDING and value.count(" ") <= 2 and not _NO_STATUS.search(value)


def _against_cell(
    phrases: Phrases,
    book: Book,
    entity: Entity,
    row: Row,
    table: Table,
    cell: Cell,
    words: list[Word],
    start: int,
    end: int,
) -> FactResult | None:
    labelled = bool(cell.words & phrases.stems(start, end))
    if isinstance(cell.value, bool):
        return _switch(phrases, row, cell, words)
    value = label_words(cell.value)
    if not value:
        return None
    said = {word.stem: word for word in words if not _inside(word, entity)}
    if value <= said.keys():
        first = sorted((said[part] for part in value), key=_start_of)
        a, b = min(word.start for word in first), max(word.end for word in first)
        if any(word.negated for word in first):
            return (
                _denied(phrases, row, cell, a, b)
                if _is_predicate(phrases, start, first[0], entity) or labelled
                else None
            )
        if labelled or (label_parts(cell.path[-1])[-1:] and label_parts(cell.path[-1])[-1] in DESCRIBING):
            return FactResult(
                FactKind.STATEMENT, phrases.text[a:b], a, b, FactVerdict.SUPPORTED, (row.source_id,),
                reason=FactReason.SAME_STATUS, where=row.where(cell.path),
            )  # fmt: skip
        return None
    rivals = [
        (other, parts)
        for other, parts in book.others(table, cell.path).texts.items()
        if parts and parts <= said.keys() and other != cell.value
    ]
    turned = [word for word in words if are_opposite(word.stem, next(iter(value)))] if len(value) == 1 else []
    if not (rivals or turned) or _HYPOTHETICAL.search(phrases.text, start, end):
        return None
    mine = table.stems(row.index) if rivals else frozenset()
    for other, parts in rivals:
        if parts <= mine:
            continue
        spoken = sorted((said[part] for part in parts), key=_start_of)
        if any(word.negated for word in spoken) or not (labelled or _is_predicate(phrases, start, spoken[0], entity)):
            continue
        if (
            not labelled
            and label_parts(cell.path[-1])[-1:][0] not in DESCRIBING
            and not _BELONGS.search(phrases.text, max(start, spoken[0].start - 32), spoken[0].start)
        ):
            continue
        if any(" " not in name and name.lower() == other.lower() for name in row.names):
            continue
        return _denied(phrases, row, cell, min(w.start for w in spoken), max(w.end for w in spoken))
    for word in turned:
        if not word.negated and _is_predicate(phrases, start, word, entity):
            return _denied(phrases, row, cell, word.start, word.end)
    return None


def _start_of(word: Word) -> int:
    return word.start


def _may_speak(cell: Cell, others: Wordings, said: frozenset[str]) -> bool:
    """Whether a sentence has a word that the field could have, or its opposite: a look before the reading."""
    if isinstance(cell.value, bool):
        return not said.isdisjoint(cell.words) or any(map(has_opposite, said))
    if not said.isdisjoint(others.stems):
        return True
    value = label_words(str(cell.value))
    return len(value) == 1 and not said.isdisjoint(opposites_of(next(iter(value))))


def _status_fields(table: Table, book: Book) -> StatusFields:
    """The fields of a table that hold words or switches and do not name its records."""
    found = book.status_fields.get(id(table))
    if found is None:
        naming = table.naming
        paths = [
            (path, words)
            for path, words in table.labels.values()
            if any(map(_is_status, table.values(path)[:3])) and not (path in naming and _is_distinct(table, path))
        ]
        stems: set[str] = set()
        loose = False
        for path, words in paths:
            others = book.others(table, path)
            stems |= others.stems
            if others.switches:
                stems |= words
            loose = loose or others.switches or others.cut
        found = book.status_fields[id(table)] = StatusFields(paths, stems, loose)
    return found


def _is_distinct(table: Table, path: tuple[str, ...]) -> bool:
    values = [value for _, value in table.column(path)]
    return len(set(values)) == len(values)


def _inside(word: Word, entity: Entity) -> bool:
    return any(name.start <= word.start < name.end for name in entity.names)


def _is_predicate(phrases: Phrases, start: int, word: Word, entity: Entity) -> bool:
    """Whether a word is what the sentence says of its subject."""
    text = phrases.text
    if any(
        not text[name.end : word.start].strip(" *_`'’s:") and not _OBLIQUE.search(text, start, name.start)
        for name in entity.names
        if name.end <= word.start
    ):
        return True  # right behind the name: "sync-orders succeeded", but not "the backup for sync-orders succeeded"
    left = max(start, word.start - 32)
    return bool(_PREDICATE.search(text, left, word.start) or _BELONGS.search(text, left, word.start))


def _switch(phrases: Phrases, row: Row, cell: Cell, words: list[Word]) -> FactResult | None:
    """A true or false field: `backup_enabled: false` against "backup is enabled"."""
    parts = label_parts(cell.path[-1])
    turning = [part for part in parts if has_opposite(part)]
    topic = [part for part in parts if part not in turning and part not in _SWITCHES]
    said = {word.stem: word for word in words}
    if not turning or not all(part in said for part in topic):
        return None
    head = turning[-1]
    for word in words:
        same, opposite = word.stem == head, are_opposite(word.stem, head)
        if not (same or opposite):
            continue
        holds = (same ^ word.negated) is bool(cell.value)
        if holds:
            return FactResult(
                FactKind.STATEMENT, word.text, word.start, word.end, FactVerdict.SUPPORTED, (row.source_id,),
                reason=FactReason.SAME_STATUS, where=row.where(cell.path),
            )  # fmt: skip
        if _HYPOTHETICAL.search(phrases.text, phrases.sentence_at(word.start)[0], word.start) and not word.negated:
            return None
        return _denied(phrases, row, cell, word.start, word.end)
    return None


def _in_prose(
    phrases: Phrases, entity: Entity, row: Row, words: list[Word], start: int, end: int, book: Book
) -> FactResult | None:
    """`… status paid and reference INV-1 …` against "The status of … is overdue"."""
    if _STATUS.isdisjoint(phrases.stems(start, end)):
        return None
    labels = [word for word in phrases.words(start, end) if word.stem in _STATUS]
    for label in labels:
        found = re.search(rf"\b{re.escape(label.text)}\b", row.text, re.IGNORECASE)
        if found is None or sum(row.text.count(name.text) for name in entity.names) == 0:
            continue
        value = _LABELLED.match(row.text, found.end())
        if value is None:
            continue
        parts = set(content_stems(value.group(1)))
        said = {word.stem: word for word in words if not _inside(word, entity) and word.stem != label.stem}
        first = content_stems(value.group(1).split()[0])
        if first and first[0] in said and not said[first[0]].negated:
            word = said[first[0]]
            return FactResult(
                FactKind.STATEMENT, word.text, word.start, word.end, FactVerdict.SUPPORTED, (row.source_id,),
                reason=FactReason.SAME_STATUS, where=row.text,
            )  # fmt: skip
        if _HYPOTHETICAL.search(phrases.text, start, end) or parts & said.keys():
            continue
        for word in said.values():
            if not _stands_after(label.text, word.text, book):
                continue
            if (
                word.start > label.start
                and not word.negated
                and _is_predicate(phrases, start, word, entity)
                and not word.text[:1].isupper()
            ):
                return FactResult(
                    FactKind.STATEMENT, word.text, word.start, word.end, FactVerdict.CONTRADICTED, (row.source_id,),
                    value.group(1), FactReason.OTHER_STATUS, row.text,
                )  # fmt: skip
    return None


def _stands_after(label: str, word: str, book: Book) -> bool:
    """Whether the prose gives something else this word under this label: it is one of the words a status has here."""
    low = word.lower()
    return any(
        told.startswith(low) and not told[len(low) : len(low) + 1].isalnum()
        for told in book.told_under(label.lower(), low)
    )


def _denied(phrases: Phrases, row: Row, cell: Cell, start: int, end: int) -> FactResult:
    return FactResult(
        FactKind.STATEMENT, phrases.text[start:end], start, end, FactVerdict.CONTRADICTED, (row.source_id,),
        str(cell.value), FactReason.OTHER_STATUS, row.where(cell.path),
    )  # fmt: skip
