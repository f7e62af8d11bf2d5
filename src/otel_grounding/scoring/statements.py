"""Polarity and direction: sentences of an answer that the evidence says, or says the opposite of.

A statement is a fact only where one sentence of the evidence is about the same thing: the same names, the same figures,
nearly the same words. Then each of its words that is negated, or has a known opposite, must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from otel_grounding.caching import cached_property
from otel_grounding.evidence.index import Evidence, IndexedSource
from otel_grounding.evidence.occurrences import Occurrences
from otel_grounding.evidence.work import Work
from otel_grounding.model import FactKind, FactReason, FactResult, FactVerdict
from otel_grounding.scoring.answer import Answer, Sentence
from otel_grounding.text.phrases import Phrases, Word, words_of
from otel_grounding.text.tokens import SIGNIFICANT_LENGTH, ascii_runs, significant_tokens
from otel_grounding.text.wording import are_opposite, has_opposite, opposite_forms

_MIN_WORDS = 3
"""Content words a clause needs before it can be told from others."""
_MIN_NAMELESS = 4
"""The same without a name or a figure among them."""
_MAX_SOURCES = 2
_MAX_PLACES = 12
"""Places of the rarest word that are looked at in one source."""
_MAX_SENTENCE = 400
_MAX_WORDS = 400
"""Content words of a clause: no sentence of the evidence says more than that."""
_NEGATING = frozenset(
    b"not never without didn doesn isn wasn weren aren don cannot hasn haven hadn won none neither nor".split()
)
"""Tokens that negate."""
_NEGATION = re.compile(r"\b(?:not|never|no|without|cannot|none|neither)\b|n['’]t\b", re.IGNORECASE)
_STOP = re.compile(r"[.!?](?=\s|\"|$)|[\n\r\"{}]|\\n")
_FRAME = re.compile(
    r"(?:(?:[Tt]he )?\w+ (?:says?|confirms?|shows?|notes?|reports?|states?|indicates?)(?: that)?|[^.;:,]{0,48}[:,]) "
)
"""What only introduces a sentence: "The log says that", "To be precise,"."""
_SPLIT = re.compile(
    r";|—| – |, (?:and|but|while|whereas|although|though|which|who) |,? (?:but|while|whereas|although|though) "
    r"| and (?=(?:it|its|their|the|they|there)\b)"
)


def check_sentences(answer: Answer, evidence: Evidence) -> Iterator[FactResult]:
    """The statements of an answer that a sentence of the evidence confirms or denies."""
    reading = _Reading(answer.phrases, evidence, answer.book.work)
    for sentence in answer.sentences:
        answer.book.work.begin()
        if not reading.may_speak(sentence):
            continue
        for left, right in _clauses(sentence.text, sentence.start, sentence.end):
            found = reading.check(left, right)
            if answer.book.work.is_short:
                break
            if found is not None:
                yield found
                if (left, right) == (sentence.start, sentence.end):
                    break


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence as a whole, then its clauses."""
    yield start, end
    frame = _FRAME.match(text, start, end)
    if frame:
        yield frame.end(), end
    begin = start
    for cut in _SPLIT.finditer(text, start, end):
        yield begin, cut.start()
        begin = cut.end()
    if begin > start:
        yield begin, end


