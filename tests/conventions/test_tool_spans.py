"""Spans that are a tool's, though nothing on them says so outright."""

from __future__ import annotations

import json

import pytest
from span_rows import ANSWERED, FOUND, SAID, SEEN, TOOL, Row, check, rows

from otel_grounding.model import Role

SERIALISED = {
    "lc": 1,
    "type": "constructor",
    "id": ["langchain_core", "messages", "ToolMessage"],
    "kwargs": {"content": SEEN, "tool_call_id": "c1", "name": "count", "status": "success"},
}

MESSAGES = {
    "serialised": json.dumps(SERIALISED),
    "dumped": json.dumps({"type": "tool", "data": {"content": SEEN, "tool_call_id": "c1", "name": "count"}}),
    "as a mapping": json.dumps({"type": "tool", "content": SEEN, "tool_call_id": "c1", "name": "count"}),
    "in an output": json.dumps({"output": SERIALISED}),
    "as text": f"content='{SEEN}' name='count' tool_call_id='c1'",
}

UNTYPED = {
    "MLflow": {"mlflow.spanType": '"UNKNOWN"'},
    "Langfuse": {"langfuse.observation.type": "span"},
    "OpenLLMetry": {"traceloop.span.kind": "task"},
    "OpenInference": {"openinference.span.kind": "CHAIN"},
    "LangSmith": {"langsmith.span.kind": "chain"},
    "Laminar": {"lmnr.span.type": "DEFAULT"},
}

OUTPUT_KEYS = {
    "MLflow": "mlflow.spanOutputs",
    "Langfuse": "langfuse.observation.output",
    "OpenLLMetry": "traceloop.entity.output",
    "OpenInference": "output.value",
    "LangSmith": "gen_ai.completion",
    "Laminar": "lmnr.span.output",
}

WITHOUT_OPERATION = {
    "its result": Row({"gen_ai.tool.name": "count", "gen_ai.tool.call.result": SEEN}, Role.TOOL, sources=FOUND),
    "an output of OpenInference": Row({"gen_ai.tool.name": "count", "output.value": SEEN}, Role.TOOL, sources=FOUND),
    "OpenInference's name": Row({"tool.name": "count", "output.value": SEEN}, Role.TOOL, sources=FOUND),
    "only a name": Row({"gen_ai.tool.name": "count", "gen_ai.tool.call.id": "c1"}, Role.TOOL),
    "only a result": Row({"gen_ai.tool.call.result": SEEN}, Role.TOOL, sources=[("", SEEN)]),
    "Sentry's output": Row({"gen_ai.tool.name": "count", "gen_ai.tool.output": SEEN}, Role.TOOL, sources=FOUND),
    "an MCP client": Row(
        {"mcp.method.name": "tools/call", "gen_ai.tool.name": "count", "output.value": SEEN}, Role.TOOL, sources=FOUND
    ),
    "an MCP client's own keys": Row(
        {"mcp.method.name": "tools/call", "mcp.tool.name": "count", "mcp.tool.result": SEEN}, Role.TOOL, sources=FOUND
    ),
    "an MCP tool without a method": Row({"mcp.tool.name": "count", "mcp.tool.result": SEEN}, Role.TOOL, sources=FOUND),
    "what has a model's messages is none": Row(
        {"gen_ai.tool.name": "count", "gen_ai.request.model": "m-1", "gen_ai.output.messages": ANSWERED},
        Role.OTHER,
        SAID,
    ),
    "google-genai": Row({**TOOL, "code.function.return.value": SEEN}, Role.TOOL, sources=FOUND),
    "an operation in upper case": Row(
        {"gen_ai.operation.name": "EXECUTE_TOOL", "gen_ai.tool.name": "count", "gen_ai.tool.call.result": SEEN},
        Role.TOOL,
        sources=FOUND,
    ),
}


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
@pytest.mark.parametrize("dialect", UNTYPED)
def test_a_step_that_returns_a_tool_s_message_is_the_tool(dialect: str, message: str) -> None:
    check(Row({**UNTYPED[dialect], OUTPUT_KEYS[dialect]: message}, Role.TOOL, sources=FOUND, name="anything"))


@rows(WITHOUT_OPERATION)
def test_a_tool_is_known_without_an_operation(row: Row) -> None:
    check(row)
