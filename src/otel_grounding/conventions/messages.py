"""Message lists, in whatever shape a framework writes them, as one small kind of message.

Shapes: GenAI `parts`; `content` as a text or as blocks (OpenAI, Anthropic, Bedrock, Gemini, Haystack, Vercel); OpenAI
Responses items; LangChain's dumped, constructor and pair forms; event lists; any of these in `messages`,
`outputs` and similar envelopes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from otel_grounding.conventions.control import is_answer_echo, is_control_tool
from otel_grounding.conventions.json_text import parse
from otel_grounding.conventions.message_parts import Message, add_calls, add_content, add_part, result_of, source_of
from otel_grounding.conventions.tool_outputs import is_tool_definition
from otel_grounding.model import Source

MAX_DEPTH = 8
"""Envelopes inside envelopes; real ones nest three deep."""


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
            if result.content is not None and not is_control_tool(tool_name) and not is_answer_echo(result.content):
                found.append(Source(result.content, tool_name=tool_name, call_id=result.call_id))
    return tuple(found)


_ROLES = {
    "human": "user", "user": "user", "humanmessage": "user",
    "ai": "assistant", "assistant": "assistant", "model": "assistant",
    "aimessage": "assistant", "aimessagechunk": "assistant",
    "tool": "tool", "function": "tool", "toolmessage": "tool", "functionmessage": "tool",
    "system": "system", "developer": "system", "systemmessage": "system",
}  # fmt: skip
EVENT_ROLES = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
    "gen_ai.choice": "assistant",
}
"""Who speaks in an event of this name, as span and log events of the GenAI conventions once had it."""
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
        add_part(message, value)
        return message
    event = value.get("event.name")
    if isinstance(event, str) and event in EVENT_ROLES:
        inner = value.get("message")
        return _from_fields(EVENT_ROLES[event], inner if isinstance(inner, dict) else value)
    return _from_fields(_role(value.get("role")) or (_role(kind) if "content" in value else ""), value)


def _role(name: Any) -> str:
    return _ROLES.get(name.lower(), "") if isinstance(name, str) else ""


def _from_fields(role: str, fields: Mapping[str, Any]) -> Message | None:
    if not role:
        return None
    message = Message(role)
    add_calls(message, fields.get("tool_calls") or fields.get("toolCalls"))
    if role == "tool" and "parts" not in fields:
        _read_tool_message(message, fields)
        return message
    for key in ("parts", "content", "_content", "contents", "blocks"):
        if fields.get(key) is not None:
            add_content(message, fields[key])
            break
    if role == "tool" and not message.results and not message.calls_tools:  # an output written as plain text parts
        message.results = [Source(text) for text in message.texts if not is_tool_definition(text)]
    return message


def _read_tool_message(message: Message, fields: Mapping[str, Any]) -> None:
    """Role `tool` is an output, unless it holds tool calls or definitions of tools, as some producers have it."""
    content = fields.get("content", fields.get("_content"))
    if message.calls_tools or content is None or is_tool_definition(content):
        return
    if isinstance(content, (list, tuple)) and any(isinstance(part, dict) and result_of(part) for part in content):
        add_content(message, content)
        return
    call_id = fields.get("tool_call_id") or fields.get("id")
    message.results.append(source_of(content, fields.get("name"), call_id))
