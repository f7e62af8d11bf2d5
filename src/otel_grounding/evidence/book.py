"""The records that an answer names, out of all its evidence: structured rows and sentences alike.

Selection comes first: a row is read only where one of its values is a name in the answer, a sentence only where a name
of the answer stands in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from itertools import compress
from typing import NamedTuple

from otel_grounding.caching import cached_property
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.cells import mentions_of
from otel_grounding.evidence.figures import Figures
from otel_grounding.evidence.index import IndexedSource
from otel_grounding.evidence.prose import Record, common_fields, may_hold_records, read_prose
from otel_grounding.evidence.records import Scalar, Table, get, measure_of, merged, tables_of
from otel_grounding.text.facts import Mention, Moment, find_mentions
from otel_grounding.text.phrases import Name, Phrases
from otel_grounding.text.tokens import ascii_runs
from otel_grounding.text.wording import content_stems, label_words, stem

MAX_BYTES = 2 * 1024 * 1024
"""Characters of evidence that are read as records; the rest is left to the plain rule."""
MAX_ROWS = 4_000
"""Rows named by one answer."""
MAX_ALIASED = 400
"""Records whose names are also known by their parts."""
MAX_WANTED = 512
"""Names that are looked for in prose, and parts of names."""
MAX_SENTENCES = 24
"""Sentences that are read for one name in one source."""
MAX_TOLD_ROWS = 64
"""Sentences that are known to tell of one name."""
MAX_COLUMN = 2_000
"""Records of a column that is computed with."""
MAX_COLUMNS = 12
MAX_LONE = 8
MAX_SMALL = 50
"""Records of a table small enough that a total of it needs no column's name."""
MAX_CALENDAR = 4_000
"""Records whose dates are read."""
MAX_DATED = 16
"""Records of one day, month or year."""
MAX_WORDINGS = 64
MAX_WORDING = 32
"""Characters of a status."""
MAX_PROSE = 64 * 1024
MAX_TOLD = 32
"""Proses that are read as records."""
MAX_PROSE_ROWS = 200
_MAX_SENTENCE = 600
_END = re.compile(r"[.!?](?=\s|$)|\n|\\n")
_COMPOUND = re.compile(
    r"(?:non|pre|post|re|co|self|long|short|high|low|year|mid|multi|full|part|well|on|off|in|up|best|year|month"
    r"|week|day|first|"
    r"second|third|two|three|four|five|six|seven|eight|nine|ten|all|cross|end|follow|open|real|state|third)-"
    r"|.*-(?:term|based|year|"
    r"over|time|related|to|up|in|off|end|old|day|week|month|ever|wide|free|like|level|style|size|sized|quality"
    r"|friendly|made)\b"
)
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
LEGAL_FORMS = frozenset("corp inc llc ltd gmbh plc company group holdings limited the and".split())
"""Parts of names that name nothing."""
_DAY = re.compile(r"(\d{4})(?:[-/](\d{2})(?:[-/](\d{2})(?!\d))?)?(?=[T ]|\Z)")
DATING = frozenset(map(stem, "date day time month year dt period timestamp week quarter".split()))
"""Stems of labels whose values date the record."""
_TIMED = re.compile(r"[a-z]At\Z|_(?:at|on)\Z|[a-z]On\Z")
"""Labels of times that end in a word that says nothing else: `created_at`, `soldOn`."""
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W_]+")
_SEGMENT = re.compile(r"[,;:()|]|\band\b|\bwith\b|\bwhile\b")


Day = tuple[int, int, int]
"""Year, month and day; 0 for what is not stated."""


class Field:
    """One field of a row; its hard data is read when it is asked for.

    Attributes:
        words: The stems of what labels it.
        value: As the evidence writes it.
        owner: Prose: the name it belongs to; empty for structured rows.
    """

    __slots__ = ("_config", "_measure", "_mentions", "owner", "path", "value", "words")

    def __init__(
        self,
        path: tuple[str, ...],
        words: frozenset[str],
        value: Scalar,
        config: GroundingConfig,
        mentions: tuple[Mention, ...] | None = None,
        owner: str = "",
        measure: frozenset[str] = frozenset(),
    ) -> None:
        self.path, self.words, self.value, self.owner, self._measure = path, words, value, owner, measure
        self._config, self._mentions = config, mentions

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """The hard data in it."""
        if self._mentions is None:
            words = self.words | self._measure
            if self.path and _TIMED.search(self.path[-1]):
                words |= DATING
            self._mentions = mentions_of(self.value, words, self._config)
        return self._mentions


