"""Logfire's own spans: those of the OpenAI Agents SDK, and model calls of the OpenAI and Anthropic clients."""

from __future__ import annotations

from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, run_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_AGENTS = "logfire.openai_agents"
_EVENTS = "events"
"""The messages of a turn, the answer among them."""
_REQUEST = "request_data"
_RESPONSE = "response_data"
_INPUT = "raw_input"
_TEMPLATE = "logfire.msg_template"

MARKS = frozenset({_EVENTS, _REQUEST, _INPUT, "gen_ai.system", "agent_trace_id", "mcp_data", "handoffs", "from_agent"})


def read(span: SpanView) -> Reading | None:
    if not span.scope.startswith("logfire"):
        return None
    if genai.role_of_operation(span) is Role.MODEL or not _OF_MODEL.isdisjoint(span.attributes):
        return _model(span)
    return _of_agents(span) if span.scope == _AGENTS else None


_OF_MODEL = frozenset({_EVENTS, _REQUEST, _INPUT})


def _of_agents(span: SpanView) -> Reading | None:
    """The span's name is a template, `Function: {name}`; the name itself is an attribute."""
    kind = (span.text(_TEMPLATE) or span.name).partition(":")[0]
    name = span.text("name")
    if kind == "Function":
        return tool_reading(span, span.get("output"), name=name, arguments=span.aside("input"))
    if kind == "Agent run":
        return run_reading(span, [], name=name)
    if kind == "OpenAI Agents trace":
        return run_reading(span, [])
    if kind == "Handoff":
        return Reading(Role.CONTROL)
    return None


def _model(span: SpanView) -> Reading | None:
    """A turn's messages: of the Responses API in one list, of the chat API in the request, maybe with the answer."""
    said = read_messages(span.json(_EVENTS))
    if not said:
        request, response = span.json(_REQUEST), span.json(_RESPONSE)
        said = [*read_messages(request), *read_messages(response)]
    asked = said[:-1] if said and said[-1].role == "assistant" else said
    return model_reading(span, asked or read_messages(span.json(_INPUT)), said[len(asked) :]) if said else None
