"""pydantic-ai and Logfire: span formats 2 to 6, and the older `all_messages_events`."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, run_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_FINAL_RESULT = "final_result"
_TOOL_RESPONSE = "tool_response"
_ALL_MESSAGES = ("pydantic_ai.all_messages", "all_messages_events")
_MODEL_EVENTS = "events"
"""Where format 1 kept a model turn's messages, the answer among them."""

_TOOL_ARGUMENTS = "tool_arguments"
_OF_TOOL = frozenset({_TOOL_RESPONSE, _TOOL_ARGUMENTS})
MARKS = _OF_TOOL | {_FINAL_RESULT, *_ALL_MESSAGES, _MODEL_EVENTS, "agent_name", "model_request_parameters"}


def read(span: SpanView) -> Reading | None:
    role = genai.role_of_operation(span)
    if role is Role.TOOL or not _OF_TOOL.isdisjoint(span.attributes):
        result = span.first(names.GEN_AI_TOOL_CALL_RESULT, _TOOL_RESPONSE)
        return tool_reading(span, result, arguments=span.aside(names.GEN_AI_TOOL_CALL_ARGUMENTS, _TOOL_ARGUMENTS))
    if role is Role.MODEL:
        return _model(span)
    transcript = read_messages(span.json(*_ALL_MESSAGES))
    output = span.answer(_FINAL_RESULT)
    if role is not Role.RUN and output is None and not transcript:
        return None
    return run_reading(span, transcript, output=output, name=span.text("agent_name"))


def _model(span: SpanView) -> Reading | None:
    """The older form: one list of events, in which the last one is the answer."""
    events = read_messages(span.json(_MODEL_EVENTS))
    return model_reading(span, events[:-1], events[-1:]) if events else None
