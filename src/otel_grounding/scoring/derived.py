"""Derived values: sums, differences, averages, changes, shares and ratios that a sentence states as such.

A figure is derived only where a word of its sentence says how, and the operands are the ones the sentence speaks of:
the records it names, a column whose label it repeats, or figures of the answer itself. Nothing searches pairs at large.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import combinations

from otel_grounding.model import ANSWER_ID, FactKind, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.answer import Sentence
from otel_grounding.scoring.arithmetic import (
    Derivation,
    from_evidence,
    percentages,
    relative,
    significant,
)
from otel_grounding.scoring.comparing import close, in_unit_of
from otel_grounding.scoring.cues import Cues, cues_of
from otel_grounding.scoring.fact_sentence import MAX_SENTENCE
from otel_grounding.scoring.series import HUNDRED, ZERO, value_in
from otel_grounding.text.facts import Mention, Quantity

MAX_FIGURES = 12
"""Figures of the answer that are tried as operands."""

_THAN = re.compile(
    r"(?:more|less|higher|lower|fewer|greater|larger|smaller|over|under|above|below)(?: than)?(?: (?!by\b)\w+)?"
    r" \W{0,3}\Z",
    re.IGNORECASE,
)
"""A bound, not a difference: "less than 10"."""
_RANGE_BEFORE = re.compile(r"(?:\bbetween|\bfrom|\brange of|\d\w{0,3} ?(?:-|–|to)) ?[$€£]?\Z", re.IGNORECASE)
_RANGE_BEHIND = re.compile(r" ?(?:-|–|to) ?[$€£]?\d")
_OPERATORS = {"+": "+", "-": "-", "−": "-", "–": "-", "×": "*", "*": "*", "x": "*", "/": "/", "÷": "/"}


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
    low, high = max(start, mention.start - MAX_SENTENCE), min(end, mention.end + MAX_SENTENCE)
    # those around the figure are among all of the sentence
    cues: Cues = sentence.cues and cues_of(text[low : mention.start] + " " + text[mention.end : high], sentence.cues)
    if "difference" in cues and _THAN.search(text, max(start, mention.start - 32), mention.start):
        cues = {name: stems for name, stems in cues.items() if name not in ("difference", "range", "change")}
    entities = sentence.named
    rows = [row for each in entities for row in each.rows[:2]] or book.lone_rows
    judged = _judge(mention, result, percentages(mention, sentence, rows))
    if judged is not None:
        return judged
    if not cues:
        return None
    found = list(from_evidence(mention, cues, sentence))
    if _is_small(mention) and len(entities) < 2:
        found = [each for each in found if each.strict]  # a digit or two follow from anything
    judged = _judge(mention, result, found)
    if _is_small(mention) or (judged is not None and judged.verdict is FactVerdict.SUPPORTED):
        return judged
    own = _judge(mention, result, _from_answer(mention, cues, sentence))
    return own if own is not None and own.verdict is FactVerdict.SUPPORTED else judged


def _is_small(mention: Mention) -> bool:
    return significant(mention) < 2 and mention.kind is not FactKind.MONEY


def _judge(
    mention: Mention, result: FactResult, found: Sequence[Derivation] | Iterator[Derivation]
) -> FactResult | None:
    denied: list[Derivation] = []
    for each in found:
        theirs = Quantity(each.value, ZERO, each.unit)
        if any(close(ours, theirs, mention.hedge) for ours in mention.readings):
            reason = FactReason.DERIVED_FROM_ANSWER if each.source_ids == (ANSWER_ID,) else FactReason.DERIVED
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
            reason=FactReason.WRONG_ARITHMETIC, where=each.how,
        )  # fmt: skip
    return None


def _written(value: Decimal) -> str:
    value = round(value, 4).normalize()
    return f"{value:,f}"


def _from_answer(mention: Mention, cues: Cues, sentence: Sentence) -> Iterator[Derivation]:
    """From figures of the answer itself: those of the same sentence, or a list that ends in this total."""
    ids = (ANSWER_ID,)
    near = [each for each in sentence.mentions if each is not mention and each.readings]
    before = sentence.answer.figures_before(sentence.start, mention.kind, MAX_FIGURES)
    unit = mention.readings[0].unit
    here = [value for each in near if (value := value_in(mention, each)) is not None and each.kind is mention.kind]
    if "sum" in cues and mention.kind is not FactKind.PERCENT:
        if len(here) > 1:
            yield Derivation(sum(here, ZERO), unit, f"sum of {len(here)} figures of the answer", ids)
        values = [value for each in before if (value := value_in(mention, each)) is not None]
        for count in range(2, len(values) + 1):
            yield Derivation(sum(values[-count:], ZERO), unit, f"sum of {count} figures of the answer", ids)
    if "average" in cues and len(here) > 1:
        yield Derivation(sum(here, ZERO) / len(here), unit, f"average of {len(here)} figures of the answer", ids)
    if "difference" in cues and mention.kind is not FactKind.PERCENT:
        for one, other in combinations(here[:4], 2):
            yield Derivation(abs(one - other), unit, "difference of 2 figures of the answer", ids)
    if mention.kind is FactKind.PERCENT or "ratio" in cues:
        plain = [each.readings[0] for each in near if each.kind is not FactKind.PERCENT][:4]
        for first, second in combinations(plain, 2):
            value = in_unit_of(second, first)
            if value is not None:
                yield from relative(mention, frozenset(cues), first.value, value, "2 figures of the answer", ids)


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
        value *= HUNDRED
    return Derivation(
        value, mention.readings[0].unit, f"arithmetic of {len(chain)} figures of the answer", (ANSWER_ID,), True
    )


def _evaluate(chain: list[Decimal], signs: list[str]) -> Decimal | None:
    total, term = ZERO, chain[0]
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
