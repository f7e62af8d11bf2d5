"""Span captures played again: real spans with the same tree, ids, times, attributes, events and order of ends."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.id_generator import IdGenerator
from opentelemetry.trace import SpanKind, StatusCode, set_span_in_context
from recording import score_of

from otel_grounding import GroundingConfig
from otel_grounding.exporter import GroundingSpanExporter
from otel_grounding.processor import GroundingSpanProcessor

_FOLDER = Path(__file__).parent / "data" / "captures"
FILES = sorted(_FOLDER.glob("*.json"))
LATE_SCOPES = ("openinference.instrumentation.langchain", "openinference.instrumentation.llama_index")
"""Instrumentations that write no attribute before the end of a span; the others say at its start what it is."""
_KINDS = (
    "gen_ai.operation.name",
    "openinference.span.kind",
    "traceloop.span.kind",
    "langfuse.observation.type",
    "langsmith.span.kind",
    "mlflow.spanType",
    "crew_key",
)


@dataclass(frozen=True)
class Capture:
    """The spans of one file, in the order in which they ended."""

    name: str
    spans: list[dict[str, Any]]


def captures() -> list[Capture]:
    return [load(path.stem) for path in FILES]


def load(name: str) -> Capture:
    return Capture(name, json.loads((_FOLDER / f"{name}.json").read_text())["spans_in_end_order"])


def through_processor(
    capture: Capture, config: GroundingConfig | None = None, *, silent: bool = False
) -> list[ReadableSpan]:
    """What is exported of a capture whose spans were live in a provider with the processor."""
    return replay(capture, GroundingSpanProcessor(config or GroundingConfig()), silent=silent)


def through_exporter(
    capture: Capture, config: GroundingConfig | None = None, *, batch: int = 10_000
) -> list[ReadableSpan]:
    """What is exported of a capture whose spans the exporter got in batches of so many."""
    kept = InMemorySpanExporter()
    replay(capture, Batches(GroundingSpanExporter(kept, config or GroundingConfig()), batch))
    return list(kept.get_finished_spans())


class Batches(SpanProcessor):
    """The SDK's batch processor without its thread: it exports as soon as so many spans have ended."""

    def __init__(self, exporter: SpanExporter, size: int) -> None:
        self.span_exporter = exporter
        self._size = size
        self._ended: list[ReadableSpan] = []

    def on_end(self, span: ReadableSpan) -> None:
        self._ended.append(span)
        if len(self._ended) >= self._size:
            self.shutdown()

    def shutdown(self) -> None:
        self.span_exporter.export(self._ended)
        self._ended = []


def scores(spans: Iterable[ReadableSpan]) -> dict[str, dict[str, Any]]:
    """The attributes of ours on each span that has any, by span id."""
    found = {}
    for span in spans:
        if ours := score_of(span):
            assert span.context is not None
            found[f"{span.context.span_id:016x}"] = ours
    return found


def replay(capture: Capture, *processors: SpanProcessor, silent: bool = False) -> list[ReadableSpan]:
    """The spans of a capture, recorded anew and ended in the same order, in a provider with these processors.

    Spans say at their start what they are, save for those of `LATE_SCOPES`; `silent` ones say nothing before their end.
    """
    kept = InMemorySpanExporter()
    ids = _GivenIds()
    provider = TracerProvider(id_generator=ids, shutdown_on_exit=False)
    for processor in [*processors, SimpleSpanProcessor(kept)]:
        provider.add_span_processor(processor)
    live: dict[str, Span] = {}
    waiting = sorted(capture.spans, key=lambda data: data["start_time"])
    for data in capture.spans:
        due = [each for each in waiting if each is data or each["start_time"] <= data["end_time"]]
        for each in _parents_first(due, live):
            early = {} if silent else _early(each)
            live[each["context"]["span_id"]] = _start(each, early, live, provider, ids)
        waiting = [each for each in waiting if not any(each is begun for begun in due)]
        _end(data, live[data["context"]["span_id"]])
    provider.shutdown()
    return list(kept.get_finished_spans())


class _GivenIds(IdGenerator):
    trace_id = 0
    span_id = 0

    def generate_trace_id(self) -> int:
        return self.trace_id

    def generate_span_id(self) -> int:
        return self.span_id


def _parents_first(due: Sequence[dict[str, Any]], live: dict[str, Span]) -> Iterator[dict[str, Any]]:
    left, begun = list(due), set(live)
    while left:
        ready = [each for each in left if each["parent_id"] not in {other["context"]["span_id"] for other in left}]
        yield from ready
        begun |= {each["context"]["span_id"] for each in ready}
        left = [each for each in left if each["context"]["span_id"] not in begun]


def _early(data: dict[str, Any]) -> dict[str, Any]:
    if (data.get("instrumentation_scope") or {}).get("name") in LATE_SCOPES:
        return {}
    return {key: value for key, value in data["attributes"].items() if key in _KINDS}


def _start(
    data: dict[str, Any], early: dict[str, Any], live: dict[str, Span], provider: TracerProvider, ids: _GivenIds
) -> Span:
    scope = data.get("instrumentation_scope") or {}
    tracer = provider.get_tracer(scope.get("name", ""), scope.get("version"))
    ids.trace_id = int(data["context"]["trace_id"], 16)
    ids.span_id = int(data["context"]["span_id"], 16)
    parent = live.get(data["parent_id"] or "")
    span = tracer.start_span(
        data["name"],
        context=Context() if parent is None else set_span_in_context(parent, Context()),
        kind=SpanKind[data["kind"].removeprefix("SpanKind.")],
        attributes=early,
        start_time=_nanoseconds(data["start_time"]),
    )
    assert isinstance(span, Span)
    return span


def _end(data: dict[str, Any], span: Span) -> None:
    span.set_attributes(data["attributes"])
    for event in data["events"]:
        span.add_event(event["name"], event["attributes"], _nanoseconds(event["timestamp"]))
    status = StatusCode[data["status"]["status_code"]]
    if status is not StatusCode.UNSET:
        span.set_status(status, data["status"].get("description"))
    span.end(_nanoseconds(data["end_time"]))


def _nanoseconds(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1_000_000) * 1_000
