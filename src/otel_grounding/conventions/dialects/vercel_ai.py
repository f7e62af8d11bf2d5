"""Vercel AI SDK (JavaScript): `ai.operationId`, with `ai.toolCall.*`, `ai.prompt.*` and `ai.response.*`."""

from __future__ import annotations

from otel_grounding.conventions.message_parts import Message, add_calls
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, run_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_OPERATION = "ai.operationId"
_TOOL_NAME = "ai.toolCall.name"
_TOOL_RESULT = "ai.toolCall.result"
_ANSWERS = ("ai.response.text", "ai.response.object", "ai.result.text", "ai.result.object")
_CALLS = ("ai.response.toolCalls", "ai.result.toolCalls")

MARKS = frozenset({_OPERATION, _TOOL_NAME, _TOOL_RESULT})

_RUNS = frozenset({"ai.generateText", "ai.streamText", "ai.generateObject", "ai.streamObject"})


def read(span: SpanView) -> Reading | None:
    operation = span.text(_OPERATION) or span.name
    if operation == "ai.toolCall" or _TOOL_NAME in span.attributes:
        return tool_reading(
            span,
            span.first(_TOOL_RESULT, "ai.toolCall.output"),
            name=span.text(_TOOL_NAME),
            call_id=span.text("ai.toolCall.id"),
            arguments=span.aside("ai.toolCall.args", "ai.toolCall.input"),
        )
    asked = _asked(span)
    if operation in _RUNS:
        return run_reading(span, [*asked, *_answered(span)], name=span.text("ai.telemetry.functionId"))
    if operation.rpartition(".")[2] in ("doGenerate", "doStream"):
        return model_reading(span, asked, _answered(span))
    return Reading(Role.OTHER)


def _asked(span: SpanView) -> list[Message]:
    prompt = span.json("ai.prompt.messages", "ai.prompt")
    if isinstance(prompt, dict) and isinstance(prompt.get("prompt"), str):
        return [Message("user", texts=[prompt["prompt"]])]
    return read_messages(prompt)


def _answered(span: SpanView) -> list[Message]:
    """The last step's answer; a run may stop on a tool call, with or without text beside it."""
    message = Message("assistant")
    add_calls(message, span.json(*_CALLS))
    text = next((text for key in _ANSWERS if (text := span.answer(key)) is not None), None)
    if text is not None:
        message.texts.append(text)
    return [message] if message.texts or message.calls else []
