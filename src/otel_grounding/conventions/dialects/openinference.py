"""OpenInference (Arize Phoenix): `openinference.span.kind` with `input.value` and `output.value`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.dialects import genai
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import model_reading, retrieval_reading, step_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

KIND = "openinference.span.kind"
INPUT = "input.value"
OUTPUT = "output.value"

MARKS = frozenset({KIND, names.TOOL_NAME})

_ROLES = {"TOOL": Role.TOOL, "LLM": Role.MODEL, "RETRIEVER": Role.RETRIEVAL, "AGENT": Role.RUN}
_TRACER = ".langchain"
"""LangChain's tracer calls any tool an AGENT that has "agent" in its name."""
_STEP = re.compile(r"\w{1,40}(?:\.\w{1,40}){1,5}-\d{1,9}")
"""Names such as `tool.board.success-4` (BeeAI): an event and its number."""
_TOOL_SUFFIX = re.compile(r"\.(?:__call__|run|acall|call)\Z")


def read(span: SpanView) -> Reading | None:
    role = role_of_kind(span)
    if role is Role.TOOL:
        return _tool(span) if span.text(names.TOOL_NAME) or _name_of_span(span.name) else _step_of_tool(span, role)
    if role is Role.MODEL:
        return _model(span)
    if role is Role.RETRIEVAL:
        return retrieval_reading(span, _documents(span) or span.get(OUTPUT))
    if role is Role.RUN and span.text(names.TOOL_NAME):
        return _step_of_tool(span, Role.OTHER)
    return step_reading(span, role, span.get(INPUT), span.get(OUTPUT), name=_agent_name(span))


def role_of_kind(span: SpanView) -> Role:
    operation = genai.role_of_operation(span)
    if operation is Role.MODEL:
        return operation
    kind = span.text(KIND).upper()
    is_agent = kind == "AGENT" and not span.scope.endswith(_TRACER)
    if span.text(names.TOOL_NAME) and (kind not in _ROLES or kind == "AGENT") and not is_agent:
        return Role.TOOL
    return _ROLES.get(kind, operation)


def _tool(span: SpanView) -> Reading:
    name = span.text(names.TOOL_NAME) or _name_of_span(span.name)
    call_id, given = span.text("tool.id", "tool_call.id"), span.aside(INPUT)
    return tool_reading(span, span.get(OUTPUT), name=name, call_id=call_id, arguments=given)


def _name_of_span(name: str) -> str:
    """The tool's name, where the span is called by it and not by a step or an event of it."""
    name = _TOOL_SUFFIX.sub("", name)
    return "" if _STEP.fullmatch(name) else name


def _step_of_tool(span: SpanView, otherwise: Role) -> Reading:
    """A step of a tool's call, one of several that may repeat its output: like a message it quotes what came of it.

    Args:
        otherwise: What it is where it holds no output.
    """
    told = _tool(span)
    if told.role is Role.CONTROL:
        return told
    return replace(told, role=Role.MODEL, failed=False) if told.sources else replace(told, role=otherwise)


def _agent_name(span: SpanView) -> str:
    return span.text("graph.node.id") or (span.name.removesuffix(".run") if span.text(KIND) == "AGENT" else "")


def _model(span: SpanView) -> Reading:
    output = span.get(OUTPUT)
    asked = _messages(span, "llm.input_messages.") or read_messages(span.json(INPUT))
    answered = _messages(span, "llm.output_messages.") or read_messages(span.parsed(output))
    if not answered and isinstance(output, str) and isinstance(span.parsed(output), str):
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
