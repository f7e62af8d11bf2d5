"""LangSmith's OpenTelemetry mode: `langsmith.span.kind`; `gen_ai.prompt` and `gen_ai.completion` are whole records."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects.langchain import DEFAULT_GRAPH
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, retrieval_reading, step_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_KIND = "langsmith.span.kind"
_AGENT = "langsmith.metadata.lc_agent_name"

MARKS = frozenset({_KIND})

_ROLES = {"tool": Role.TOOL, "llm": Role.MODEL, "retriever": Role.RETRIEVAL}


def read(span: SpanView) -> Reading | None:
    role = _ROLES.get(span.text(_KIND).lower(), Role.OTHER)
    completion = span.get(names.GEN_AI_COMPLETION)
    if role is Role.TOOL:
        name, given = span.text(names.GEN_AI_TOOL_NAME) or span.name, span.aside(names.GEN_AI_PROMPT)
        return tool_reading(span, _output(span, completion), name=name, arguments=given)
    if role is Role.MODEL:
        asked = read_messages(span.json(names.GEN_AI_PROMPT))
        return model_reading(span, asked, read_messages(span.parsed(completion)))
    if role is Role.RETRIEVAL:
        return retrieval_reading(span, completion)
    if span.name in (span.text(_AGENT), DEFAULT_GRAPH):  # the agent itself, not a node of its graph
        role = Role.RUN
    return step_reading(span, role, span.json(names.GEN_AI_PROMPT), completion, name=span.text(_AGENT))


def _output(span: SpanView, completion: object) -> object:
    """LangSmith puts every output in a mapping; a plain one is its only entry."""
    record = span.parsed(completion)
    if isinstance(record, dict) and set(record) == {"output"} and not isinstance(record["output"], dict):
        return record["output"]
    return completion
