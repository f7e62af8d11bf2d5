"""From a file's bytes to pieces of text: gzip unpacked, the encoding found, nothing held but one piece."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from otel_grounding.formats.errors import FormatError

PIECE = 256 * 1024
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"


def text_pieces(raw: BinaryIO, file: str) -> Iterator[str]:
    """The text of a stream, piece by piece.

    Raises:
        FormatError: It can't be read or unpacked.
    """
    try:
        yield from _decoded(_unpacked(raw, file))
    except (OSError, EOFError, zlib.error) as problem:  # gzip.BadGzipFile is an OSError
        raise FormatError(file, "", str(problem)) from problem


def _unpacked(raw: BinaryIO, file: str) -> BinaryIO:
    buffered = io.BufferedReader(cast(io.RawIOBase, raw), PIECE) if not hasattr(raw, "peek") else raw
    begin = buffered.peek(4)[:4]
    if begin.startswith(_GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=buffered))
    if begin == _ZSTD:
        raise FormatError(file, "", "packed with zstd: unpack it first (zstd -d)")
    return buffered


def _decoded(stream: BinaryIO) -> Iterator[str]:
    """UTF-8, or what the byte order mark says (a shell's redirection on Windows writes UTF-16).

    Bytes that are not text are replaced: one bad character is no reason to lose a span.
    """
    first = stream.read(PIECE)
    decoder = codecs.getincrementaldecoder(json.detect_encoding(first))("replace")
    yield decoder.decode(first)
    while piece := stream.read(PIECE):
        yield decoder.decode(piece)
    yield decoder.decode(b"", final=True)
