"""Spans as one plain object each, in the forms of those who list them so."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan

Writer = Callable[[Sequence[ReadableSpan]], str]


def _ids(span: ReadableSpan) -> tuple[str, str, str | None]:
    return (
        f"{span.context.trace_id:032x}",
        f"{span.context.span_id:016x}",
        f"{span.parent.span_id:016x}" if span.parent else None,
    )


def _iso(nanoseconds: int | None) -> str:
    assert nanoseconds is not None
    return (
        datetime.fromtimestamp(nanoseconds // 10**9, UTC).replace(microsecond=nanoseconds // 1000 % 10**6).isoformat()
    )


def _scope(span: ReadableSpan) -> str:
    return span.instrumentation_scope.name if span.instrumentation_scope else ""


def strands_evals(spans: Sequence[ReadableSpan]) -> str:
    """The list that Strands' evaluation kit takes."""
    return json.dumps(
        [
            {
                "trace_id": _ids(span)[0],
                "span_id": _ids(span)[1],
                "parent_span_id": _ids(span)[2],
                "name": span.name,
                "start_time": span.start_time,
                "end_time": span.end_time,
                "attributes": dict(span.attributes or {}),
                "scope": {"name": _scope(span), "version": ""},
                "status": {"code": span.status.status_code.name},
                "span_events": [
                    {"event_name": each.name, "timestamp": each.timestamp, "attributes": dict(each.attributes or {})}
                    for each in span.events
                ],
            }
            for span in spans
        ],
        indent=2,
    )


def cloudwatch(spans: Sequence[ReadableSpan]) -> str:
    """Lines of CloudWatch's group of spans."""
    return "\n".join(
        json.dumps(
            {
                "resource": {"attributes": dict(span.resource.attributes)},
                "scope": {"name": _scope(span)},
                "traceId": _ids(span)[0],
                "spanId": _ids(span)[1],
                "parentSpanId": _ids(span)[2],
                "flags": 256,
                "name": span.name,
                "kind": span.kind.name,
                "startTimeUnixNano": span.start_time,
                "endTimeUnixNano": span.end_time,
                "durationNano": (span.end_time or 0) - (span.start_time or 0),
                "attributes": dict(span.attributes or {}),
                "events": [
                    {"name": each.name, "timeUnixNano": each.timestamp, "attributes": dict(each.attributes or {})}
                    for each in span.events
                ],
                "status": {"code": span.status.status_code.name},
            }
        )
        for span in spans
    )


def mlflow(spans: Sequence[ReadableSpan]) -> str:
    """`Trace.to_json()` of MLflow 3: ids in base64."""

    def encoded(number: int, size: int) -> str:
        return base64.b64encode(number.to_bytes(size)).decode()

    found = [
        {
            "trace_id": encoded(span.context.trace_id, 16),
            "span_id": encoded(span.context.span_id, 8),
            "parent_span_id": encoded(span.parent.span_id, 8) if span.parent else None,
            "name": span.name,
            "start_time_unix_nano": span.start_time,
            "end_time_unix_nano": span.end_time,
            "events": [
                {"name": each.name, "time_unix_nano": each.timestamp, "attributes": dict(each.attributes or {})}
                for each in span.events
            ],
            "status": {"code": f"STATUS_CODE_{span.status.status_code.name}", "message": ""},
            "attributes": dict(span.attributes or {}),
            "links": [],
        }
        for span in spans
    ]
    return json.dumps({"info": {"trace_id": "tr-1", "state": "OK"}, "data": {"spans": found}})


def phoenix_rest(spans: Sequence[ReadableSpan]) -> str:
    """The answer of Phoenix's REST interface."""
    return json.dumps(
        {
            "data": [
                {
                    "id": "U3Bhbjox",
                    "name": span.name,
                    "context": {"trace_id": _ids(span)[0], "span_id": _ids(span)[1]},
                    "span_kind": "UNKNOWN",
                    "parent_id": _ids(span)[2],
                    "start_time": _iso(span.start_time),
                    "end_time": _iso(span.end_time),
                    "status_code": span.status.status_code.name,
                    "status_message": "",
                    "attributes": dict(span.attributes or {}),
                    "events": [
                        {
                            "name": each.name,
                            "timestamp": _iso(each.timestamp),
                            "attributes": dict(each.attributes or {}),
                        }
                        for each in span.events
                    ],
                }
                for span in spans
            ],
            "next_cursor": None,
        }
    )


def phoenix_rows(spans: Sequence[ReadableSpan]) -> str:
    """Phoenix's table of spans through `to_json(orient="records", lines=True)`: each row has all columns."""
    columns = sorted({key for span in spans for key in span.attributes or {}})
    return "\n".join(
        json.dumps(
            {
                "name": span.name,
                "span_kind": "UNKNOWN",
                "parent_id": _ids(span)[2],
                "start_time": (span.start_time or 0) // 10**6,
                "end_time": (span.end_time or 0) // 10**6,
                "status_code": span.status.status_code.name,
                "events": [
                    {"name": each.name, "timestamp": _iso(each.timestamp), "attributes": dict(each.attributes or {})}
                    for each in span.events
                ],
                "context.span_id": _ids(span)[1],
                "context.trace_id": _ids(span)[0],
                **{f"attributes.{key}": (span.attributes or {}).get(key) for key in columns},
            }
        )
        for span in spans
    )


def clickhouse(spans: Sequence[ReadableSpan]) -> str:
    """Rows of the table that the Collector's ClickHouse exporter fills: attributes are text."""

    def texts(attributes: Mapping[str, Any] | None) -> dict[str, str]:
        return {
            key: value if isinstance(value, str) else json.dumps(value) for key, value in (attributes or {}).items()
        }

    return "\n".join(
        json.dumps(
            {
                "Timestamp": _iso(span.start_time).replace("T", " ").removesuffix("+00:00"),
                "TraceId": _ids(span)[0],
                "SpanId": _ids(span)[1],
                "ParentSpanId": _ids(span)[2] or "",
                "TraceState": "",
                "SpanName": span.name,
                "SpanKind": span.kind.name.title(),
                "ServiceName": "travel",
                "ResourceAttributes": texts(span.resource.attributes),
                "ScopeName": _scope(span),
                "SpanAttributes": texts(span.attributes),
                "Duration": str((span.end_time or 0) - (span.start_time or 0)),
                "StatusCode": span.status.status_code.name.title(),
                "Events.Timestamp": [_iso(each.timestamp) for each in span.events],
                "Events.Name": [each.name for each in span.events],
                "Events.Attributes": [texts(each.attributes) for each in span.events],
            }
        )
        for span in spans
    )


PLAIN_WRITERS: dict[str, Writer] = {
    each.__name__: each for each in (strands_evals, cloudwatch, mlflow, phoenix_rest, phoenix_rows, clickhouse)
}
