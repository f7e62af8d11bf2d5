"""The records that an answer may count: those of each list, and those of them that have a status or a word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass

from otel_grounding.caching import cached_property
from otel_grounding.evidence.book import Book
from otel_grounding.evidence.records import Table
from otel_grounding.scoring.wordings import Wording
from otel_grounding.text.wording import content_stems, label_parts, label_words

MAX_MATCHED = 400
"""Records of a list that are counted by the words in them."""
MAX_STATED = 2_000
"""Records among which those of a status are counted."""
MAX_VALUE = 32
"""Characters of a status or word."""
_FEW = 6
"""Records that may all have a status of their own."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Records that a sentence may count, and the stems of what they are called."""

    count: int
    words: frozenset[str]
    source_id: str
    where: str
    table: Table | None = None
    path_words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Stated:
    """One value of a column of few words, and how many records have it."""

    table: Table
    path: tuple[str, ...]
    value: str
    count: int


_Words = tuple[frozenset[str], frozenset[str]]
"""The stems of a cell, and those of its label."""


class Listings:
    """The lists of the evidence as they are counted; read once for all counts of an answer."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._said: dict[int, tuple[Wording[_Words], dict[_Words, set[int]]]] = {}
        self._counts: dict[int, tuple[frozenset[str], dict[frozenset[str], int]]] = {}
        self._tables: dict[int, Counted] = {}

    @cached_property
    def candidates(self) -> Sequence[Counted]:
        """What may be counted as a whole."""
        return list(self._candidates())

    @cached_property
    def _called(self) -> dict[str, list[Counted]]:
        found: dict[str, list[Counted]] = {}
        for each in self.candidates:
            for word in each.words:
                found.setdefault(word, []).append(each)
        return found

    def called(self, noun: str) -> Sequence[Counted]:
        """The lists that have this stem in their names."""
        return self._called.get(noun, ())

    def of(self, table: Table) -> Counted:
        """A table as a list that is counted."""
        found = self._tables.get(id(table))
        if found is None:
            path_words = frozenset(label_parts(re.sub(r"\[\d+\]", "", table.path)))
            words = path_words | {label_parts(path[-1])[0] for path in table.naming if label_parts(path[-1])}
            found = self._tables[id(table)] = Counted(
                len(table.rows), words, table.source_id, table.path or "rows", table, path_words
            )
        return found

    def _candidates(self) -> Iterator[Counted]:
        tables = [table for table in self._book.tables if len(table.rows) > 1]
        yield from map(self.of, tables)
        if tables:
            return  # what the prose beside them names is no list
        sizes: dict[str, set[str]] = {}
        for column in self._book.prose_columns:
            for row, each in column.entries:
                sizes.setdefault(row.source_id, set()).add(each.owner)
        for source_id, owners in sizes.items():
            words = frozenset(stem for owner in owners for stem in content_stems(owner))
            yield Counted(len(owners), words, source_id, ", ".join(sorted(owners)[:8]))

    def matching(self, counted: Counted, said: frozenset[str]) -> int:
        """How many records of a list have a value that a sentence says; 0 where that is too much to count."""
        table = counted.table
        if table is None or len(table.rows) > MAX_MATCHED:
            return 0
        words, known = self._wording(table)
        spoken = said & words
        count = known.get(spoken)
        if count is None:
            rows = self._rows_of(table, spoken)
            if rows is None:
                return 0
            count = known[spoken] = len(rows)
        return count

    def _rows_of(self, table: Table, said: frozenset[str]) -> Set[int] | None:
        wording, rows = self._said[id(table)]
        found = [words for words in wording.said_in(said) if words[0] <= said - words[1]]
        if not self._book.work.allows(sum(len(rows[words]) for words in found)):
            return None
        return set[int]().union(*(rows[words] for words in found))

    def _wording(self, table: Table) -> tuple[frozenset[str], dict[frozenset[str], int]]:
        """The words by which records of a table are told apart, and what is known of their counts."""
        known = self._counts.get(id(table))
        if known is None:
            rows: dict[_Words, set[int]] = {}
            for index in range(len(table.rows)):
                for cell in table.cells(index):
                    value = cell.value
                    if isinstance(value, str) and 2 < len(value) <= MAX_VALUE and cell.path not in table.naming:
                        words = frozenset(content_stems(value))
                        if words and not any(word.isdigit() for word in words):
                            rows.setdefault((words, cell.words), set()).add(index)
            self._said[id(table)] = Wording((words, words[0]) for words in rows), rows
            spoken = frozenset(word for words in rows for each in words for word in each)
            known = self._counts[id(table)] = spoken, {}
        return known

    def stated(self, said: frozenset[str]) -> Collection[str]:
        """The values of columns of few words that a sentence has all words of."""
        return self._stated.said_in(said)

    @cached_property
    def _stated(self) -> Wording[str]:
        return Wording((value, label_words(value)) for value in self._holding)

    def holding(self, value: str) -> Sequence[Stated]:
        """The columns of few words that hold a value."""
        return self._holding.get(value, ())

    @cached_property
    def _holding(self) -> dict[str, list[Stated]]:
        found: dict[str, list[Stated]] = {}
        for table in self._book.tables:
            for each in _values(table):
                found.setdefault(each.value, []).append(each)
        return found


def _values(table: Table) -> Iterator[Stated]:
    if not 1 < len(table.rows) <= MAX_STATED:
        return
    for path, _ in table.labels.values():
        if path in table.naming:
            continue
        values = [value for _, value in table.column(path) if isinstance(value, str) and len(value) <= MAX_VALUE]
        counts = Counter(values)
        if len(values) == len(table.rows) and not len(counts) == len(values) > _FEW:
            for value, count in counts.items():
                yield Stated(table, path, value, count)
