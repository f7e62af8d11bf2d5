"""Langfuse: `langfuse.observation.type` with `.input` and `.output`; integrations often call everything a span."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, retrieval_reading, step_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_TYPE = "langfuse.observation.type"
_INPUT = "langfuse.observation.input"
_OUTPUT = "langfuse.observation.output"
_LEVEL = "langfuse.observation.level"

MARKS = frozenset({_TYPE, _INPUT, _OUTPUT})

_ROLES = {"tool": Role.TOOL, "agent": Role.RUN, "generation": Role.MODEL, "retriever": Role.RETRIEVAL}


def read(span: SpanView) -> Reading | None:
    output = span.get(_OUTPUT)
    record = span.parsed(output)
    role = _ROLES.get(span.text(_TYPE).lower()) or genai.role_of_operation(span)
    if role is Role.TOOL:
        value = span.first(_OUTPUT, names.GEN_AI_TOOL_CALL_RESULT)
        name, failed = span.text(names.GEN_AI_TOOL_NAME) or span.name, span.text(_LEVEL) == "ERROR"
        return tool_reading(span, value, name=name, arguments=span.aside(_INPUT), failed=failed)
    if role is Role.MODEL:
        answered = read_messages(record)
        if not answered and isinstance(record, str):
            answered = read_messages([{"role": "assistant", "content": record}])
        return model_reading(span, read_messages(span.json(_INPUT)), answered)
    if role is Role.RETRIEVAL:
        return retrieval_reading(span, output)
    return step_reading(span, role, span.json(_INPUT), output, name=span.name)
