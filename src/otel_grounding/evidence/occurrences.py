"""Where the words of an answer stand in one long text as it is written: counted at first, later looked up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from otel_grounding.caching import cached_property

MAX_READINGS = 64
"""Times that the text is read as a whole before its words are looked up."""
_RUN = re.compile(r"[A-Za-z0-9]++")


class Occurrences:
    """The places of words in a text.

    Args:
        asked: The text whose words are going to be looked for.
    """

    def __init__(self, text: str, asked: str) -> None:
        self.text, self._asked = text, asked
        self._left = MAX_READINGS

    def rarest(self, words: Sequence[str], most: int) -> Iterator[int]:
        """The places of the rarest of some lower-cased words, in the first of its spellings that is there.

        Spellings are as it is, capitalized, in capitals. None where all stand at more than `most` places.
        """
        best, fewest = "", most + 1
        for word in words:
            for form in (word, word.capitalize(), word.upper()):
                count = self._count(form)
                if count:
                    if count < fewest:
                        best, fewest = form, count
                    break
        return self._places(best) if best else iter(())

    def _count(self, form: str) -> int:
        if self._left > 0:
            self._left -= 1
            return self.text.count(form)
        return len(self._index.get(form, ()))

    def _places(self, form: str) -> Iterator[int]:
        if self._left <= 0:
            yield from self._index.get(form, ())
            return
        at = self.text.find(form)
        while at >= 0:
            yield at
            at = self.text.find(form, at + 1)

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        """The places of the words that are asked for, by their spellings."""
        wanted = {
            form for word in _RUN.findall(self._asked.lower()) for form in (word, word.capitalize(), word.upper())
        }
        found: dict[str, list[int]] = {}
        for run in _RUN.finditer(self.text):
            if run[0] in wanted:
                found.setdefault(run[0], []).append(run.start())
        return found
