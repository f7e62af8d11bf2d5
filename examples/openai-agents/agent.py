"""An agent of the OpenAI Agents SDK, traced by OpenInference; the API's answers are scripted."""

from __future__ import annotations

import json
from typing import Any

import httpx2
from agents import Agent, OpenAIResponsesModel, Runner, function_tool, set_trace_processors
from openai import AsyncOpenAI
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor
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
set_trace_processors([])  # no upload to OpenAI's own tracing
OpenAIAgentsInstrumentor().instrument()  # content is captured unless OPENINFERENCE_HIDE_INPUTS or _OUTPUTS is set


@function_tool
def stock_level(sku: str) -> dict[str, Any]:
    """Units in stock."""
    return {"sku": sku, "units": 1840, "warehouse": "Rotterdam"}


@function_tool
def next_delivery(sku: str) -> str:
    """When more units come."""
    return f"The next delivery of {sku} arrives on 12 December 2026 with 600 units."


def call(name: str, call_id: str) -> dict[str, Any]:
    arguments = json.dumps({"sku": "LX-200"})
    return {"type": "function_call", "id": f"fc_{call_id}", "call_id": call_id, "name": name, "arguments": arguments}


def say(text: str) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}


script = iter(
    [
        [call("stock_level", "call_1"), call("next_delivery", "call_2")],
        [say("There are 1,840 units of LX-200 in Rotterdam. The next delivery brings 600 units on 12 December 2026.")],
    ]
)


def respond(request: httpx2.Request) -> httpx2.Response:
    """What the Responses API would send, from the script."""
    body = {"id": "resp_1", "object": "response", "created_at": 0, "model": "scripted", "output": next(script)}
    return httpx2.Response(200, json={**body, "parallel_tool_calls": True, "tool_choice": "auto", "tools": []})


client = AsyncOpenAI(api_key="none", http_client=httpx2.AsyncClient(transport=httpx2.MockTransport(respond)))
model = OpenAIResponsesModel("scripted", client)
agent = Agent("stock-agent", model=model, tools=[stock_level, next_delivery])

print(Runner.run_sync(agent, "How many LX-200 are in stock, and when do more come?").final_output)
[run] = [span for span in finished.get_finished_spans() if span.attributes.get("reliability.run.outermost")]
for key, value in run.attributes.items():
    if key.startswith("reliability."):
        print(f"  {key} = {value}")
assert run.attributes["reliability.claim_grounding_rate"] == 1.0
assert run.attributes["reliability.evidence.sources"] == 2  # each tool output once, however often it is on spans
