"""Derived values: sums, differences, averages, changes, shares and ratios that a sentence states as such.

A figure is derived only where a word of its sentence says how, and the operands are the ones the sentence speaks of:
the records it names, a column whose label it repeats, or figures of the answer itself. Nothing searches pairs at large.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import combinations

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.book import Column, Row
from otel_grounding.model import ANSWER_ID, FactKind, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.answer import Entity, Sentence
from otel_grounding.scoring.comparing import close, in_unit_of
from otel_grounding.scoring.reasons import DERIVED, DERIVED_ANSWER, WRONG_ARITHMETIC
from otel_grounding.text.facts import Mention, Quantity
from otel_grounding.text.wording import content_stems, stem

MAX_ENTITIES = 8
MAX_FIGURES = 12
"""Figures of the answer that are tried as operands."""
_ZERO = Decimal(0)
_HUNDRED = Decimal(100)

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
    r"|more|less|higher|lower|fewer|greater|larger|smaller|ahead|behind|above|below|left",
    "range": r"range\w?|spread|gap|difference|swing|between",
    "change": _MOVES,
    "share": r"share\w?|proportion|portion|account\w{0,3}|makes? up|made up|represent\w{0,3}|fraction|rates?|ratio"
    r"|margin|utili[sz]ation|completion|used|out of|of (?:the|all|its|total)",
    "ratio": r"times|ratio|twice|double[ds]?|triple[ds]?|half|factor|multiple|fold",
}
Cues = Mapping[str, frozenset[str]]
_CUE = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in _CUES.items()}
_THAN = re.compile(
    r"(?:more|less|higher|lower|fewer|greater|larger|smaller|over|under|above|below)(?: than)?(?: \w+)? \W{0,3}\Z",
    re.IGNORECASE,
)
"""A bound, not a difference: "less than 10"."""
_RANGE_BEFORE = re.compile(r"(?:\bbetween|\bfrom|\brange of|\d\w{0,3} ?(?:-|–|to)) ?[$€£]?\Z", re.IGNORECASE)
_RANGE_BEHIND = re.compile(r" ?(?:-|–|to) ?[$€£]?\d")
_EQUATION = re.compile(r"\s*(?:\+|[-−–]|[×*x]|[/÷])\s*\Z")
_OPERATORS = {"+": "+", "-": "-", "−": "-", "–": "-", "×": "*", "*": "*", "x": "*", "/": "/", "÷": "/"}


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


def check_derived(sentence: Sentence, mention: Mention, result: FactResult) -> FactResult | None:
    """Supported where the figure follows by arithmetic its sentence states; contradicted where it provably does not."""
    if result.verdict is FactVerdict.SUPPORTED or not mention.readings:
        return None
    if result.reason in (FactReason.OTHER_CURRENCY, FactReason.OTHER_UNIT, FactReason.OTHER_SIGN):
        return None  # the very figure is there, in another measure
    start, end, text, book = sentence.start, sentence.end, sentence.text, sentence.answer.book
    if _RANGE_BEFORE.search(text, max(start, mention.start - 24), mention.start) or _RANGE_BEHIND.match(
        text, mention.end
    ):
        return None  # one end of a range
    stated = _equation(mention, sentence)
    if stated is not None:
        return _judge(mention, result, [stated])
    cues = cues_of(text[start : mention.start] + " " + text[mention.end : end])
    if "difference" in cues and _THAN.search(text, max(start, mention.start - 32), mention.start):
        cues = {name: stems for name, stems in cues.items() if name not in ("difference", "range", "change")}
    entities = sentence.named
    rows = [row for each in entities for row in each.rows[:2]] or book.lone_rows
    judged = _judge(mention, result, _percentages(mention, sentence, rows))
    if judged is not None:
        return judged
    if not cues:
        return None
    found = list(_from_evidence(mention, cues, sentence))
    if _is_small(mention) and len(entities) < 2:
        found = [each for each in found if each.strict]  # a digit or two follow from anything
    judged = _judge(mention, result, found)
    if _is_small(mention) or (judged is not None and judged.verdict is FactVerdict.SUPPORTED):
        return judged
    own = _judge(mention, result, _from_answer(mention, cues, sentence))
    return own if own is not None and own.verdict is FactVerdict.SUPPORTED else judged


def _significant(mention: Mention) -> int:
    return len(mention.readings[0].value.normalize().as_tuple().digits)


def _is_small(mention: Mention) -> bool:
    return _significant(mention) < 2 and mention.kind is not FactKind.MONEY


def _judge(
    mention: Mention, result: FactResult, found: Sequence[Derivation] | Iterator[Derivation]
) -> FactResult | None:
    denied: list[Derivation] = []
    for each in found:
        theirs = Quantity(each.value, _ZERO, each.unit)
        if any(close(ours, theirs, mention.hedge) for ours in mention.readings):
            reason = DERIVED_ANSWER if each.source_ids == (ANSWER_ID,) else DERIVED
            return replace(
                result,
                verdict=FactVerdict.SUPPORTED,
                source_ids=each.source_ids,
                nearest=None,
                reason=reason,
                where=each.how,
            )
        if each.strict:
            denied.append(each)
    if len(denied) == 1:
        (each,) = denied
        return replace(
            result, verdict=FactVerdict.CONTRADICTED, source_ids=each.source_ids, nearest=_written(each.value),
            reason=WRONG_ARITHMETIC, where=each.how,
        )  # fmt: skip
    return None


def _written(value: Decimal) -> str:
    value = round(value, 4).normalize()
    return f"{value:,f}"


def _from_evidence(mention: Mention, cues: Cues, sentence: Sentence) -> Iterator[Derivation]:
    said, entities, book, config = sentence.said, sentence.named, sentence.answer.book, sentence.answer.config
    named = [entity for entity in entities if len(entity.rows) <= 4][:MAX_ENTITIES]
    columns = book.columns(said)
    for column in columns:
        numbers = _numbers(mention, column, named)
        label = f"`{column.label}`"
        told = column.words <= said
        if len(numbers) > 1:
            yield from _over_rows(
                mention, _for_label(cues, column.words), numbers, label, strict=told and len(numbers) == len(entities)
            )
    for column in columns:
        if len(column.words & said) * 2 < len(column.words):
            continue
        yield from _over_column(mention, _for_label(cues, column.words), column, said)
    if len(named) == 2 and not any(map(_is_numeric, columns)) and _significant(mention) > 2:
        for column in book.shared_columns(named[0].rows, named[1].rows):
            numbers = _numbers(mention, column, named)
            if len(numbers) == 2:
                yield from _over_rows(
                    mention, _for_label(cues, column.words), numbers, f"`{column.label}`", strict=False
                )
    if not any(map(_is_numeric, columns)) and _significant(mention) > 3 and ("sum" in cues or "average" in cues):
        for column in book.only_columns:
            yield from _over_column(
                mention, _for_label(cues, column.words) - {"range", "change", "share"}, column, said
            )
    rows = [row for entity in named for row in entity.rows[:2]] or book.lone_rows
    for row in rows:
        yield from _within_row(mention, cues, row, said, config)


def _is_numeric(column: Column) -> bool:
    _, first = column.entries[0]
    return any(mention.readings and mention.kind is not FactKind.IDENTIFIER for mention in first.mentions)


def _value_in(mention: Mention, other: Mention) -> Decimal | None:
    """A figure in the unit of `mention`, or as it is where the mention is a percentage or a ratio of two such."""
    for theirs in other.readings:
        if mention.kind is FactKind.PERCENT:
            return theirs.value
        for ours in mention.readings:
            value = in_unit_of(theirs, ours)
            if value is not None:
                return value
    return None


def _numbers(mention: Mention, column: Column, entities: list[Entity]) -> list[tuple[Decimal, str]]:
    found = []
    for entity in entities:
        for row, each in column.entries:
            if any(
                row is own or (row.table is None and row.text == own.text and entity.owns(each.owner))
                for own in entity.rows
            ):
                value = next((v for m in each.mentions if (v := _value_in(mention, m)) is not None), None)
                if value is not None:
                    found.append((value, row.source_id))
                    break
    return found


def _percentages(mention: Mention, sentence: Sentence, rows: Sequence[Row]) -> Iterator[Derivation]:
    """A stated percentage of an amount that the same record or sentence gives: "30% of it, €25,500"."""
    if mention.kind is FactKind.PERCENT or _significant(mention) < 2:
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
        if other.readings and (value := _value_in(mention, other)) is not None
    ]
    amounts += [
        (value, "a figure of the answer", ANSWER_ID)
        for each in inside
        if each.kind is mention.kind and (value := _value_in(mention, each)) is not None
    ]
    for share in shares:
        for value, of, source_id in amounts:
            yield Derivation(value * share / _HUNDRED, unit, f"{share}% of {of}", (source_id,))
            if _significant(mention) > 2:
                yield Derivation(value * (_HUNDRED + share) / _HUNDRED, unit, f"{of} and {share}%", (source_id,))
                yield Derivation(value * (_HUNDRED - share) / _HUNDRED, unit, f"{of} less {share}%", (source_id,))


def _over_rows(
    mention: Mention, cues: frozenset[str], numbers: list[tuple[Decimal, str]], label: str, *, strict: bool
) -> Iterator[Derivation]:
    values = [value for value, _ in numbers]
    ids = tuple(dict.fromkeys(source for _, source in numbers))
    percent = mention.kind is FactKind.PERCENT
    unit = mention.readings[0].unit
    if "sum" in cues and not percent:
        yield Derivation(
            sum(values, _ZERO),
            unit,
            f"sum of {len(values)} values of {label}",
            ids,
            strict and "difference" not in cues,
        )
    if "average" in cues:
        yield Derivation(sum(values, _ZERO) / len(values), unit, f"average of {len(values)} values of {label}", ids)
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
        yield from _relative(mention, cues, one, other, f"2 values of {label}", ids)


def _relative(
    mention: Mention, cues: frozenset[str], one: Decimal, other: Decimal, of: str, ids: tuple[str, ...]
) -> Iterator[Derivation]:
    try:
        if mention.kind is FactKind.PERCENT:
            for base, new in ((one, other), (other, one)):
                if base and "difference" in cues:
                    yield Derivation(
                        abs(new - base) / abs(base) * _HUNDRED, "%", f"percentage change between {of}", ids
                    )
                if base and "share" in cues:
                    yield Derivation(new / base * _HUNDRED, "%", f"share of {of}", ids)
        elif "ratio" in cues and not mention.readings[0].unit:
            for base, new in ((one, other), (other, one)):
                if base:
                    yield Derivation(new / base, "", f"ratio of {of}", ids)
    except (InvalidOperation, DivisionByZero):
        return


def _over_column(mention: Mention, cues: frozenset[str], column: Column, said: frozenset[str]) -> Iterator[Derivation]:
    entries = [
        (row, value)
        for row, each in column.entries
        if (value := next((v for m in each.mentions if (v := _value_in(mention, m)) is not None), None)) is not None
    ]
    if len(entries) < 2:
        return
    label = f"`{column.label}`"
    parts = [(entries, "")]
    filtered = _filtered(entries, said)
    if 0 < len(filtered) < len(entries):
        parts.insert(0, (filtered, " of the rows named"))
    unit = mention.readings[0].unit
    for part, which in parts:
        values = [value for _, value in part]
        ids = tuple(dict.fromkeys(row.source_id for row, _ in part))
        count = len(values)
        if "sum" in cues and mention.kind is not FactKind.PERCENT and count > 1:
            yield Derivation(sum(values, _ZERO), unit, f"sum of {count} values of {label}{which}", ids)
        if "average" in cues and count > 1:
            yield Derivation(sum(values, _ZERO) / count, unit, f"average of {count} values of {label}{which}", ids)
            middle = sorted(values)[(count - 1) // 2 : count // 2 + 1]
            yield Derivation(sum(middle, _ZERO) / len(middle), unit, f"median of {count} values of {label}{which}", ids)
        if "range" in cues and count > 1:
            yield Derivation(max(values) - min(values), unit, f"range of {count} values of {label}{which}", ids)
        if "change" in cues and count > 1:
            if mention.kind is not FactKind.PERCENT:
                yield Derivation(
                    abs(values[-1] - values[0]), unit, f"first to last of {count} values of {label}{which}", ids
                )
            yield from _relative(
                mention,
                cues & {"difference"},
                values[0],
                values[-1],
                f"the first and last of {count} values of {label}",
                ids,
            )
    if filtered and "share" in cues and mention.kind is FactKind.PERCENT and len(filtered) < len(entries):
        whole = sum((value for _, value in entries), _ZERO)
        ids = tuple(dict.fromkeys(row.source_id for row, _ in entries))
        if whole:
            part_sum = sum((value for _, value in filtered), _ZERO)
            yield Derivation(
                part_sum / whole * _HUNDRED, "%", f"share of the sum of {len(entries)} values of {label}", ids
            )
        yield Derivation(
            Decimal(len(filtered)) / len(entries) * _HUNDRED, "%", f"{len(filtered)} of {len(entries)} rows", ids
        )


def _filtered(entries: list[tuple[Row, Decimal]], said: frozenset[str]) -> list[tuple[Row, Decimal]]:
    """The rows one of whose words the sentence says: "overdue invoices", "orders from Acme"."""
    return [(row, value) for row, value in entries if row.table is not None and _is_named(row, said)]


def _is_named(row: Row, said: frozenset[str]) -> bool:
    assert row.table is not None
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
        value = next((v for m in each.mentions if m.readings and (v := _value_in(mention, m)) is not None), None)
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
        yield from _relative(mention, cues, one, other, of, (row.source_id,))
    if mention.readings[0].unit in ("d", "wk", "h", "mo", "yr"):
        yield from _durations(mention, fields, row)


def _durations(mention: Mention, fields: Sequence[object], row: Row) -> Iterator[Derivation]:
    from datetime import date

    dates = []
    for each in fields[:8]:
        for other in getattr(each, "mentions", ()):
            for moment in other.moments[:1]:
                if moment.year and moment.month and moment.day:
                    try:
                        dates.append((date(moment.year, moment.month, moment.day), each))
                    except ValueError:
                        continue
    for (one, first), (other_, second) in combinations(dates[:4], 2):
        of = f"`{'.'.join(getattr(first, 'path', ()))}` to `{'.'.join(getattr(second, 'path', ()))}`"
        yield Derivation(Decimal(abs((one - other_).days)), "d", f"days from {of}", (row.source_id,))


def _from_answer(mention: Mention, cues: Cues, sentence: Sentence) -> Iterator[Derivation]:
    """From figures of the answer itself: those of the same sentence, or a list that ends in this total."""
    ids = (ANSWER_ID,)
    near = [each for each in sentence.mentions if each is not mention and each.readings]
    before = [
        each
        for each in sentence.answer.mentions
        if each.end <= sentence.start and each.readings and each.kind is mention.kind
    ][-MAX_FIGURES:]
    unit = mention.readings[0].unit
    here = [value for each in near if (value := _value_in(mention, each)) is not None and each.kind is mention.kind]
    if "sum" in cues and mention.kind is not FactKind.PERCENT:
        if len(here) > 1:
            yield Derivation(sum(here, _ZERO), unit, f"sum of {len(here)} figures of the answer", ids)
        values = [value for each in before if (value := _value_in(mention, each)) is not None]
        for count in range(2, len(values) + 1):
            yield Derivation(sum(values[-count:], _ZERO), unit, f"sum of {count} figures of the answer", ids)
    if "average" in cues and len(here) > 1:
        yield Derivation(sum(here, _ZERO) / len(here), unit, f"average of {len(here)} figures of the answer", ids)
    if "difference" in cues and mention.kind is not FactKind.PERCENT:
        for one, other in combinations(here[:4], 2):
            yield Derivation(abs(one - other), unit, "difference of 2 figures of the answer", ids)
    if mention.kind is FactKind.PERCENT or "ratio" in cues:
        plain = [each.readings[0] for each in near if each.kind is not FactKind.PERCENT][:4]
        for first, second in combinations(plain, 2):
            value = in_unit_of(second, first)
            if value is not None:
                yield from _relative(mention, frozenset(cues), first.value, value, "2 figures of the answer", ids)


def _equation(mention: Mention, sentence: Sentence) -> Derivation | None:
    """`120 + 80 = 200`, read from the right: the figures and signs before the equals sign."""
    text = sentence.text
    lead = text[max(0, mention.start - 4) : mention.start].rstrip(" *$€£~≈")
    if not lead.endswith("=") and not text[max(0, mention.start - 4) : mention.start].rstrip().endswith("≈"):
        return None
    at = mention.start
    chain: list[Decimal] = []
    signs: list[str] = []
    for each in reversed([each for each in sentence.mentions if each.end <= mention.start]):
        between = text[each.end : at].strip(" *$€£~≈()=") if not chain else text[each.end : at].strip(" $€£()")
        if (
            not each.readings
            or (chain and between not in _OPERATORS)
            or (not chain and between)
            or len(chain) == MAX_FIGURES
        ):
            break
        if chain:
            signs.append(_OPERATORS[between])
        chain.append(abs(each.readings[0].value))
        at = each.start
    if len(chain) < 2:
        return None
    chain.reverse()
    signs.reverse()
    value = _evaluate(chain, signs)
    if value is None:
        return None
    if mention.kind is FactKind.PERCENT and "/" in signs:
        value *= _HUNDRED
    return Derivation(
        value, mention.readings[0].unit, f"arithmetic of {len(chain)} figures of the answer", (ANSWER_ID,), True
    )


def _evaluate(chain: list[Decimal], signs: list[str]) -> Decimal | None:
    total, term = _ZERO, chain[0]
    try:
        for sign, value in zip(signs, chain[1:], strict=True):
            if sign == "*":
                term *= value
            elif sign == "/":
                term /= value
            else:
                total += term
                term = value if sign == "+" else -value
    except (InvalidOperation, DivisionByZero):
        return None
    return total + term
