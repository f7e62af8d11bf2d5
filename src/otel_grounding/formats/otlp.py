"""OTLP/JSON: the list of `ResourceSpans`, wherever a document holds it.

Field names in camel or snake case, 64-bit numbers as digits, enums by name or number: what protobuf's readers take.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, TraceFlags

from otel_grounding.formats import build
from otel_grounding.formats.errors import FormatError
from otel_grounding.formats.json_stream import JsonStream

KEYS = frozenset(("resourceSpans", "resource_spans"))
OTHER_SIGNALS = frozenset(("resourceLogs", "resourceMetrics", "resourceProfiles"))
"""The Collector's file exporter may write them into the same file: they are no error and hold no span."""

_SCOPE_SPANS = frozenset(("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans"))
_SCOPE = frozenset(("scope", "instrumentationLibrary", "instrumentation_library"))
_HELD = 1_000
_HAS_IS_REMOTE, _IS_REMOTE = 0x100, 0x200  # of a span's flags


class _Entry(NamedTuple):
    """A span as it was read, and where."""

    place: str
    scope: dict[str, Any]
    span: Any


def read(stream: JsonStream) -> Iterator[ReadableSpan | FormatError]:
    """The spans of the list of `ResourceSpans` ahead, and an error for each that is not as OTLP wants it."""
    for _ in stream.items():
        yield from _resource_spans(stream)


def _resource_spans(stream: JsonStream) -> Iterator[ReadableSpan | FormatError]:
    """JSON objects have no order, so a resource may stand behind its spans: they are held until it is known.

    Once it is, no more than `_HELD` spans are: a list of any length passes through.
    """
    resource: dict[str, Any] = {}
    entries: list[_Entry] = []

    def converted() -> Iterator[ReadableSpan | FormatError]:
        made = build.attempt(_resource, resource)
        for place, scope, span in entries:
            found = made if isinstance(made, build.MalformedSpanError) else build.attempt(_span_in, span, made, scope)
            yield stream.error(str(found), place) if isinstance(found, build.MalformedSpanError) else found
        entries.clear()

    for key in stream.members():
        if key in _SCOPE_SPANS:
            for _ in stream.items():
                for entry in _scope_spans(stream):
                    entries.append(entry)
                    if len(entries) >= _HELD and "resource" in resource:
                        yield from converted()
        elif key in ("resource", "schemaUrl", "schema_url"):
            resource[key] = stream.value()
        else:
            stream.skip()
    yield from converted()


def _scope_spans(stream: JsonStream) -> Iterator[_Entry]:
    scope: dict[str, Any] = {}
    entries: list[_Entry] = []
    for key in stream.members():
        if key == "spans":
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


def _span_in(span: Any, resource: Resource, scope: Mapping[str, Any]) -> ReadableSpan:
    return span_of(span, resource, _scope(scope))


def span_of(span: Any, resource: Resource, scope: InstrumentationScope) -> ReadableSpan:
    """One span of OTLP/JSON.

    Raises:
        MalformedSpanError: A field is not as OTLP wants it.
    """
    get = _fields(span, "a span")
    status = _fields(get("status"), "the status")
    trace_id = build.an_id(get("traceId"), build.TRACE_ID_BYTES, "the trace id")
    flags = build.number(get("flags"), "flags")
    parent = get("parentSpanId")
    return ReadableSpan(
        name=build.text(get("name"), "the name"),
        context=build.context(
            trace_id,
            build.an_id(get("spanId"), build.SPAN_ID_BYTES, "the span id"),
            flags=flags & 0xFF or TraceFlags.SAMPLED,
            state=build.text(get("traceState"), "the trace state"),
        ),
        parent=build.context(
            trace_id,
            build.an_id(parent, build.SPAN_ID_BYTES, "the parent id"),
            remote=bool(flags & _HAS_IS_REMOTE and flags & _IS_REMOTE),
        )
        if parent and not _is_zero(parent)
        else None,
        resource=resource,
        attributes=_attributes(get),
        events=_entries(_event, get("events"), get("droppedEventsCount")),
        links=_entries(_link, get("links"), get("droppedLinksCount")),
        kind=build.kind(get("kind")),
        status=build.status(status("code"), status("message")),
        start_time=build.moment(get("startTimeUnixNano"), "the start time") or None,
        end_time=build.moment(get("endTimeUnixNano"), "the end time") or None,
        instrumentation_scope=scope,
    )


