"""Jaeger's API JSON: ids without leading zeros, references, and the tags that stand for OpenTelemetry's fields."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanKind, StatusCode

from otel_grounding.formats import FormatError, read_spans


def trace(*spans: dict[str, Any], **fields: Any) -> str:
    return json.dumps({"data": [{"traceID": "1", "spans": spans, "processes": {}, **fields}]})


def span(**fields: Any) -> dict[str, Any]:
    return {"traceID": "ab", "spanID": "c", "operationName": "s", "startTime": 5, "duration": 2, **fields}


def tags(**values: Any) -> list[dict[str, Any]]:
    return [{"key": key.replace("__", "."), "type": "string", "value": value} for key, value in values.items()]


def read(text: str) -> list[ReadableSpan]:
    return list(read_spans(io.BytesIO(text.encode()), name="f"))


def test_ids_may_lack_leading_zeros_and_times_are_microseconds() -> None:
    (found,) = read(trace(span()))
    assert found.context is not None
    assert (found.context.trace_id, found.context.span_id) == (0xAB, 0xC)
    assert (found.start_time, found.end_time) == (5_000, 7_000)


def test_the_parent_is_the_child_of_reference_into_the_same_trace() -> None:
    references = [
        {"refType": "FOLLOWS_FROM", "traceID": "ab", "spanID": "1"},
        {"refType": "CHILD_OF", "traceID": "ff", "spanID": "2"},
        {"refType": "CHILD_OF", "traceID": "ab", "spanID": "3"},
    ]
    (found,) = read(trace(span(references=references)))
    assert found.parent is not None
    assert found.parent.span_id == 3
    assert [link.context.span_id for link in found.links] == [2, 1]


def test_a_follows_from_reference_is_the_parent_where_there_is_no_other() -> None:
    (found,) = read(trace(span(references=[{"refType": "FOLLOWS_FROM", "traceID": "ab", "spanID": "1"}])))
    assert found.parent is not None
    assert found.parent.span_id == 1


def test_the_deprecated_parent_field_is_known() -> None:
    (found,) = read(trace(span(parentSpanID="d")))
    assert found.parent is not None
    assert found.parent.span_id == 0xD


def test_tags_that_stand_for_fields_become_the_fields() -> None:
    (found,) = read(
        trace(span(tags=tags(span__kind="client", otel__scope__name="agents", otel__scope__version="2", other="kept")))
    )
    assert found.instrumentation_scope is not None
    assert (found.kind, found.instrumentation_scope.name, found.instrumentation_scope.version) == (
        SpanKind.CLIENT,
        "agents",
        "2",
    )
    assert dict(found.attributes or {}) == {"other": "kept"}


def test_an_error_tag_is_the_status_only_where_it_is_a_flag() -> None:
    (flag,) = read(trace(span(tags=[{"key": "error", "type": "bool", "value": True}])))
    (own,) = read(trace(span(tags=tags(error="no such city"))))
    assert (flag.status.status_code, dict(flag.attributes or {})) == (StatusCode.ERROR, {})
    assert (own.status.status_code, dict(own.attributes or {})) == (StatusCode.UNSET, {"error": "no such city"})


def test_the_name_of_an_event_is_its_field_of_that_name() -> None:
    logs = [
        {"timestamp": 7, "fields": [*tags(event="gen_ai.choice", message="It is 21 C.")]},
        {"timestamp": 8, "fields": [{"key": "event", "type": "binary", "value": "AAE="}]},
    ]
    (found,) = read(trace(span(logs=logs)))
    assert [(each.name, each.timestamp, dict(each.attributes or {})) for each in found.events] == [
        ("gen_ai.choice", 7_000, {"message": "It is 21 C."}),
        ("b'\\x00\\x01'", 8_000, {}),
    ]


def test_processes_are_found_before_and_behind_the_spans() -> None:
    process = {"p1": {"serviceName": "travel", "tags": tags(host="a")}}
    behind = trace(span(processID="p1"), processes=process)
    before = json.dumps({"processes": process, "spans": [span(processID="p1")], "traceID": "ab"})
    for text in (behind, before):
        assert dict(read(text)[0].resource.attributes) == {"service.name": "travel", "host": "a"}


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (span(spanID="0"), "the span id is zero"),
        (span(spanID=""), "the span id is not of 8 bytes in hex or base64"),
        (span(spanID="x"), "the span id is not of 8 bytes in hex or base64"),
        (span(traceID="1" * 33), "the trace id is not of 16 bytes in hex or base64"),
        (span(tags={"a": 1}), "tags is not a list"),
        (span(startTime="soon"), "the start time is not a whole number"),
        (span(references=[{"traceID": "1"}]), "the span id is not text"),
        ("text", "an entry of spans that is no span"),
    ],
)
def test_a_malformed_span_is_left_out_and_the_others_are_read(broken: Any, reason: str) -> None:
    errors: list[FormatError] = []
    text = trace(span(), broken, span(spanID="d"))
    found = list(read_spans(io.BytesIO(text.encode()), name="f", on_error=errors.append))
    assert len(found) == 2
    assert [each.reason for each in errors] == [reason]
