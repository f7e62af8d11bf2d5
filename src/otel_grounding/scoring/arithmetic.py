"""Arithmetic over the evidence: what sums, differences, averages, changes, shares and ratios of its figures are.

The operands are the ones that a sentence speaks of: the records it names, a column whose label it repeats, the fields
of one record. Nothing searches pairs at large.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import combinations

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.book import Column, Field, Row
from otel_grounding.evidence.records import core_words
from otel_grounding.model import ANSWER_ID, FactKind
from otel_grounding.scoring.answer import Entity, Sentence
from otel_grounding.scoring.comparing import in_unit_of
from otel_grounding.text.facts import Mention
from otel_grounding.text.wording import content_stems, stem

MAX_ENTITIES = 8
MAX_FILTERED = 300
"""Records of a column that are looked through for the words of a sentence."""
ZERO = Decimal(0)
HUNDRED = Decimal(100)

_MOVES = (
    r"increas\w{1,3}|decreas\w{1,3}|rose|rise\w?|rising|grew|grow\w{0,4}|fell|fall\w{0,4}|drop\w{0,4}|declin\w{1,3}"
    r"|gain\w{0,3}|lost|chang\w{1,3}|up|down|improv\w{1,6}"
)
_CUES = {
    "sum": r"total\w{0,5}|sums?|summed|combined|together|altogether|overall|in all|aggregate\w?|cumulative\w{0,2}"
    r"|add(?:s|ed|ing)? up|both|jointly",
    "average": r"averag\w{1,3}|means?|median|typical\w{0,2}",
    "difference": _MOVES
    + r"|differ\w{0,6}|gap|exceed\w{0,3}|loss|margin|sav\w{1,4}|remain\w{0,3}|delta|apart|longer|shorter"
    r"|faster|slower|older|younger|later|earlier|took|takes|lasted|minus|reduc\w{1,5}|surplus|deficit|shortfall"
    r"|more|less|higher|lower|fewer|greater|larger|smaller|ahead|behind|above|below|left|leav\w{1,3}|trail\w{0,3}"
    r"|tops?|topped|leads?|lag\w{0,4}",
    "range": r"range\w?|spread|gap|difference|swing|between",
    "change": _MOVES,
    "share": r"share\w?|proportion|portion|account\w{0,3}|makes? up|made up|represent\w{0,3}|fraction|rates?|ratio"
    r"|margin|utili[sz]ation|completion|used|out of|of (?:the|all|its|total)",
    "ratio": r"times|ratio|twice|double[ds]?|triple[ds]?|half|factor|multiple|fold",
}
Cues = Mapping[str, frozenset[str]]
_CUE = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in _CUES.items()}


@dataclass(frozen=True, slots=True)
class Derivation:
    """A value that follows, and how; `strict` where the words leave no other reading."""

    value: Decimal
    unit: str
    how: str
    source_ids: tuple[str, ...]
    strict: bool = False


def cues_of(sentence: str) -> dict[str, frozenset[str]]:
    """The operations that a sentence has words for, each with the stems of those words."""
    found = {}
    for name, pattern in _CUE.items():
        stems = frozenset(stem(match.group()) for match in pattern.finditer(sentence))
        if stems:
            found[name] = stems
    return found


def _for_label(cues: Cues, words: frozenset[str]) -> frozenset[str]:
    """The operations still meant where a field is called by such a word itself: the "payroll total" is no sum."""
    return frozenset(name for name, stems in cues.items() if not stems <= words)


def significant(mention: Mention) -> int:
    return len(mention.readings[0].value.normalize().as_tuple().digits)


def _is_numeric(column: Column) -> bool:
    _, first = column.entries[0]
    return any(mention.readings and mention.kind is not FactKind.IDENTIFIER for mention in first.mentions)


def _figure_of(mention: Mention, field: Field) -> Decimal | None:
    return next((value for other in field.mentions if (value := value_in(mention, other)) is not None), None)


def value_in(mention: Mention, other: Mention) -> Decimal | None:
    """A figure in the unit of `mention`, or as it is where the mention is a percentage or a ratio of two such."""
    for theirs in other.readings:
        if mention.kind is FactKind.PERCENT:
            return theirs.value
        for ours in mention.readings:
            value = in_unit_of(theirs, ours)
            if value is not None:
                return value
    return None


def from_evidence(mention: Mention, cues: Cues, sentence: Sentence) -> Iterator[Derivation]:
    said, entities, book, config = sentence.said, sentence.named, sentence.answer.book, sentence.answer.config
    named = [entity for entity in entities if len(entity.rows) <= 4][:MAX_ENTITIES]
    columns = book.columns(said)
    for column in columns:
        numbers = _numbers(mention, column, named)
        label = f"`{column.label}`"
        told = _named_by(column) <= said
        if len(numbers) > 1:
            yield from _over_rows(
                mention, _for_label(cues, column.words), numbers, label, strict=told and len(numbers) == len(entities)
            )
    for column in columns:
        if len(column.words & said) * 2 < len(column.words):
            continue
        yield from _over_column(mention, _for_label(cues, column.words), column, said, named)
    if len(named) == 2 and not any(map(_is_numeric, columns)) and significant(mention) > 2:
        for column in book.shared_columns(named[0].rows, named[1].rows):
            numbers = _numbers(mention, column, named)
            if len(numbers) == 2:
                yield from _over_rows(
                    mention, _for_label(cues, column.words), numbers, f"`{column.label}`", strict=False
                )
    if not any(map(_is_numeric, columns)) and significant(mention) > 3 and ("sum" in cues or "average" in cues):
        for column in book.only_columns:
            yield from _over_column(
                mention, _for_label(cues, column.words) - {"range", "change", "share"}, column, said, named
            )
    rows = [row for entity in named for row in entity.rows[:2]] or book.lone_rows
    for row in rows:
        yield from _within_row(mention, cues, row, said, config)


def _named_by(column: Column) -> frozenset[str]:
    """What must be said of a column's label for it to be meant."""
    return core_words(column.entries[0][1].path, column.words) or column.words


