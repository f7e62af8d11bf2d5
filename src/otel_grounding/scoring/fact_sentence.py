"""The sentence a fact stands in, read only as far as it is asked for."""

from __future__ import annotations

import re

from otel_grounding.caching import cached_property
from otel_grounding.evidence.figure_keys import shares_in
from otel_grounding.text.wording import WORD, content_stems

MAX_SENTENCE = 400
"""Characters on either side of a fact that can be its sentence."""
_END = re.compile(r"[.!?](?=[\s\"')\]*]|\Z)|\n")


class Sentence:
    """The sentence around a stretch of a text."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._whole, self._start, self._end = text, start, end

    @cached_property
    def text(self) -> str:
        """The sentence as it is written."""
        low, high = max(0, self._start - MAX_SENTENCE), min(len(self._whole), self._end + MAX_SENTENCE)
        start = low
        for match in _END.finditer(self._whole, low, self._start):
            start = match.end()
        after = _END.search(self._whole, self._end, high)
        return self._whole[start : after.end() if after else high]

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its content words."""
        return frozenset(content_stems(self.text))

    @cached_property
    def shares(self) -> frozenset[str]:
        """What its percentages may be of: humidity, memory."""
        return shares_in(WORD.findall(self.text.lower()))
