"""The way from a file to its records: spans, and log events that carry what was said in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.formats.documents import documents
from otel_grounding.formats.errors import FormatError
from otel_grounding.formats.json_stream import JsonStream
from otel_grounding.formats.pieces import text_pieces
from otel_grounding.formats.walk import Record, Steps, Walk

_KNOWN = "OTLP/JSON, Jaeger, Tempo, the SDK's span JSON, or objects with trace_id, span_id and name"


def read_spans(
    source: str | Path | BinaryIO, *, name: str | None = None, on_error: Callable[[FormatError], None] | None = None
) -> Iterator[ReadableSpan]:
    """The spans of one trace file, in its order, as `read_records` finds them."""
    for found in read_records(source, name=name, on_error=on_error):
        if isinstance(found, ReadableSpan):
            yield found


def read_records(
    source: str | Path | BinaryIO, *, name: str | None = None, on_error: Callable[[FormatError], None] | None = None
) -> Iterator[Record]:
    """The spans of one file, and the log events that carry what was said in a span, in its order.

    Args:
        source: A path, `-` for standard input, or an open stream of bytes.
        name: How errors call the file; by default the path.
        on_error: Is given each error, and reading goes on behind it. Without it the first one is raised.

    Raises:
        FormatError: The file, or a part of it, can't be read.
    """
    file = name if name is not None else str(source) if isinstance(source, str | Path) else getattr(source, "name", "-")
    for found in _read(source, str(file)):
        if not isinstance(found, FormatError):
            yield found
        elif on_error is None:
            raise found
        else:
            on_error(found)


def _read(source: str | Path | BinaryIO, file: str) -> Steps:
    try:
        if source == "-":
            yield from _read_stream(sys.stdin.buffer, file)
        elif isinstance(source, str | Path):
            with open(source, "rb") as raw:
                yield from _read_stream(raw, file)
        else:
            yield from _read_stream(source, file)
    except FormatError as problem:  # of the bytes: nothing behind it can be read
        yield problem
    except OSError as problem:
        yield FormatError(file, "", problem.strerror or str(problem))


def _read_stream(raw: BinaryIO, file: str) -> Steps:
    empty = True
    for stream in documents(text_pieces(raw, file), file):
        while stream.peek():
            empty = False
            try:
                yield from _document(stream)
            except FormatError as problem:
                yield problem
                stream.resync()
    if empty:
        yield FormatError(file, "", "empty")


def _document(stream: JsonStream) -> Steps:
    place = stream.place
    walk = Walk(stream)
    if stream.peek() not in ("{", "["):
        raise stream.error("not JSON of a trace")
    try:
        yield from walk.value()
    except RecursionError:
        raise stream.error("nested too deeply") from None
    if not walk.recognised:
        yield stream.error(f"no trace format that is known: {_KNOWN}", place)
