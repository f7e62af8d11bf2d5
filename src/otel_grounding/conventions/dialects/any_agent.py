"""any-agent: `gen_ai.output` on model and tool spans of every framework it drives."""

from __future__ import annotations

from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.json_text import dump
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, run_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_OUTPUT = "gen_ai.output"

MARKS = frozenset({_OUTPUT})


def read(span: SpanView) -> Reading | None:
    role = genai.role_of_operation(span)
    output = span.get(_OUTPUT)
    if role is Role.TOOL:
        return tool_reading(span, output)
    asked = read_messages(span.json(names.GEN_AI_INPUT_MESSAGES))
    if role is Role.MODEL:
        return model_reading(span, asked, _answered(span.parsed(output), output))
    if role is Role.RUN:
        return run_reading(span, asked, output=None if output is None else dump(output))
    return None


def _answered(value: Any, output: Any) -> list[Message]:
    if output is None:
        return []
    calls = value if isinstance(value, list) else ()
    calls_tools = any(isinstance(call, dict) and "tool.name" in call for call in calls)
    return [Message("assistant", calls_tools=calls_tools, texts=[dump(output)])]
