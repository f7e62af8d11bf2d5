"""Trace files as each producer writes them, for tests of what reads them."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from typing import Any

from google.protobuf import json_format
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import StatusCode

Writer = Callable[[Sequence[ReadableSpan]], str]


def otlp(spans: Sequence[ReadableSpan]) -> dict[str, Any]:
    """What the Collector's file exporter writes: protobuf's JSON with ids in hex."""
    found: dict[str, Any] = _with_hex_ids(json_format.MessageToDict(encode_spans(spans)))
    return found


def _with_hex_ids(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_hex_ids(each) for each in value]
    if isinstance(value, dict):
        return {
            key: base64.b64decode(each).hex()
            if key in ("traceId", "spanId", "parentSpanId") and isinstance(each, str)
            else _with_hex_ids(each)
            for key, each in value.items()
        }
    return value


def otlp_document(spans: Sequence[ReadableSpan]) -> str:
    return json.dumps(otlp(spans), indent=2)


def otlp_lines(spans: Sequence[ReadableSpan]) -> str:
    return "".join(json.dumps(otlp([span])) + "\n" for span in spans)


def otlp_snake_case(spans: Sequence[ReadableSpan]) -> str:
    """protobuf's field names and base64 ids, as a script that prints messages writes them."""
    return json.dumps(json_format.MessageToDict(encode_spans(spans), preserving_proto_field_name=True))


def otlp_reversed(spans: Sequence[ReadableSpan]) -> str:
    """JSON objects have no order: the resource may stand behind its spans."""
    return json.dumps(_backwards(otlp(spans)))


def _backwards(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _backwards(each) for key, each in reversed(value.items())}
    return [_backwards(each) for each in value] if isinstance(value, list) else value


def tempo_v1(spans: Sequence[ReadableSpan]) -> str:
    found = json_format.MessageToDict(encode_spans(spans))
    return json.dumps({"batches": found.get("resourceSpans", [])})


def tempo_v2(spans: Sequence[ReadableSpan]) -> str:
    return json.dumps({"trace": json_format.MessageToDict(encode_spans(spans)), "metrics": {}})


def jaeger_v3(spans: Sequence[ReadableSpan]) -> str:
    return json.dumps({"result": otlp(spans)})


def sdk_list(spans: Sequence[ReadableSpan]) -> str:
    return json.dumps([json.loads(span.to_json()) for span in spans])


def sdk_object(spans: Sequence[ReadableSpan]) -> str:
    return json.dumps({"note": "captured", "spans_in_end_order": json.loads(sdk_list(spans))}, indent=1)


def sdk_console(spans: Sequence[ReadableSpan]) -> str:
    return "".join(span.to_json() + "\n" for span in spans)


def sdk_lines(spans: Sequence[ReadableSpan]) -> str:
    return "".join(span.to_json(indent=None) + "\n" for span in spans)


def jaeger(spans: Sequence[ReadableSpan]) -> str:
    """The query API's answer, with OpenTelemetry's fields where the Collector's translation puts them."""
    traces: dict[int, dict[str, Any]] = {}
    for span in spans:
        trace = traces.setdefault(
            span.context.trace_id,
            {"traceID": f"{span.context.trace_id:032x}", "spans": [], "processes": {}, "warnings": None},
        )
        process = f"p{len(trace['processes']) + 1}"
        attributes = dict(span.resource.attributes)
        trace["processes"][process] = {
            "serviceName": attributes.pop("service.name", ""),
            "tags": [jaeger_tag(*each) for each in attributes.items()],
        }
        trace["spans"].append(_jaeger_span(span, process))
    return json.dumps({"data": list(traces.values()), "total": 0, "errors": None})


def _jaeger_span(span: ReadableSpan, process: str) -> dict[str, Any]:
    assert span.start_time is not None
    assert span.end_time is not None
    tags = dict(span.attributes or {}) | {"span.kind": span.kind.name.lower()}
    if span.instrumentation_scope and span.instrumentation_scope.name:
        tags["otel.scope.name"] = span.instrumentation_scope.name
        tags["otel.scope.version"] = span.instrumentation_scope.version or ""
    if span.status.status_code is not StatusCode.UNSET:
        tags["otel.status_code"] = span.status.status_code.name
    if span.status.status_code is StatusCode.ERROR:
        tags["error"] = True
        tags["otel.status_description"] = span.status.description or ""
    references = [("CHILD_OF", span.parent)] if span.parent else []
    references += [("FOLLOWS_FROM", link.context) for link in span.links]
    return {
        "traceID": f"{span.context.trace_id:032x}",
        "spanID": f"{span.context.span_id:016x}",
        "operationName": span.name,
        "references": [
            {"refType": kind, "traceID": f"{each.trace_id:032x}", "spanID": f"{each.span_id:016x}"}
            for kind, each in references
        ],
        "startTime": span.start_time // 1_000,
        "duration": (span.end_time - span.start_time) // 1_000,
        "tags": [jaeger_tag(*each) for each in tags.items()],
        "logs": [
            {
                "timestamp": event.timestamp // 1_000,
                "fields": [jaeger_tag(*each) for each in {"event": event.name, **(event.attributes or {})}.items()],
            }
            for event in span.events
        ],
        "processID": process,
        "warnings": None,
    }


def jaeger_tag(key: str, value: Any) -> dict[str, Any]:
    if isinstance(value, tuple | dict):  # Jaeger has no such values: the translation writes them as JSON text
        return {"key": key, "type": "string", "value": json.dumps(value)}
    if isinstance(value, bytes):
        return {"key": key, "type": "binary", "value": base64.b64encode(value).decode()}
    kinds = {str: "string", bool: "bool", int: "int64", float: "float64"}
    return {"key": key, "type": kinds[type(value)], "value": value}


WRITERS: dict[str, Writer] = {
    each.__name__: each
    for each in (
        otlp_document,
        otlp_lines,
        otlp_snake_case,
        otlp_reversed,
        tempo_v1,
        tempo_v2,
        jaeger_v3,
        sdk_list,
        sdk_object,
        sdk_console,
        sdk_lines,
        jaeger,
    )
}
