"""Where words stand in the running texts of the evidence: searched at first, turned into an index where many are asked.

A search reads all texts, which is the fastest for the few words of a short answer. An answer of a thousand names would
read the evidence a thousand times: from a number of searches on, each word's places are known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from otel_grounding.evidence.figure_text import TextFigures, is_apart

MAX_SEARCHES = 48
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
    """The words of some texts, lower-cased."""

    def __init__(self, texts: Sequence[TextFigures]) -> None:
        self._texts = texts
        self._left = MAX_SEARCHES * self._size
        self._index: dict[str, list[int]] | None = None

    @property
    def _size(self) -> int:
        return sum(len(text.text) + _OVERHEAD for text in self._texts)

    def find(self, needle: str) -> Iterator[tuple[TextFigures, int]]:
        """The places of a lower-cased `needle` that are not inside a longer word or number, text by text; bounded."""
        runs = list(_RUN.finditer(needle)) if self._left < 0 else []
        if runs:
            yield from self._look_up(needle, runs)
            return
        for text in self._texts:
            self._left -= len(text.text) + _OVERHEAD
            for at in text.find(needle, folded=True):
                yield text, at

    def _look_up(self, needle: str, runs: list[re.Match[str]]) -> Iterator[tuple[TextFigures, int]]:
        if self._index is None:
            self._index = self._read()
        places: list[int] | None = None
        before = 0
        for run in runs:
            known = self._index.get(run[0], [])
            if places is None or len(known) < len(places):
                places, before = known, run.start()
        for place in (places or [])[:MAX_LOOKED]:
            text, at = self._texts[place >> _NUMBER_SHIFT], (place & _OFFSET) - before
            if at >= 0 and text.low.startswith(needle, at) and is_apart(text.low, at, needle):
                yield text, at

    def _read(self) -> dict[str, list[int]]:
        """Each run of letters and digits with its places, the number of the text and the offset in one integer."""
        found: dict[str, list[int]] = {}
        for number, text in enumerate(self._texts):
            base = number << _NUMBER_SHIFT
            for run in _RUN.finditer(text.low):
                place, word = base + run.start(), run[0]
                found.setdefault(word, []).append(place)
                if not word.isalpha() and not word.isdigit():
                    for digit in _COUNTED.finditer(word, 0, _PREFIXES):
                        found.setdefault(word[: digit.end()], []).append(place)
        return found
