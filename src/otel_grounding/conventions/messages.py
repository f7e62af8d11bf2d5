"""Message lists, in whatever shape a framework writes them, as one small kind of message.

Shapes: GenAI `parts`; `content` as a text or as blocks (OpenAI, Anthropic, Bedrock, Gemini, Haystack, Vercel); OpenAI
Responses items; LangChain's dumped, constructor and pair forms; event lists; any of these in `messages`,
`outputs` and similar envelopes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from otel_grounding.conventions.control import (
    Arguments,
    answer_in,
    is_answer_echo,
    is_answer_tool,
    is_control_tool,
)
from otel_grounding.conventions.json_text import parse, text_or_empty
from otel_grounding.conventions.message_parts import (
    Call,
    Message,
    add_calls,
    add_content,
    add_part,
    calls_in,
    result_of,
    source_of,
)
from otel_grounding.conventions.message_reprs import read_message_reprs
from otel_grounding.conventions.tool_definitions import is_tool_definition
from otel_grounding.model import Source

MAX_DEPTH = 8
"""Envelopes inside envelopes; real ones nest three deep."""


_UNKNOWN = Call()


def read_messages(value: Any) -> list[Message]:
    """The messages of any value; an empty list where there are none."""
    found = list(_messages(value, MAX_DEPTH))
    if not any(message.speaker for message in found):
        return found
    called = {call.name for message in found for call in message.calls}
    return [message for message in found if message.role or message.speaker in called]


def last_answer(messages: Sequence[Message]) -> str | None:
    """The text of the last assistant message, unless it asks for a tool: then there is no answer yet.

    What it hands to an answer tool is the answer.
    """
    accepted = {result.call_id for message in messages for result in message.results if is_answer_echo(result.content)}
    for message in reversed(messages):
        if message.role == "assistant":
            waiting = message.open_calls
            for call in waiting:
                if is_answer_tool(call.name) or (call.call_id and call.call_id in accepted):
                    return answer_in(call.arguments)
            return None if waiting else message.text
    return None


def first_question(messages: Sequence[Message]) -> str | None:
    """The first user message that says something (some frameworks write tool results as user messages)."""
    return next((m.text for m in messages if m.role == "user" and m.text), None)


def tool_outputs(messages: Sequence[Message]) -> tuple[Source, ...]:
    """What tools returned, named by the calls that asked for them; what observes nothing is left out."""
    called: dict[str, Call] = {}
    given: dict[str, Arguments] = {}
    found = []
    for message in messages:
        for call in message.calls:
            if call.call_id:
                called[call.call_id] = call
                given[call.call_id] = Arguments(call.arguments)
        for result in message.results:
            tool_name = result.tool_name or called.get(result.call_id, _UNKNOWN).name
            arguments = given.get(result.call_id)
            if not (
                result.content is None
                or is_control_tool(tool_name)
                or is_answer_echo(result.content)
                or (arguments is not None and arguments.are_in(result.content))
            ):
                found.append(Source(result.content, tool_name=tool_name, call_id=result.call_id))
    return tuple(found)


_ROLES = {
    "human": "user", "user": "user", "humanmessage": "user",
    "ai": "assistant", "assistant": "assistant", "model": "assistant",
    "aimessage": "assistant", "aimessagechunk": "assistant",
    "tool": "tool", "function": "tool", "toolmessage": "tool", "functionmessage": "tool",
    "functionexecutionresultmessage": "tool",
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
        if isinstance(parsed, str):
            yield from read_message_reprs(parsed)
        else:
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
            elif isinstance(item, str):
                yield from read_message_reprs(item)


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
    if "role" not in value and text_or_empty(kind) in _ITEMS:  # OpenAI Responses
        message = Message("tool" if str(kind).endswith("_output") else "assistant")
        add_part(message, value)
        return message
    event = value.get("event.name")
    if isinstance(event, str) and event in EVENT_ROLES:
        inner = value.get("message")
        return _from_fields(EVENT_ROLES[event], inner if isinstance(inner, dict) else value)
    role = _role(value.get("role")) or (_role(kind) if "content" in value else "")
    return _from_fields(role, value) if role else _of_unknown_role(value)


_ITEMS = frozenset(
    {
        "function_call", "custom_tool_call", "reasoning", "web_search_call", "file_search_call", "mcp_call",
        "code_interpreter_call", "function_call_output", "custom_tool_call_output", "local_shell_call_output",
        "shell_call_output", "computer_call_output",
    }
)  # fmt: skip
"""Items that stand beside messages and are parts of one."""


def _of_unknown_role(value: Mapping[str, Any]) -> Message | None:
    """A message of an unknown role: an output, where a tool of that name was called (Langfuse with LangChain)."""
    speaker, content = text_or_empty(value.get("role")), value.get("content")
    if not speaker or content is None:
        return None
    return Message("", speaker=speaker, results=[source_of(content, speaker, value.get("tool_call_id"))])


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
    for key in ("parts", "content", "_content", "contents", "blocks", "text"):
        if fields.get(key) is not None:
            add_content(message, fields[key])
            break
    if role == "tool" and not message.results and not message.calls:  # an output written as plain text parts
        for text in message.texts:
            _read_output(message, text, fields)
    return message


def _read_tool_message(message: Message, fields: Mapping[str, Any]) -> None:
    """Role `tool` is an output, unless it holds tool calls or definitions of tools, as some producers have it."""
    content = fields.get("content", fields.get("_content"))
    if message.calls or content is None:
        return
    if isinstance(content, (list, tuple)) and any(isinstance(part, dict) and result_of(part) for part in content):
        add_content(message, content)
        return
    _read_output(message, content, fields)


def _read_output(message: Message, content: Any, fields: Mapping[str, Any]) -> None:
    if is_tool_definition(content):
        return
    if calls := calls_in(content):
        message.calls += calls
        return
    call_id = fields.get("tool_call_id") or fields.get("toolCallId") or fields.get("id")
    message.add_result(source_of(content, fields.get("name"), call_id))
