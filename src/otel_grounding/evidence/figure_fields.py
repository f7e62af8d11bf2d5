"""The fields of the evidence, looked up by the words of their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from otel_grounding.evidence.figure_places import Place
from otel_grounding.evidence.work import Work
from otel_grounding.text.wording import label_words, stem

MAX_SAME_NAME = 3
"""Fields of one name that are its value; with more of them it takes the entity to tell which is meant."""
MAX_FIELDS = 64
"""Fields that are tried for one figure; half the keys of a record whose fields tell something by their names."""
UNTELLING = frozenset(map(stem, "rate total amount value count number date time percent pct level current".split()))
"""Stems of a field's name that need not be said for it to be meant."""


class FieldName(NamedTuple):
    """One field of records that have the same fields.

    Attributes:
        order: Its place among all.
        words: The stems of its name.
        core: Those that have to be said for it to be meant.
        places: The records.
    """

    order: int
    key: Any
    words: frozenset[str]
    core: frozenset[str]
    places: Sequence[Place]


class FieldNames:
    """The fields of all records by the stems of their names."""

    def __init__(self, schemas: Mapping[tuple[Any, ...], Sequence[Place]]) -> None:
        self._sharing: dict[str, list[FieldName]] = {}
        self._saying: dict[str, list[FieldName]] = {}
        self._counted: dict[str, list[tuple[Any, Sequence[Place]]]] = {}
        self._holders: dict[Any, int] = {}
        """How many records have a key."""
        rare: list[FieldName] = []
        for schema, places in schemas.items():
            is_rare = len(places) <= MAX_SAME_NAME and len(schema) <= 2 * MAX_FIELDS
            for key in schema:
                self._holders[key] = self._holders.get(key, 0) + len(places)
                if not isinstance(key, str):
                    continue
                words = label_words(key)
                if len(words) == 1:
                    (only,) = words
                    self._counted.setdefault(only, []).append((key, places))
                if is_rare and words:
                    rare.append(FieldName(len(rare), key, words, words - UNTELLING, places))
        for field in rare:
            for each in field.core:
                self._sharing.setdefault(each, []).append(field)
        for field in rare:
            # under its rarest word alone: where all are said, that one is
            rarest = min(sorted(field.core or field.words), key=lambda each: len(self._sharing.get(each, ())))
            self._saying.setdefault(rarest, []).append(field)

    def called(self, word: str) -> Sequence[tuple[Any, Sequence[Place]]]:
        """The fields whose whole name is this stem, with their records."""
        return self._counted.get(word, ())

    def is_only(self, key: Any) -> bool:
        """Whether one record alone has a field of this name."""
        return self._holders.get(key) == 1

    def sharing(self, stems: Set[str], work: Work) -> Iterator[FieldName]:
        """The fields of few records of whose names one telling stem is among these, in order."""
        return _in_order(_known(self._sharing, stems, work))

    def said_in(self, stems: Set[str], work: Work) -> Iterator[FieldName]:
        """The fields of few records whose names are among these stems, but for what tells nothing, in order."""
        return _in_order(field for field in _known(self._saying, stems, work) if (field.core or field.words) <= stems)


def _known(fields: Mapping[str, Sequence[FieldName]], stems: Set[str], work: Work) -> Iterator[FieldName]:
    for word in sorted(stems & fields.keys()):
        if not work.allows(len(fields[word])):
            return
        yield from fields[word]


def _in_order(fields: Iterable[FieldName]) -> Iterator[FieldName]:
    found = {field.order: field for field in fields}
    return (found[order] for order in sorted(found))