@dataclass(slots=True, eq=False)
class Column:
    """One field over the records that have it.

    Attributes:
        words: The stems of what labels it.
        label: The label as the evidence writes it.
        entries: The records with their fields, in order.
    """

    words: frozenset[str]
    label: str
    entries: tuple[tuple[Row, Field], ...]
    _places: dict[int | str, list[int]] | None = field(default=None, repr=False)

    def places_of(self, row: Row) -> Sequence[int]:
        """The places in `entries` of a record; of a sentence by its text, which several names may have."""
        if self._places is None:
            self._places = {}
            for at, (each, _) in enumerate(self.entries):
                self._places.setdefault(_key_of(each), []).append(at)
        return self._places.get(_key_of(row), ())


@dataclass(slots=True, eq=False)
class Row:
    """One record or sentence of the evidence."""

    source_id: str
    table: Table | None
    index: int
    text: str = ""
    _fields: list[Field] | None = field(default=None, repr=False)
    _place: str | None = field(default=None, repr=False)

    def field(self, path: tuple[str, ...], words: frozenset[str], config: GroundingConfig) -> Field:
        """One field of a structured row, by its path."""
        assert self.table is not None
        row = self.table.rows[self.index]
        return Field(path, words, get(row, path), config, measure=measure_of(row, path))

    def fields(self, config: GroundingConfig) -> list[Field]:
        """Everything the row says."""
        if self._fields is None:
            self._fields = list(self._read(config))
        return self._fields

    def _read(self, config: GroundingConfig) -> Iterator[Field]:
        if self.table is not None:
            row = self.table.rows[self.index]
            for cell in self.table.cells(self.index):
                yield Field(cell.path, cell.words, cell.value, config, measure=measure_of(row, cell.path))
            return
        phrases = Phrases(self.text)
        found = find_mentions(self.text, config)
        taken = [(mention.start, mention.end) for mention in found]
        names = [
            (run[0][0], run[-1][1])
            for run in phrases.runs
            if not any(start < run[-1][1] and run[0][0] < end for start, end in taken)
        ]
        for mention in found:
            start, end = segment_around(self.text, mention.start, mention.end, taken)
            before = [name for name in names if name[0] < mention.start]
            owner = self.text[slice(*(before[-1] if before else names[0]))] if names else ""
            label = self.text[start : mention.start] + " " + self.text[mention.end : end]
            words = frozenset(content_stems(label)) - frozenset(content_stems(owner))
            yield Field((), words, mention.text, config, (mention,), owner)

    def where(self, path: tuple[str, ...] = ()) -> str:
        """The place of the row, or of a field in it, for people."""
        if self.table is None:
            return self.text
        if self._place is None:
            self._place = self.table.where(self.index)
        return ".".join((self._place, *path)) if self._place else ".".join(path)

    @property
    def names(self) -> list[str]:
        """What names it."""
        if self.table is not None:
            return self.table.names(self.index)
        return [self.text[run[0][0] : run[-1][1]] for run in Phrases(self.text).runs]


def _key_of(row: Row) -> int | str:
    return id(row) if row.table is not None else row.text


@dataclass(frozen=True, slots=True)
class Wordings:
    """The short texts that a column holds.

    Attributes:
        texts: Each with its stems; bounded.
        stems: All of those.
        switches: The column holds true and false.
        cut: It holds more texts than these.
    """

    texts: dict[str, frozenset[str]]
    stems: frozenset[str]
    switches: bool
    cut: bool


class StatusFields(NamedTuple):
    """The fields of a table that hold words or switches.

    Attributes:
        paths: With the stems that label them.
        stems: All by which a sentence can speak of their values; it can also by the opposites of these.
        loose: Any word that has an opposite may speak of some: a switch, or one of very many texts.
    """

    paths: list[tuple[tuple[str, ...], frozenset[str]]]
    stems: set[str]
    loose: bool


