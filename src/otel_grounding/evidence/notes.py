"""Notes by which a tool, or who hands its output on, says that the output was cut: `[truncated]`, `"truncated": true`.

Such a note is no data: what is missing may be what an answer speaks of, and how many characters were left out is a
figure of nothing. A note stands apart (in brackets, behind an ellipsis, as a line or field of its own) and is made of
few words; "a truncated cone" is none. That there are further pages (`has_more`, a page token) is none either: the page
is whole, and nearly every listing says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from itertools import chain

MAX_LOOKED = 500
"""Places of one word of cutting that are looked at from the beginning of a text, and in its last characters."""
LAST = 4_000
"""Characters at the end of a text, where most notes stand."""
_REACH = 120
"""Characters on either side of such a word that belong to a note, and around a field in its object."""
_MAX_WORDS = 20

CUES = frozenset(b"truncated truncation clipped omitted elided trimmed snipped more istruncated wastruncated".split())
"""Tokens without one of which a text has no note."""
_CUTTING = frozenset("truncated clipped omitted elided trimmed snipped".split())
_CUT = frozenset(
    "output outputs response result results content contents text message tool data body stdout stderr".split()
)
"""What is cut; with it, words of cutting need no ellipsis to be a note."""
_UNITS = frozenset(
    "char chars character characters byte bytes b kb mb kib mib token tokens line lines row rows item items entry"
    " entries record records result results column columns match matches hit hits file files message messages event"
    " events document documents element elements object objects page pages key keys field fields word words".split()
)
_JOINING = frozenset(
    "truncation more note warning notice info a an the of for due to length size limit too long exceeded exceeds"
    " max maximum at after first last showing only total original was is were are be been has have from by in and"
    " with plus rest remaining middle context window brevity here additional other others count about because it"
    " its this n approximately".split()
)
_SAID = _CUTTING | _CUT | _UNITS | _JOINING
"""All words of notes."""
_BETWEEN = re.compile(r"[^\w\s,:()\[\]–-]|\n")
_WORD = re.compile(r"[A-Za-z]+|\d[\d,.]*")
_MARK = r"(?:\.{3,}|…|-{2,}|\*{2,}|={2,}|~{2,})"
_LEFT = re.compile(rf"(?:(?P<mark>{_MARK}[\s*]*)|(?P<edge>\A|\n|\\n|[\"'>|#]|[.!?;:] )[ \t#*>-]*)\Z")
_RIGHT = re.compile(rf"[)\]]{{0,2}}[.!:]?[ \t]*(?:{_MARK}|\Z|\n|\\n|\\?[\"'<|])")
_BEFORE = re.compile(r"(?:\.{3,}|…)[ \t]*\Z")
_INNER = re.compile(r"[\n\"'{}]")
"""What no note in brackets has, and a list of words does."""
_PAIRS = (("[", "]"), ("<", ">"), ("(", ")"))
_SUBJECT = r"(?:is|was|has|been|output|response|results?|content|text|message|data|body|stdout|stderr|logs?|items|list)"
_FIELD = re.compile(
    rf"(?:{_SUBJECT}[_-]?){{0,3}}(?:truncated|clipped)(?:[_-]?{_SUBJECT}){{0,2}}\\{{0,3}}[\"']?\s{{0,4}}[:=>]\s{{0,4}}[\"']?"
    r"(?:true|yes)\b",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"(?<![A-Za-z_-])(?:(?:total|original|full|raw|max|maximum|limit|omitted|removed|dropped|truncated|remaining|skipped"
    r"|output|returned|shown|kept|content|text|response|result|of|in|count|num|n)[_-]?){0,4}"
    r"(?:bytes|chars|characters|tokens|length|size)(?:[_-]?(?:total|count|limit|omitted|removed|original)){0,2}"
    r"\\{0,3}[\"']?\s{0,4}[:=]\s{0,4}(?P<figure>\d[\d.,]*\d|\d)",
    re.IGNORECASE,
)
"""A field that says how large the output was, not what is in it."""

Stretch = tuple[int, int]


def without_notes(text: str, tokens: Set[bytes]) -> str | None:
    """`text` without its notes, so that their figures are no evidence; None where it has none.

    Args:
        tokens: The runs of ASCII letters and digits of the text, lower-cased.
    """
    if CUES.isdisjoint(tokens):
        return None
    parts: list[str] = []
    at = 0
    is_cut = False
    for start, end, instead in _notes(text, tokens):
        is_cut = True
        if start >= at:
            parts += text[at:start], instead
            at = end
    return "".join((*parts, text[at:])) if is_cut else None


def _notes(text: str, tokens: Set[bytes]) -> list[tuple[int, int, str]]:
    """The notes in order, each with what stands in its place."""
    found: set[tuple[int, int, str]] = set()
    for start, end in _cues(text, tokens):
        field = _FIELD.match(text, _beginning(text, start))
        if field is not None:
            found.add((field.end(), field.end(), ""))
            found.update((*figure, "[]") for figure in _measures(text, field.start(), field.end()))
        else:
            note = _bracketed(text, start, end) or _marked(text, start, end)
            if note is not None:
                found.add((*note, " "))
    return sorted(found)


def _cues(text: str, tokens: Set[bytes]) -> Iterator[Stretch]:
    """The words of cutting in a text, from its beginning and in its last characters."""
    low = text.lower()
    if len(low) != len(text):
        return  # a letter whose small form is two: its places are those of no other text
    for word in sorted(CUES & tokens):
        cue = word.decode().removeprefix("is").removeprefix("was")
        yield from _places(low, cue, 0)
        yield from _places(low, cue, max(0, len(low) - LAST))


def _places(low: str, cue: str, at: int) -> Iterator[Stretch]:
    left, more = MAX_LOOKED, cue == "more"
    at = low.find(cue, at)
    while at >= 0 and left:
        left -= 1
        if not more or (low[max(0, at - 2) : at - 1].isdigit() and not low[at + 4 : at + 5].isalnum()):
            yield at, at + len(cue)
        at = low.find(cue, at + len(cue))


def _beginning(text: str, at: int) -> int:
    """Where the name of a field begins that an offset is in."""
    low = max(0, at - 32)
    while at > low and (text[at - 1].isalnum() or text[at - 1] in "_-"):
        at -= 1
    return at


def _measures(text: str, start: int, end: int) -> Iterator[Stretch]:
    """The figures in the fields beside a field, within its object, that measure the output."""
    low = max(chain([start - _REACH, 0], (text.rfind(brace, max(0, start - _REACH), start) for brace in "{}\n")))
    high = min(len(text), end + _REACH)
    for brace in "{}\n":
        place = text.find(brace, end, high)
        high = place if place >= 0 else high
    for measure in _MEASURE.finditer(text, low, high):
        yield measure.span("figure")


def _bracketed(text: str, start: int, end: int) -> Stretch | None:
    """A note in brackets around a word of cutting, with the ellipsis before it."""
    for opening, closing in _PAIRS:
        left = text.rfind(opening, max(0, start - _REACH), start)
        right = text.find(closing, end, end + _REACH)
        if left < 0 or right < 0 or _INNER.search(text, left + 1, right):
            continue
        before = _BEFORE.search(text, max(0, left - 8), left)
        if _is_note(text[left + 1 : right], apart=opening != "(" or before is not None):
            return before.start() if before else left, right + 1
    return None


def _marked(text: str, start: int, end: int) -> Stretch | None:
    """A note behind an ellipsis or a line of marks, or a line or sentence that is nothing else."""
    low, high = max(0, start - _REACH), min(len(text), end + _REACH)
    words = [word.start() for word in _WORD.finditer(text, low, start)]
    left = start
    mark = _LEFT.search(text, low, left)
    for begin in reversed(words):  # back over the words of the note
        if mark is not None or not _is_said(text[begin:left]):
            break
        left = begin
        mark = _LEFT.search(text, low, left)
    if mark is None:
        return None
    right = end
    for word in _WORD.finditer(text, end, high):
        if _RIGHT.match(text, right) or not _is_said(text[right : word.end()]):
            break
        right = word.end()
    closing = _RIGHT.match(text, right)
    if closing is None or not _is_note(text[left:right], apart=mark["mark"] is not None):
        return None
    return (mark.start() if mark["mark"] else left), right


def _is_said(text: str) -> bool:
    """Whether a stretch is words of notes, with no more than a space, a comma or a bracket between them."""
    return all(word[0].isdigit() or word.lower() in _SAID for word in _WORD.findall(text)) and not _BETWEEN.search(text)


def _is_note(text: str, *, apart: bool) -> bool:
    """Whether a stretch is nothing but the words of a note.

    Args:
        apart: It stands as notes do; else it must say what was cut, or how much.
    """
    words = [word.lower() for word in _WORD.findall(text)]
    if not 0 < len(words) <= _MAX_WORDS:
        return False
    if not all(word[0].isdigit() or word in _SAID for word in words):
        return False
    counts = any(word[0].isdigit() for word in words) and not _UNITS.isdisjoint(words)
    if not _CUTTING.isdisjoint(words):
        return apart or counts or not _CUT.isdisjoint(words)
    return apart and "more" in words and any(word[0].isdigit() for word in words)
