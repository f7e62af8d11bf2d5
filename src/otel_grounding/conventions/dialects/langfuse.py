"""Langfuse: `langfuse.observation.type` with `.input` and `.output`; integrations often call everything a span."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, record_reading, retrieval_reading, tool_reading
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
    role = _ROLES.get(span.text(_TYPE)) or genai.role_of_operation(span)
    if role is Role.OTHER and isinstance(record, dict) and "tool_call_id" in record:  # a tool called a span
        role = Role.TOOL
    if role is Role.TOOL:
        value = span.first(_OUTPUT, names.GEN_AI_TOOL_CALL_RESULT)
        name = span.text(names.GEN_AI_TOOL_NAME) or span.name
        return tool_reading(span, value, name=name, failed=span.text(_LEVEL) == "ERROR")
    if role is Role.MODEL:
        answered = read_messages(record)
        if not answered and isinstance(record, str):
            answered = read_messages([{"role": "assistant", "content": record}])
        return model_reading(span, read_messages(span.json(_INPUT)), answered)
    if role is Role.RETRIEVAL:
        return retrieval_reading(span, output)
    if role is Role.RUN or span.is_entry:
        return record_reading(span, role, span.json(_INPUT), output, name=span.name if role is Role.RUN else "")
    return Reading(role)
