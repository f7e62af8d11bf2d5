"""Gemini CLI."""

from __future__ import annotations

import json

from span_rows import ASKED, SEEN, Row, check, rows

from otel_grounding.model import Role

SPANS = {
    "a tool": Row(
        {
            "gen_ai.operation.name": "tool_call",
            "gen_ai.tool.name": "count",
            "gen_ai.input.messages": "{}",
            "gen_ai.output.messages": json.dumps(
                {
                    "status": "success",
                    "response": {
                        "callId": "c1",
                        "responseParts": [
                            {"functionResponse": {"id": "c1", "name": "count", "response": {"output": SEEN}}}
                        ],
                    },
                }
            ),
        },
        Role.TOOL,
        sources=[("count", {"output": SEEN})],
        scope="gemini-cli",
    ),
    "a prompt": Row(
        {"gen_ai.operation.name": "user_prompt", "gen_ai.input.messages": ASKED},
        Role.RUN,
        None,
        ASKED,
        scope="gemini-cli",
    ),
}


@rows(SPANS)
def test_its_spans_are_read(row: Row) -> None:
    check(row)
