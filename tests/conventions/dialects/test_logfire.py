"""Logfire's own spans."""

from __future__ import annotations

import json

from span_rows import ASKED, FOUND, SAID, SEEN, TRANSCRIPT, Row, check, rows

from otel_grounding.model import Role

LOGFIRE = "logfire.openai_agents"
SPANS = {
    "a function": Row(
        {"name": "count", "input": "{}", "output": SEEN, "mcp_data": "null", "gen_ai.system": "openai"},
        Role.TOOL,
        sources=FOUND,
        name="Function: {name}",
        scope=LOGFIRE,
    ),
    "a chat completion": Row(
        {"gen_ai.system": "openai", "request_data": json.dumps({"messages": TRANSCRIPT, "model": "m-1"})},
        Role.MODEL,
        SAID,
        ASKED,
        name="Chat completion with {gen_ai.request.model!r}",
        scope=LOGFIRE,
    ),
    "a handoff": Row(
        {"from_agent": "a", "to_agent": "b", "gen_ai.system": "openai"},
        Role.CONTROL,
        name="Handoff: {from_agent} → {to_agent}",
        scope=LOGFIRE,
    ),
    "a client of OpenAI": Row(
        {
            "gen_ai.system": "openai",
            "request_data": json.dumps({"messages": TRANSCRIPT[:1]}),
            "response_data": json.dumps({"message": TRANSCRIPT[1], "usage": {"total_tokens": 99}}),
        },
        Role.MODEL,
        SAID,
        ASKED,
        name="Chat Completion with {request_data[model]!r}",
        scope="logfire.openai",
    ),
}


@rows(SPANS)
def test_its_spans_are_read(row: Row) -> None:
    check(row)
