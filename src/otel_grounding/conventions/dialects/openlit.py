"""OpenLIT: the GenAI conventions, with LangGraph's nodes as agents and LangChain's messages as Python reprs."""

from __future__ import annotations

from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import run_reading
from otel_grounding.conventions.reprs import text_field
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_INPUT = "gen_ai.workflow.input"
_OUTPUT = "gen_ai.workflow.output"
_OF_NODES = "openlit.instrumentation.langgraph"

MARKS = frozenset({names.GEN_AI_OPERATION_NAME})


def read(span: SpanView) -> Reading | None:
    if not span.scope.startswith("openlit.") or span.text(names.GEN_AI_OPERATION_NAME) != "invoke_agent":
        return None
    if span.scope == _OF_NODES:
        return Reading(Role.OTHER)
    asked, answered = read_messages(span.json(_INPUT)), _messages(span.json(_OUTPUT))
    return run_reading(span, [*asked, *answered]) if asked or answered else None


def _messages(record: Any) -> list[Message]:
    texts = record.get("messages") if isinstance(record, dict) else None
    found = []
    for text in texts if isinstance(texts, (list, tuple)) else ():
        content = text_field(text, "content") if isinstance(text, str) else None
        if content is not None and not content.cut:
            found.append(_message(content.text, text[content.end :]))
    return found


def _message(content: str, fields: str) -> Message:
    """A message's repr names no role: what else it holds tells."""
    if "tool_call_id=" in fields:
        return Message("tool")
    if "tool_calls=[" in fields:
        return Message("assistant", texts=[content], calls_tools="tool_calls=[]" not in fields)
    return Message("user", texts=[content])
