"""The answer, sentence by sentence, with its figures and with the records of the evidence that it names."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from otel_grounding.caching import cached_property
from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.book import Book, Column, Row
from otel_grounding.evidence.records import Table, core_words
from otel_grounding.model import FactKind
from otel_grounding.scoring.agreeing import Agreeing
from otel_grounding.scoring.cues import Cues, cues_of
from otel_grounding.scoring.listings import Listings
from otel_grounding.scoring.peaks import Peaks
from otel_grounding.scoring.scales import Scales
from otel_grounding.scoring.series import Sums
from otel_grounding.text.facts import Mention, Moment
from otel_grounding.text.phrases import Name, Phrases
from otel_grounding.text.tokens import ascii_runs
from otel_grounding.text.wording import content_stems, turning_stems

_BOUND = re.compile(
    r"\b(?:until|till|since|through|throughout|to|from|between|before|after|late|early|mid|end of|beginning of"
    r"|start of|and|or) ?-?(?:the )?\Z",
    re.IGNORECASE,
)
_RANGE = re.compile(r" ?(?:-|–|—|&|(?:to|and|or|through|until) (?:[A-Z]|\d{1,2}(?:st|nd|rd|th)|\d{4}\b))")
WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")
_OVERALL = re.compile(
    r"\b(?:overall|all|every|each|total|average|mean|throughout|during|most|peak\w*|record|\w+est|maximum|minimum|week"
    r"|month|year|quarter|days)\b",
    re.IGNORECASE,
)
"""Words by which a sentence speaks of more than the day before it."""
MAX_BACK = 24
"""Sentences of a paragraph that go on with the day one before them speaks of."""
MAX_HOLDERS = 800
"""Records in which a value is looked for that is not where it should be."""
MAX_SHARED = 16
"""Records of one name up to which it is told apart from others record by record."""
MAX_NAMED = 64
"""Entities of one sentence: with more, whose a figure is cannot be told."""
_OPENING = 12
"""Characters before the day with which a sentence opens: "Then, on Friday"."""
_OF = re.compile(r" (?:of|for) (?:the )?")
_PREPOSITION = re.compile(r"\b(?:in|for|at|of|by|from|to)\b")
_RESPECTIVELY = re.compile(r"\brespectively\b", re.IGNORECASE)


Label = tuple[tuple[str, ...], frozenset[str], frozenset[str]]
"""A field of a table: its path, the stems of its label, and those of them that have to be said for it to be named."""


@dataclass
class Entity:
    """What one or more names of a sentence stand for."""

    names: list[Name]
    rows: list[Row]
    order: int = 0

    @property
    def start(self) -> int:
        """Where it is named first."""
        return self.names[0].start

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of its names."""
        return frozenset(word for name in self.names for word in content_stems(name.text))

    def owns(self, owner: str) -> bool:
        """Whether a figure of prose, which belongs to `owner`, is the entity's."""
        low = owner.lower()
        return bool(low) and any(name.text.lower() in low or low in name.text.lower() for name in self.names)


def _year_of(text: str) -> Moment | None:
    """A bare year that was read as a number."""
    return (
        Moment(int(text)) if len(text) == 4 and text.isascii() and text.isdigit() and "1500" <= text <= "2200" else None
    )


def _order_of(entity: Entity) -> int:
    return entity.order


def _start_of(entity: Entity) -> int:
    return entity.start


