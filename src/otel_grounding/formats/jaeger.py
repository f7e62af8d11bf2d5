"""Jaeger's API JSON: `{"data": [{"traceID", "spans", "processes"}]}`."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext, Status

from otel_grounding.formats import build

FIELDS = frozenset(("processes",))
"""What a trace holds beside its spans that they need."""

# Where OpenTelemetry's fields went that Jaeger's model has no room for.
_SCOPE_TAGS = (("otel.scope.name", "otel.scope.version"), ("otel.library.name", "otel.library.version"))
_OWN_TAGS = frozenset(
    ("span.kind", "otel.status_code", "otel.status_description", "w3c.tracestate", "internal.span.format")
    + _SCOPE_TAGS[0]
    + _SCOPE_TAGS[1]
)


def is_span(value: Any) -> bool:
    return isinstance(value, Mapping) and "spanID" in value and "traceID" in value


def span_of(span: Mapping[str, Any], processes: Any) -> ReadableSpan:
    """One span of a trace whose processes are given.

    Raises:
        MalformedSpanError: A field is not as Jaeger writes it.
    """
    tags = _tags(span.get("tags"))
    own = _context(span, build.text(tags.get("w3c.tracestate"), "the trace state"))
    start = build.moment(span.get("startTime"), "the start time", 1_000)
    parent, links = _references(span, own)
    process = span.get("process") or build.mapping(processes, "processes").get(str(span.get("processID")))
    return ReadableSpan(
        name=build.text(span.get("operationName"), "the name"),
        context=own,
        parent=parent,
        resource=_resource(build.mapping(process, "the process")),
        attributes={key: value for key, value in tags.items() if key not in _OWN_TAGS and not _is_error_tag(key, tags)},
        events=[_event(build.mapping(each, "a log")) for each in build.sequence(span.get("logs"), "logs")],
        links=links,
        kind=build.kind(tags.get("span.kind")),
        status=_status(tags),
        start_time=start,
        end_time=start + build.moment(span.get("duration"), "the duration", 1_000),
        instrumentation_scope=_scope(tags),
    )


def _id(text: Any, size: int, what: str) -> int:
    """Hex digits; leading zeros may be left out, and a trace id may be of 64 bits."""
    return build.an_id(text.rjust(2 * size, "0") if isinstance(text, str) and text else text, size, what)


def _context(value: Mapping[str, Any], state: str = "") -> SpanContext:
    return build.context(
        _id(value.get("traceID"), build.TRACE_ID_BYTES, "the trace id"),
        _id(value.get("spanID"), build.SPAN_ID_BYTES, "the span id"),
        state=state,
    )


def _references(span: Mapping[str, Any], own: SpanContext) -> tuple[SpanContext | None, Sequence[Link]]:
    """The parent is the first reference into the same trace, a child-of one before others; the rest are links."""
    if span.get("parentSpanID"):
        return build.context(own.trace_id, _id(span["parentSpanID"], build.SPAN_ID_BYTES, "the parent id")), ()
    found = [build.mapping(each, "a reference") for each in build.sequence(span.get("references"), "references")]
    contexts = [(each.get("refType"), _context(each)) for each in found]
    contexts.sort(key=lambda each: each[0] != "CHILD_OF")
    parent = next((each for _, each in contexts if each.trace_id == own.trace_id), None)
    return parent, [Link(each) for _, each in contexts if each is not parent]


def _tags(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in build.sequence(value, "tags"):
        tag = build.mapping(each, "a tag")
        found[build.text(tag.get("key"), "a tag's key")] = _tag_value(tag)
    return found


def _tag_value(tag: Mapping[str, Any]) -> Any:
    """Jaeger keeps text, bool, numbers and bytes; lists and objects were written as JSON text and stay text."""
    value = tag.get("value")
    if tag.get("type") == "binary" and isinstance(value, str):
        try:
            return base64.b64decode(value, validate=True)
        except (ValueError, binascii.Error):
            return value
    if tag.get("type") == "int64" and isinstance(value, str):
        return build.number(value, "a tag's value")
    return build.held(value)


def _is_error_tag(key: str, tags: Mapping[str, Any]) -> bool:
    """`error: true` is how Jaeger writes an error status; any other value is the application's own."""
    return key == "error" and tags[key] is True


def _status(tags: Mapping[str, Any]) -> Status:
    code = tags.get("otel.status_code") or ("ERROR" if tags.get("error") is True else None)
    return build.status(code, tags.get("otel.status_description"))


def _scope(tags: Mapping[str, Any]) -> InstrumentationScope:
    for name, version in _SCOPE_TAGS:
        if name in tags:
            return InstrumentationScope(str(tags[name]), str(tags.get(version, "")))
    return InstrumentationScope("")


def _resource(process: Mapping[str, Any]) -> Resource:
    attributes = _tags(process.get("tags"))
    if "serviceName" in process:
        attributes["service.name"] = process["serviceName"]
    return Resource(attributes)


def _event(log: Mapping[str, Any]) -> Event:
    fields = _tags(log.get("fields"))
    name = str(fields.pop("event", ""))
    return Event(name, fields, build.moment(log.get("timestamp"), "a log's time", 1_000))
