"""Laminar: `lmnr.span.type` with `lmnr.span.input` and `lmnr.span.output`, each of them JSON."""

from __future__ import annotations

from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, step_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_TYPE = "lmnr.span.type"
_INPUT = "lmnr.span.input"
_OUTPUT = "lmnr.span.output"

MARKS = frozenset({_TYPE, _INPUT, _OUTPUT})

_ROLES = {"TOOL": Role.TOOL, "LLM": Role.MODEL}


def read(span: SpanView) -> Reading | None:
    role = _ROLES.get(span.text(_TYPE).upper()) or genai.role_of_operation(span)
    output = span.get(_OUTPUT)
    if role is Role.TOOL:
        return tool_reading(span, output, name=span.name, arguments=span.aside(_INPUT))
    if role is Role.MODEL:
        return model_reading(span, read_messages(span.json(_INPUT)), _answered(span, output))
    return step_reading(span, role, span.json(_INPUT), output, name=span.name)


def _answered(span: SpanView, output: object) -> list[Message]:
    answered = read_messages(span.parsed(output))
    return answered or read_messages([{"role": "assistant", "content": span.parsed(output)}])