class _Reading:
    """What has been looked up for one answer."""

    def __init__(self, phrases: Phrases, evidence: Evidence, work: Work) -> None:
        self._phrases, self._sources = phrases, evidence.sources
        self._denials = any(not _NEGATING.isdisjoint(source.tokens) for source in self._sources)
        self._deniers: dict[str, frozenset[int]] = {}
        self._silent: set[str] = set()
        self._work = work
        self._searched: dict[int, Occurrences] = {}

    def may_speak(self, sentence: Sentence) -> bool:
        """Whether a sentence has something that evidence could deny."""
        if self._denials or (_is_denial(sentence.answer.tokens) and _is_denial(sentence.tokens)):
            return True
        return any(map(self._denying, sentence.turning))

    def _denying(self, word_stem: str) -> frozenset[int]:
        """The sources that have an opposite of the word, or a negation."""
        found = self._deniers.get(word_stem)
        if found is None:
            forms = opposite_forms(word_stem)
            turned = {at for at, source in enumerate(self._sources) if not source.tokens.isdisjoint(forms)}
            found = self._deniers[word_stem] = self._negating.union(turned)
        return found

    @cached_property
    def _negating(self) -> frozenset[int]:
        """The sources that have a negation."""
        return frozenset(at for at, source in enumerate(self._sources) if not source.tokens.isdisjoint(_NEGATING))

    @cached_property
    def _holding(self) -> dict[bytes, set[int]]:
        """The words of the answer, each with the sources that have it."""
        told = set(ascii_runs(self._phrases.text))
        found: dict[bytes, set[int]] = {}
        for at, source in enumerate(self._sources):
            for word in told & source.tokens:
                found.setdefault(word, set()).add(at)
        return found

    def check(self, start: int, end: int) -> FactResult | None:
        """The verdict on one clause, or None where no sentence of the evidence is about the same."""
        clause = self._phrases.text[start:end]
        if clause in self._silent:  # answers repeat themselves
            return None
        found = self._look(start, end)
        if found is None:
            self._silent.add(clause)
        return found

    def _look(self, start: int, end: int) -> FactResult | None:
        words = self._phrases.words(start, end)
        if not _MIN_WORDS <= len(words) <= _MAX_WORDS:
            return None
        denied = any(word.negated for word in words)
        deniers = [self._denying(word.stem) for word in words if has_opposite(word.stem)]
        if not (denied or self._denials or any(deniers)):
            return None
        # a sentence about something or some figure else is no other version of this one
        needed = set(ascii_runs(" ".join(word.text for word in words if _is_named(word, words[0]))))
        if len(words) < _MIN_NAMELESS and not needed:
            return None
        keys = significant_tokens(" ".join(word.text for word in words))
        ranked = []
        for at in self._about(needed, keys):
            if denied or at in self._negating or any(at in each for each in deniers):
                if not self._work.allows(1):
                    return None
                held = len(keys & self._sources[at].tokens)
                if 2 * held >= len(keys):
                    ranked.append((-held, at))
        ranked.sort()
        best: FactResult | None = None
        for _, at in ranked[:_MAX_SOURCES]:
            source = self._sources[at]
            known = [key.decode() for key in keys & source.tokens]
            anchors = [key.decode() for key in needed if len(key) >= SIGNIFICANT_LENGTH] or known
            for left, right in self._places(at, anchors):
                if not self._work.allows(_MAX_SENTENCE // 8):
                    return best
                window = source.text[left:right].lower()
                if 3 * sum(key in window for key in known) < 2 * len(known):
                    continue
                found = _compare(self._phrases, words, start, end, source, left, right)
                if found is not None:
                    if found.verdict is FactVerdict.SUPPORTED:
                        return found
                    best = best or found
        return best

    def _about(self, needed: set[bytes], keys: set[bytes]) -> list[int]:
        """The sources that have all words needed, in order; where none is, those that have one of the keys."""
        if needed:
            each = sorted((self._holding.get(word, set()) for word in needed), key=len)
            return sorted(each[0].intersection(*each[1:]))
        return sorted(set[int]().union(*(self._holding.get(word, set()) for word in keys)))

    def _places(self, at: int, keys: list[str]) -> Iterator[tuple[int, int]]:
        """The sentences of a source that hold its rarest word among `keys`."""
        known = self._searched.get(at)
        if known is None:
            known = self._searched[at] = Occurrences(self._sources[at].text, self._phrases.text)
        text, seen = known.text, -1
        for place in known.rarest(sorted(keys, key=len, reverse=True)[:3], _MAX_PLACES):
            if place >= seen:
                left = max(0, place - _MAX_SENTENCE)
                for before in _STOP.finditer(text, left, place):
                    left = before.end()
                behind = _STOP.search(text, place, place + _MAX_SENTENCE)
                seen = behind.start() if behind else min(len(text), place + _MAX_SENTENCE)
                yield left, seen


def _is_denial(tokens: frozenset[bytes]) -> bool:
    return b"no" in tokens or not _NEGATING.isdisjoint(tokens)


def _is_named(word: Word, first: Word) -> bool:
    """Whether a word is a name or a figure: a sentence without it is about something else."""
    return (word.text[:1].isupper() and word is not first) or any(map(str.isdigit, word.text)) or "-" in word.text


def _compare(
    phrases: Phrases, words: list[Word], start: int, end: int, source: IndexedSource, left: int, right: int
) -> FactResult | None:
    other = words_of(source.text, left, right)
    theirs = {word.stem: word for word in reversed(other)}
    missing = []
    turned: tuple[Word, Word] | None = None
    agreed: Word | None = None
    for word in words:
        same = theirs.get(word.stem)
        if same is None:
            same = next((word_ for word_ in other if are_opposite(word.stem, word_.stem)), None)
            if same is None:
                if _is_named(word, words[0]):
                    return None
                missing.append(word)
                continue
            differs = not (word.negated ^ same.negated)
        else:
            differs = word.negated ^ same.negated
            if not word.negated and not differs and not has_opposite(word.stem):
                continue
        if differs:
            turned = turned or (word, same)
        else:
            agreed = agreed or word
    common = len(words) - len(missing)
    if 6 * len(missing) > len(words) or common < _MIN_WORDS or 2 * common < len(other):
        return None
    if turned is not None:
        word, same = turned
        return FactResult(
            FactKind.STATEMENT, *_span(phrases.text, word, start), FactVerdict.CONTRADICTED, (source.id,),
            nearest=_quote(source.text, same, left), reason=FactReason.OPPOSITE, where=source.text[left:right].strip(),
        )  # fmt: skip
    if agreed is not None and not missing:
        return FactResult(
            FactKind.STATEMENT, *_span(phrases.text, agreed, start), FactVerdict.SUPPORTED, (source.id,),
            reason=FactReason.SAME_STATEMENT, where=source.text[left:right].strip(),
        )  # fmt: skip
    return None


def _span(text: str, word: Word, start: int) -> tuple[str, int, int]:
    """The word with its negation, where it has one."""
    begin = word.start
    if word.negated:
        for found in _NEGATION.finditer(text, max(start, begin - 40), begin):
            begin = found.start()
            while (
                found.group()[0] in "nN"
                and "'" in found.group().replace("’", "'")
                and begin > start
                and text[begin - 1].isalpha()
            ):
                begin -= 1
    return text[begin : word.end], begin, word.end


def _quote(text: str, word: Word, start: int) -> str:
    return _span(text, word, start)[0]
