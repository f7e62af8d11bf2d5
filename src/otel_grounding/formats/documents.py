"""From pieces of text to JSON documents: one a line, or one after the other.

Where every document has a line of its own a broken one ends with its line. In any other text (one document, or several
written over many lines each) the reader goes on at the next line that begins with a bracket.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator

from otel_grounding.formats.json_stream import JsonStream

_LOOK_AHEAD = 1024 * 1024


def documents(pieces: Iterator[str], file: str) -> Iterator[JsonStream]:
    """Readers over the documents; each is read to its end before the next is taken."""
    head = ""
    for piece in pieces:
        head += piece
        if len(head) >= _LOOK_AHEAD:
            break
    pieces = itertools.chain((head,), pieces)
    if _is_one_a_line(head):
        yield from _Lines(pieces, file)
    else:
        yield JsonStream(pieces, file)


def _is_one_a_line(head: str) -> bool:
    """Decided by the first two lines: one that is a whole document, or so long that nobody wrapped it.

    The second counts where the first is broken, but not where that only opens a list that has an item a line. A bare
    bracket in the second begins a document of many lines, whatever was printed before it.
    """
    first, *others = (line.strip() for line in head.lstrip().split("\n", 2))
    if not others:
        return True
    if others[0] in ("{", "["):
        return False
    return _is_document(first) or (not first.endswith(("[", "{", ",", ":")) and _is_document(others[0]))


def _is_document(line: str) -> bool:
    try:
        return line.startswith(("{", "[")) and json.loads(line) is not None
    except (ValueError, RecursionError):
        return False


class _Lines:
    """Splits pieces into lines, each a reader of its own, without holding a line whole."""

    def __init__(self, pieces: Iterator[str], file: str) -> None:
        self._pieces = pieces
        self._file = file
        self._piece, self._at = "", 0
        self._line, self._byte = 1, 0

    def __iter__(self) -> Iterator[JsonStream]:
        while self._at < len(self._piece) or self._next_piece():
            line = self._line_pieces()
            yield JsonStream(line, self._file, self._line, self._byte)
            for _ in line:  # what its reader left
                pass

    def _line_pieces(self) -> Iterator[str]:
        while self._at < len(self._piece) or self._next_piece():
            end = self._piece.find("\n", self._at)
            found = self._piece[self._at : end if end >= 0 else None]
            self._at = end + 1 if end >= 0 else len(self._piece)
            self._byte += len(found.encode("utf-8", "surrogatepass"))
            yield found
            if end >= 0:
                self._line += 1
                self._byte += 1
                return

    def _next_piece(self) -> bool:
        self._piece, self._at = next(self._pieces, ""), 0
        return bool(self._piece)
