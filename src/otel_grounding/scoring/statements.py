"""Polarity and direction: sentences of an answer that the evidence says, or says the opposite of.

A statement is a fact only where one sentence of the evidence is about the same thing: the same names, the same figures,
nearly the same words. Then each of its words that is negated, or has a known opposite, must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from otel_grounding.evidence.index import Evidence, IndexedSource
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
    reading = _Reading(answer.phrases, evidence)
    for sentence in answer.sentences:
        if not reading.may_speak(sentence):
            continue
        for left, right in _clauses(sentence.text, sentence.start, sentence.end):
            found = reading.check(left, right)
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

    def __init__(self, phrases: Phrases, evidence: Evidence) -> None:
        self._phrases, self._sources = phrases, evidence.sources
        self._denials = any(not _NEGATING.isdisjoint(source.tokens) for source in self._sources)
        self._deniers: dict[str, list[bool]] = {}
        self._silent: set[str] = set()

    def may_speak(self, sentence: Sentence) -> bool:
        """Whether a sentence has something that evidence could deny."""
        if self._denials or (_is_denial(sentence.answer.tokens) and _is_denial(sentence.tokens)):
            return True
        return any(map(any, map(self._denying, sentence.turning)))

    def _denying(self, word_stem: str) -> list[bool]:
        """For each source, whether it has an opposite of the word, or a negation."""
        found = self._deniers.get(word_stem)
        if found is None:
            forms = opposite_forms(word_stem)
            found = self._deniers[word_stem] = [
                not source.tokens.isdisjoint(forms) or not source.tokens.isdisjoint(_NEGATING)
                for source in self._sources
            ]
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
        if len(words) < _MIN_WORDS:
            return None
        denied = any(word.negated for word in words)
        deniers = [self._denying(word.stem) for word in words if has_opposite(word.stem)]
        if not (denied or self._denials or any(map(any, deniers))):
            return None
        # a sentence about something or some figure else is no other version of this one
        needed = set(ascii_runs(" ".join(word.text for word in words if _is_named(word, words[0]))))
        if len(words) < _MIN_NAMELESS and not needed:
            return None
        keys = significant_tokens(" ".join(word.text for word in words))
        ranked = []
        for at, source in enumerate(self._sources):
            if needed <= source.tokens and (
                denied
                or any(each[at] for each in deniers)
                or (self._denials and not _NEGATING.isdisjoint(source.tokens))
            ):
                held = len(keys & source.tokens)
                if 2 * held >= len(keys):
                    ranked.append((-held, at))
        ranked.sort()
        best: FactResult | None = None
        for _, at in ranked[:_MAX_SOURCES]:
            source = self._sources[at]
            known = [key.decode() for key in keys & source.tokens]
            anchors = [key.decode() for key in needed if len(key) >= SIGNIFICANT_LENGTH] or known
            for left, right in _places(source, anchors):
                window = source.text[left:right].lower()
                if 3 * sum(key in window for key in known) < 2 * len(known):
                    continue
                found = _compare(self._phrases, words, start, end, source, left, right)
                if found is not None:
                    if found.verdict is FactVerdict.SUPPORTED:
                        return found
                    best = best or found
        return best


def _is_denial(tokens: frozenset[bytes]) -> bool:
    return b"no" in tokens or not _NEGATING.isdisjoint(tokens)


def _is_named(word: Word, first: Word) -> bool:
    """Whether a word is a name or a figure: a sentence without it is about something else."""
    return (word.text[:1].isupper() and word is not first) or any(map(str.isdigit, word.text)) or "-" in word.text


def _places(source: IndexedSource, keys: list[str]) -> Iterator[tuple[int, int]]:
    """The sentences of a source that hold its rarest word among `keys`."""
    if not keys:
        return
    text = source.text
    rarest, fewest = "", _MAX_PLACES + 1
    for word in sorted(keys, key=len, reverse=True)[:3]:
        for form in (word, word.capitalize(), word.upper()):
            count = text.count(form)
            if count:
                if count < fewest:
                    rarest, fewest = form, count
                break
    if not rarest:
        return
    at, seen = text.find(rarest), -1
    while at >= 0:
        if at >= seen:
            left = max(0, at - _MAX_SENTENCE)
            for before in _STOP.finditer(text, left, at):
                left = before.end()
            behind = _STOP.search(text, at, at + _MAX_SENTENCE)
            seen = behind.start() if behind else min(len(text), at + _MAX_SENTENCE)
            yield left, seen
        at = text.find(rarest, at + 1)


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
