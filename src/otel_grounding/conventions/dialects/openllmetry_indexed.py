"""Older OpenLLMetry: a message per index, as `gen_ai.prompt.0.content` and `gen_ai.completion.0.content`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

MARKS = frozenset(
    {
        "gen_ai.prompt.0.role",
        "gen_ai.prompt.0.content",
        "gen_ai.completion.0.role",
        "gen_ai.completion.0.content",
        "llm.request.type",
    }
)

_KEY = re.compile(r"gen_ai\.(prompt|completion)\.(\d{1,6})\.(\w{1,40})(?:\.(\d{1,6})\.(\w{1,40}))?\Z")


def read(span: SpanView) -> Reading | None:
    if genai.role_of_operation(span) not in (Role.MODEL, Role.OTHER):
        return None
    rows: dict[str, dict[int, dict[str, Any]]] = {"prompt": {}, "completion": {}}
    for key in span.attributes:
        if (match := _KEY.match(key)) is None:
            continue
        side, index, name, inner, inner_name = match.groups()
        row = rows[side].setdefault(int(index), {})
        if inner is None:
            row[name] = span.get(key)
        else:
            row.setdefault(name + "[]", {}).setdefault(int(inner), {})[inner_name] = span.get(key)
    asked, answered = _messages(span, rows["prompt"], "user"), _messages(span, rows["completion"], "assistant")
    return model_reading(span, asked, answered)


def _messages(span: SpanView, rows: Mapping[int, Mapping[str, Any]], role: str) -> list[Message]:
    return read_messages(
        [
            {
                "role": row.get("role") or role,
                "content": _content(span, row.get("content")),
                "tool_call_id": row.get("tool_call_id"),
                "name": row.get("name"),
                "tool_calls": list(row.get("tool_calls[]", {}).values()),
            }
            for _, row in sorted(rows.items())
        ]
    )


def _content(span: SpanView, content: Any) -> Any:
    """A list of content blocks is written as JSON; JSON that is a tool's own output stays text."""
    blocks = span.parsed(content)
    is_blocks = isinstance(blocks, list) and all(isinstance(block, dict) and "type" in block for block in blocks)
    return blocks if is_blocks and blocks else content