class Sentence:
    """One sentence: its place in the answer, the figures in it, and what it names."""

    def __init__(self, answer: Answer, start: int, end: int, mentions: list[Mention]) -> None:
        self.answer, self.start, self.end, self.mentions = answer, start, end, mentions
        self.text = answer.phrases.text
        """The whole answer: offsets are those of the answer."""
        self._labels: dict[int, list[Label]] = {}

    @cached_property
    def tokens(self) -> frozenset[bytes]:
        """Its words as tokens: for a look whether anything is worth reading."""
        return frozenset(ascii_runs(self.text[self.start : self.end]))

    @cached_property
    def said(self) -> frozenset[str]:
        """The stems of its content words."""
        return self.answer.phrases.stems(self.start, self.end)

    @cached_property
    def turning(self) -> frozenset[str]:
        """The stems of its words that have an opposite."""
        return turning_stems(self.said)

    def labels_said(self, table: Table) -> list[Label]:
        """The fields of a table whose names it says in full; looked up once for all tables of one shape."""
        found = self._labels.get(id(table.labels))
        if found is None:
            said = self.said
            found = [label for label in self.answer.labels(table) if label[2] <= said]
            self._labels[id(table.labels)] = found
        return found

    @cached_property
    def cues(self) -> Cues:
        """The operations that it has words for."""
        return cues_of(self.text[self.start : self.end])

    @cached_property
    def named(self) -> list[Entity]:
        """The entities it names, in order of their first names."""
        return self.answer.entities(self.start, self.end)

    @cached_property
    def entities(self) -> list[Entity]:
        """The entities it speaks of: those it names, else those of its dates, else the one it hangs on."""
        named = self.named
        for entity in named:
            for row in entity.rows:
                if row.table is None or len(row.table.rows) > 1:
                    return named
        return self._dated or named or self._lead or self._taken_up

    @cached_property
    def _lead(self) -> list[Entity]:
        return self.answer.context(self.start)

    @cached_property
    def _dated(self) -> list[Entity]:
        """The records of the days, months and years that it speaks of; dates that cannot be told have no records."""
        book, text = self.answer.book, self.text
        found = []
        for mention in self.mentions:
            moment = mention.moments[0] if mention.moments else _year_of(mention.text)
            if moment is None:
                continue
            spans = _BOUND.search(text, max(self.start, mention.start - 24), mention.start) or _RANGE.match(
                text, mention.end
            )
            rows = [] if spans else book.dated(moment)
            found.append(Entity([Name(mention.start, mention.end, mention.text)], rows))
        if self.answer.names_weekdays:
            dates = {mention.start for mention in self.mentions if mention.moments}
            found += [
                Entity([Name(name.start(), name.end(), name[0])], book.on_weekday(name[0]))
                for name in WEEKDAY.finditer(text, self.start, self.end)
                if dates.isdisjoint(range(name.end(), name.end() + 3))  # "Friday, 3 May" is named by its date
            ]
            found.sort(key=_start_of)
        return found if any(entity.rows for entity in found) else []

    @cached_property
    def _taken_up(self) -> list[Entity]:
        """The records of the one day that the sentences before speak of, from where one opens with it."""
        if not self.answer.book.days:
            return []
        passed: list[Sentence] = []
        at = self
        for _ in range(MAX_BACK):
            before = self.answer.before(at)
            if before is None or any(mention.moments and not mention.readings for mention in at.mentions):
                return []
            passed.append(at)
            day = before._dated
            if day:
                opens = len(day) == 1 and day[0].start - before.start <= _OPENING
                return day if opens and not any(map(_speaks_of_all, passed)) else []
            if before.named:
                return []
            at = before
        return []

    def entities_beside(self, mention: Mention) -> list[Entity]:
        """The entities, leaving out names that the mention itself is."""
        if mention.identifier:
            start, end = mention.start, mention.end
            if not any(name.start < end and start < name.end for entity in self.named for name in entity.names):
                return self.named or self._lead
            return self.answer.entities(self.start, self.end, (start, end)) or self._lead
        entities = self.entities
        if entities is not self.named and entities is self._dated:
            for entity in entities:
                if entity.start == mention.start:
                    return []  # a date that says when, not what
        return entities

    def owner_of(self, mention: Mention, entities: list[Entity]) -> Entity | None:
        """The entity a figure belongs to; None where it may be any of them."""
        if len(entities) < 2:
            return entities[0] if entities else None
        if len(entities) > MAX_NAMED:
            return None
        for entity in entities:
            if _OF.fullmatch(self.text, mention.end, entity.start):
                return entity  # "the 38.2% of web-02"
        marks: list[tuple[int, Entity | None]] = [(entity.start, entity) for entity in entities]
        names = [(name.start, name.end) for entity in entities for name in entity.names]
        figures = [each for each in self.mentions if not any(a <= each.start < b for a, b in names)]
        marks += [(each.start, None) for each in figures]
        marks.sort(key=lambda mark: mark[0])
        kinds = [entity is not None for _, entity in marks]
        if kinds[0] and all(not (one and other) for one, other in pairwise(kinds)):
            # each name is followed by its own figures: "Paris 12, Oslo 21"
            before = [entity for at, entity in marks if entity is not None and at < mention.start]
            return before[-1] if before else None
        if not kinds[0] and kinds == [bool(at % 2) for at in range(len(kinds))]:
            # each figure is followed by its name: "12 in Paris and 21 in Oslo"
            behind = [entity for at, entity in marks if entity is not None and at >= mention.end]
            if behind and _PREPOSITION.search(self.text, mention.end, behind[0].start):
                return behind[0]
        # all names, then as many figures: "Paris and Oslo have 12 and 21 respectively"
        in_turn = 2 * len(entities) == len(kinds) and all(kinds[: len(entities)]) and mention in figures
        if in_turn and _RESPECTIVELY.search(self.text, self.start, self.end):
            return sorted(entities, key=_start_of)[figures.index(mention)]
        return None


