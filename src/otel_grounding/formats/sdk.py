"""The SDK's own span JSON, as `ReadableSpan.to_json` and `ConsoleSpanExporter` write it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext

from otel_grounding.formats import build

FIELDS = frozenset(
    "name context kind parent_id start_time end_time status attributes events links resource "
    "instrumentation_scope".split()
)
_STATE_ENTRY = re.compile(r"\{key=([^,{}]{1,256}), value=([^{}]{0,256})\}")


def is_span(value: Any) -> bool:
    """Whether it is the SDK's: Phoenix and MLflow have forms near to it, with numbers as times or other fields."""
    return (
        isinstance(value, Mapping)
        and "name" in value
        and isinstance(value.get("context"), Mapping)
        and value.keys().isdisjoint(("span_kind", "status_code"))
        and not isinstance(value.get("start_time"), int | float)
    )


def span_of(value: Mapping[str, Any]) -> ReadableSpan:
    """One span.

    Raises:
        MalformedSpanError: A field is not as the SDK writes it.
    """
    own = _context(value["context"])
    parent = value.get("parent_id")
    parent_id = build.an_id(parent, build.SPAN_ID_BYTES, "the parent id") if parent else None
    return ReadableSpan(
        name=build.text(value.get("name"), "the name"),
        context=own,
        # the SDK writes the parent's id alone: whether it was remote is lost
        parent=build.context(own.trace_id, parent_id) if parent_id else None,
        resource=_resource(build.mapping(value.get("resource"), "the resource")),
        attributes=build.held(build.mapping(value.get("attributes"), "the attributes")),
        events=[_event(build.mapping(each, "an event")) for each in build.sequence(value.get("events"), "events")],
        links=[_link(build.mapping(each, "a link")) for each in build.sequence(value.get("links"), "links")],
        kind=build.kind(value.get("kind")),
        status=_status(build.mapping(value.get("status"), "the status")),
        start_time=build.nanoseconds_of(value.get("start_time")),
        end_time=build.nanoseconds_of(value.get("end_time")),
        instrumentation_scope=_scope(build.mapping(value.get("instrumentation_scope"), "the scope")),
    )


def _context(value: Mapping[str, Any]) -> SpanContext:
    entries = _STATE_ENTRY.findall(build.text(value.get("trace_state"), "the trace state"))
    return build.context(
        build.an_id(value.get("trace_id"), build.TRACE_ID_BYTES, "the trace id"),
        build.an_id(value.get("span_id"), build.SPAN_ID_BYTES, "the span id"),
        state=",".join(f"{key}={value}" for key, value in entries),
    )


def _resource(value: Mapping[str, Any]) -> Resource:
    attributes = build.mapping(value.get("attributes"), "the resource's attributes")
    return Resource(build.held(attributes), build.text(value.get("schema_url"), "a schema URL") or None)


def _scope(value: Mapping[str, Any]) -> InstrumentationScope:
    """Empty in what the SDK writes: it leaves the scope out."""
    name, version, url = (build.text(value.get(key), f"the scope's {key}") for key in ("name", "version", "schema_url"))
    return InstrumentationScope(name, version, url)


def _status(value: Mapping[str, Any]) -> Any:
    return build.status(value.get("status_code"), value.get("description"))


def _event(value: Mapping[str, Any]) -> Event:
    return Event(
        build.text(value.get("name"), "an event's name"),
        build.held(build.mapping(value.get("attributes"), "an event's attributes")),
        build.nanoseconds_of(value.get("timestamp")) or 0,
    )


def _link(value: Mapping[str, Any]) -> Link:
    return Link(
        _context(build.mapping(value.get("context"), "a link's context")),
        build.held(build.mapping(value.get("attributes"), "a link's attributes")),
    )
