"""Final output → sentences, with the offsets they have in it.

Agents answer in markdown and in prose. Blocks come first (list items, table rows, headings, lines of code and
`key: value` lines stand alone; wrapped lines of a paragraph belong together), then sentences within a block. No pattern
here backtracks: a run of terminators is entered only at its start and never given back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]

_LINE = re.compile(r"[^\r\n]+")
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_MARKER = re.compile(r"\s*(?:(?:[-*+•–▪◦]|\d{1,3}[.)]|[A-Za-z][)]|#{1,6}|>)[ \t]+){1,8}")
_PAIR = re.compile(r"\s*[*_`\"]{0,3}\w[\w .()/#-]{0,40}?[*_`\"]{0,3}:[*_]{0,2}\s")
_HAS_WORD = re.compile(r"\w")

_LATIN_ENDS = ".!?…"
_END = re.compile(r"""[.!?…]++["'”’»)\]*_`]*+|[。！？।॥؟۔]++["'”’」』）]*+""")
_QUOTES = "\"'”’»"
_WORD_BEFORE = re.compile(r"[\w.]{1,12}\Z")
_NUMBERING = re.compile(r"\s*\d{1,3}\Z")
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st jr sr vs cf al eg ie e.g i.e approx est ca gov gen col lt sgt capt rev hon dept "
    "jan feb mar apr jun jul aug sep sept oct nov dec tue tues wed thu thur thurs fri".split()
)
_BEFORE_A_NUMBER = frozenset("no nos fig figs eq sec ch vol p pp art".split())
"""Words of their own, and abbreviations where a number follows."""
_BEFORE_LOWER_CASE = frozenset("inc ltd co corp bros etc min max avg incl excl ed mon sat sun a.m p.m u.s u.k".split())
"""Abbreviations that close a sentence when a capital follows."""


def split_sentences(text: str) -> Iterator[Span]:
    """The sentences of `text` as (start, end), increasing, never overlapping, without surrounding white space.

    List markers, heading marks and quote marks are left outside; lines without any letter or digit are no sentence.
    """
    for start, end in _blocks(text):
        yield from _sentences(text, start, end)


def _blocks(text: str) -> Iterator[Span]:
    """Stretches that a sentence never crosses."""
    opened: Span | None = None
    closed = True
    for begin, end, joins, alone in _lines(text):
        if opened and joins and not closed and _continues(text, opened, begin, end):
            opened = (opened[0], end)
            continue
        if opened:
            yield opened
        opened, closed = (begin, end), alone
    if opened:
        yield opened


def _lines(text: str) -> Iterator[tuple[int, int, bool, bool]]:
    """Each line with a word in it: start behind its marker, end, whether it may join the one before, stands alone."""
    fenced = False
    for line in _LINE.finditer(text):
        start, end = line.span()
        if _FENCE.match(text, start, end):
            fenced = not fenced
        elif _HAS_WORD.search(text, start, end):
            marker = _MARKER.match(text, start, end)
            begin = marker.end() if marker else start
            alone = fenced or text.startswith("|", begin) or (marker is not None and "#" in marker.group())
            yield begin, end, not (marker or alone), alone


def _continues(text: str, opened: Span, start: int, end: int) -> bool:
    """Whether a line goes on with the paragraph before it: nothing between, and it reads on."""
    between = text[opened[1] : start]
    if between.count("\n") > 1 or between.count("\r") > 1 or _PAIR.match(text, start, end):
        return False
    last = text[opened[1] - 1]
    return last not in ".!?:;。！？" and (last == "," or text[start : start + 80].lstrip()[:1].islower())


def _sentences(text: str, start: int, end: int) -> Iterator[Span]:
    begin = start
    stops = [stop.span() for stop in _END.finditer(text, start, end)]
    if not stops or stops[-1][1] < end:
        stops.append((end, end))
    for stop, after in stops:
        if (
            after < end
            and text[stop] in _LATIN_ENDS
            and (not text[after].isspace() or _is_inner(text, begin, stop, after))
        ):
            continue  # 3.5, v1.2, example.org, file.txt have no space behind the stop
        piece = text[begin:after]
        if _HAS_WORD.search(piece):
            left = begin + len(piece) - len(piece.lstrip())
            yield left, left + len(piece.strip())
        begin = after


def _is_inner(text: str, begin: int, stop: int, after: int) -> bool:
    """Whether a terminator with a space behind it abbreviates, numbers or quotes instead of ending a sentence."""
    follows = text[after : after + 8].lstrip()[:1]
    ending = text[stop:after]
    if ending != ".":
        # a thought that trails off, or a quotation inside a sentence: what follows in lower case goes on
        return follows.islower() and (ending in ("…", "...") or ending[-1] in _QUOTES)
    if stop - begin <= 5 and _NUMBERING.match(text, begin, stop):
        return True
    found = _WORD_BEFORE.search(text, max(begin, stop - 12), stop)
    word = found.group() if found else ""
    if len(word) == 1 and word.isupper():
        before = text[max(begin, stop - 3) : stop - 1]  # "J. Smith" has an initial, "21 °C." and "5 V." a unit
        return follows.isupper() and (not before or (before[-1] in " (\n" and not before[:-1].isdigit()))
    word = word.lower()
    if word in _BEFORE_A_NUMBER:
        return follows.isdigit()
    if word in _BEFORE_LOWER_CASE:
        return not follows.isupper()
    return word in _ABBREVIATIONS
