"""OTLP/JSON: what its writers differ in, and what is refused."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Mapping
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanKind, StatusCode

from otel_grounding.formats import FormatError, read_spans
from otel_grounding.formats.build import MalformedSpanError
from otel_grounding.formats.otlp_values import any_value

TRACE = "0af7651916cd43dd8448eb211c80319c"
SPAN = "b7ad6b7169203331"


def document(**fields: Any) -> str:
    span = {"traceId": TRACE, "spanId": SPAN, "name": "s", **fields}
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]})


def read(text: str) -> ReadableSpan:
    (span,) = read_spans(io.BytesIO(text.encode()), name="f")
    return span


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ({"stringValue": "é"}, "é"),
        ({"string_value": ""}, ""),
        ({"intValue": "9007199254740993"}, 2**53 + 1),
        ({"intValue": 7}, 7),
        ({"boolValue": False}, False),
        ({"doubleValue": 0.5}, 0.5),
        ({"doubleValue": "-Infinity"}, -math.inf),
        ({"bytesValue": "AAEC/w=="}, b"\x00\x01\x02\xff"),
        ({"arrayValue": {"values": [{"intValue": "1"}, {"stringValue": "a"}, {}]}}, (1, "a", None)),
        ({"arrayValue": {}}, ()),
        ({"array_value": {"values": [{"double_value": 1.5}]}}, (1.5,)),
        (
            {"kvlistValue": {"values": [{"key": "a", "value": {"arrayValue": {"values": [{"boolValue": True}]}}}]}},
            {"a": (True,)},
        ),
        ({"kvlistValue": {}}, {}),
        ({}, None),
        (None, None),
    ],
)
def test_an_attribute_value(written: Mapping[str, Any] | None, value: Any) -> None:
    found = any_value(written)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    "written",
    [
        "text",
        1,
        [],
        {"other": 1},
        {"stringValue": 1},
        {"intValue": "x"},
        {"doubleValue": []},
        {"bytesValue": "%"},
        {"arrayValue": []},
        {"kvlistValue": {"values": {}}},
        {"kvlistValue": {"values": [1]}},
    ],
)
def test_what_is_no_attribute_value(written: Any) -> None:
    with pytest.raises(MalformedSpanError):
        any_value(written)


@pytest.mark.parametrize(
    ("trace_id", "span_id"),
    [
        (TRACE, SPAN),
        (TRACE.upper(), SPAN.upper()),
        ("CvdlGRbNQ92ESOshHIAxnA==", "t61rcWkgMzE="),  # protobuf's JSON for bytes
    ],
)
def test_ids_are_hexadecimal_or_base64(trace_id: str, span_id: str) -> None:
    span = read(document(traceId=trace_id, spanId=span_id, parentSpanId=span_id))
    assert span.context is not None
    assert span.parent is not None
    assert (span.context.trace_id, span.context.span_id) == (int(TRACE, 16), int(SPAN, 16))
    assert span.parent.span_id == int(SPAN, 16)


@pytest.mark.parametrize("parent", [None, "", "0" * 16, "AAAAAAAAAAA="])
def test_no_parent_is_written_in_several_ways(parent: str | None) -> None:
    assert read(document(parentSpanId=parent)).parent is None


def test_a_remote_parent_is_told_by_the_flags() -> None:
    for flags, remote in ((0x001, False), (0x101, False), (0x301, True)):
        parent = read(document(parentSpanId=SPAN, flags=flags)).parent
        assert parent is not None
        assert parent.is_remote is remote


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"traceId": TRACE[:-1]}, "the trace id is not of 16 bytes in hex or base64"),
        ({"traceId": SPAN}, "the trace id is not of 16 bytes in hex or base64"),
        ({"traceId": "0" * 32}, "the trace id is zero"),
        ({"traceId": 7}, "the trace id is not text"),
        ({"spanId": None}, "the span id is not text"),
        ({"spanId": "zz" * 8}, "the span id is not of 8 bytes in hex or base64"),
        ({"parentSpanId": "1"}, "the parent id is not of 8 bytes in hex or base64"),
        ({"name": 1}, "the name is not text"),
        ({"attributes": {"a": 1}}, "attributes is not a list"),
        ({"attributes": [1]}, "an attribute is not an object"),
        ({"attributes": [{"key": 1}]}, "an attribute's key is not text"),
        ({"startTimeUnixNano": "now"}, "the start time is not a whole number"),
        ({"startTimeUnixNano": math.nan}, "the start time is not a whole number"),
        ({"endTimeUnixNano": -1}, "the end time is no time"),
        ({"endTimeUnixNano": str(2**64)}, "the end time is no time"),
        ({"events": [None, 1]}, "an event is not an object"),
        ({"links": [{"traceId": TRACE}]}, "a link's span id is not text"),
        ({"status": "ok"}, "the status is not an object"),
        ({"status": {"code": 2, "message": 3}}, "the status description is not text"),
    ],
)
def test_a_malformed_span_is_left_out_and_the_others_are_read(fields: dict[str, Any], reason: str) -> None:
    good, bad = json.loads(document()), json.loads(document(**fields))
    errors: list[FormatError] = []
    text = "\n".join(json.dumps(each) for each in (good, bad, good))
    found = list(read_spans(io.BytesIO(text.encode()), name="f", on_error=errors.append))
    assert len(found) == 2
    assert [each.reason for each in errors] == [reason]
    assert errors[0].place.startswith("line 2, byte ")


def test_enums_by_name_number_and_unknown() -> None:
    for kind, found in (
        (3, SpanKind.CLIENT),
        ("SPAN_KIND_SERVER", SpanKind.SERVER),
        (99, SpanKind.INTERNAL),
        (0, SpanKind.INTERNAL),
    ):
        assert read(document(kind=kind)).kind is found
    for code, status in (
        (2, StatusCode.ERROR),
        ("STATUS_CODE_OK", StatusCode.OK),
        ("?", StatusCode.UNSET),
        (-1, StatusCode.UNSET),
    ):
        assert read(document(status={"code": code})).status.status_code is status


def test_dropped_counts_survive() -> None:
    span = read(document(droppedAttributesCount=3, droppedEventsCount=2, droppedLinksCount=1))
    assert (span.dropped_attributes, span.dropped_events, span.dropped_links) == (3, 2, 1)


def test_the_fields_of_older_versions_are_known() -> None:
    text = document().replace("scopeSpans", "instrumentationLibrarySpans")
    text = text.replace('"spans"', '"instrumentationLibrary": {"name": "old", "version": "0.1"}, "spans"')
    scope = read(text).instrumentation_scope
    assert scope is not None
    assert (scope.name, scope.version) == ("old", "0.1")


def test_values_nested_too_deeply_cost_only_their_span() -> None:
    value = '{"arrayValue": {"values": [' * 200 + "{}" + "]}}" * 200
    deep = document(attributes=[]).replace("[]", f'[{{"key": "a", "value": {value}}}]')
    errors: list[FormatError] = []
    found = list(read_spans(io.BytesIO(f"{deep}\n{document()}\n".encode()), name="f", on_error=errors.append))
    assert len(found) == 1 + (not errors)


def test_spans_pass_through_once_their_resource_is_known() -> None:
    """A file that ends in the middle of one long list has given what came before."""
    span = json.dumps(json.loads(document())["resourceSpans"][0]["scopeSpans"][0]["spans"][0])
    resource = '{"attributes": [{"key": "service.name", "value": {"stringValue": "x"}}]}'
    head = f'{{"resourceSpans": [{{"resource": {resource}, "scopeSpans": [{{"scope": {{}}, "spans": ['
    text = head + ",".join([span] * 2_500)
    errors: list[FormatError] = []
    found = list(read_spans(io.BytesIO(text.encode()), name="f", on_error=errors.append))
    assert len(found) == 2_000
    assert {each.resource.attributes["service.name"] for each in found} == {"x"}
    assert errors[0].reason == "ends in the middle of a value"
