"""An incremental JSON reader: steps through objects and lists of any size, builds only the values it is asked for.

It moves the standard library's decoder over a window of text. Against a parser of events (ijson) that keeps one way of
reading for whole documents and for lines, takes what `json.loads` takes (NaN, long numbers, half surrogates: all met in
stored traces), and can go on behind a broken document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from otel_grounding.formats.errors import FormatError

MAX_VALUE = 64 * 1024 * 1024
"""Characters that one value (a span, a resource) may have; what is longer is refused, so memory stays bounded."""

_SPACE = re.compile(r"[ \t\r\n]*")
_NEXT_DOCUMENT = re.compile(r"\n[\[{]")
_DECODE = json.JSONDecoder().raw_decode
# A token cut by the window's end fails where it begins; the longest that isn't a string or a number is `-Infinity`.
_LONGEST_TOKEN = 16


class JsonStream:
    """A pull reader over pieces of text that hold any number of JSON values, one after the other.

    `members` and `items` step into the object or list ahead; before the next step the caller takes what is ahead with
    `value`, `skip`, or by stepping into it. Every method raises `FormatError` where the text is not JSON.
    """

    def __init__(self, pieces: Iterator[str], file: str, line: int = 1, byte: int = 0) -> None:
        self._pieces = pieces
        self._file = file
        self._text = ""  # the window
        self._at = 0
        self._line, self._byte = line, byte  # of the place up to which lines and bytes are counted
        self._counted = 0
        self._ended = False

    @property
    def place(self) -> str:
        """Where the reader stands."""
        self._count()
        return f"line {self._line}, byte {self._byte}"

    def error(self, reason: str, place: str | None = None) -> FormatError:
        return FormatError(self._file, self.place if place is None else place, reason)

    def peek(self) -> str:
        """The next character that isn't space; empty at the end."""
        while True:
            self._at = _SPACE.match(self._text, self._at).end()  # type: ignore[union-attr]  # matches the empty text
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def members(self) -> Iterator[str]:
        """The keys of the object ahead; each one's value is ahead while the key is held."""
        self._take("{")
        if self._taken("}"):
            return
        while True:
            if self.peek() != '"':
                raise self._unexpected("a key")
            key = self.value()
            self._take(":")
            yield key
            if not self._taken(","):
                self._take("}")
                return

    def items(self) -> Iterator[None]:
        """One step for each item of the list ahead."""
        self._take("[")
        if self._taken("]"):
            return
        while True:
            yield None
            if not self._taken(","):
                self._take("]")
                return

    def value(self) -> Any:
        """The whole value ahead."""
        if not self.peek():
            raise self.error("ends where a value should begin")
        while True:
            found, end = self._decode()
            if end and (self._is_whole(end) or not self._more()):
                self._at = end
                return found
            if not end and not self._more(len(self._text) - self._at):
                raise self.error("ends in the middle of a value")
            if len(self._text) - self._at > MAX_VALUE:
                raise self.error(f"a value of more than {MAX_VALUE:,} characters")

    def skip(self) -> None:
        """Passes over the value ahead, whatever its size."""
        ahead = self.peek()
        if ahead and self._decode_small():
            return
        if ahead == "{":
            for _ in self.members():
                self.skip()
        elif ahead == "[":
            for _ in self.items():
                self.skip()
        else:
            self.value()

    def resync(self) -> None:
        """Behind an error: goes to the next line that begins like a document, or to the end."""
        while True:
            found = _NEXT_DOCUMENT.search(self._text, max(self._at - 1, 0))
            if found:
                self._at = found.end() - 1
                return
            self._at = len(self._text)
            if not self._more():
                return

    def _decode(self) -> tuple[Any, int]:
        """The value at hand and its end, which is 0 where the window holds too little of it."""
        try:
            return _DECODE(self._text, self._at)
        except json.JSONDecodeError as problem:
            cut = problem.msg.startswith("Unterminated string") or problem.pos >= len(self._text) - _LONGEST_TOKEN
            if cut and not self._ended:
                return None, 0
            if cut and problem.pos >= len(self._text):
                raise self.error("ends in the middle of a value") from None
            self._at = problem.pos
            raise self.error(f"not JSON: {problem.msg}") from None
        except RecursionError:
            raise self.error("nested too deeply") from None
        except ValueError:  # more digits than Python reads
            raise self.error("a number with too many digits") from None

    def _decode_small(self) -> bool:
        """Passes over the value ahead when the window holds all of it."""
        _, end = self._decode()
        if not end or not self._is_whole(end):
            return False
        self._at = end
        return True

    def _is_whole(self, end: int) -> bool:
        """Whether a value that ends there can't go on: a number might, in the window or behind it."""
        return self._text[end - 1] in '"]}' or (end < len(self._text) and self._text[end] not in ".eE")

    def _take(self, sign: str) -> None:
        if not self._taken(sign):
            raise self._unexpected(repr(sign))

    def _taken(self, sign: str) -> bool:
        if self.peek() != sign:
            return False
        self._at += 1
        return True

    def _unexpected(self, wanted: str) -> FormatError:
        return self.error(f"not JSON: {wanted} is expected" if self.peek() else "ends in the middle of a value")

    def _count(self) -> None:
        read = self._text[self._counted : self._at]
        self._line += read.count("\n")
        self._byte += len(read) if read.isascii() else len(read.encode("utf-8", "surrogatepass"))
        self._counted = self._at

    def _more(self, at_least: int = 1) -> bool:
        """Widens the window by at least so many characters, lets go of what was read; False when nothing is left.

        Doubling it for a value that does not fit keeps the tries few: the time stays linear. The last character read
        stays: it may be the line's end in front of a document.
        """
        self._count()
        begin = max(self._at - 1, 0)
        kept = [self._text[begin:]]
        new = 0
        while new < at_least and (piece := next(self._pieces, "")):
            kept.append(piece)
            new += len(piece)
        self._ended = new < at_least
        self._text, self._at, self._counted = "".join(kept), self._at - begin, self._at - begin
        return new > 0
