"""The GenAI conventions with what was said in span events, under names that were once given to log events.

Strands Agents writes them so, and Azure's AI clients with a whole message as JSON in `gen_ai.event.content`.
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

MARKS = frozenset({names.GEN_AI_OPERATION_NAME})

_TOOL_INPUT = "gen_ai.tool.message"

_CHOICE = "gen_ai.choice"
_DETAILS = "gen_ai.client.inference.operation.details"
_WHOLE = "gen_ai.event.content"


def read(span: SpanView) -> Reading | None:
    if not span.events:
        return None
    role = genai.role_of_operation(span)
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
            answered += _message(span, "assistant", attributes.get("message")) or _whole(span, attributes)
        elif event.name in EVENT_ROLES:
            asked += _message(span, EVENT_ROLES[event.name], attributes.get("content")) or _whole(span, attributes)
        elif event.name == _DETAILS:
            asked += read_messages(span.parsed(span.captured(attributes.get(names.GEN_AI_INPUT_MESSAGES))))
            answered += read_messages(span.parsed(span.captured(attributes.get(names.GEN_AI_OUTPUT_MESSAGES))))
    return asked, answered


def _message(span: SpanView, role: str, content: object) -> list[Message]:
    if content is None:
        return []
    blocks = span.parsed(span.captured(content))
    return read_messages([{"role": role, "content": blocks if isinstance(blocks, list) else content}])


def _whole(span: SpanView, attributes: Mapping[str, Any]) -> list[Message]:
    return read_messages(span.parsed(span.captured(attributes.get(_WHOLE))))
