"""pydantic-ai and Logfire: span formats 2 to 6 and the older `all_messages_events`."""

from __future__ import annotations

from dataclasses import replace

from otel_grounding.conventions import genai, names
from otel_grounding.conventions.build import run_reading, tool_reading
from otel_grounding.conventions.json_text import dump
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

FINAL_RESULT = "final_result"
TOOL_RESPONSE = "tool_response"
ALL_MESSAGES = ("pydantic_ai.all_messages", "all_messages_events")

MARKS = frozenset({FINAL_RESULT, TOOL_RESPONSE, *ALL_MESSAGES})


def read(span: SpanView) -> Reading | None:
    role = genai.role_of_operation(span)
    if role is Role.TOOL or TOOL_RESPONSE in span.attributes:
        return tool_reading(span, span.first(names.GEN_AI_TOOL_CALL_RESULT, TOOL_RESPONSE))
    if role is Role.MODEL:
        return None
    transcript = read_messages(span.json(*ALL_MESSAGES))
    reading = run_reading(span, transcript, transcript)
    result = span.get(FINAL_RESULT)
    return reading if result is None else replace(reading, output=dump(result))
