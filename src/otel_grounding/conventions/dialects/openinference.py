"""OpenInference (Arize Phoenix): `openinference.span.kind` with `input.value` and `output.value`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, record_reading, retrieval_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

KIND = "openinference.span.kind"
INPUT = "input.value"
OUTPUT = "output.value"

MARKS = frozenset({KIND})

_ROLES = {"TOOL": Role.TOOL, "LLM": Role.MODEL, "RETRIEVER": Role.RETRIEVAL, "AGENT": Role.RUN}
_TOOL_SUFFIX = re.compile(r"\.(?:__call__|run|acall|call)\Z")


def read(span: SpanView) -> Reading | None:
    role = role_of_kind(span)
    if role is Role.TOOL:
        name = span.text(names.TOOL_NAME) or _TOOL_SUFFIX.sub("", span.name)
        return tool_reading(span, span.get(OUTPUT), name=name, call_id=span.text("tool.id", "tool_call.id"))
    if role is Role.MODEL:
        return _model(span)
    if role is Role.RETRIEVAL:
        return retrieval_reading(span, _documents(span) or span.get(OUTPUT))
    if role is Role.RUN or span.is_entry:
        return record_reading(span, role, span.get(INPUT), span.get(OUTPUT), name=_agent_name(span))
    return Reading(role)


def role_of_kind(span: SpanView) -> Role:
    operation = genai.role_of_operation(span)
    if operation is Role.MODEL:
        return operation
    kind = span.text(KIND).upper()
    if kind == "AGENT" and span.text(names.TOOL_NAME):  # LangChain's tracer: any name with "agent" in it is an AGENT
        return Role.TOOL
    return _ROLES.get(kind, operation)


def _agent_name(span: SpanView) -> str:
    return span.text("graph.node.id") or (span.name.removesuffix(".run") if span.text(KIND) == "AGENT" else "")


def _model(span: SpanView) -> Reading:
    output = span.get(OUTPUT)
    asked = _messages(span, "llm.input_messages.") or read_messages(span.json(INPUT))
    answered = _messages(span, "llm.output_messages.") or read_messages(span.parsed(output))
    if not answered and isinstance(output, str) and not output.lstrip().startswith(("{", "[")):
        answered = [Message("assistant", texts=[output])]
    return model_reading(span, asked, answered)


def _documents(span: SpanView) -> list[Any]:
    return [row["content"] for row in _rows(span, "retrieval.documents.") if row.get("content") is not None]


def _messages(span: SpanView, prefix: str) -> list[Message]:
    """Messages spread over keys: `llm.input_messages.0.message.content` and the like."""
    return read_messages([_message(row) for row in _rows(span, prefix)])


_KEY = re.compile(r"(\d{1,6})\.(?:message|document)\.(\w{1,40})(?:\.(\d{1,6})\.(.{1,100}))?\Z")


def _rows(span: SpanView, prefix: str) -> list[dict[str, Any]]:
    """What is spread over indexed keys, by index; a second index makes a list of its own."""
    rows: dict[int, dict[str, Any]] = {}
    for key in span.attributes:
        match = _KEY.match(key, len(prefix)) if key.startswith(prefix) else None
        if match is None:
            continue
        row = rows.setdefault(int(match[1]), {})
        if match[3] is None:
            row[match[2]] = span.get(key)
        else:
            inner = row.setdefault(match[2] + "[]", {}).setdefault(int(match[3]), {})
            inner[match[4].rpartition(".")[2]] = span.get(key)
    return [rows[index] for index in sorted(rows)]


def _message(row: Mapping[str, Any]) -> dict[str, Any]:
    contents = [{**part, "type": part.get("type", "text")} for part in row.get("contents[]", {}).values()]
    return {
        "role": row.get("role"),
        "name": row.get("name"),
        "tool_call_id": row.get("tool_call_id"),
        "content": contents or None if row.get("content") is None else row["content"],
        "tool_calls": list(row.get("tool_calls[]", {}).values()),
    }
