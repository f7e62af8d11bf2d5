"""Where the words of an answer stand in the running texts of the evidence.

A search reads the texts, which is the fastest for the few words of a short answer. A thousand names would read the
evidence a thousand times: from a number of searches on, the places of all words that the answer has are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from otel_grounding.caching import cached_property
from otel_grounding.evidence.figure_text import TextFigures, is_apart
from otel_grounding.text.facts.words import NUMBER_WORDS
from otel_grounding.text.tokens import ascii_runs

MAX_SEARCHES = 128
"""Times that the texts are read as a whole before an index of their words is made."""
MAX_LOOKED = 512
"""Places of the rarest word of a needle at which the rest of it is compared."""
_OVERHEAD = 256
"""Characters that are read in the time that it takes to ask one text."""
_RUN = re.compile(r"[^\W_]++")
_COUNTED = re.compile(r"\d(?=[^\W\d_])")
"""In a run: a digit before a letter. "12" is found in "12kg"."""
_PREFIXES = 64
"""Characters of a run in which those are looked for."""
_NUMBER_SHIFT = 40
_OFFSET = (1 << _NUMBER_SHIFT) - 1


class Words:
    """The words of some texts.

    Args:
        asked: The text whose words are going to be looked for.
    """

    def __init__(self, texts: Sequence[TextFigures], asked: str) -> None:
        self._texts, self._asked = texts, asked
        self._left = MAX_SEARCHES * sum(len(text.text) + _OVERHEAD for text in texts)

    def find(self, needle: str) -> Iterator[tuple[TextFigures, int]]:
        """The places of a lower-cased `needle` that are not inside a longer word or number, text by text; bounded."""
        if needle.isascii():
            runs = ascii_runs(needle)
            if needle[-1:].isdigit():
                runs.pop()  # a unit may touch it
            if not self.told.issuperset(runs):
                return
        if self._left < 0:
            found = list(_RUN.finditer(needle))
            if found and all(run[0] in self._wanted for run in found):
                yield from self._look_up(needle, found)
                return
        for text in self._texts:
            self._left -= _OVERHEAD
            done = 0
            for at in text.find(needle, folded=True):
                self._left -= at - done
                done = at
                yield text, at
            self._left -= len(text.text) - done

    @cached_property
    def told(self) -> frozenset[bytes]:
        """The runs of ASCII letters and digits of all texts, lower-cased."""
        return frozenset().union(*(text.words for text in self._texts))

    @cached_property
    def _wanted(self) -> frozenset[str]:
        """The words that may be looked for: the answer's, small numbers in words, versions with and without their v."""
        words = set(_RUN.findall(self._asked.lower()))
        words.update(NUMBER_WORDS.values())
        words.update(["v" + word for word in words if word.isdigit()])
        words.update([word[1:] for word in words if word[0] == "v"])
        return frozenset(words)

    def _look_up(self, needle: str, runs: list[re.Match[str]]) -> Iterator[tuple[TextFigures, int]]:
        rarest = min(runs, key=lambda run: len(self._places.get(run[0], ())))
        for place in self._places.get(rarest[0], [])[:MAX_LOOKED]:
            text, at = self._texts[place >> _NUMBER_SHIFT], (place & _OFFSET) - rarest.start()
            if at >= 0 and text.low.startswith(needle, at) and is_apart(text.low, at, needle):
                yield text, at

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """Each wanted word with its places: the number of the text and the offset in one integer."""
        found: dict[str, list[int]] = {}
        wanted = self._wanted
        for number, text in enumerate(self._texts):
            base = number << _NUMBER_SHIFT
            for run in _RUN.finditer(text.low):
                word = run[0]
                if word in wanted:
                    found.setdefault(word, []).append(base + run.start())
                if not word.isalpha() and not word.isdigit():
                    for digit in _COUNTED.finditer(word, 0, _PREFIXES):
                        if word[: digit.end()] in wanted:
                            found.setdefault(word[: digit.end()], []).append(base + run.start())
        return found
