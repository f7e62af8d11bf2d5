"""Agent runs as the spans of an application, with the exporter at the end of them left out."""

from __future__ import annotations

import json
from collections.abc import Sequence

from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Span, set_span_in_context


class Nowhere(SpanExporter):
    """Lets every span go."""

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return SpanExportResult.SUCCESS


class Application:
    """Makes spans on a provider of its own, with the given processors before the one that exports in a thread."""

    def __init__(self, *processors: SpanProcessor, exporter: SpanExporter | None = None) -> None:
        self.provider = TracerProvider()
        for processor in processors:
            self.provider.add_span_processor(processor)
        self.provider.add_span_processor(BatchSpanProcessor(exporter or Nowhere(), max_queue_size=1 << 17))
        self._tracer = self.provider.get_tracer("benchmark")

    def plain(self, context: Context | None = None) -> None:
        """A span that has nothing to do with agents, of a trace of its own where no context is given."""
        span = self._tracer.start_span("SELECT orders", context)
        span.set_attribute("db.system.name", "postgresql")
        span.set_attribute("server.address", "db.local")
        span.end()

    def begin(self, question: str) -> tuple[Span, Context]:
        span = self._tracer.start_span("invoke_agent helper")
        span.set_attribute("gen_ai.operation.name", "invoke_agent")
        span.set_attribute("gen_ai.agent.name", "helper")
        span.set_attribute("gen_ai.input.messages", _message("user", question))
        return span, set_span_in_context(span)

    def tool(self, context: Context, call_id: str, result: str) -> None:
        span = self._tracer.start_span("execute_tool get_orders", context)
        span.set_attribute("gen_ai.operation.name", "execute_tool")
        span.set_attribute("gen_ai.tool.name", "get_orders")
        span.set_attribute("gen_ai.tool.call.id", call_id)
        span.set_attribute("gen_ai.tool.call.result", result)
        span.end()

    def finish(self, span: Span, answer: str) -> None:
        span.set_attribute("gen_ai.output.messages", _message("assistant", answer))
        span.end()

    def observe(self, results: Sequence[str]) -> Span:
        """A run that has called a tool for each of `results` and has yet to answer."""
        span, context = self.begin("Which orders are overdue?")
        for number, result in enumerate(results):
            self.tool(context, f"call_{number}", result)
        return span

    def close(self) -> None:
        self.provider.shutdown()


def _message(role: str, text: str) -> str:
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])
