"""Message lists, in whatever shape a framework writes them, as one small kind of message.

Shapes: GenAI `parts`; `content` as a text or as blocks (OpenAI, Anthropic, Bedrock, Gemini, Haystack, Vercel); OpenAI
Responses items; LangChain's dumped, constructor and pair forms; event lists; any of these in `messages`,
`outputs` and similar envelopes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from otel_grounding.conventions.control import is_answer_echo, is_control_tool
from otel_grounding.conventions.json_text import parse
from otel_grounding.conventions.tool_outputs import is_tool_definition, unwrap
from otel_grounding.model import Source

MAX_DEPTH = 8
"""Envelopes inside envelopes; real ones nest three deep."""


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


def read_messages(value: Any) -> list[Message]:
    """The messages of any value; an empty list where there are none."""
    return list(_messages(value, MAX_DEPTH))


def last_answer(messages: Sequence[Message]) -> str | None:
    """The text of the last assistant message, unless it asks for a tool: then there is no answer yet."""
    for message in reversed(messages):
        if message.role == "assistant":
            return None if message.calls_tools else message.text
    return None


def first_question(messages: Sequence[Message]) -> str | None:
    """The first user message that says something (some frameworks write tool results as user messages)."""
    return next((m.text for m in messages if m.role == "user" and m.text), None)


def tool_outputs(messages: Sequence[Message]) -> tuple[Source, ...]:
    """What tools returned, named by the calls that asked for them; handoffs and answer tools left out."""
    called: dict[str, str] = {}
    found = []
    for message in messages:
        called |= message.calls
        for result in message.results:
            tool_name = result.tool_name or called.get(result.call_id, "")
            if not is_control_tool(tool_name) and not is_answer_echo(result.content):
                found.append(Source(result.content, tool_name=tool_name, call_id=result.call_id))
    return tuple(found)


_ROLES = {
    "human": "user", "user": "user", "humanmessage": "user",
    "ai": "assistant", "assistant": "assistant", "model": "assistant",
    "aimessage": "assistant", "aimessagechunk": "assistant",
    "tool": "tool", "function": "tool", "toolmessage": "tool", "functionmessage": "tool",
    "system": "system", "developer": "system", "systemmessage": "system",
}  # fmt: skip
_EVENT_ROLES = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
    "gen_ai.choice": "assistant",
}
_ENVELOPES = (
    "messages", "message", "outputs", "output", "inputs", "input", "update", "generations", "replies", "choices",
    "tool_messages", "contents", "content", "prompt", "new_message", "response", "result", "kwargs", "data",
)  # fmt: skip


def _messages(value: Any, depth: int) -> Iterator[Message]:
    if depth <= 0:
        return
    if isinstance(value, str):
        parsed = parse(value).value
        if not isinstance(parsed, str):
            yield from _messages(parsed, depth - 1)
    elif isinstance(value, dict):
        message = _message(value)
        if message is not None:
            yield message
            return
        for key in _ENVELOPES:
            if isinstance(value.get(key), (dict, list, tuple)):
                yield from _messages(value[key], depth - 1)
                return
    elif isinstance(value, (list, tuple)):
        if len(value) == 2 and isinstance(value[0], str) and value[0].lower() in _ROLES and isinstance(value[1], str):
            yield Message(_ROLES[value[0].lower()], texts=[value[1]])
            return
        for item in value:
            if isinstance(item, (dict, list, tuple)):
                yield from _messages(item, depth - 1)


def _message(value: dict[str, Any]) -> Message | None:
    """A mapping as a message, or None where it is something else."""
    kind = value.get("type")
    if kind == "constructor":  # LangChain: {"lc": 1, "type": "constructor", "id": [..., "AIMessage"], "kwargs": {...}}
        path, fields = value.get("id"), value.get("kwargs")
        if isinstance(path, (list, tuple)) and path and isinstance(fields, dict):
            return _from_fields(_role(path[-1]), fields)
        return None
    if isinstance(value.get("data"), dict) and (role := _role(kind)):  # LangChain: {"type": "ai", "data": {...}}
        return _from_fields(role, value["data"])
    if kind in ("function_call_output", "function_call", "reasoning"):  # OpenAI Responses items
        message = Message("tool" if kind == "function_call_output" else "assistant")
        _read_part(message, value)
        return message
    event = value.get("event.name")
    if isinstance(event, str) and event in _EVENT_ROLES:
        inner = value.get("message")
        return _from_fields(_EVENT_ROLES[event], inner if isinstance(inner, dict) else value)
    return _from_fields(_role(value.get("role")) or (_role(kind) if "content" in value else ""), value)


def _role(name: Any) -> str:
    return _ROLES.get(name.lower(), "") if isinstance(name, str) else ""


def _from_fields(role: str, fields: Mapping[str, Any]) -> Message | None:
    if not role:
        return None
    message = Message(role)
    _read_calls(message, fields.get("tool_calls"))
    if role == "tool" and "parts" not in fields:
        _read_tool_message(message, fields)
        return message
    for key in ("parts", "content", "_content", "contents", "blocks"):
        if fields.get(key) is not None:
            _read_content(message, fields[key])
            break
    if role == "tool" and not message.results and not message.calls_tools:  # an output written as plain text parts
        message.results = [Source(text) for text in message.texts if not is_tool_definition(text)]
    return message


def _read_tool_message(message: Message, fields: Mapping[str, Any]) -> None:
    """Role `tool` is an output, unless it holds tool calls or definitions of tools, as some producers have it."""
    content = fields.get("content", fields.get("_content"))
    if message.calls_tools or content is None or is_tool_definition(content):
        return
    if isinstance(content, (list, tuple)) and any(isinstance(part, dict) and _result_of(part) for part in content):
        _read_content(message, content)
        return
    call_id = fields.get("tool_call_id") or fields.get("id") or ""
    message.results.append(_source(content, _text(fields.get("name")), _text(call_id)))


def _read_content(message: Message, content: Any) -> None:
    for part in content if isinstance(content, (list, tuple)) else (content,):
        if isinstance(part, str):
            _read_text(message, part)
        elif isinstance(part, dict):
            _read_part(message, part)


def _read_text(message: Message, text: str) -> None:
    if text.startswith(_CALL_REPR):
        message.calls_tools = True
    else:
        message.texts.append(text)


_CALL_TYPES = frozenset({"tool_call", "tool_use", "function_call", "tool-call", "server_tool_call", "server_tool_use"})
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


def _read_part(message: Message, part: dict[str, Any]) -> None:
    """A part of a message: a tool call, a tool's output, or text. Reasoning is not what the user saw."""
    kind = _text(part.get("type", part.get("kind")))
    if kind != "text" and (kind in _RESULT_TYPES or not _RESULT_KEYS.isdisjoint(part)):
        if (result := _result_of(part)) is not None:
            message.results.append(result)
    elif kind != "text" and (kind in _CALL_TYPES or not _CALL_KEYS.isdisjoint(part)):
        _read_calls(message, [part])
    elif kind not in _SILENT_TYPES and not part.get("thought"):
        for key in ("content", "text"):
            if isinstance(part.get(key), str):
                _read_text(message, part[key])
                return


