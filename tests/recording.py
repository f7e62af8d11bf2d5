"""Spans of the GenAI conventions in a real provider, and what became of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from opentelemetry.context import Context
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader, NumberDataPoint
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanLimits, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import Sampler
from opentelemetry.trace import NonRecordingSpan, SpanContext, set_span_in_context

from otel_grounding import GroundingConfig
from otel_grounding.exporter import GroundingSpanExporter
from otel_grounding.processor import GroundingSpanProcessor
from otel_grounding.signals import names

WEATHER = {"city": "Paris", "temperature": 21, "sky": "sunny"}
ANSWER = "Paris is sunny today with a temperature of 21 degrees."

Parent = Span | SpanContext | None
Record = Callable[..., "Recording"]
"""Makes a recording, live or in a batch."""


class Recording:
    """A provider whose spans are scored by the processor or, with `exporting`, by the exporter in one batch."""

    def __init__(
        self,
        config: GroundingConfig | None = None,
        *,
        exporting: bool = False,
        limits: SpanLimits | None = None,
        sampler: Sampler | None = None,
        first: SpanProcessor | None = None,
    ) -> None:
        self._measured = InMemoryMetricReader()
        self.meters = MeterProvider([self._measured], shutdown_on_exit=False)
        config = config or GroundingConfig()
        self._kept = InMemorySpanExporter()
        self._scored = InMemorySpanExporter()
        self.exporter = GroundingSpanExporter(self._scored, config, meter_provider=self.meters) if exporting else None
        self.provider = TracerProvider(sampler=sampler, span_limits=limits, shutdown_on_exit=False)
        self.processor = GroundingSpanProcessor(config, meter_provider=self.meters)
        if first is not None:
            self.provider.add_span_processor(first)
        if not exporting:
            self.provider.add_span_processor(self.processor)
        self.provider.add_span_processor(SimpleSpanProcessor(self._kept))
        self.tracer = self.provider.get_tracer("app")

    def spans(self) -> list[ReadableSpan]:
        """What was exported, in the order in which it ended."""
        if self.exporter is None:
            return list(self._kept.get_finished_spans())
        self.exporter.export(self._kept.get_finished_spans())
        self._kept.clear()
        return list(self._scored.get_finished_spans())

    def score(self, span: Span) -> dict[str, Any]:
        """What is written about grounding on a span that was exported."""
        (exported,) = (each for each in self.spans() if each.context == span.get_span_context())
        return score_of(exported)

    def measured(self, instrument: str) -> dict[tuple[Any, ...], float]:
        """The sums of a counter by the values of its attributes."""
        data = self._measured.get_metrics_data()
        return {
            tuple((point.attributes or {}).values()): point.value
            for resource in (data.resource_metrics if data else ())
            for scope in resource.scope_metrics
            for metric in scope.metrics
            if metric.name == instrument
            for point in metric.data.data_points
            if isinstance(point, NumberDataPoint)
        }

    def errors(self) -> dict[tuple[Any, ...], float]:
        return self.measured(names.ERRORS)

    def span(self, name: str, parent: Parent = None, **attributes: Any) -> Span:
        if isinstance(parent, SpanContext):
            parent = NonRecordingSpan(parent)  # type: ignore[assignment]
        context = Context() if parent is None else set_span_in_context(parent, Context())  # type: ignore[arg-type]
        span = self.tracer.start_span(name, context=context, attributes=attributes)
        assert isinstance(span, Span)
        return span

    def workflow(self, parent: Parent = None, **attributes: Any) -> Span:
        return self.span("workflow", parent, **{_OPERATION: "invoke_workflow"}, **attributes)

    def agent(self, parent: Parent = None, name: str = "planner") -> Span:
        return self.span(f"invoke_agent {name}", parent, **{_OPERATION: "invoke_agent", "gen_ai.agent.name": name})

    def tool(self, parent: Parent, result: Any = None, name: str = "look_up", call_id: str = "") -> Span:
        """A tool call that is still open; `end` it."""
        span = self.span(f"execute_tool {name}", parent, **{_OPERATION: "execute_tool", "gen_ai.tool.name": name})
        if call_id:
            span.set_attribute("gen_ai.tool.call.id", call_id)
        if result is not None:
            span.set_attribute("gen_ai.tool.call.result", result if isinstance(result, str) else json.dumps(result))
        return span

    def used_tool(self, parent: Parent, result: Any = None, name: str = "look_up", call_id: str = "") -> None:
        self.tool(parent, result, name, call_id).end()

    def used_model(self, parent: Parent, said: str | None = None, asked: Sequence[dict[str, Any]] = ()) -> Span:
        span = self.span("chat model", parent, **{_OPERATION: "chat"})
        if asked:
            span.set_attribute("gen_ai.input.messages", json.dumps(asked))
        if said is not None:
            span.set_attribute("gen_ai.output.messages", answered(said))
        span.end()
        return span


_OPERATION = "gen_ai.operation.name"


def score_of(span: ReadableSpan) -> dict[str, Any]:
    """What is written about grounding on a span."""
    return {key: value for key, value in (span.attributes or {}).items() if key.startswith("reliability.")}


def finish(span: Span, said: str | None = None) -> Span:
    if said is not None:
        span.set_attribute("gen_ai.output.messages", answered(said))
    span.end()
    return span


def answered(text: str) -> str:
    return json.dumps([{"role": "assistant", "parts": [{"type": "text", "content": text}]}])


def asked(text: str) -> dict[str, Any]:
    return {"role": "user", "parts": [{"type": "text", "content": text}]}


def tool_message(result: Any, call_id: str = "") -> dict[str, Any]:
    return {"role": "tool", "parts": [{"type": "tool_call_response", "id": call_id, "response": result}]}
