"""Spans and log records as one plain object each: ids, times and attributes at its top level.

So they are written by evaluation kits (Strands), by stores that list spans (CloudWatch, MLflow), and by tables turned
into JSON (Phoenix, ClickHouse). Names are told in whatever case; what a field holds is taken in each form that was
seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from otel_grounding.formats import build
from otel_grounding.formats.flat_attributes import COLUMN, attributes_of
from otel_grounding.formats.log_events import LogEvent, is_content, joined

_FIELDS = {
    "trace_id": "traceid contexttraceid",
    "span_id": "spanid contextspanid",
    "parent_id": "parentspanid parentid",
    "name": "name spanname",
    "kind": "kind spankind",
    "start": "starttime starttimeunixnano",
    "end": "endtime endtimeunixnano",
    "timestamp": "timestamp timeunixnano",
    "observed": "observedtimestamp observedtimeunixnano",
    "duration": "duration durationnano",
    "attributes": "attributes spanattributes logattributes",
    "status": "status",
    "status_code": "statuscode",
    "status_message": "statusmessage",
    "events": "events spanevents",
    "event_names": "eventsname",
    "event_times": "eventstimestamp",
    "event_attributes": "eventsattributes",
    "scope": "scope instrumentationscope",
    "scope_name": "scopename",
    "resource": "resource resourceattributes",
    "body": "body",
    "event_name": "eventname",
    "severity": "severitynumber severitytext",
}
_FIELD_OF = {written: field for field, names in _FIELDS.items() for written in names.split()}
_OPENINFERENCE_KIND = "openinference.span.kind"
_OTEL_KINDS = frozenset(("", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER", "UNSPECIFIED", "UNKNOWN"))


def is_field(key: str) -> bool:
    """Whether an object's member of this name may belong to a span or a log record."""
    return key.startswith(COLUMN) or _plain(key) in _FIELD_OF


def fields_of(members: Mapping[str, Any]) -> dict[str, Any]:
    """The members of an object by what they are; a span needs `trace_id`, `span_id` and `name`."""
    found: dict[str, Any] = {}
    columns: dict[str, Any] = {}
    if isinstance(context := members.get("context"), Mapping):
        members = {**context, **members}
    for key, value in members.items():
        if key.startswith(COLUMN):
            columns[key.removeprefix(COLUMN)] = value
        elif (field := _FIELD_OF.get(_plain(key))) and value is not None:
            found[field] = value
    if columns:
        found.setdefault("attributes", columns)
    return found


def is_span(fields: Mapping[str, Any]) -> bool:
    return "trace_id" in fields and "span_id" in fields and "name" in fields


def is_log(fields: Mapping[str, Any]) -> bool:
    """A body alone is anything; when it was observed is known of log records only, and such a body may be missing."""
    names = fields.keys()
    return "observed" in names or ("body" in names and not names.isdisjoint(("severity", "event_name", "trace_id")))


def span_of(fields: Mapping[str, Any]) -> ReadableSpan:
    """One span.

    Raises:
        MalformedSpanError: A field is in none of the forms that were seen.
    """
    trace_id = build.any_id(fields["trace_id"], build.TRACE_ID_BYTES, "the trace id")
    span_id = build.any_id(fields["span_id"], build.SPAN_ID_BYTES, "the span id")
    parent = build.any_id(fields.get("parent_id"), build.SPAN_ID_BYTES, "the parent id", may_be_zero=True)
    start = build.any_moment(fields.get("start", fields.get("timestamp")), "the start time")
    end = build.any_moment(fields.get("end"), "the end time")
    if end is None and start is not None:
        end = start + build.moment(fields.get("duration"), "the duration")
    attributes = attributes_of(fields.get("attributes"), "the attributes")
    kind = fields.get("kind")
    if isinstance(kind, str) and kind.upper().rpartition(".")[2].removeprefix("SPAN_KIND_") not in _OTEL_KINDS:
        attributes.setdefault(_OPENINFERENCE_KIND, kind)  # Phoenix gives it a column of its own
    events = _events(fields)
    span = ReadableSpan(
        name=build.text(fields["name"], "the name"),
        context=build.context(trace_id, span_id),
        parent=build.context(trace_id, parent) if parent else None,
        resource=Resource(_resource(fields)),
        attributes=attributes,
        events=[_event(each) for each in events if "body" not in each],
        kind=build.kind(kind),
        status=_status(fields),
        start_time=start,
        end_time=end,
        instrumentation_scope=InstrumentationScope(_scope_name(fields)),
    )
    spoken = [_log_event(each, trace_id, span_id) for each in events if "body" in each]
    return joined(span, spoken) if spoken else span


