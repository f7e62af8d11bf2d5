"""A log record of OTLP/JSON, where it carries content of a span."""

from __future__ import annotations

from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from otel_grounding.formats import build
from otel_grounding.formats.log_events import LogEvent, is_content
from otel_grounding.formats.otlp_values import any_value, attributes_of, fields_of, is_zero


def log_event_of(record: Any, _: Resource, scope: InstrumentationScope) -> LogEvent | None:
    """One log record of OTLP/JSON; None where it carries no content.

    Raises:
        MalformedSpanError: A field is not as OTLP wants it.
    """
    get = fields_of(record, "a log record")
    attributes = attributes_of(get)
    name = get("eventName") or attributes.get("event.name")
    body = any_value(get("body"))
    if not is_content(name, body, scope.name):
        return None
    trace_id, span_id = get("traceId"), get("spanId")
    moment = get("timeUnixNano")
    if not build.number(moment, "a log record's time"):
        moment = get("observedTimeUnixNano")
    placed = bool(trace_id and span_id) and not is_zero(trace_id) and not is_zero(span_id)
    return LogEvent(
        build.an_id(trace_id, build.TRACE_ID_BYTES, "the trace id") if placed else 0,
        build.an_id(span_id, build.SPAN_ID_BYTES, "the span id") if placed else 0,
        build.text(name, "an event's name"),
        build.moment(moment, "a log record's time"),
        attributes,
        body,
    )
