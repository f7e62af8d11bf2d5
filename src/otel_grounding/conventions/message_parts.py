"""One message and its parts: texts, tool calls, tool outputs, as the frameworks and model providers write them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from otel_grounding.conventions.json_text import parse, text_or_empty
from otel_grounding.conventions.tool_definitions import is_tool_definition
from otel_grounding.conventions.tool_outputs import (
    ID_KEYS,
    NAME_KEYS,
    RESULT_KEYS,
    ToolOutput,
    first_text,
    is_result_type,
    read_result,
    unwrap,
)
from otel_grounding.model import Source


class Call(NamedTuple):
    """A tool call of a message.

    Attributes:
        served: The model's provider runs it itself: what it answers follows in the same message.
    """

    name: str = ""
    call_id: str = ""
    arguments: Any = None
    served: bool = False


@dataclass(slots=True)
class Message:
    """One message.

    Attributes:
        role: system, user, assistant, tool or "".
        texts: Its texts; empty where none was captured.
        calls: Tool calls it holds.
        results: Tool outputs it carries.
        speaker: Where the role is none of these, what stands in its place.
    """

    role: str
    texts: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    results: list[Source] = field(default_factory=list)
    speaker: str = ""
    _underway: int = 0

    @property
    def text(self) -> str | None:
        """What it says. Of texts around a tool's output those after it, if there are any: the others led up to it."""
        texts = self.texts[self._underway :] or self.texts
        return "\n".join(texts) if texts else None

    @property
    def open_calls(self) -> list[Call]:
        """The calls that wait for an output: those that neither the provider nor the message itself answers."""
        answered = {result.call_id for result in self.results if result.call_id}
        unnamed = sum(not result.call_id for result in self.results)
        return [call for call in self.calls if not call.served and call.call_id not in answered][unnamed:]

    def add_result(self, result: Source) -> None:
        self.results.append(result)
        self._underway = len(self.texts)


def add_content(message: Message, content: Any) -> None:
    """Read a message's content: a text, a part, or a list of both."""
    for part in content if isinstance(content, (list, tuple)) else (content,):
        if isinstance(part, str):
            _add_text(message, part)
        elif isinstance(part, dict):
            add_part(message, part)


def _add_text(message: Message, text: str) -> None:
    if text.startswith(_CALL_REPR):
        message.calls.append(Call())
    else:
        message.texts.append(text)


_CALL_TYPES = frozenset({"tool_call", "tool_use", "function_call", "custom_tool_call", "tool-call"})
_SERVED_TYPES = frozenset(
    {
        "server_tool_call", "server_tool_use", "mcp_tool_use", "builtin-tool-call",
        "web_search_call", "file_search_call", "code_interpreter_call", "mcp_call",
    }
)  # fmt: skip
_CALL_KEYS = ("toolUse", "function_call", "functionCall", "tool_call")
_SERVED_KEYS = ("executable_code", "executableCode")
_INVOCATION = "toolInvocation"
"""Where the Vercel AI SDK's own messages keep a call together with its result."""
_CALL_REPR = "ResponseFunctionToolCall("
"""A tool call written as the text of a message, by the first OpenAI Agents instrumentation."""
_SILENT_TYPES = frozenset({"reasoning", "thinking", "redacted_thinking", "text_reasoning"})
_ARGUMENT_KEYS = ("arguments", "args", "input", "tool.args", "parameters")
_OUTCOME_KEYS = ("output", "outputs", "result", "results", "response")
_CALL_WORDS = ("arguments", "args", "input", "parameters", "function_call", "functionCall", "toolUse")
"""One of these is in every text that is a call: what has none need not be parsed."""
_MAX_CALLS = 64
"""Calls that a tool's message is looked through for."""


