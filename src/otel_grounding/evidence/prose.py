"""Prose as records: sentences that tell the same fields of one thing after another.

"Alder House has 14 rooms. Its rent is $2,100. Birch House has 9 rooms. Its rent is $1,750." A thing is named where its
sentences begin and keeps them until another one is named; a field is called by the words around its figure, in
whichever order. It is read as records only where several things have the same fields.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from otel_grounding.config import GroundingConfig
from otel_grounding.evidence.records import Table
from otel_grounding.text.facts import Mention, find_mentions
from otel_grounding.text.phrases import Phrases
from otel_grounding.text.wording import NEGATIONS, STOP_WORDS

MAX_PROSE = 64 * 1024
"""Characters that are read as records."""
MAX_RECORDS = 400
MIN_FIELDS = 2
"""Fields that several records must have in common."""
_END = re.compile(r"(?<!\bSt)(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bNo)[.!?](?=\s|\Z)|[;\n]")
_PART = re.compile(r"[,:()|]|\b(?:and|with|while)\b")
_DIGIT = re.compile(r"\d")
_LEAD = re.compile(
    r"[\s\"'*_#>•-]*(?:(?:for|at|in|on|as for|with|regarding|meanwhile,?|and)\s+)?(?:the\s+)?"
    r"(?:[a-z][\w'-]*\s+(?:[a-z][\w'-]*\s+){0,4}(?:of|for|at|in)\s+(?:the\s+)?)?\Z",
    re.IGNORECASE,
)
"""What may stand before the name of what a sentence is about: nothing, "For", "The status of"."""
_NUMBERED = re.compile(r"\b\d{1,5}\s\Z")
_TAIL_NUMBER = re.compile(
    r"(\s\d{1,4})(?:['’]s\b|[.,:)(](?!\d)|\s\(|\s*\Z|\s(?:is|are|was|were|has|had|have|remains?|stands?)\b)"
)
"""Behind a name: a number that belongs to it, "Room 7 is"."""
_ARTICLE = re.compile(r"\b(?:the|a|an|its|their)\s+\Z", re.IGNORECASE)
_IS = re.compile(
    r"(?:\s[a-z]{3,16})?\s+(?:is|are|was|were|remains?|stands)\s+"
    r"(?:(?:currently|now|still|presently|recorded|listed|marked|given|reported|shown|registered|logged|filed|noted)\s+"
    r"(?:as\s+)?){0,2}([a-z][\w-]*(?:\s[a-z][\w-]*){0,3})\s*\Z"
)
_STATUS = re.compile(r"\b(status|state|condition|outcome)\s+(?:is\s+|of\s+)?([a-z][\w-]*(?:\s[a-z][\w-]*){0,2})\s*\Z")
_ARTICLES = frozenset(("a", "an", "the", "not", "no"))
_REPORTING = frozenset(
    "stand stands stood give gives given gave state states stated book books booked record records recorded measure"
    " measures measured list lists listed report reports reported show shows shown showed come comes came put puts note"
    " notes noted log logs logged register registers registered set currently amounts".split()
)
"""Verbs that tell a figure without saying whose or what it is."""
_SILENT = STOP_WORDS | NEGATIONS | _REPORTING
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*+")
_CUT = re.compile(r"[,.;](?=\s)|\n")
_LOWER = re.compile(r"\b[a-z]{2,}\b")


@dataclass(slots=True)
class Record:
    """What some sentences say of one thing.

    Attributes:
        source_id: The source they come from.
        name: The thing, as the prose calls it.
        fields: Its figures and its status as written, by the words that label them.
    """

    source_id: str
    name: str
    fields: dict[str, str | None] = field(default_factory=dict)

    def table(self) -> Table:
        """It as a table of one row."""
        origin = (self.source_id, self.name)
        return Table(self.source_id, "", [{"name": self.name, **self.fields}], origins=[origin])


def may_hold_records(texts: Iterable[str]) -> bool:
    """A look before the reading: whether several sentences with figures are told again in the same words."""
    told: set[str] = set()
    again: set[str] = set()
    left = MAX_PROSE
    for text in texts:
        for part in _CUT.split(text[:left]):
            if _DIGIT.search(part):
                words = " ".join(_LOWER.findall(part)).removeprefix("and ")
                if words and words in told:
                    again.add(words)
                    if len(again) == MIN_FIELDS:
                        return True
                told.add(words)
        left -= len(text)
        if left <= 0:
            break
    return False


def read_prose(text: str, source_id: str, config: GroundingConfig) -> tuple[list[Record], str]:
    """The records a prose may hold, and the text of the sentences that are in none of them."""
    text = text[:MAX_PROSE]
    mentions = [each for each in find_mentions(text, config) if not each.below_floor or each.readings or each.moments]
    runs = [(run[0][0], run[-1][1]) for run in Phrases(text).runs]
    records: dict[str, Record] = {}
    current: Record | None = None
    rest: list[str] = []
    next_mention = next_run = 0
    for start, end in _clauses(text):
        while next_mention < len(mentions) and mentions[next_mention].start < start:
            next_mention += 1
        while next_run < len(runs) and runs[next_run][0] < start:
            next_run += 1
        inside = []
        for each in mentions[next_mention : next_mention + 24]:
            if each.end > end:
                break
            inside.append(each)
        subject = _subject(text, start, end, runs[next_run : next_run + 4], inside)
        if subject is not None:
            name = text[slice(*subject)]
            current = records.get(name)
            if current is None and len(records) < MAX_RECORDS:
                current = records[name] = Record(source_id, name)
        if current is None:
            rest.append(text[start:end])
            continue
        found = list(_fields(text, start, end, current.name, subject, inside))
        if not found:
            rest.append(text[start:end])
        for label, value in found:
            # told twice, and not the same: neither is what it is
            current.fields[label] = value if current.fields.get(label, value) == value else None
    return [record for record in records.values() if len(record.fields) >= MIN_FIELDS], "\n".join(rest)


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for stop in _END.finditer(text):
        if text[at : stop.start()].strip():
            yield at, stop.start()
        at = stop.end()
    if text[at:].strip():
        yield at, len(text)


def _subject(
    text: str, start: int, end: int, runs: Sequence[tuple[int, int]], mentions: Sequence[Mention]
) -> tuple[int, int] | None:
    """The place of the name that a clause begins with."""
    for left, right in runs:
        if left >= end:
            return None
        right = min(right, end)
        number = _NUMBERED.search(text, max(start, left - 6), left)
        if text[left:right].isdigit():
            continue
        last = text.rfind(" ", left, right)
        if last > 0 and text[last + 1 : right].isdigit():
            right = last
        tail = _TAIL_NUMBER.match(text, right, end)
        right = tail.end(1) if tail else right
        if number is None and tail is None and any(_covers(each, left, right) for each in mentions):
            continue
        left = number.start() if number else left
        if text[right - 2 : right] in ("'s", "’s"):
            right -= 2
        if text[left].islower() and _ARTICLE.search(text, start, left):
            return None  # "the no-show rate": a compound, no name
        return (left, right) if _LEAD.match(text, start, left) else None
    return None


def _covers(mention: Mention, left: int, right: int) -> bool:
    """Whether a figure is more than a part inside a name."""
    return mention.start < right and left < mention.end and not (left < mention.start and mention.end < right)


def _fields(
    text: str, start: int, end: int, name: str, subject: tuple[int, int] | None, mentions: Sequence[Mention]
) -> Iterator[tuple[str, str]]:
    """What a clause tells: the words that label a figure, and the figure; or a status."""
    taken = [(each.start, each.end) for each in mentions]
    if subject is not None:
        taken.append(subject)
    cuts = [start]
    cuts += [
        brk.end()
        for brk in _PART.finditer(text, start, end)
        if not any(left <= brk.start() < right for left, right in taken)
    ]
    cuts.append(end)
    for left, right in pairwise(cuts):
        inside = [
            each
            for each in mentions
            if left <= each.start < right and (subject is None or not subject[0] <= each.start < subject[1])
        ]
        own = subject is not None and left <= subject[0] < right
        if not inside and own:
            assert subject is not None
            status = _IS.match(text, subject[1], len(text[:right].rstrip(" ,:(|")))
            if status and status.group(1).split()[0] not in _ARTICLES:
                yield "status", status.group(1)
        if not inside and (told := _STATUS.search(text, left, len(text[:right].rstrip(" ,")))):
            yield told.group(1), told.group(2)
        if len(inside) != 1:
            continue
        (figure,) = inside
        words = _label(f"{text[left : figure.start]} {text[figure.end : right]}".replace(name, " "))
        if 0 < len(words) <= 8:
            yield " ".join(words), figure.text


def _label(text: str) -> list[str]:
    lows = (word.lower() for word in _WORD.findall(text))
    return [low for low in lows if low not in _SILENT and not low.isdigit() and "'" not in low]


def common_fields(records: Sequence[Record]) -> list[Record]:
    """The records with the fields that several of them have, where that leaves them enough."""
    counts = Counter(label for record in records for label in record.fields)
    kept = []
    for record in records:
        shared: dict[str, str | None] = {
            label: value for label, value in record.fields.items() if counts[label] > 1 and value is not None
        }
        if len(shared) >= MIN_FIELDS:
            kept.append(Record(record.source_id, record.name, shared))
    return kept
