"""Small runs in the GenAI conventions, for tests of what reads trace files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanContext, TraceFlags

SCOPE = "opentelemetry.instrumentation.genai.langchain"
QUESTION = "How is Paris?"
EVIDENCE = "Paris is sunny today with 21 degrees."
GROUNDED = "Paris is sunny today."
INVENTED = "Bring an umbrella because heavy thunderstorms arrive tomorrow."
WEATHER = [("get_weather", EVIDENCE)]

Spans = list[ReadableSpan]


def a_span(
    name: str,
    span_id: int,
    parent_id: int | None,
    attributes: dict[str, Any],
    *,
    trace_id: int = 1,
    ended: int = 0,
    scope: str = SCOPE,
) -> ReadableSpan:
    def context(number: int) -> SpanContext:
        return SpanContext(trace_id, number, False, TraceFlags(1))

    return ReadableSpan(
        name,
        context(span_id),
        context(parent_id) if parent_id else None,
        Resource({"service.name": "travel"}),
        attributes,
        start_time=1_764_000_000_000_000_000,
        end_time=1_764_000_001_000_000_000 + (ended or 1_000_000 - span_id) * 1_000,
        instrumentation_scope=InstrumentationScope(scope),
    )


def a_run(
    output: str | None,
    tools: Sequence[tuple[str, str | None]] = WEATHER,
    *,
    trace_id: int = 1,
    agent: str = "travel_agent",
    span_id: int = 0xA0,
    parent_id: int | None = None,
) -> Spans:
    """The spans of a run in the order in which they end: its tools, then the agent."""
    tool_spans = []
    for number, (tool, result) in enumerate(tools, 1):
        attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool}
        attributes |= {"gen_ai.tool.call.id": f"call_{number}"}
        if result is not None:
            attributes["gen_ai.tool.call.result"] = result
        tool_spans.append(a_span(f"execute_tool {tool}", span_id + number, span_id, attributes, trace_id=trace_id))
    own = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": agent}
    if output is not None:
        own["gen_ai.input.messages"] = _messages("user", QUESTION)
        own["gen_ai.output.messages"] = _messages("assistant", output)
    return [*tool_spans, a_span(f"invoke_agent {agent}", span_id, parent_id, own, trace_id=trace_id)]


def _messages(role: str, text: str) -> str:
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]}])


def lines(spans: Sequence[ReadableSpan]) -> str:
    """The spans as the SDK writes them, one a line, with their scopes, which it leaves out."""
    return "".join(
        json.dumps(json.loads(span.to_json()) | {"instrumentation_scope": {"name": span.instrumentation_scope.name}})
        + "\n"
        for span in spans
        if span.instrumentation_scope
    )