def add_part(message: Message, part: dict[str, Any]) -> None:
    """A part of a message: a tool call, a tool's output, or text. Reasoning is not what the user saw."""
    if isinstance(part.get(_INVOCATION), dict):
        part = part[_INVOCATION]
    kind = text_or_empty(part.get("type", part.get("kind", part.get("part_kind"))))
    if kind != "text" and (is_result_type(kind) or not RESULT_KEYS.isdisjoint(part)):
        _add_result(message, part)
    elif kind in _SERVED_TYPES or not part.keys().isdisjoint(_SERVED_KEYS):
        _add_call(message, part, served=True)
    elif kind != "text" and (kind in _CALL_TYPES or not part.keys().isdisjoint(_CALL_KEYS)):
        add_calls(message, [part])
    elif "toolCallId" in part and ("state" in part or kind.startswith("tool-")):  # Vercel
        _add_call(message, part)
    elif kind not in _SILENT_TYPES and not part.get("thought"):
        for key in ("content", "text"):
            if isinstance(part.get(key), str):
                _add_text(message, part[key])
                return


def add_calls(message: Message, calls: Any) -> None:
    """Read a list of tool calls."""
    for call in calls if isinstance(calls, (list, tuple)) else ():
        if isinstance(call, dict):
            _add_call(message, call)
        else:
            message.calls.append(Call())


def _add_call(message: Message, part: Mapping[str, Any], *, served: bool = False) -> None:
    """A call; some write what came of it in the same part."""
    call = _call(part, served=served)
    message.calls.append(call)
    output = unwrap(next((part[key] for key in _OUTCOME_KEYS if part.get(key)), None))
    if output.content is not None:
        message.add_result(_source(output, call.name, call.call_id))


def _call(call: Mapping[str, Any], *, served: bool = False) -> Call:
    inner = next((call[key] for key in _CALL_KEYS if isinstance(call.get(key), dict)), call)
    function = inner.get("function")
    named = function if isinstance(function, dict) else inner
    arguments = next((named[key] for key in _ARGUMENT_KEYS if named.get(key) is not None), None)
    name = first_text(inner, (*NAME_KEYS, "tool.name")) or first_text(named, NAME_KEYS)
    return Call(name, first_text(inner, ID_KEYS), arguments, served)


def _add_result(message: Message, part: Mapping[str, Any]) -> None:
    if (result := result_of(part)) is not None:
        message.add_result(result)


def result_of(part: Mapping[str, Any]) -> Source | None:
    """The tool output a part carries; None where it is no such part or its value was not captured."""
    output = read_result(part)
    if output is None or output.content is None or is_tool_definition(output.content):
        return None
    return _source(output)


def calls_in(value: Any) -> list[Call]:
    """The calls of a value that is nothing but tool calls; an empty list where it is something else."""
    if isinstance(value, str) and not any(word in value for word in _CALL_WORDS):
        return []
    value = parse(value).value
    entries = value if isinstance(value, (list, tuple)) else [value]
    if len(entries) > _MAX_CALLS or not all(isinstance(entry, dict) and _is_call(entry) for entry in entries):
        return []
    return [_call(entry) for entry in entries]


def _is_call(entry: Mapping[str, Any]) -> bool:
    """A call has a name and arguments, and nothing that a tool would return."""
    if any(isinstance(entry.get(key), dict) for key in _CALL_KEYS):
        return len(entry) == 1
    function = entry.get("function")
    if isinstance(function, dict):
        return "name" in function and not function.keys().isdisjoint(_ARGUMENT_KEYS)
    named = first_text(entry, (*NAME_KEYS, "tool.name"))
    return bool(named) and not entry.keys().isdisjoint(_ARGUMENT_KEYS) and entry.keys() <= _OF_A_CALL


_OF_A_CALL = frozenset({*ID_KEYS, *NAME_KEYS, *_ARGUMENT_KEYS, "tool.name", "type", "index", "status", "kind"})


def source_of(value: Any, tool_name: Any, call_id: Any) -> Source:
    """A tool's output out of its envelope; the names count where they are texts."""
    return _source(unwrap(value), text_or_empty(tool_name), text_or_empty(call_id))


def _source(output: ToolOutput, tool_name: str = "", call_id: str = "") -> Source:
    return Source(output.content, tool_name=tool_name or output.tool_name, call_id=call_id or output.call_id)
