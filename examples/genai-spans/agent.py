"""An agent without a framework, traced by hand with the GenAI semantic conventions."""

from __future__ import annotations

import json
from typing import Any

from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from otel_grounding import GroundingSpanProcessor

finished = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(GroundingSpanProcessor())  # the one line
provider.add_span_processor(SimpleSpanProcessor(finished))
trace.set_tracer_provider(provider)
tracer = trace.get_tracer("stock-agent")


def stock_level(sku: str) -> dict[str, Any]:
    return {"sku": sku, "units": 1840, "warehouse": "Rotterdam"}


def next_delivery(sku: str) -> str:
    return f"The next delivery of {sku} arrives on 12 December 2026 with 600 units."


def call(tool: Any, sku: str) -> Any:
    """A tool call as an `execute_tool` span; its result is what an answer can be grounded in."""
    with tracer.start_as_current_span(f"execute_tool {tool.__name__}") as span:
        span.set_attribute("gen_ai.operation.name", "execute_tool")
        span.set_attribute("gen_ai.tool.name", tool.__name__)
        result = tool(sku)
        span.set_attribute("gen_ai.tool.call.result", json.dumps(result))
        return result


def ask(question: str) -> str:
    """An agent run as an `invoke_agent` span; its output messages are what is scored."""
    with tracer.start_as_current_span("invoke_agent stock-agent") as span:
        span.set_attribute("gen_ai.operation.name", "invoke_agent")
        span.set_attribute("gen_ai.agent.name", "stock-agent")
        span.set_attribute("gen_ai.input.messages", messages("user", question))
        stock = call(stock_level, "LX-200")
        call(next_delivery, "LX-200")
        answer = (
            f"There are {stock['units']:,} units of LX-200 in Rotterdam. "
            "The next delivery brings 600 units on 12 December 2026."
        )
        span.set_attribute("gen_ai.output.messages", messages("assistant", answer))
        return answer


def messages(role: str, text: str) -> str:
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])


print(ask("How many LX-200 are in stock, and when do more come?"))
run = finished.get_finished_spans()[-1]
for key, value in run.attributes.items():
    if key.startswith("reliability."):
        print(f"  {key} = {value}")
assert run.attributes["reliability.claim_grounding_rate"] == 1.0
assert run.attributes["reliability.evidence.sources"] == 2  # each tool output once, however often it is on spans
