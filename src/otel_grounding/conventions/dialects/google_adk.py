"""Google ADK: the GenAI conventions, the legacy `gcp.vertex.agent.*`, and its wrapping of plain tool outputs."""

from __future__ import annotations

from dataclasses import replace

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.json_text import parse
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import NOTHING, model_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role, Source

_REQUEST = "gcp.vertex.agent.llm_request"
_RESPONSE = "gcp.vertex.agent.llm_response"
_TOOL_ARGUMENTS = "gcp.vertex.agent.tool_call_args"
_TOOL_RESPONSE = "gcp.vertex.agent.tool_response"
_EVENT = "gcp.vertex.agent.event_id"

MARKS = frozenset({_REQUEST, _RESPONSE, _TOOL_RESPONSE, _EVENT})


def read(span: SpanView) -> Reading | None:
    role = genai.role_of_operation(span)
    if role is Role.TOOL:
        result = span.first(names.GEN_AI_TOOL_CALL_RESULT, _TOOL_RESPONSE)
        arguments = span.aside(names.GEN_AI_TOOL_CALL_ARGUMENTS, _TOOL_ARGUMENTS)
        return _unwrapped(tool_reading(span, result, arguments=arguments))
    if names.GEN_AI_TOOL_NAME in span.attributes:  # the span that repeats the outputs of parallel calls
        return NOTHING
    asked = _messages(span, names.GEN_AI_INPUT_MESSAGES, _REQUEST)
    answered = _messages(span, names.GEN_AI_OUTPUT_MESSAGES, _RESPONSE)
    if role is Role.MODEL or asked or answered:
        return _unwrapped(model_reading(span, asked, answered))
    return None


def _messages(span: SpanView, key: str, legacy_key: str) -> list[Message]:
    return read_messages(span.json(key)) or read_messages(span.json(legacy_key))


def _unwrapped(reading: Reading) -> Reading:
    """ADK hands a tool's plain value to the model as `{"result": value}`; a mapping stays as it is."""
    return replace(reading, sources=tuple(_plain(source) for source in reading.sources))


def _plain(source: Source) -> Source:
    value = parse(source.content).value
    if isinstance(value, dict) and set(value) == {"result"} and value["result"] is not None:
        return replace(source, content=value["result"])
    return source
