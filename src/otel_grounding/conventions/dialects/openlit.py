"""OpenLIT: the GenAI conventions, with LangGraph's nodes as agents and LangChain's messages as Python reprs."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import NOTHING, run_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading

_INPUT = "gen_ai.workflow.input"
_OUTPUT = "gen_ai.workflow.output"
_OF_NODES = "openlit.instrumentation.langgraph"

MARKS = frozenset({names.GEN_AI_OPERATION_NAME})


def read(span: SpanView) -> Reading | None:
    if not span.scope.startswith("openlit.") or span.text(names.GEN_AI_OPERATION_NAME) != "invoke_agent":
        return None
    if span.scope == _OF_NODES:
        return NOTHING
    asked, answered = read_messages(span.json(_INPUT)), read_messages(span.json(_OUTPUT))
    return run_reading(span, [*asked, *answered]) if asked or answered else None
