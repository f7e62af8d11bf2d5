"""any-agent: `gen_ai.output` on model and tool spans of every framework it drives."""

from __future__ import annotations

from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.json_text import dump
from otel_grounding.conventions.message_parts import Message, calls_in
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, run_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_OUTPUT = "gen_ai.output"
_ARGUMENTS = "gen_ai.tool.args"

MARKS = frozenset({_OUTPUT})


def read(span: SpanView) -> Reading | None:
    role = genai.role_of_operation(span)
    output = span.get(_OUTPUT)
    if role is Role.TOOL:
        return tool_reading(span, output, arguments=span.aside(_ARGUMENTS))
    asked = read_messages(span.json(names.GEN_AI_INPUT_MESSAGES))
    if role is Role.MODEL:
        return model_reading(span, asked, _answered(span.parsed(output), output))
    if role is Role.RUN:
        return run_reading(span, asked, output=span.answer(_OUTPUT))
    return None


def _answered(value: Any, output: Any) -> list[Message]:
    if value is None:
        return []
    calls = calls_in(value)
    return [Message("assistant", calls=calls) if calls else Message("assistant", texts=[dump(output)])]
