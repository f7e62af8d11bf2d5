"""Spans as OTLP/JSON, one export request a line: the format of the Collector's file exporter."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

_IDS = {"traceId", "spanId", "parentSpanId"}


class OtlpJsonFileExporter(SpanExporter):
    """Appends each batch of spans to `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        request = MessageToDict(encode_spans(spans), use_integers_for_enums=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_with_hex_ids(request), ensure_ascii=False) + "\n")
        return SpanExportResult.SUCCESS


def _with_hex_ids(value: Any) -> Any:
    """Ids are hex in OTLP/JSON, where protobuf's own JSON mapping has base64."""
    if isinstance(value, list):
        return [_with_hex_ids(each) for each in value]
    if isinstance(value, dict):
        return {k: base64.b64decode(v).hex() if k in _IDS else _with_hex_ids(v) for k, v in value.items()}
    return value
