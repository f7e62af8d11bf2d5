"""OpenInference (Arize Phoenix): `openinference.span.kind` with `input.value` and `output.value`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from otel_grounding.conventions import genai
from otel_grounding.conventions.build import agent_name, model_reading, run_reading, tool_reading, with_cut
from otel_grounding.conventions.messages import Message, answer_text, read_messages
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role, Source

KIND = "openinference.span.kind"
INPUT = "input.value"
OUTPUT = "output.value"
TOOL_NAME = "tool.name"

MARKS = frozenset({KIND})


def read(span: SpanView) -> Reading | None:
    kind = span.text(KIND).upper()
    if genai.role_of_operation(span) is Role.MODEL:
        kind = "LLM"
    if kind == "TOOL" or (kind == "AGENT" and span.text(TOOL_NAME)):  # an agent-like name makes a tool an AGENT
        return tool_reading(span, span.get(OUTPUT))
    if kind == "LLM":
        return _model(span)
    if kind == "RETRIEVER":
        return with_cut(span, Reading(Role.RETRIEVAL, sources=_documents(span)))
    if kind == "AGENT":
        return _run(span)
    return Reading(Role.OTHER)


def _model(span: SpanView) -> Reading:
    asked = indexed_messages(span, "llm.input_messages.") or read_messages(span.json(INPUT))
    answered = indexed_messages(span, "llm.output_messages.") or read_messages(span.json(OUTPUT))
    return model_reading(span, asked, answered)


def _run(span: SpanView) -> Reading:
    output = span.get(OUTPUT)
    asked = read_messages(span.json(INPUT))
    return replace(run_reading(span, asked, read_messages(span.parsed(output))), output=answer_text(output))


_INDEXED = re.compile(r"(\d{1,6})\.message\.(\w{1,32})(?:\.(\d{1,6})\.(.{1,100}))?\Z")


def indexed_messages(span: SpanView, prefix: str) -> list[Message]:
    """Messages spread over keys: `llm.input_messages.0.message.content` and the like."""
    rows: dict[int, dict[str, Any]] = {}
    for key in span.attributes:
        match = _INDEXED.match(key, len(prefix)) if key.startswith(prefix) else None
        if match is None:
            continue
        row = rows.setdefault(int(match[1]), {})
        if match[3] is None:
            row[match[2]] = span.get(key)
        elif match[4].endswith("message_content.text"):
            row.setdefault("texts", []).append(span.get(key))
        else:
            row.setdefault(match[2], {}).setdefault(match[3], {})[match[4].rsplit(".", 1)[-1]] = span.get(key)
    return read_messages([_as_message(row) for _, row in sorted(rows.items())])


def _as_message(row: Mapping[str, Any]) -> dict[str, Any]:
    content = row.get("content")
    return {
        "role": row.get("role"),
        "name": row.get("name"),
        "tool_call_id": row.get("tool_call_id"),
        "content": row.get("texts") if content is None else content,
        "tool_calls": list(row.get("tool_calls", {}).values()),
    }


def _documents(span: SpanView) -> tuple[Source, ...]:
    keys = [key for key in span.attributes if key.startswith("retrieval.documents.") and key.endswith("document.content")]
    return tuple(Source(text) for key in keys if (text := span.get(key)) is not None)


__all__ = ["MARKS", "agent_name", "indexed_messages", "read"]