def log_event_of(fields: Mapping[str, Any]) -> LogEvent | None:
    """One log record, None where it carries no content.

    Raises:
        MalformedSpanError: A field is in none of the forms that were seen.
    """
    attributes = attributes_of(fields.get("attributes"), "the attributes")
    if not is_content(_name(fields, attributes), build.held(fields.get("body")), _scope_name(fields)):
        return None
    trace_id = build.any_id(fields.get("trace_id"), build.TRACE_ID_BYTES, "the trace id", may_be_zero=True)
    span_id = build.any_id(fields.get("span_id"), build.SPAN_ID_BYTES, "the span id", may_be_zero=True)
    placed = bool(trace_id and span_id)
    return _log_event(fields, trace_id if placed else 0, span_id if placed else 0)


def _log_event(fields: Mapping[str, Any], trace_id: int, span_id: int) -> LogEvent:
    attributes = attributes_of(fields.get("attributes"), "the attributes")
    moment = build.any_moment(fields.get("timestamp") or fields.get("observed"), "the time")
    name = build.text(_name(fields, attributes), "the event's name")
    return LogEvent(trace_id, span_id, name, moment or 0, attributes, build.held(fields.get("body")))


def _name(fields: Mapping[str, Any], attributes: Mapping[str, Any]) -> Any:
    return fields.get("event_name") or attributes.get("event.name") or fields.get("name")


def _events(fields: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """A list of objects, as JSON text too; ClickHouse has a column for each of their fields."""
    found = fields.get("events")
    if found is None and "event_names" in fields:
        columns = [fields.get(f"event_{each}") for each in ("names", "times", "attributes")]
        names, times, attributes = (build.sequence(each, "events") for each in columns)
        return [
            {"name": name, "timestamp": moment, "attributes": each}
            for name, moment, each in zip(names, times, attributes, strict=False)
        ]
    events = build.sequence(build.json_of(found, "events") if isinstance(found, str) else found, "events")
    return [fields_of(build.mapping(each, "an event")) for each in events]


def _event(fields: Mapping[str, Any]) -> Event:
    attributes = attributes_of(fields.get("attributes"), "an event's attributes")
    name = build.text(_name(fields, attributes), "an event's name")
    return Event(name, attributes, build.any_moment(fields.get("timestamp"), "an event's time") or 0)


def _resource(fields: Mapping[str, Any]) -> dict[str, Any]:
    found = fields.get("resource")
    return attributes_of(found.get("attributes", found) if isinstance(found, Mapping) else None, "the resource")


def _scope_name(fields: Mapping[str, Any]) -> str:
    scope = fields.get("scope")
    name = scope.get("name") if isinstance(scope, Mapping) else scope or fields.get("scope_name")
    return build.text(name, "the scope's name")


def _status(fields: Mapping[str, Any]) -> Any:
    status = fields.get("status")
    if not isinstance(status, Mapping):
        return build.status(fields.get("status_code", status), fields.get("status_message"))
    found = {_plain(key): value for key, value in status.items()}
    code = found.get("code", found.get("statuscode"))
    return build.status(code, found.get("message", found.get("description")))


def _plain(key: str) -> str:
    """A name without its case's signs: `traceId`, `trace_id`, `TraceId` and `context.trace_id` are near enough."""
    return key.replace("_", "").replace(".", "").lower() if len(key) < 64 else key
