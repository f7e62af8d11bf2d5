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

_END = re.compile(
    r"""(?<![.!?…])[.!?…]++["'”’»)\]*_`]*+(?=\s|\Z)"""  # Latin: a terminator counts before white space only
    r"""|(?<![。！？।॥؟۔])[。！？।॥؟۔]++["'”’」』）]*+""",  # CJK, Devanagari, Arabic: no space needs to follow
)
_BEFORE = re.compile(r"[\w.]{1,12}\Z")
_NUMBERING = re.compile(r"(?:\A|[\s(])\d{1,3}\.\Z")
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st sr jr vs cf al eg ie e.g i.e approx est ca no nos fig figs eq sec ch vol pp ed art dept inc ltd "
    "co corp bros gov gen col lt sgt capt rev hon jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu "
    "thur thurs fri sat sun min max avg incl excl a.m p.m u.s u.k".split()
)
_MAY_END = frozenset("inc ltd co corp jr sr a.m p.m u.s u.k etc min max avg sun mon".split())
"""Abbreviations that also close sentences: they do when a capital follows."""


def split_sentences(text: str) -> Iterator[Span]:
    """The sentences of `text` as (start, end), increasing, never overlapping, without surrounding white space.

    List markers, heading marks and quote marks are left outside; lines without any letter or digit are no sentence.
    """
    for start, end in _blocks(text):
        yield from _sentences(text, start, end)


def _blocks(text: str) -> Iterator[Span]:
    """Stretches that a sentence never crosses."""
    fenced = False
    opened: Span | None = None
    for line in _LINE.finditer(text):
        start, end = line.span()
        if _FENCE.match(text, start, end):
            fenced = not fenced
            if opened:
                yield opened
            opened = None
            continue
        if not _HAS_WORD.search(text, start, end):
            if opened:
                yield opened
            opened = None
            continue
        marker = _MARKER.match(text, start, end)
        begin = marker.end() if marker else start
        alone = fenced or text[begin:end].lstrip().startswith("|") or marker is not None and "#" in marker.group()
        if opened and not (alone or marker) and _continues(text, opened, begin, end):
            opened = (opened[0], end)
            continue
        if opened:
            yield opened
        opened = (begin, end)
        if alone:
            yield opened
            opened = None
    if opened:
        yield opened


def _continues(text: str, opened: Span, start: int, end: int) -> bool:
    """Whether a line goes on with the paragraph before it: nothing blank between, and it reads on."""
    between = text[opened[1] : start]
    if between.count("\n") > 1 or between.count("\r") > 1 or _PAIR.match(text, start, end):
        return False
    last = text[opened[1] - 1]
    if last in ".!?:;。！？":
        return False
    first = text[start:end].lstrip()[:1]
    return last == "," or first.islower()


def _sentences(text: str, start: int, end: int) -> Iterator[Span]:
    begin = start
    for stop in _END.finditer(text, start, end):
        if stop.end() < end and _is_inner(text, begin, stop, end):
            continue
        yield from _trimmed(text, begin, stop.end())
        begin = stop.end()
    yield from _trimmed(text, begin, end)


def _is_inner(text: str, begin: int, stop: re.Match[str], end: int) -> bool:
    """Whether a full stop abbreviates or numbers instead of ending a sentence."""
    follows = text[stop.end() : stop.end() + 8].lstrip()[:1]
    if stop.group() != ".":
        # a thought that trails off, or a quotation inside a sentence: what follows in lower case goes on
        return follows.islower() and (stop.group() in ("…", "...") or stop.group()[-1] in "\"'”’»")
    if _NUMBERING.search(text, max(begin, stop.start() - 4), stop.end()) and stop.end() - begin <= 5:
        return True
    word = _BEFORE.search(text, max(begin, stop.start() - 12), stop.start())
    if word is None:
        return False
    before = word.group().lower()
    if len(before) == 1 and before.isalpha() and word.group().isupper():
        return follows.isupper()  # an initial: "J. Smith"
    if before in _MAY_END:
        return not follows.isupper()
    if before in ("no", "nos", "fig", "figs", "eq", "sec", "ch", "vol", "pp", "art", "est", "ca", "approx"):
        return follows.isdigit() or follows in "$€£¥~±(" or before in ("est", "ca", "approx")
    return before in _ABBREVIATIONS


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    piece = piece.strip()
    if piece and _HAS_WORD.search(piece):
        yield start + left, start + left + len(piece)