def _numbers(mention: Mention, column: Column, entities: list[Entity]) -> list[tuple[Decimal, str]]:
    found = []
    for entity in entities:
        for row, each in column.entries:
            if any(
                row is own or (row.table is None and row.text == own.text and entity.owns(each.owner))
                for own in entity.rows
            ):
                value = _figure_of(mention, each)
                if value is not None:
                    found.append((value, row.source_id))
                    break
    return found


def percentages(mention: Mention, sentence: Sentence, rows: Sequence[Row]) -> Iterator[Derivation]:
    """A stated percentage of an amount that the same record or sentence gives: "30% of it, €25,500"."""
    if mention.kind is FactKind.PERCENT or significant(mention) < 2:
        return
    inside = [each for each in sentence.mentions if each is not mention and each.readings]
    shares = [each.readings[0].value for each in inside if each.kind is FactKind.PERCENT][:2]
    if not shares:
        return
    unit = mention.readings[0].unit
    amounts = [
        (value, f"`{'.'.join(each.path)}`", row.source_id)
        for row in rows[:4]
        for each in row.fields(sentence.answer.config)[:12]
        for other in each.mentions
        if other.readings and (value := value_in(mention, other)) is not None
    ]
    amounts += [
        (value, "a figure of the answer", ANSWER_ID)
        for each in inside
        if each.kind is mention.kind and (value := value_in(mention, each)) is not None
    ]
    for share in shares:
        for value, of, source_id in amounts:
            yield Derivation(value * share / HUNDRED, unit, f"{share}% of {of}", (source_id,))
            if significant(mention) > 2:
                yield Derivation(value * (HUNDRED + share) / HUNDRED, unit, f"{of} and {share}%", (source_id,))
                yield Derivation(value * (HUNDRED - share) / HUNDRED, unit, f"{of} less {share}%", (source_id,))


def _over_rows(
    mention: Mention, cues: frozenset[str], numbers: list[tuple[Decimal, str]], label: str, *, strict: bool
) -> Iterator[Derivation]:
    values = [value for value, _ in numbers]
    ids = tuple(dict.fromkeys(source for _, source in numbers))
    percent = mention.kind is FactKind.PERCENT
    unit = mention.readings[0].unit
    if "sum" in cues and not percent:
        yield Derivation(
            sum(values, ZERO),
            unit,
            f"sum of {len(values)} values of {label}",
            ids,
            strict and "difference" not in cues,
        )
    if "average" in cues:
        yield Derivation(sum(values, ZERO) / len(values), unit, f"average of {len(values)} values of {label}", ids)
    if len(values) == 2:
        one, other = values
        if "difference" in cues:
            yield Derivation(
                abs(one - other),
                unit,
                f"difference of 2 values of {label}",
                ids,
                strict and not percent and "sum" not in cues,
            )
        yield from relative(mention, cues, one, other, f"2 values of {label}", ids)


def relative(
    mention: Mention, cues: frozenset[str], one: Decimal, other: Decimal, of: str, ids: tuple[str, ...]
) -> Iterator[Derivation]:
    try:
        if mention.kind is FactKind.PERCENT:
            for base, new in ((one, other), (other, one)):
                if base and "difference" in cues:
                    yield Derivation(abs(new - base) / abs(base) * HUNDRED, "%", f"percentage change between {of}", ids)
                if base and "share" in cues:
                    yield Derivation(new / base * HUNDRED, "%", f"share of {of}", ids)
        elif "ratio" in cues and not mention.readings[0].unit:
            for base, new in ((one, other), (other, one)):
                if base:
                    yield Derivation(new / base, "", f"ratio of {of}", ids)
    except (InvalidOperation, DivisionByZero):
        return


Entry = tuple[Row, Field, Decimal]


