"""A Pydantic AI agent, traced by its own instrumentation, with a scripted model."""

from __future__ import annotations

from typing import Any

from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.instrumented import InstrumentationSettings

from otel_grounding import GroundingSpanProcessor

finished = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(GroundingSpanProcessor())  # the one line
provider.add_span_processor(SimpleSpanProcessor(finished))
trace.set_tracer_provider(provider)
Agent.instrument_all(InstrumentationSettings(include_content=True))  # content is captured by default


def script(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """First both tools, then the answer."""
    if len(messages) == 1:
        return ModelResponse(
            [ToolCallPart("stock_level", {"sku": "LX-200"}), ToolCallPart("next_delivery", {"sku": "LX-200"})]
        )
    return ModelResponse(
        [
            TextPart(
                "There are 1,840 units of LX-200 in Rotterdam. The next delivery brings 600 units on 12 December 2026."
            )
        ]
    )


agent = Agent(FunctionModel(script), name="stock-agent")


@agent.tool_plain
def stock_level(sku: str) -> dict[str, Any]:
    """Units in stock."""
    return {"sku": sku, "units": 1840, "warehouse": "Rotterdam"}


@agent.tool_plain
def next_delivery(sku: str) -> str:
    """When more units come."""
    return f"The next delivery of {sku} arrives on 12 December 2026 with 600 units."


print(agent.run_sync("How many LX-200 are in stock, and when do more come?").output)
[run] = [span for span in finished.get_finished_spans() if span.attributes.get("reliability.run.outermost")]
for key, value in run.attributes.items():
    if key.startswith("reliability."):
        print(f"  {key} = {value}")
assert run.attributes["reliability.claim_grounding_rate"] == 1.0
assert run.attributes["reliability.evidence.sources"] == 2  # each tool output once, however often it is on spans
