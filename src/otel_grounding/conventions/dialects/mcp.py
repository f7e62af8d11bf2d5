"""The Model Context Protocol's own spans, which repeat the tool call of the agent they serve."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.readings import NOTHING, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading

_TOOL = "mcp.tool.name"
_RESULTS = (names.GEN_AI_TOOL_CALL_RESULT, "mcp.tool.result", "mcp.response.value", "output.value")
_ARGUMENTS = (names.GEN_AI_TOOL_CALL_ARGUMENTS, "mcp.tool.arguments", "mcp.request.argument")

MARKS = frozenset({names.MCP_METHOD_NAME, _TOOL})


def read(span: SpanView) -> Reading | None:
    """A server's span without an output says nothing that its caller's span does not say: it is no tool call."""
    if span.text(names.MCP_METHOD_NAME) not in ("tools/call", ""):
        return NOTHING
    result = span.first(*_RESULTS)
    if result is None and span.is_server:
        return NOTHING
    return tool_reading(span, result, name=span.text(_TOOL), arguments=span.aside(*_ARGUMENTS))
