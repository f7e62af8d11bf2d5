"""Goes through one document of JSON and finds by their shape the parts that are spans or log events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan

from otel_grounding.formats import flat, jaeger, otlp, sdk, tempo
from otel_grounding.formats.build import MalformedSpanError, attempt
from otel_grounding.formats.errors import FormatError
from otel_grounding.formats.json_stream import JsonStream
from otel_grounding.formats.log_events import LogEvent

Record = ReadableSpan | LogEvent
Steps = Iterator[Record | FormatError]

_DEEPEST = 8
"""Levels of objects and lists that may stand around the spans."""
_EMPTY = frozenset(("", "data", "trace", "traces", "result"))
"""Where an export of no spans has an empty list or object; as a whole document it is one, too."""
_LISTS: dict[str, Callable[[JsonStream], Steps]] = {
    **dict.fromkeys(otlp.KEYS | tempo.KEYS, otlp.read),
    **dict.fromkeys(otlp.LOG_KEYS, otlp.read_logs),
}


class Walk:
    """Goes through one document; `recognised` says whether any part of it is of a known format."""

    def __init__(self, stream: JsonStream) -> None:
        self._stream = stream
        self.recognised = False

    def value(self, depth: int = 0, key: str = "") -> Steps:
        """The records in the value ahead, which stands under `key`."""
        ahead = self._stream.peek()
        if depth > _DEEPEST or ahead not in ("{", "["):
            self._stream.skip()
            return
        if ahead == "{":
            yield from self._object(depth, key)
            return
        empty = True
        for _ in self._stream.items():
            empty = False
            yield from self.value(depth + 1)
        self.recognised |= empty and _may_be_empty(key)

    def _object(self, depth: int, under: str) -> Steps:
        """Its members come in any order: those that make up a span are held until it ends."""
        stream, place = self._stream, self._stream.place
        held: dict[str, Any] = {}
        of_jaeger: list[tuple[str, Any]] = []
        empty = True
        for key in stream.members():
            empty = False
            if key in _LISTS:
                self.recognised = True
                if stream.peek() == "[":
                    yield from _LISTS[key](stream)
                elif stream.value() is not None:
                    yield stream.error(f"{key} is not a list", place)
            elif key in otlp.OTHER_SIGNALS:
                self.recognised = True
                stream.skip()
            elif key == "spans" and stream.peek() == "[":
                self.recognised = True
                yield from self._spans(of_jaeger)
            elif key in sdk.FIELDS or key in jaeger.FIELDS or flat.is_field(key):
                held[key] = stream.value()
            else:
                yield from self.value(depth + 1, key)
        self.recognised |= empty and _may_be_empty(under)  # as protobuf writes an export of no spans
        for span_place, span in of_jaeger:
            yield from self._made(span_place, jaeger.span_of, span, held.get("processes"))
        yield from self._record(place, held)

    def _spans(self, of_jaeger: list[tuple[str, Any]]) -> Steps:
        """The entries of a list of that name; Jaeger's wait for what stands beside it."""
        stream = self._stream
        for _ in stream.items():
            stream.peek()
            place, span = stream.place, stream.value()
            if jaeger.is_span(span):
                of_jaeger.append((place, span))
            elif isinstance(span, dict) and (sdk.is_span(span) or flat.is_span(flat.fields_of(span))):
                yield from self._record(place, span)
            else:
                yield stream.error("an entry of spans that is no span", place)

    def _record(self, place: str, members: dict[str, Any]) -> Steps:
        """The span or log event that an object is, if it is one."""
        if sdk.is_span(members):
            yield from self._made(place, sdk.span_of, members)
            return
        fields = flat.fields_of(members)
        if flat.is_span(fields):
            yield from self._made(place, flat.span_of, fields)
        elif flat.is_log(fields):
            yield from self._made(place, flat.log_event_of, fields)

    def _made(self, place: str, make: Callable[..., Record | None], *given: Any) -> Steps:
        self.recognised = True
        found = attempt(make, *given)
        if isinstance(found, MalformedSpanError):
            yield self._stream.error(str(found), place)
        elif found is not None:
            yield found


def _may_be_empty(key: str) -> bool:
    return key in _EMPTY or key.startswith("spans")