def _end_of(mention: Mention) -> int:
    return mention.end


def _speaks_of_all(sentence: Sentence) -> bool:
    return _OVERALL.search(sentence.text, sentence.start, sentence.end) is not None


class Answer:
    """A final output with its hard data, and the book of the evidence."""

    def __init__(self, phrases: Phrases, mentions: Sequence[Mention], book: Book, config: GroundingConfig) -> None:
        self.phrases, self.mentions, self.book, self.config = phrases, mentions, book, config
        self._labels: dict[int, list[Label]] = {}
        self.scales, self.sums = Scales(), Sums(book.work)
        self.listings = Listings(book)
        self.peaks: dict[tuple[int, int], Peaks] = {}
        """The extremes of columns, by the column's identity and the direction."""
        self._tables: dict[int, tuple[list[Row], frozenset[int]]] = {}
        self._agreeing: dict[int, Agreeing] = {}
        self._joined: dict[tuple[int, int], tuple[list[Row], list[Row], list[Row]]] = {}
        self._sets: dict[int, tuple[list[Row], frozenset[Row]]] = {}

    def forget(self) -> None:
        """Let go of the sentences, which hold the answer too: all that was read is freed now, not by a collection."""
        vars(self).clear()

    def labels(self, table: Table) -> list[Label]:
        """The fields of a table that can be named; put together once for all tables of one shape."""
        found = self._labels.get(id(table.labels))
        if found is None:
            fields = table.labels.values()
            found = [(path, words, core) for path, words in fields if (core := core_words(path, words))]
            self._labels[id(table.labels)] = found
        return found

    @cached_property
    def sentences(self) -> list[Sentence]:
        """Every sentence, in order."""
        found = []
        at = 0
        for start, end in self.phrases.sentences:
            inside = []
            while at < len(self.mentions) and self.mentions[at].start < end:
                if self.mentions[at].start >= start:
                    inside.append(self.mentions[at])
                at += 1
            found.append(Sentence(self, start, end, inside))
        return found

    def agreeing(self, column: Column) -> Agreeing:
        """The fields of a column by what they state."""
        found = self._agreeing.get(id(column))
        if found is None:
            found = self._agreeing[id(column)] = Agreeing(column.entries, self.book.work)
        return found

    @cached_property
    def held(self) -> Agreeing:
        """The fields of the evidence's records by what they state, within bounds."""
        left = MAX_HOLDERS
        rows: list[Row] = []
        for table in self.book.tables:
            if left >= len(table.rows):
                left -= len(table.rows)
                rows += [self.book.row(table, index) for index in range(len(table.rows))]
        return Agreeing(((row, field) for row in rows for field in row.fields(self.config)), self.book.work)

    @cached_property
    def told(self) -> Agreeing:
        """The figures of the evidence's sentences by what they state."""
        rows = self.book.prose_rows
        return Agreeing(((row, field) for row in rows for field in row.fields(self.config)), self.book.work)

    def is_of(self, entity: Entity, table: Table) -> bool:
        """Whether one of an entity's records is of a table."""
        known = self._tables.get(id(entity.rows))
        if known is None:
            tables = frozenset(id(row.table) for row in entity.rows)
            known = self._tables[id(entity.rows)] = entity.rows, tables
        return id(table) in known[1]

    def figures_before(self, at: int, kind: FactKind, count: int) -> Sequence[Mention]:
        """The last figures of one kind that end before an offset, at most so many."""
        figures = self._figures.get(kind, [])
        end = bisect_right(figures, at, key=_end_of)
        return figures[max(0, end - count) : end]

    @cached_property
    def _figures(self) -> dict[FactKind, list[Mention]]:
        found: dict[FactKind, list[Mention]] = {}
        for mention in self.mentions:
            if mention.readings:
                found.setdefault(mention.kind, []).append(mention)
        return found

    @cached_property
    def names_weekdays(self) -> bool:
        """Whether the name of a weekday is in it."""
        return WEEKDAY.search(self.phrases.text) is not None

    @cached_property
    def tokens(self) -> frozenset[bytes]:
        """Its words as tokens: what the whole answer does not say, none of its sentences does."""
        return frozenset(ascii_runs(self.phrases.text))

    @cached_property
    def _starts(self) -> list[int]:
        return [sentence.start for sentence in self.sentences]

    def sentence_of(self, mention: Mention) -> Sentence | None:
        """The sentence a mention stands in."""
        at = bisect_right(self._starts, mention.start) - 1
        return self.sentences[at] if at >= 0 and mention.start < self.sentences[at].end else None

    def before(self, sentence: Sentence) -> Sentence | None:
        """The sentence before one in the same paragraph."""
        at = bisect_right(self._starts, sentence.start) - 2
        if at < 0 or "\n" in self.phrases.text[self.sentences[at].end : sentence.start]:
            return None
        return self.sentences[at]

    def entities(self, start: int, end: int, skip: tuple[int, int] = (0, 0)) -> list[Entity]:
        """The entities that a stretch of the answer names, in order of their first names.

        Names that share a row are one entity ("order A-1 of Acme"); of overlapping names the longest counts.
        """
        found: list[Entity] = []
        holder: dict[Row, Entity] = {}
        """The entity of each row, but for those of many."""
        groups: list[Entity] = []
        """The entities of many rows."""
        for name, rows in self.book.names_in(start, end):
            if skip[0] < name.end and name.start < skip[1]:
                continue
            is_group = len(rows) > MAX_SHARED
            beside = found if is_group else [*filter(None, map(holder.get, rows)), *groups]
            alike = [entity for entity in beside if self._shared(entity.rows, rows)]
            if alike:
                entity = min(alike, key=_order_of)
                for row in () if entity in groups else entity.rows:
                    holder.pop(row, None)
                groups = [each for each in groups if each is not entity]
                entity.rows = self._shared(entity.rows, rows)
                entity.names.append(name)
            else:
                entity = Entity([name], rows, len(found))
                found.append(entity)
            if len(entity.rows) > MAX_SHARED:
                groups.append(entity)
            else:
                holder.update(dict.fromkeys(entity.rows, entity))
        return found

    def _shared(self, rows: list[Row], others: list[Row]) -> list[Row]:
        """The rows that are among `others` too; what two large groups share is remembered."""
        if len(rows) <= MAX_SHARED:
            return [row for row in rows if row in self._set_of(others)]
        key = id(rows), id(others)
        known = self._joined.get(key)
        if known is None:
            found = [row for row in rows if row in self._set_of(others)]
            known = self._joined[key] = rows, others, found  # they are held, so that their ids stay theirs
        return known[2]

    def _set_of(self, rows: list[Row]) -> Collection[Row]:
        if len(rows) <= MAX_SHARED:
            return rows
        known = self._sets.get(id(rows))
        if known is None:
            known = self._sets[id(rows)] = rows, frozenset(rows)
        return known[1]

    def context(self, start: int) -> list[Entity]:
        """The one entity of the heading that a list item stands under, or that a pronoun takes up; else none."""
        if not self.book.named:
            return []
        for left, right in self.phrases.leads(start):
            entities = self.entities(left, right)
            if len(entities) == 1 and all(
                len(self.phrases.grams[name.text.lower()]) == 1 for name in entities[0].names
            ):
                return entities  # named once: else the list may be of its variants
            if entities:
                break
        return []