def _read_calls(message: Message, calls: Any) -> None:
    for call in calls if isinstance(calls, (list, tuple)) else ():
        message.calls_tools = True
        if not isinstance(call, dict):
            continue
        inner = next((call[key] for key in _CALL_KEYS if isinstance(call.get(key), dict)), call)
        function = inner.get("function")
        name = _first(inner, _NAME_KEYS) or (_first(function, _NAME_KEYS) if isinstance(function, dict) else "")
        if call_id := _first(inner, _ID_KEYS):
            message.calls[call_id] = name


def _result_of(part: Mapping[str, Any]) -> Source | None:
    """The tool output a part carries; None where it is no such part or its value was not captured."""
    inner: Any = part
    if _text(part.get("type")) not in _RESULT_TYPES:
        inner = next((part[key] for key in _RESULT_KEYS if isinstance(part.get(key), dict)), None)
        if inner is None:
            return None
    value = next((inner[key] for key in _VALUE_KEYS if inner.get(key) is not None), None)
    if value is None or is_tool_definition(value):
        return None
    origin = inner.get("origin")  # Haystack keeps the call beside its result
    named = origin if isinstance(origin, dict) else inner
    return _source(value, _first(named, _NAME_KEYS), _first(inner, _ID_KEYS) or _first(named, _ID_KEYS))


def _source(value: Any, tool_name: str, call_id: str) -> Source:
    output = unwrap(value)
    return Source(output.content, tool_name=tool_name or output.tool_name, call_id=call_id or output.call_id)


def _first(value: Mapping[str, Any], keys: Sequence[str]) -> str:
    return next((value[key] for key in keys if isinstance(value.get(key), str)), "")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
