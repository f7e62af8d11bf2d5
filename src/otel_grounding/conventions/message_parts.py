"""One message and its parts: texts, tool calls, tool outputs, as the frameworks and model providers write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from otel_grounding.conventions.json_text import text_or_empty
from otel_grounding.conventions.tool_outputs import is_tool_definition, unwrap
from otel_grounding.model import Source


@dataclass(slots=True)
class Message:
    """One message.

    Attributes:
        role: system, user, assistant, tool or "".
        texts: Its texts; empty where none was captured.
        calls: Tool calls by id, with the tool's name.
        calls_tools: Whether it asks for a tool at all (ids may be missing).
        results: Tool outputs it carries.
    """

    role: str
    texts: list[str] = field(default_factory=list)
    calls: dict[str, str] = field(default_factory=dict)
    calls_tools: bool = False
    results: list[Source] = field(default_factory=list)

    @property
    def text(self) -> str | None:
        return "\n".join(self.texts) if self.texts else None


def add_content(message: Message, content: Any) -> None:
    """Read a message's content: a text, a part, or a list of both."""
    for part in content if isinstance(content, (list, tuple)) else (content,):
        if isinstance(part, str):
            _add_text(message, part)
        elif isinstance(part, dict):
            add_part(message, part)


def _add_text(message: Message, text: str) -> None:
    if text.startswith(_CALL_REPR):
        message.calls_tools = True
    else:
        message.texts.append(text)


_CALL_TYPES = frozenset({"tool_call", "tool_use", "function_call", "tool-call"})
_SERVER_CALL_TYPES = frozenset({"server_tool_call", "server_tool_use"})
"""Calls that the model's provider runs itself: what it answers follows in the same message."""
_CALL_KEYS = frozenset({"toolUse", "function_call", "functionCall", "tool_call"})
_RESULT_TYPES = frozenset(
    {
        "tool_call_response", "server_tool_call_response", "tool_result", "function_call_output", "function_result",
        "tool-result", "tool-return",
    }
)  # fmt: skip
_RESULT_KEYS = frozenset({"toolResult", "function_response", "functionResponse", "tool_call_result"})
_CALL_REPR = "ResponseFunctionToolCall("
"""A tool call written as the text of a message, by the first OpenAI Agents instrumentation."""
_SILENT_TYPES = frozenset({"reasoning", "thinking", "redacted_thinking", "text_reasoning"})
_VALUE_KEYS = ("response", "result", "server_tool_call_response", "output", "content")
_ID_KEYS = ("call_id", "tool_call_id", "tool_use_id", "toolUseId", "toolCallId", "id")
_NAME_KEYS = ("name", "tool_name", "toolName")


def add_part(message: Message, part: dict[str, Any]) -> None:
    """A part of a message: a tool call, a tool's output, or text. Reasoning is not what the user saw."""
    kind = text_or_empty(part.get("type", part.get("kind")))
    if kind != "text" and (kind in _RESULT_TYPES or not _RESULT_KEYS.isdisjoint(part)):
        if (result := result_of(part)) is not None:
            message.results.append(result)
    elif kind != "text" and (kind in _CALL_TYPES or not _CALL_KEYS.isdisjoint(part)):
        add_calls(message, [part])
    elif kind in _SERVER_CALL_TYPES:
        _note_call(message, part)
    elif kind not in _SILENT_TYPES and not part.get("thought"):
        for key in ("content", "text"):
            if isinstance(part.get(key), str):
                _add_text(message, part[key])
                return


def add_calls(message: Message, calls: Any) -> None:
    """Read a list of tool calls."""
    for call in calls if isinstance(calls, (list, tuple)) else ():
        message.calls_tools = True
        if isinstance(call, dict):
            _note_call(message, next((call[key] for key in _CALL_KEYS if isinstance(call.get(key), dict)), call))


def _note_call(message: Message, call: Mapping[str, Any]) -> None:
    function = call.get("function")
    name = _first(call, _NAME_KEYS) or (_first(function, _NAME_KEYS) if isinstance(function, dict) else "")
    if call_id := _first(call, _ID_KEYS):
        message.calls[call_id] = name


def result_of(part: Mapping[str, Any]) -> Source | None:
    """The tool output a part carries; None where it is no such part or its value was not captured."""
    inner: Any = part
    if text_or_empty(part.get("type")) not in _RESULT_TYPES:
        inner = next((part[key] for key in _RESULT_KEYS if isinstance(part.get(key), dict)), None)
        if inner is None:
            return None
    value = next((inner[key] for key in _VALUE_KEYS if inner.get(key) is not None), None)
    if value is None or is_tool_definition(value):
        return None
    origin = inner.get("origin")  # Haystack keeps the call beside its result
    named = origin if isinstance(origin, dict) else inner
    return source_of(value, _first(named, _NAME_KEYS), _first(inner, _ID_KEYS) or _first(named, _ID_KEYS))


def source_of(value: Any, tool_name: Any, call_id: Any) -> Source:
    """A tool's output out of its envelope; the names count where they are texts."""
    output = unwrap(value)
    return Source(
        output.content,
        tool_name=text_or_empty(tool_name) or output.tool_name,
        call_id=text_or_empty(call_id) or output.call_id,
    )


def _first(value: Mapping[str, Any], keys: Sequence[str]) -> str:
    return next((value[key] for key in keys if isinstance(value.get(key), str)), "")
