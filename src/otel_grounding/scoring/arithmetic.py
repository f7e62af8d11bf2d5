"""Arithmetic over the evidence: what sums, differences, averages, changes, shares and ratios of its figures are.

The operands are the ones that a sentence speaks of: the records it names, a column whose label it repeats, the fields
of one record. Nothing searches pairs at large.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import combinations

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.book import Column, Field, Row
from otel_grounding.evidence.records import core_words
from otel_grounding.model import ANSWER_ID, FactKind
from otel_grounding.scoring.answer import Entity, Sentence
from otel_grounding.scoring.cues import Cues
from otel_grounding.scoring.series import HUNDRED, ZERO, Series, Sums, figure_of, value_in
from otel_grounding.text.facts import Mention

MAX_ENTITIES = 8
FIELDS_A_UNIT = 8
"""Fields of a record that are looked at for one unit of work; most records have fewer."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A value that follows, and how; `strict` where the words leave no other reading."""

    value: Decimal
    unit: str
    how: str
    source_ids: tuple[str, ...]
    strict: bool = False


def _for_label(cues: Cues, words: frozenset[str]) -> frozenset[str]:
    """The operations still meant where a field is called by such a word itself: the "payroll total" is no sum."""
    return frozenset(name for name, stems in cues.items() if not stems <= words)


def significant(mention: Mention) -> int:
    return len(mention.readings[0].value.normalize().as_tuple().digits)


def _is_numeric(column: Column) -> bool:
    _, first = column.entries[0]
    return any(mention.readings and mention.kind is not FactKind.IDENTIFIER for mention in first.mentions)


def from_evidence(mention: Mention, cues: Cues, sentence: Sentence) -> Iterator[Derivation]:
    said, entities, book, config = sentence.said, sentence.named, sentence.answer.book, sentence.answer.config
    named, sums = [entity for entity in entities if len(entity.rows) <= 4][:MAX_ENTITIES], sentence.answer.sums
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
        yield from _over_column(mention, _for_label(cues, column.words), column, said, named, sums)
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
                mention, _for_label(cues, column.words) - {"range", "change", "share"}, column, said, named, sums
            )
    rows = [row for entity in named for row in entity.rows[:2]] or book.lone_rows
    for row in rows:
        if not book.work.allows(len(row.fields(config)) // FIELDS_A_UNIT):
            return
        yield from _within_row(mention, cues, row, said, config)


def _named_by(column: Column) -> frozenset[str]:
    """What must be said of a column's label for it to be meant."""
    return core_words(column.entries[0][1].path, column.words) or column.words


def _numbers(mention: Mention, column: Column, entities: list[Entity]) -> list[tuple[Decimal, str]]:
    found = []
    for entity in entities:
        for at in sorted(at for own in entity.rows for at in column.places_of(own)):
            row, each = column.entries[at]
            value = figure_of(mention, each) if row.table is not None or entity.owns(each.owner) else None
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


def _over_column(
    mention: Mention, cues: frozenset[str], column: Column, said: frozenset[str], named: Sequence[Entity], sums: Sums
) -> Iterator[Derivation]:
    whole = sums.of(mention, column)
    if len(whole.values) < 2:
        return
    part = sums.part(whole, said, [row for entity in named for row in entity.rows])
    if part is None:
        return
    label = f"values of `{column.label}`"
    if 0 < len(part.values) < len(whole.values):
        yield from _over_series(mention, cues, part, label + " of the rows named")
        if "share" in cues and mention.kind is FactKind.PERCENT:
            if whole.total:
                share, of = part.total / whole.total, f"share of the sum of {len(whole.values)} {label}"
                yield Derivation(share * HUNDRED, "%", of, whole.sources)
            share = Decimal(len(part.values)) / len(whole.values)
            yield Derivation(share * HUNDRED, "%", f"{len(part.values)} of {len(whole.values)} rows", whole.sources)
    yield from _over_series(mention, cues, whole, label)


def _over_series(mention: Mention, cues: frozenset[str], series: Series, label: str) -> Iterator[Derivation]:
    count, unit, ids = len(series.values), mention.readings[0].unit, series.sources
    if count < 2:
        return
    if "sum" in cues and mention.kind is not FactKind.PERCENT:
        yield Derivation(series.total, unit, f"sum of {count} {label}", ids)
    if "average" in cues:
        yield Derivation(series.total / count, unit, f"average of {count} {label}", ids)
        yield Derivation(series.median, unit, f"median of {count} {label}", ids)
    if "range" in cues:
        yield Derivation(series.span, unit, f"range of {count} {label}", ids)
    if "change" in cues:
        first, last = series.values[0], series.values[-1]
        if mention.kind is not FactKind.PERCENT:
            yield Derivation(abs(last - first), unit, f"first to last of {count} {label}", ids)
        of = f"the first and last of {count} {label}"
        yield from relative(mention, cues & {"difference"}, first, last, of, ids)


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
