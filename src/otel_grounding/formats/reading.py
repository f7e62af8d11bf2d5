"""The way from a file to its spans: finds by their shape the parts of a document that are spans."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.formats import jaeger, otlp, sdk, tempo
from otel_grounding.formats.build import MalformedSpanError, attempt
from otel_grounding.formats.documents import documents
from otel_grounding.formats.errors import FormatError
from otel_grounding.formats.json_stream import JsonStream
from otel_grounding.formats.pieces import text_pieces

_DEEPEST = 8
"""Levels of objects and lists that may stand around the spans."""


def read_spans(
    source: str | Path | BinaryIO, *, name: str | None = None, on_error: Callable[[FormatError], None] | None = None
) -> Iterator[ReadableSpan]:
    """The spans of one trace file, in its order.

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


def _read(source: str | Path | BinaryIO, file: str) -> Iterator[ReadableSpan | FormatError]:
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


def _read_stream(raw: BinaryIO, file: str) -> Iterator[ReadableSpan | FormatError]:
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


def _document(stream: JsonStream) -> Iterator[ReadableSpan | FormatError]:
    place = stream.place
    walk = _Walk(stream)
    if stream.peek() not in ("{", "["):
        raise stream.error("not JSON of a trace")
    try:
        yield from walk.value()
    except RecursionError:
        raise stream.error("nested too deeply") from None
    if not walk.recognised:
        yield stream.error("no trace format that is known: OTLP/JSON, Jaeger, Tempo or the SDK's span JSON", place)


class _Walk:
    """Goes through one document; `recognised` says whether any part of it is of a known format."""

    def __init__(self, stream: JsonStream) -> None:
        self._stream = stream
        self.recognised = False

    def value(self, depth: int = 0) -> Iterator[ReadableSpan | FormatError]:
        ahead = self._stream.peek()
        if depth > _DEEPEST or ahead not in ("{", "["):
            self._stream.skip()
        elif ahead == "{":
            yield from self._object(depth)
        else:
            found = False
            for _ in self._stream.items():
                found = True
                yield from self.value(depth + 1)
            self.recognised |= not found  # an empty list may be one of spans

    def _object(self, depth: int) -> Iterator[ReadableSpan | FormatError]:
        """Its members come in any order: those that make up a span are held until it ends."""
        stream, place = self._stream, self._stream.place
        fields: dict[str, Any] = {}
        jaeger_spans: list[tuple[str, Any]] = []
        empty = True
        for key in stream.members():
            empty = False
            if key in otlp.KEYS or key in tempo.KEYS:
                self.recognised = True
                if stream.peek() == "[":
                    yield from otlp.read(stream)
                elif stream.value() is not None:
                    yield stream.error(f"{key} is not a list", place)
            elif key in otlp.OTHER_SIGNALS:
                self.recognised = True
                stream.skip()
            elif key == "spans" and stream.peek() == "[":
                self.recognised = True
                for _ in stream.items():
                    stream.peek()
                    span_place, span = stream.place, stream.value()
                    if jaeger.is_span(span):
                        jaeger_spans.append((span_place, span))
                    elif sdk.is_span(span):
                        yield self._made(span_place, sdk.span_of, span)
                    else:
                        yield stream.error("an entry of spans that is no span", span_place)
            elif key in sdk.FIELDS or key in jaeger.FIELDS:
                fields[key] = stream.value()
            else:
                yield from self.value(depth + 1)
        self.recognised |= empty  # as protobuf writes an export of no spans
        for span_place, span in jaeger_spans:
            yield self._made(span_place, jaeger.span_of, span, fields.get("processes"))
        if sdk.is_span(fields):
            yield self._made(place, sdk.span_of, fields)

    def _made(self, place: str, make: Callable[..., ReadableSpan], *given: Any) -> ReadableSpan | FormatError:
        self.recognised = True
        found = attempt(make, *given)
        return self._stream.error(str(found), place) if isinstance(found, MalformedSpanError) else found
