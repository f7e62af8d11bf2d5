"""A span of OTLP/JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, TraceFlags

from otel_grounding.formats import build
from otel_grounding.formats.otlp_values import attributes_of, fields_of, is_zero

_HAS_IS_REMOTE, _IS_REMOTE = 0x100, 0x200  # of a span's flags


def span_of(span: Any, resource: Resource, scope: InstrumentationScope) -> ReadableSpan:
    """One span of OTLP/JSON.

    Raises:
        MalformedSpanError: A field is not as OTLP wants it.
    """
    get = fields_of(span, "a span")
    status = fields_of(get("status"), "the status")
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
        if parent and not is_zero(parent)
        else None,
        resource=resource,
        attributes=attributes_of(get),
        events=_entries(_event, get("events"), get("droppedEventsCount")),
        links=_entries(_link, get("links"), get("droppedLinksCount")),
        kind=build.kind(get("kind")),
        status=build.status(status("code"), status("message")),
        start_time=build.moment(get("startTimeUnixNano"), "the start time") or None,
        end_time=build.moment(get("endTimeUnixNano"), "the end time") or None,
        instrumentation_scope=scope,
    )


def _entries(make: Callable[[Any], Any], value: Any, dropped: Any) -> Sequence[Any]:
    found = [make(each) for each in build.sequence(value, "events or links")]
    return build.list_with_dropped(found, build.number(dropped, "a count"))


def _event(value: Any) -> Event:
    get = fields_of(value, "an event")
    name, moment = build.text(get("name"), "an event's name"), build.moment(get("timeUnixNano"), "an event's time")
    return Event(name, attributes_of(get), moment)


def _link(value: Any) -> Link:
    get = fields_of(value, "a link")
    return Link(
        build.context(
            build.an_id(get("traceId"), build.TRACE_ID_BYTES, "a link's trace id"),
            build.an_id(get("spanId"), build.SPAN_ID_BYTES, "a link's span id"),
            flags=build.number(get("flags"), "flags") & 0xFF,
            state=build.text(get("traceState"), "the trace state"),
        ),
        attributes_of(get),
    )
