"""Columns: a figure that its sentence gives to one column of a table and that only another column holds.

"A gust of 3.13 m/s" where no gust is 3.13 but a speed is: bare numbers of a table support each other by chance, and the
label in the sentence tells which of them was meant.
"""

from __future__ import annotations

from otel_grounding.evidence.book import Field
from otel_grounding.evidence.records import core_words
from otel_grounding.evidence.work import COST
from otel_grounding.model import QUESTION_ID, FactKind, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.answer import Sentence
from otel_grounding.scoring.binding import contradicted, is_of_kind, segment_of
from otel_grounding.text.facts import Mention
from otel_grounding.text.wording import stem

MAX_ROWS = 400
"""Records of a column that are looked through."""


def check_column(sentence: Sentence, mention: Mention, result: FactResult) -> FactResult | None:
    """A contradiction where the sentence names a column that has no such value, else None."""
    if result.verdict is not FactVerdict.SUPPORTED or result.source_ids == (QUESTION_ID,) or not result.where:
        return None
    if mention.kind is FactKind.IDENTIFIER or not mention.readings or mention.moments or mention.hedge is not None:
        return None
    at = sentence.answer.book.at(result.source_ids[0], result.where)
    if at is None or at[0].table is None or at[1] not in at[0].table.labels or len(at[0].table.rows) > MAX_ROWS:
        return None
    table, own = at[0].table, at[1]
    said, answer = sentence.said, sentence.answer
    path, words = table.labels[own]
    if not (core_words(path, words) or words).isdisjoint(said):
        return None  # the sentence may well speak of the column that has it
    candidates = [label for label in sentence.labels_said(table) if label[0] != path and label[0] not in table.naming]
    if not candidates:
        return None
    near = answer.phrases.stems(*segment_of(mention, sentence))
    for path, words, named in candidates:
        if not named <= near or (mention.noun and stem(mention.noun) not in named):
            continue
        column = answer.book.column(table, path, words)
        if not column.entries or not is_of_kind(mention, column.entries[0][1]):
            continue
        if any(True for _ in answer.agreeing(column).find(mention)):
            return None
        if not answer.book.work.allows(COST * len(column.entries)):
            return None
        rivals = [entry for entry in column.entries if is_of_kind(mention, entry[1])]
        if 2 * len(rivals) > len(table.rows):
            row, field = min(rivals, key=lambda rival: _distance(mention, rival[1]))
            return contradicted(result, row, field, FactReason.OTHER_FIELD)
    return None


def _distance(mention: Mention, field: Field) -> float:
    stated = float(mention.readings[0].value)
    return min((abs(float(each.value) - stated) for other in field.mentions for each in other.readings), default=1e99)