def segment_around(text: str, start: int, end: int, taken: list[tuple[int, int]]) -> tuple[int, int]:
    """The stretch around a figure up to the next separator or figure on either side."""
    left = max((stop for _, stop in taken if stop <= start), default=0)
    right = min((begin for begin, _ in taken if begin >= end), default=len(text))
    for brk in _SEGMENT.finditer(text, left, right):
        if brk.end() <= start:
            left = brk.end()
        elif brk.start() >= end:
            right = brk.start()
            break
    return left, right


class Book:
    """The records of the evidence, found by the names in one answer."""

    def __init__(self, figures: Figures, phrases: Phrases, config: GroundingConfig) -> None:
        self._phrases, self._config = phrases, config
        self._rows: dict[tuple[int, int], Row] = {}
        self._columns: dict[tuple[int, tuple[str, ...]], Column] = {}
        self._others: dict[tuple[int, tuple[str, ...]], Wordings] = {}
        self.status_fields: dict[int, StatusFields] = {}
        """What is known of a table's fields that hold words, by the table's identity."""
        self._days_of: dict[int, dict[Day, frozenset[int]]] = {}
        self._days_by_parts: dict[tuple[bool, ...], dict[tuple[int | None, ...], list[Day]]] = {}
        self._told_under: dict[str, dict[str, list[str]]] = {}
        self._columns_of: dict[frozenset[str], list[Column]] = {}
        self.work = figures.work
        self.tables: list[Table] = []
        self.prose: list[tuple[IndexedSource, str]] = []
        left = MAX_BYTES
        for source, values, text in reversed(figures.parsed):
            left -= len(source.text)
            if left < 0:
                break
            for value in values:
                self.tables += tables_of(value, source.id)
            if text:
                self.prose.append((source, text))
        self.tables = merged(self.tables)
        self._read_prose()

    def _read_prose(self) -> None:
        """Prose that tells the same fields of several things becomes a table of them."""
        rest: dict[str, str] = {}
        records: list[Record] = []
        told_of = self.prose[:MAX_TOLD]
        if not may_hold_records(text for _, text in told_of):
            return
        left = MAX_PROSE
        for source, text in told_of:
            if 0 < len(text) <= left:
                left -= len(text)
                found, rest[source.id] = read_prose(text, source.id, self._config)
                records += found
        records = common_fields(records)
        told = {record.source_id for record in records}
        self.tables += [table for table in merged([record.table() for record in records]) if len(table.rows) > 1]
        self.prose = [(source, rest[source.id] if source.id in told else text) for source, text in self.prose]

    @cached_property
    def named(self) -> dict[str, list[Row]]:
        """The rows by each name of the answer that names one, lower-cased."""
        found: dict[str, list[Row]] = {}
        grams, keys = self._phrases.grams, self._phrases.keys
        if not grams:
            return found
        left = MAX_ROWS
        for table in self.tables:
            for index, name in table.named_rows(keys):
                low = name.lower()
                if low in grams:
                    found.setdefault(low, []).append(self.row(table, index))
                    left -= 1
            if left <= 0:
                break
        self._name_by_parts(found)
        for source, text in self.prose:
            self._name_sentences(source, text, found)
        return found

    def dated(self, moment: Moment) -> list[Row]:
        """The records of a day, month or year, in tables with one column of dates; none where they are too many."""
        if moment.year is None and (moment.month is None or moment.day is None):
            return []
        found: list[Row] = []
        for day in self.days_within(moment):
            found += [self.row(table, index) for table, index in self.days[day]]
            if len(found) > MAX_DATED:
                return []
        return found

    def days_within(self, moment: Moment) -> Sequence[Day]:
        """The days of the records that a date states, or that lie in it."""
        whole = (moment.year, moment.month, moment.day)
        if whole in self.days:
            return [whole]
        parts = tuple(part is not None for part in (*whole, moment.quarter))
        groups = self._days_by_parts.get(parts)
        if groups is None:
            groups = self._days_by_parts[parts] = {}
            for day in self.days:
                own = (*day, (day[1] + 2) // 3)
                groups.setdefault(tuple(compress(own, parts)), []).append(day)
        return groups.get(tuple(compress((*whole, moment.quarter), parts)), ())

    @cached_property
    def days(self) -> dict[tuple[int, int, int], list[tuple[Table, int]]]:
        """The records by their days, of the tables in which each has a date of its own."""
        found: dict[tuple[int, int, int], list[tuple[Table, int]]] = {}
        left = MAX_CALENDAR
        for table in self.tables:
            if len(table.rows) < 2 or len(table.rows) > left:
                continue
            for path in [path for path, words in table.labels.values() if words & DATING][:2]:
                left -= len(table.rows)
                days = [(index, day) for index, value in table.column(path) if (day := _day_of(value)) is not None]
                if 10 * len(days) >= 9 * len(table.rows):
                    for index, day in days:
                        found.setdefault(day, []).append((table, index))
                    break
        return found

    def days_of(self, table: Table) -> dict[tuple[int, int, int], frozenset[int]]:
        """The places of a table's records by their days."""
        found = self._days_of.get(id(table))
        if found is None:
            if not self._days_of:
                self._group_days()
            found = self._days_of.setdefault(id(table), {})
        return found

    def _group_days(self) -> None:
        grouped: dict[int, dict[Day, list[int]]] = {}
        for day, rows in self.days.items():
            for table, at in rows:
                grouped.setdefault(id(table), {}).setdefault(day, []).append(at)
        for table_id, days in grouped.items():
            self._days_of[table_id] = {day: frozenset(places) for day, places in days.items()}

    def on_weekday(self, name: str) -> list[Row]:
        """The records of the one day of the evidence that has this name; none where it has several."""
        days = self.days_on(WEEKDAYS.index(name[:3]))
        return [self.row(table, index) for table, index in self.days[days[0]]] if len(days) == 1 else []

    @cached_property
    def period(self) -> tuple[Day, Day] | None:
        """The first and the last day of the records, where all that have days are of one table."""
        tables = {id(table) for rows in self.days.values() for table, _ in rows}
        return (min(self.days), max(self.days)) if len(tables) == 1 else None

    def days_on(self, number: int) -> Sequence[Day]:
        """The days of the records that have this number in their week."""
        return self._weekdays.get(number, ())

    @cached_property
    def _weekdays(self) -> dict[int, list[Day]]:
        found: dict[int, list[Day]] = {}
        for day in self.days:
            if all(day) and (number := _weekday_of(day)) is not None:
                found.setdefault(number, []).append(day)
        return found

    def _name_by_parts(self, found: dict[str, list[Row]]) -> None:
        """A part of a name that only one record has names it too: "Deng" is Luol Deng where no other Deng is."""
        covered = bytearray(len(self._phrases.text) + 1)
        for low in found:
            for place in self._phrases.grams[low]:
                covered[place.start : place.end] = b"\x01" * (place.end - place.start)
        wanted = [
            low
            for low, places in self._phrases.grams.items()
            if low not in found
            and len(low) > 2
            and low not in LEGAL_FORMS
            and not all(covered[place.start] for place in places)
        ][:MAX_WANTED]
        holders: dict[str, list[tuple[Table, int, str]]] = {}
        left = MAX_ALIASED
        for table in self.tables if wanted else ():
            left -= len(table.rows)
            if len(table.rows) < 2 or left < 0:
                continue
            names = table.all_names()
            joined = "\n".join(name for _, name in names)
            for part in wanted:
                if part in joined:
                    holders.setdefault(part, []).extend(
                        (table, index, name) for index, name in names if part in name and _is_part(part, name)
                    )
        for part, known in holders.items():
            if len({name for _, _, name in known}) == 1:
                found[part] = [self.row(table, index) for table, index, _ in known]

    @cached_property
    def _places(self) -> tuple[list[int], list[tuple[Name, list[Row]]]]:
        """Where the answer names rows, in order; of overlapping names the longest."""
        places = [(name, rows) for low, rows in self.named.items() for name in self._phrases.grams[low]]
        # what a table names before what a sentence does, the longer first
        places.sort(key=lambda place: (all(row.table is None for row in place[1]), place[0].start - place[0].end))
        taken = bytearray(len(self._phrases.text))
        kept = []
        for name, rows in places:
            if not any(taken[name.start : name.end]):
                taken[name.start : name.end] = b"\x01" * (name.end - name.start)
                kept.append((name, rows))
        kept.sort(key=lambda place: place[0].start)
        return [name.start for name, _ in kept], kept

    def names_in(self, start: int, end: int) -> list[tuple[Name, list[Row]]]:
        """The names of records in a stretch of the answer, each with its rows."""
        starts, places = self._places
        return [place for place in places[bisect_left(starts, start) : bisect_left(starts, end)] if place[0].end <= end]

    def name_around(self, start: int, end: int) -> Name | None:
        """The name of a record that a stretch of the answer is, or is a part of."""
        starts, places = self._places
        at = bisect_right(starts, start) - 1
        return places[at][0] if at >= 0 and places[at][0].end >= end else None

    def others(self, table: Table, path: tuple[str, ...]) -> Wordings:
        """The short texts of a column, each with its stems."""
        key = (id(table), path)
        found = self._others.get(key)
        if found is None:
            values, switches = set(), False
            for value in table.values(path):
                if isinstance(value, str):
                    if len(value) <= MAX_WORDING:
                        values.add(value)
                elif isinstance(value, bool):
                    switches = True
            texts = {value: label_words(value) for value in sorted(values)[:MAX_WORDINGS]}
            found = self._others[key] = Wordings(
                texts, frozenset().union(*texts.values()), switches, len(texts) < len(values)
            )
        return found

    @cached_property
    def _by_path(self) -> dict[tuple[str, str], Table]:
        return {(table.source_id, table.path): table for table in self.tables if len(table.rows) > 1 and not table.keys}

    def at(self, source_id: str, where: str) -> tuple[Row, str] | None:
        """The record of a list that a key path leads to, and the label of the field in it."""
        place, found, label = where.rpartition("].")
        path, _, index = place.rpartition("[")
        table = self._by_path.get((source_id, path)) if found and index.isdecimal() else None
        return (self.row(table, int(index)), label) if table is not None and int(index) < len(table.rows) else None

    def row(self, table: Table, index: int) -> Row:
        """A record of a table; one object for one record."""
        found = self._rows.get((id(table), index))
        if found is None:
            found = self._rows[id(table), index] = Row(table.source_of(index), table, index)
        return found

    def columns(self, said: frozenset[str]) -> list[Column]:
        """The columns of which some word is in `said`, those with most words in it first."""
        found = self._columns_of.get(said)
        if found is None:
            known = sorted({at for word in said for at in self._labelled.get(word, ())})
            if not self.work.allows(len(known)):
                return []
            columns = [self.column(*self._labels[at]) for at in known]
            columns += [column for column in self.prose_columns if column.words & said]
            columns = [column for column in columns if column.entries]
            columns.sort(
                key=lambda column: (-len(column.words & said) / (1 + len(column.words - said)), len(column.words))
            )
            found = self._columns_of[said] = columns[:MAX_COLUMNS]
        return found

    @cached_property
    def _labels(self) -> list[tuple[Table, tuple[str, ...], frozenset[str]]]:
        """The fields of the tables that are computed with, save for texts that name the records."""
        return [
            (table, path, words)
            for table in self.tables
            if len(table.rows) <= MAX_COLUMN and (len(table.rows) > 1 or table.keys)
            for path, words in table.labels.values()
            if path not in table.naming or not isinstance(get(table.rows[0], path), str)
        ]

    @cached_property
    def _labelled(self) -> dict[str, list[int]]:
        """The places in those of the fields that a stem labels."""
        found: dict[str, list[int]] = {}
        for at, (_, _, words) in enumerate(self._labels):
            for word in words:
                found.setdefault(word, []).append(at)
        return found

    @cached_property
    def lone_rows(self) -> list[Row]:
        """The sources that are one record, where they are few: what they say needs no name."""
        lone = [table for table in self.tables if len(table.rows) == 1 and "[" not in table.path]
        return [self.row(table, 0) for table in lone] if len(lone) <= MAX_LONE else []

    @cached_property
    def lone_settings(self) -> list[Table]:
        """The sources that are one plain record, where they are few: their settings need no name."""
        lone = [table for table in self.tables if len(table.rows) == 1 and table.keys is None and "[" not in table.path]
        return lone if len(lone) <= MAX_LONE else []

    @cached_property
    def only_columns(self) -> list[Column]:
        """The columns of the evidence's one small table, where it is one."""
        tables = [table for table in self.tables if len(table.rows) > 1]
        if len(tables) != 1 or len(tables[0].rows) > MAX_SMALL:
            return []
        (table,) = tables
        return [self.column(table, path, words) for path, words in table.labels.values() if path not in table.naming][
            :MAX_COLUMNS
        ]

    def shared_columns(self, one: list[Row], other: list[Row]) -> list[Column]:
        """The columns of the table that holds both records."""
        for row in one:
            table = row.table
            if table is not None and len(table.rows) <= MAX_COLUMN and any(each.table is table for each in other):
                return [
                    self.column(table, cell.path, cell.words)
                    for cell in table.cells(row.index)
                    if cell.path not in table.naming
                ][:MAX_COLUMNS]
        if one and other and one[0].table is None and other[0].table is None:
            return self.prose_columns[:MAX_COLUMNS]
        return []

    def column(self, table: Table, path: tuple[str, ...], words: frozenset[str]) -> Column:
        """One column of a table, read once."""
        key = (id(table), path)
        found = self._columns.get(key)
        if found is None:
            entries = tuple(
                (row := self.row(table, index), row.field(path, words, self._config)) for index, _ in table.column(path)
            )
            found = self._columns[key] = Column(words, path[-1], entries)
        return found

    def told_under(self, label: str, word: str) -> Sequence[str]:
        """What the prose says behind a label where it goes on with the first word of `word`, all lower-cased."""
        known = self._told_under.get(label)
        if known is None:
            known = self._told_under[label] = {}
            pattern = re.compile(rf"\b{re.escape(label)}(?:(?:\s+(?:is|are|was|of|as)|\s?[:=])?+\s+|\s+)")
            for _, text in self.prose:
                low = text[:MAX_PROSE].lower()
                for match in pattern.finditer(low):
                    told = low[match.end() : match.end() + MAX_WORDING]
                    places = known.setdefault(_first_word(told), [])
                    if len(places) < MAX_WORDINGS:
                        places.append(told)
        return known.get(_first_word(word), ())

    @cached_property
    def prose_columns(self) -> list[Column]:
        """Figures that parallel sentences give under the same words."""
        groups: dict[tuple[str, frozenset[str]], list[tuple[Row, Field]]] = {}
        for row in self.prose_rows:
            for each in row.fields(self._config):
                if each.owner and each.words:
                    groups.setdefault((row.source_id, each.words), []).append((row, each))
        return [
            Column(words, " ".join(sorted(words)), tuple(entries))
            for (_, words), entries in groups.items()
            if len({each.owner for _, each in entries}) > 1
        ]

    @cached_property
    def prose_rows(self) -> list[Row]:
        """The sentences of the prose that hold digits, bounded."""
        found = []
        for source, text in self.prose:
            at = 0
            for stop in _END.finditer(text[:MAX_PROSE]):
                piece = text[at : stop.start()].strip()
                if 0 < len(piece) <= _MAX_SENTENCE and _DIGIT.search(piece):
                    found.append(Row(source.id, None, at, piece))
                    if len(found) >= MAX_PROSE_ROWS:
                        return found
                at = stop.end()
            piece = text[at:MAX_PROSE].strip()
            if 0 < len(piece) <= _MAX_SENTENCE and _DIGIT.search(piece):
                found.append(Row(source.id, None, at, piece))
        return found

    def _name_sentences(self, source: IndexedSource, text: str, found: dict[str, list[Row]]) -> None:
        rows: dict[int, Row] = {}
        for low, places in self._proper(text, source.tokens):
            for name in {place.text for place in places}:
                at = text.find(name)
                for _ in range(MAX_SENTENCES):
                    if at < 0:
                        break
                    start, end = sentence_around(text, at)
                    if start not in rows:
                        rows[start] = Row(source.id, None, start, text[start:end].strip())
                    named = found.setdefault(low, [])
                    if len(named) < MAX_TOLD_ROWS and rows[start] not in named:
                        named.append(rows[start])
                    at = text.find(name, end)

    @cached_property
    def _longest(self) -> list[tuple[str, list[Name]]]:
        """The parts of the answer's runs that may name something, the longest first."""
        grams = [(low, places) for low, places in self._phrases.grams.items() if len(low) > 2 and not low.isdigit()]
        grams.sort(key=lambda item: -len(item[0]))
        return grams

    @cached_property
    def _beginning(self) -> dict[bytes, list[int]]:
        """Those, by the first word of theirs; those without an ASCII one under an empty word."""
        found: dict[bytes, list[int]] = {}
        for at, (low, _) in enumerate(self._longest):
            runs = ascii_runs(low) if low.isascii() else []
            found.setdefault(runs[0] if runs else b"", []).append(at)
        return found

    def _proper(self, text: str, tokens: Set[bytes]) -> Iterator[tuple[str, list[Name]]]:
        """The names of the answer that stand in a prose, the longest of each run first; its parts are then left out."""
        begun = self._beginning
        known = sorted(at for word in (*(begun.keys() & tokens), b"") for at in begun.get(word, ()))
        covered = bytearray(len(self._phrases.text) + 1 if known else 0)
        looked = 0
        for low, places in map(self._longest.__getitem__, known):
            if looked == MAX_WANTED:
                break
            free = [place for place in places if not covered[place.start]]
            if not free:
                continue
            looked += 1
            if free[0].text not in text:
                continue
            initial = self._phrases.is_initial(free[0].start) or free[0].text[:1].islower()
            if " " not in low and initial and not _stands_inside(text, free[0].text):
                continue
            for place in free:
                covered[place.start : place.end] = b"\x01" * (place.end - place.start)
            yield low, free


def _first_word(text: str) -> str:
    match = _WORD.match(text)
    return match[0] if match else ""


def _weekday_of(day: Day) -> int | None:
    """The number of a day in its week; None where the calendar has no such day."""
    try:
        return date(*day).weekday()
    except ValueError:
        return None


def _day_of(value: Scalar) -> tuple[int, int, int] | None:
    """Year, month and day of an ISO date, a month or a year; 0 for what is not stated."""
    match = _DAY.match(value if isinstance(value, str) else str(value) if isinstance(value, int) else "")
    return (int(match[1]), int(match[2] or 0), int(match[3] or 0)) if match else None


def is_within(day: tuple[int, int, int], moment: Moment) -> bool:
    """Whether a day, month or year (0 for what is not stated) is what a date states, or lies in it."""
    year, month, date = day
    return (
        (moment.year is None or moment.year == year)
        and (moment.month is None or moment.month == month)
        and (moment.day is None or moment.day == date)
        and (moment.quarter is None or (month + 2) // 3 == moment.quarter)
    )


def _is_part(part: str, name: str) -> bool:
    return part != name and f" {part} " in f" {name} "


_SUBJECT = re.compile(r"(?:^|[.!?:\n\"]\s?|\b(?:at|for|of|on|by|from|to|in) )\Z")


def _stands_inside(text: str, name: str) -> bool:
    """Whether a word stands in the middle of a sentence as it is written.

    A hyphened word in lower case ("checkout-api", but "long-term") must stand where a name would.
    """
    if name[:1].islower() and "-" in name and not any(map(str.isdigit, name)):
        at = text.find(name)
        return at >= 0 and not _COMPOUND.match(name) and bool(_SUBJECT.search(text, max(0, at - 8), at))
    if not name.isalpha() or f" {name.lower()}" not in text:
        return True  # never written as a plain word
    at = text.find(name)
    while at >= 0:
        before = text[max(0, at - 2) : at]
        if before and before[-1] == " " and before[0] not in '.!?:\n"':
            return True
        at = text.find(name, at + 1)
    return False


def sentence_around(text: str, at: int) -> tuple[int, int]:
    """The sentence or line around an offset, bounded."""
    start = max(0, at - _MAX_SENTENCE)
    for stop in _END.finditer(text, start, at):
        start = stop.end()
    stop_at = _END.search(text, at, at + _MAX_SENTENCE)
    return start, stop_at.start() if stop_at else min(len(text), at + _MAX_SENTENCE)
