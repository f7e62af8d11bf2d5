"""A LangGraph agent, traced by the OpenTelemetry instrumentation for LangChain, with a scripted model."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

# The instrumentation leaves prompts, tool results and answers out unless it is told to put them on spans.
os.environ.setdefault("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "SPAN_ONLY")

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable
from langchain_core.tools import tool
from opentelemetry import trace
from opentelemetry.instrumentation.genai.langchain import LangChainInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from otel_grounding import GroundingSpanProcessor

finished = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(GroundingSpanProcessor())  # the one line
provider.add_span_processor(SimpleSpanProcessor(finished))
trace.set_tracer_provider(provider)
LangChainInstrumentor().instrument()


@tool
def stock_level(sku: str) -> dict[str, Any]:
    """Units in stock."""
    return {"sku": sku, "units": 1840, "warehouse": "Rotterdam"}


@tool
def next_delivery(sku: str) -> str:
    """When more units come."""
    return f"The next delivery of {sku} arrives on 12 December 2026 with 600 units."


class ScriptedModel(GenericFakeChatModel):
    """Says what it was given to say, in turn."""

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, Any]:
        return self


def call(name: str, call_id: str) -> dict[str, Any]:
    return {"name": name, "args": {"sku": "LX-200"}, "id": call_id, "type": "tool_call"}


script = [
    AIMessage("", tool_calls=[call("stock_level", "call_1"), call("next_delivery", "call_2")]),
    AIMessage("There are 1,840 units of LX-200 in Rotterdam. The next delivery brings 600 units on 12 December 2026."),
]
agent = create_agent(ScriptedModel(messages=iter(script)), [stock_level, next_delivery], name="stock-agent")
result = agent.invoke({"messages": [("user", "How many LX-200 are in stock, and when do more come?")]})

print(result["messages"][-1].content)
[run] = [span for span in finished.get_finished_spans() if span.attributes.get("reliability.run.outermost")]
for key, value in run.attributes.items():
    if key.startswith("reliability."):
        print(f"  {key} = {value}")
assert run.attributes["reliability.claim_grounding_rate"] == 1.0
assert run.attributes["reliability.evidence.sources"] == 2  # each tool output once, however often it is on spans
