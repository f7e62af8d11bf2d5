"""OpenLLMetry (Traceloop): `traceloop.span.kind` with `traceloop.entity.input` and `.output`."""

from __future__ import annotations

from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.json_text import parse
from otel_grounding.conventions.readings import retrieval_reading, step_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_KIND = "traceloop.span.kind"
_NAME = "traceloop.entity.name"
_INPUT = "traceloop.entity.input"
_OUTPUT = "traceloop.entity.output"
_LANGCHAIN_AGENT = "traceloop.association.properties.lc_agent_name"

MARKS = frozenset({_KIND})

_ROLES = {"tool": Role.TOOL, "agent": Role.RUN, "workflow": Role.RUN, "handoff": Role.CONTROL, "task": Role.OTHER}


def read(span: SpanView) -> Reading | None:
    role = _role(span)
    if role is Role.TOOL:
        value = span.first(names.GEN_AI_TOOL_CALL_RESULT, _OUTPUT)
        name, given = span.text(names.GEN_AI_TOOL_NAME, _NAME), span.aside(names.GEN_AI_TOOL_CALL_ARGUMENTS, _INPUT)
        return tool_reading(span, value, name=name, arguments=_inputs(parse(given).value))
    if role is Role.RETRIEVAL:
        return retrieval_reading(span, span.get(_OUTPUT))
    if role in (Role.RUN, Role.OTHER):
        return step_reading(span, role, _inputs(span.json(_INPUT)), span.get(_OUTPUT), name=span.text(_NAME))
    return None if role is Role.MODEL else Reading(role)


def _role(span: SpanView) -> Role:
    role = _ROLES.get(span.text(_KIND).lower(), Role.OTHER)
    if role is not Role.OTHER:
        return role
    if span.text(_NAME) and span.text(_NAME) == span.text(_LANGCHAIN_AGENT):  # a LangChain agent inside another
        return Role.RUN
    return genai.role_of_operation(span)


def _inputs(given: Any) -> Any:
    """LangChain's input lies beside the run's tags and metadata, whose values are not the user's words."""
    return given["inputs"] if isinstance(given, dict) and "inputs" in given else given
