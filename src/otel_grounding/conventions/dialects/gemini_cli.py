"""Gemini CLI: the GenAI conventions' keys, with operations and records of its own."""

from __future__ import annotations

from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.message_parts import result_of
from otel_grounding.conventions.readings import record_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_RUNS = frozenset({"user_prompt", "agent_call"})

MARKS = frozenset({names.GEN_AI_OPERATION_NAME})


def read(span: SpanView) -> Reading | None:
    """Only runs and tools; model calls follow the conventions."""
    operation = span.text(names.GEN_AI_OPERATION_NAME)
    if span.scope != "gemini-cli":
        return None
    asked, answered = span.aside(names.GEN_AI_INPUT_MESSAGES), span.get(names.GEN_AI_OUTPUT_MESSAGES)
    if operation == "tool_call":
        output, call_id = _output(span.parsed(answered)), span.text("gen_ai.tool.call_id")
        return tool_reading(span, output, call_id=call_id, arguments=_arguments(span.json(names.GEN_AI_INPUT_MESSAGES)))
    if operation in _RUNS:
        return record_reading(span, Role.RUN, asked, answered)
    return None


def _output(record: Any) -> Any:
    """A tool's answer is a record around the parts that the model is sent."""
    response = record.get("response") if isinstance(record, dict) else None
    parts = response.get("responseParts") if isinstance(response, dict) else None
    results = [result_of(part) for part in parts if isinstance(part, dict)] if isinstance(parts, (list, tuple)) else []
    contents = [result.content for result in results if result is not None]
    return record if not contents else contents[0] if len(contents) == 1 else contents


def _arguments(call: Any) -> Any:
    return call.get("args") if isinstance(call, dict) else None