def _over_column(
    mention: Mention, cues: frozenset[str], column: Column, said: frozenset[str], named: Sequence[Entity]
) -> Iterator[Derivation]:
    entries: list[Entry] = [
        (row, field, value) for row, field in column.entries if (value := _figure_of(mention, field)) is not None
    ]
    if len(entries) < 2:
        return
    own = {id(row) for entity in named for row in entity.rows}
    few = len(entries) <= MAX_FILTERED
    filtered = [entry for entry in entries if id(entry[0]) in own or (few and _is_named(entry, said))]
    label = f"values of `{column.label}`"
    if 0 < len(filtered) < len(entries):
        yield from _over_entries(mention, cues, filtered, label + " of the rows named")
        if "share" in cues and mention.kind is FactKind.PERCENT:
            ids = tuple(dict.fromkeys(row.source_id for row, _, _ in entries))
            part, whole = _total(filtered), _total(entries)
            if whole:
                yield Derivation(part / whole * HUNDRED, "%", f"share of the sum of {len(entries)} {label}", ids)
            share = Decimal(len(filtered)) / len(entries)
            yield Derivation(share * HUNDRED, "%", f"{len(filtered)} of {len(entries)} rows", ids)
    yield from _over_entries(mention, cues, entries, label)


def _over_entries(mention: Mention, cues: frozenset[str], entries: list[Entry], label: str) -> Iterator[Derivation]:
    values = [value for _, _, value in entries]
    count, unit = len(values), mention.readings[0].unit
    ids = tuple(dict.fromkeys(row.source_id for row, _, _ in entries))
    if count < 2:
        return
    if "sum" in cues and mention.kind is not FactKind.PERCENT:
        yield Derivation(_total(entries), unit, f"sum of {count} {label}", ids)
    if "average" in cues:
        yield Derivation(_total(entries) / count, unit, f"average of {count} {label}", ids)
        middle = sorted(values)[(count - 1) // 2 : count // 2 + 1]
        yield Derivation(sum(middle, ZERO) / len(middle), unit, f"median of {count} {label}", ids)
    if "range" in cues:
        yield Derivation(max(values) - min(values), unit, f"range of {count} {label}", ids)
    if "change" in cues:
        if mention.kind is not FactKind.PERCENT:
            yield Derivation(abs(values[-1] - values[0]), unit, f"first to last of {count} {label}", ids)
        of = f"the first and last of {count} {label}"
        yield from relative(mention, cues & {"difference"}, values[0], values[-1], of, ids)


def _total(entries: list[Entry]) -> Decimal:
    return sum((value for _, _, value in entries), ZERO)


def _is_named(entry: Entry, said: frozenset[str]) -> bool:
    """Whether a sentence says one of the record's words: "overdue invoices", "orders from Acme"."""
    row, field, _ = entry
    if row.table is None:
        owner = frozenset(content_stems(field.owner))
        return bool(owner) and owner <= said
    for cell in row.table.cells(row.index):
        if isinstance(cell.value, str) and 2 < len(cell.value) <= 40:
            words = frozenset(content_stems(cell.value))
            if words and words <= said and not any(word.isdigit() for word in words):
                return True
    return row.table.keys is not None and frozenset(content_stems(row.table.keys[row.index])) <= said


def _within_row(
    mention: Mention, cued: Cues, row: Row, said: frozenset[str], config: GroundingConfig
) -> Iterator[Derivation]:
    fields = [
        each
        for each in row.fields(config)
        if each.mentions and (row.table is None or each.path not in row.table.naming)
    ]
    fields.sort(key=lambda each: -len(each.words & said))
    numbers = []
    for each in fields[:8]:
        value = next((v for m in each.mentions if m.readings and (v := value_in(mention, m)) is not None), None)
        if value is not None:
            numbers.append((value, each))
    unit = mention.readings[0].unit
    for (one, first), (other, second) in combinations(numbers[:5], 2):
        if not (first.words & said and second.words & said):
            continue
        cues = _for_label(cued, first.words | second.words)
        of = f"`{'.'.join(first.path)}` and `{'.'.join(second.path)}`"
        if "difference" in cues and mention.kind is not FactKind.PERCENT:
            yield Derivation(abs(one - other), unit, f"difference of {of}", (row.source_id,))
        if "sum" in cues and mention.kind is not FactKind.PERCENT:
            yield Derivation(one + other, unit, f"sum of {of}", (row.source_id,))
        yield from relative(mention, cues, one, other, of, (row.source_id,))
    if mention.readings[0].unit in ("d", "wk", "h", "mo", "yr"):
        yield from _durations(fields, row)


def _durations(fields: Sequence[Field], row: Row) -> Iterator[Derivation]:
    dates = [(day, field) for field in fields[:8] for other in field.mentions if (day := _day_of(other)) is not None]
    for (one, first), (other, second) in combinations(dates[:4], 2):
        of = f"`{'.'.join(first.path)}` to `{'.'.join(second.path)}`"
        yield Derivation(Decimal(abs((one - other).days)), "d", f"days from {of}", (row.source_id,))


def _day_of(mention: Mention) -> date | None:
    for moment in mention.moments[:1]:
        if moment.year and moment.month and moment.day:
            try:
                return date(moment.year, moment.month, moment.day)
            except ValueError:
                return None
    return None