def _fields(value: Any, what: str) -> Callable[[str], Any]:
    """Looks a field up by its camel-case name, and by the snake-case one of the protobuf definition."""
    found = build.mapping(value, what)

    def get(name: str) -> Any:
        return found[name] if name in found else found.get(_SNAKE[name])

    return get


_SNAKE = {
    name: "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name)
    for name in (
        "name kind status code message flags attributes events links values key value version "
        "traceId spanId parentSpanId traceState startTimeUnixNano endTimeUnixNano timeUnixNano schemaUrl "
        "droppedAttributesCount droppedEventsCount droppedLinksCount "
        "stringValue boolValue intValue doubleValue arrayValue kvlistValue bytesValue"
    ).split()
}


def _is_zero(text: Any) -> bool:
    """Some writers fill the missing parent's id with zeros."""
    return isinstance(text, str) and not text.strip("0A=")


def _attributes(get: Callable[[str], Any]) -> Mapping[str, Any]:
    return build.with_dropped(key_values(get("attributes")), build.number(get("droppedAttributesCount"), "a count"))


def _entries(make: Callable[[Any], Any], value: Any, dropped: Any) -> Sequence[Any]:
    found = [make(each) for each in build.sequence(value, "events or links")]
    return build.list_with_dropped(found, build.number(dropped, "a count"))


def key_values(value: Any) -> dict[str, Any]:
    """A list of `{"key", "value"}` as a mapping."""
    found: dict[str, Any] = {}
    for each in build.sequence(value, "attributes"):
        get = _fields(each, "an attribute")
        found[build.text(get("key"), "an attribute's key")] = any_value(get("value"))
    return found


def any_value(value: Any) -> Any:
    """An `AnyValue` as Python holds it: text, bool, int, float, bytes, tuple, dict or None."""
    for name, convert in _VALUES.items():
        if isinstance(value, Mapping):
            for written in (name, _SNAKE[name]):
                if written in value:
                    return convert(value[written])
    if value is None or value == {}:
        return None
    raise build.MalformedSpanError("an attribute's value is no AnyValue")


def _double(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise build.MalformedSpanError("a doubleValue is not a number") from None


def _bytes(value: Any) -> bytes:
    try:
        return base64.b64decode(build.text(value, "a bytesValue"), validate=True)
    except (ValueError, binascii.Error):
        raise build.MalformedSpanError("a bytesValue is not base64") from None


def _array(value: Any) -> tuple[Any, ...]:
    values: Sequence[Any] = build.sequence(_fields(value, "an arrayValue")("values"), "an arrayValue's values")
    return tuple(any_value(each) for each in values)


_VALUES: dict[str, Callable[[Any], Any]] = {
    "stringValue": lambda value: build.text(value, "a stringValue"),
    "intValue": lambda value: build.number(value, "an intValue"),
    "boolValue": bool,
    "doubleValue": _double,
    "arrayValue": _array,
    "kvlistValue": lambda value: key_values(_fields(value, "a kvlistValue")("values")),
    "bytesValue": _bytes,
}


def _resource(found: Mapping[str, Any]) -> Resource:
    get = _fields(found.get("resource"), "the resource")
    url = _fields(found, "a resourceSpans")("schemaUrl")
    return Resource(_attributes(get), build.text(url, "a schema URL") or None)


def _scope(found: Mapping[str, Any]) -> InstrumentationScope:
    get = _fields(found.get("scope"), "the scope")
    return InstrumentationScope(
        build.text(get("name"), "the scope's name"),
        build.text(get("version"), "the scope's version"),
        build.text(found.get("schemaUrl"), "a schema URL"),
        key_values(get("attributes")),
    )


def _event(value: Any) -> Event:
    get = _fields(value, "an event")
    name, moment = build.text(get("name"), "an event's name"), build.moment(get("timeUnixNano"), "an event's time")
    return Event(name, _attributes(get), moment)


def _link(value: Any) -> Link:
    get = _fields(value, "a link")
    return Link(
        build.context(
            build.an_id(get("traceId"), build.TRACE_ID_BYTES, "a link's trace id"),
            build.an_id(get("spanId"), build.SPAN_ID_BYTES, "a link's span id"),
            flags=build.number(get("flags"), "flags") & 0xFF,
            state=build.text(get("traceState"), "the trace state"),
        ),
        _attributes(get),
    )
