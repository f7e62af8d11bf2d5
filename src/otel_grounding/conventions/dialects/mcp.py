"""The Model Context Protocol's own spans, which repeat the tool call of the agent they serve."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.readings import NOTHING, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading

MARKS = frozenset({names.MCP_METHOD_NAME})


def read(span: SpanView) -> Reading | None:
    """A server's span without an output says nothing that its caller's span does not say: it is no tool call."""
    if span.text(names.MCP_METHOD_NAME) != "tools/call":
        return NOTHING
    result = span.get(names.GEN_AI_TOOL_CALL_RESULT)
    if result is None and span.is_server:
        return NOTHING
    return tool_reading(span, result)
