"""OTLP/JSON: the list of `ResourceSpans` or `ResourceLogs`, wherever a document holds it.

Field names in camel or snake case, 64-bit numbers as digits, enums by name or number: what protobuf's readers take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from otel_grounding.formats import build
from otel_grounding.formats.errors import FormatError
from otel_grounding.formats.json_stream import JsonStream
from otel_grounding.formats.log_events import LogEvent
from otel_grounding.formats.otlp_logs import log_event_of
from otel_grounding.formats.otlp_spans import span_of
from otel_grounding.formats.otlp_values import resource_of, scope_of

KEYS = frozenset(("resourceSpans", "resource_spans"))
LOG_KEYS = frozenset(("resourceLogs", "resource_logs"))
OTHER_SIGNALS = frozenset(("resourceMetrics", "resource_metrics", "resourceProfiles", "resource_profiles"))
"""The Collector's file exporter may write them into the same file: they are no error and hold nothing of ours."""

Found = ReadableSpan | LogEvent | None
"""What a record is made into; None where it says nothing of ours."""

_SCOPE = frozenset(("scope", "instrumentationLibrary", "instrumentation_library"))
_HELD = 1_000


class _Signal(NamedTuple):
    """How the records of a signal are called, and what is made of one."""

    scopes: frozenset[str]
    records: frozenset[str]
    make: Callable[[Any, Resource, InstrumentationScope], Found]


_SPANS = _Signal(
    frozenset(("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans")),
    frozenset(("spans",)),
    span_of,
)
_LOGS = _Signal(
    frozenset(("scopeLogs", "scope_logs", "instrumentationLibraryLogs", "instrumentation_library_logs")),
    frozenset(("logRecords", "log_records", "logs")),
    log_event_of,
)


class _Entry(NamedTuple):
    """A record as it was read, and where."""

    place: str
    scope: dict[str, Any]
    record: Any


def read(stream: JsonStream) -> Iterator[ReadableSpan | FormatError]:
    """The spans of the list of `ResourceSpans` ahead, and an error for each that is not as OTLP wants it."""
    for found in _read(stream, _SPANS):
        if isinstance(found, ReadableSpan | FormatError):
            yield found


def read_logs(stream: JsonStream) -> Iterator[LogEvent | FormatError]:
    """The content events of the list of `ResourceLogs` ahead; an application's other logs are passed over."""
    for found in _read(stream, _LOGS):
        if isinstance(found, LogEvent | FormatError):
            yield found


def _read(stream: JsonStream, signal: _Signal) -> Iterator[Found | FormatError]:
    for _ in stream.items():
        yield from _of_resource(stream, signal)


def _of_resource(stream: JsonStream, signal: _Signal) -> Iterator[Found | FormatError]:
    """JSON objects have no order, so a resource may stand behind its records: they are held until it is known.

    Once it is, no more than `_HELD` records are: a list of any length passes through.
    """
    resource: dict[str, Any] = {}
    entries: list[_Entry] = []

    def converted() -> Iterator[Found | FormatError]:
        made = build.attempt(resource_of, resource)
        for place, scope, record in entries:
            if isinstance(made, build.MalformedSpanError):
                yield stream.error(str(made), place)
                continue
            found = build.attempt(_made, signal, record, made, scope)
            yield stream.error(str(found), place) if isinstance(found, build.MalformedSpanError) else found
        entries.clear()

    for key in stream.members():
        if key in signal.scopes:
            for _ in stream.items():
                for entry in _of_scope(stream, signal):
                    entries.append(entry)
                    if len(entries) >= _HELD and "resource" in resource:
                        yield from converted()
        elif key in ("resource", "schemaUrl", "schema_url"):
            resource[key] = stream.value()
        else:
            stream.skip()
    yield from converted()


def _of_scope(stream: JsonStream, signal: _Signal) -> Iterator[_Entry]:
    scope: dict[str, Any] = {}
    entries: list[_Entry] = []
    for key in stream.members():
        if key in signal.records:
            for _ in stream.items():
                stream.peek()
                entries.append(_Entry(stream.place, scope, stream.value()))
                if len(entries) >= _HELD and "scope" in scope:
                    yield from entries
                    entries.clear()
        elif key in _SCOPE:
            scope["scope"] = stream.value()
        elif key in ("schemaUrl", "schema_url"):
            scope["schemaUrl"] = stream.value()
        else:
            stream.skip()
    yield from entries


def _made(signal: _Signal, record: Any, resource: Resource, scope: Mapping[str, Any]) -> Found:
    return signal.make(record, resource, scope_of(scope))
