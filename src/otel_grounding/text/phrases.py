"""An answer as a reader sees it: its sentences, words and the names in them, computed when asked for."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from otel_grounding.caching import cached_property
from otel_grounding.text.claims import Span, split_sentences
from otel_grounding.text.wording import NEGATIONS, STOP_WORDS, content_stem, content_stems

_TOKEN = re.compile(r"\d++(?:[.,:/-]\d++)*+\w*+|[^\W_]++(?:[-'’._&/@+][^\W_]++)*+")
_EDGES = r"\s,;:()\[\]|\"“”*`<>=!?{}"
_NAMELY = re.compile(rf"(?<![^{_EDGES}])[a-z]*+[^a-z{_EDGES}][^{_EDGES}]*+")
"""A word that is more than lower-case letters."""
_FIGURE = re.compile(r"[-+$€£¥]*\d[\d.,:/%-]*+[a-z%]{0,3}\Z")
_NUMBERED = re.compile(r"\b\d{1,5} \Z")
_SIGN_OF_NAME = re.compile(r"[-_@\d]")
_NUMBER = re.compile(r" \d{1,4}\b(?![.,]?\d)")
_TAIL = re.compile(r"(?<=\w)( [a-z]{3,16})( [a-z]{2,16})?")
_JOINS = frozenset((" of ", " of the ", " & ", " de ", " and ", " and the "))
_GENITIVES = ("'s", "’s")
_PRONOUN = re.compile(r"(?:It|Its|They|Their|He|His|She|Her|This|The latter)\b")
_ITEM = re.compile(r"[ \t]*[-*+•][ \t]|[ \t]{2,}[^\s\d]")
_TITLE = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])?[ \t]*(?:#{1,6} |\*\*[^*\n]{1,80}\*\*:?[ \t]*$)", re.MULTILINE)
MAX_ITEMS = 12
"""Items of a list that may stand between one of them and its title."""
MAX_RUN = 6
"""Words of a name."""


class Word(NamedTuple):
    """One word: its place, its text and its stem; `negated` where it is the first content word behind a negation."""

    start: int
    end: int
    text: str
    stem: str
    negated: bool = False


def words_of(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """The content words of a stretch of text, numbers included, with the reach of negations marked."""
    found = []
    negated = False
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        word = match[0]
        meaning = content_stem(word)
        if meaning:
            found.append(Word(match.start(), match.end(), word, meaning, negated))
            negated = False
        elif word.lower() in NEGATIONS:
            # a double negation is a plain statement; "not only" negates nothing
            negated = not negated and text[match.end() : match.end() + 5].lower() != " only"
    return found


class Name(NamedTuple):
    """A run of words that may name something, and its place."""

    start: int
    end: int
    text: str


class Phrases:
    """One text with its sentences and the names in it.

    Args:
        sentences: The spans of `split_sentences`, where they are known.
    """

    def __init__(self, text: str, sentences: Sequence[Span] | None = None) -> None:
        self.text = text
        self._sentences = sentences
        self._stems: dict[tuple[int, int], frozenset[str]] = {}
        self._words: dict[tuple[int, int], list[Word]] = {}

    @property
    def sentences(self) -> Sequence[Span]:
        """The sentences, in order."""
        if self._sentences is None:
            self._sentences = list(split_sentences(self.text))
        return self._sentences

    def stems(self, start: int, end: int) -> frozenset[str]:
        """The stems of the content words of a stretch; remembered, since many facts share a sentence."""
        found = self._stems.get((start, end))
        if found is None:
            found = self._stems[start, end] = frozenset(content_stems(self.text[start:end]))
        return found

    def words(self, start: int, end: int) -> list[Word]:
        """The content words of a stretch, remembered like its stems."""
        found = self._words.get((start, end))
        if found is None:
            found = self._words[start, end] = words_of(self.text, start, end)
        return found

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.sentences]

    def sentence_at(self, offset: int) -> tuple[int, int]:
        """The sentence around an offset; an empty span where there is none."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0 or self.sentences[at][1] <= offset:
            return offset, offset
        return self.sentences[at]

    def leads(self, start: int) -> Iterator[tuple[int, int]]:
        """What a sentence hangs on, nearest first: the title above a list item, the sentence before a pronoun."""
        text = self.text
        at = bisect_right(self._starts, start) - 1
        if _PRONOUN.match(text, start):
            if at > 0 and "\n" not in text[self.sentences[at - 1][1] : start]:
                yield self.sentences[at - 1]
            return
        line = text.rfind("\n", 0, start) + 1
        if not _ITEM.match(text, line, start + 1):
            return
        for left, right in reversed(self.sentences[max(0, at - MAX_ITEMS) : at]):
            line = text.rfind("\n", 0, left) + 1
            if _TITLE.match(text, line) or text[right - 1] == ":" or not _ITEM.match(text, line, left + 1):
                yield left, right
                return

    def is_initial(self, offset: int) -> bool:
        """Whether a sentence begins at an offset."""
        return self.sentence_at(offset)[0] == offset

    @cached_property
    def runs(self) -> list[list[tuple[int, int]]]:
        """Stretches of words that look like names (capitals, digits, hyphens), each word with its place."""
        text = self.text
        found: list[list[tuple[int, int]]] = []
        run: list[tuple[int, int]] = []
        last = -1
        for piece in _NAMELY.finditer(text):
            start, end = piece.span()
            word = piece.group()
            if not _is_namely(word):
                last = -1
                continue
            if word[-1] == "." and len(word) > 3:  # a sentence ends here; "St." and "J." go on
                end -= 1
            if last >= 0 and (start - last == 1 or text[last:start] in _JOINS):
                run.append((start, end))
            else:
                run = [(start, end)]
                found.append(run)
            last = end if text[end : end + 1] != "." else -1
        return found

    @cached_property
    def grams(self) -> dict[str, list[Name]]:
        """Every part of the runs, lower-cased, with its places."""
        found: dict[str, list[Name]] = {}
        text = self.text
        for words in self.runs:
            for first, (begin, _) in enumerate(words):
                for _, stop in words[first : first + MAX_RUN]:
                    gram = text[begin:stop]
                    found.setdefault(gram.lower(), []).append(Name(begin, stop, gram))
                    if gram[-2:] in _GENITIVES:
                        found.setdefault(gram[:-2].lower(), []).append(Name(begin, stop - 2, gram[:-2]))
            number = _NUMBER.match(text, words[-1][1])
            if number:  # "Flight KX 92"
                for begin, _ in words[-MAX_RUN:]:
                    gram = text[begin : number.end()]
                    found.setdefault(gram.lower(), []).append(Name(begin, number.end(), gram))
            before = words[0][0]
            lead = text[before - 2 : before - 1].isdigit() and _NUMBERED.search(text, max(0, before - 7), before)
            if lead:  # "14 Larch Avenue"
                gram = text[lead.start() : words[-1][1]]
                found.setdefault(gram.lower(), []).append(Name(lead.start(), words[-1][1], gram))
            tail = _TAIL.match(text, words[-1][1])
            if tail:
                # names go on in lower case: "Lisbon store", "Fix login page"
                for group in (1, 2):
                    if tail[group] and tail[group][1:] not in STOP_WORDS:
                        stop = tail.end(group)
                        number = _NUMBER.match(text, stop)  # "Reading room 604"
                        for end in (stop, number.end()) if number else (stop,):
                            gram = text[words[0][0] : end]
                            found.setdefault(gram.lower(), []).append(Name(words[0][0], end, gram))
        return found

    @cached_property
    def keys(self) -> set[str | int]:
        """What a cell may hold to be named here: the parts as written, lower-cased, and whole numbers as numbers."""
        found: set[str | int] = set()
        for low, names in self.grams.items():
            found.add(low)
            found.update(name.text for name in names)
            if low.isdecimal() and len(low) < 19:
                found.add(int(low))
            elif " " not in low:
                found.add(low.upper())
                found.add(low.capitalize())
        return found


def _is_namely(word: str) -> bool:
    """Whether a word reads as a name or a part of one: a capital, digits among letters, a hyphen; no figure."""
    if word[:1].isupper():
        return word.lower() not in STOP_WORDS
    if _SIGN_OF_NAME.search(word) or (not word.isascii() and any(map(str.isdigit, word))):
        return (word.isdigit() and len(word) > 2) or not _FIGURE.match(word)
    return False
