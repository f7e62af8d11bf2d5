"""The GenAI conventions with what was said in events, of the span or, in files, of the log.

Strands Agents writes span events so, and Azure's AI clients with a whole message as JSON in `gen_ai.event.content`. As
log events OpenTelemetry's own older instrumentations write them (OpenAI, Bedrock), Google ADK, Semantic Kernel and
OpenLLMetry where it is told to: a message's fields are then their body.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import EVENT_ROLES, read_messages
from otel_grounding.conventions.readings import model_reading, run_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_OPENLLMETRY = "llm.request.type"

MARKS = frozenset({names.GEN_AI_OPERATION_NAME, _OPENLLMETRY})

_TOOL_INPUT = "gen_ai.tool.message"

_CHOICE = "gen_ai.choice"
_DETAILS = "gen_ai.client.inference.operation.details"
_WHOLE = "gen_ai.event.content"
_MESSAGE_FIELDS = frozenset({"role", "parts", "message", "tool_calls"})
"""One of these is in JSON that is a message, not an answer."""


def read(span: SpanView) -> Reading | None:
    if not span.events:
        return None
    role = genai.role_of_operation(span)
    if role is Role.OTHER and span.text(_OPENLLMETRY):
        role = Role.MODEL
    if role is Role.TOOL:
        failed = span.text("gen_ai.tool.status") == "error"
        arguments = next((event.get("content") for event in span.event_attributes(_TOOL_INPUT)), None)
        return tool_reading(span, _tool_output(span), arguments=arguments, failed=failed)
    asked, answered = _messages(span)
    if role is Role.MODEL:
        return model_reading(span, asked, answered)
    if role is Role.RUN:
        return run_reading(span, [*asked, *answered])
    return None


def _tool_output(span: SpanView) -> object:
    """On a tool's span the choice is its output, and the tool message its arguments."""
    if (result := span.get(names.GEN_AI_TOOL_CALL_RESULT)) is not None:
        return result
    return next((span.captured(event.get("message")) for event in span.event_attributes(_CHOICE)), None)


def _messages(span: SpanView) -> tuple[list[Message], list[Message]]:
    asked: list[Message] = []
    answered: list[Message] = []
    for event in span.events:
        attributes = event.attributes or {}
        if event.name == _CHOICE:
            answered += _said(span, "assistant", attributes)
        elif event.name in EVENT_ROLES:
            asked += _said(span, EVENT_ROLES[event.name], attributes)
        elif event.name == _DETAILS:
            asked += read_messages(span.parsed(span.captured(attributes.get(names.GEN_AI_INPUT_MESSAGES))))
            answered += read_messages(span.parsed(span.captured(attributes.get(names.GEN_AI_OUTPUT_MESSAGES))))
    return asked, answered


def _said(span: SpanView, role: str, fields: Mapping[str, Any]) -> list[Message]:
    """The message of one event, whose fields are its attributes or, of a whole message, a value's own.

    The event's name says who speaks, whatever the message calls itself: a tool's results are a user's to Bedrock.
    """
    for key in (_WHOLE, "message", "content"):
        value = span.captured(fields.get(key))
        if value is None:
            continue
        parsed = span.parsed(value)
        if isinstance(parsed, dict) and (parsed is value or not _MESSAGE_FIELDS.isdisjoint(parsed)):
            fields = parsed
        else:  # text that is JSON of something else is what was said
            fields = {**fields, "content": parsed if _are_blocks(parsed) else value}
    return read_messages([{**fields, "role": role}])


def _are_blocks(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and any(isinstance(each, (dict, str)) for each in value)
