"""LangChain's messages as Python writes them: `content='…' id='…'` and `AIMessage(content='…', id='…')`.

A state that is written by `str` holds them in a row. What stands in the other fields (token counts, names of models)
is nothing that was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from otel_grounding.conventions.message_parts import Call, Message, source_of
from otel_grounding.conventions.reprs import text_field

_OPENING = re.compile(r"(?<![\w.])(?:(Human|AI|Tool|System|Function|Chat)Message(?:Chunk)?\()?content=(?=['\"])")
_ROLES = {"Human": "user", "AI": "assistant", "Tool": "tool", "Function": "tool", "System": "system"}
_OF_A_MODEL = ("tool_calls=", "usage_metadata=", "response_metadata={'", "id='run-", "id='lc_run-", "id='chatcmpl-")
"""What only a model's message has beside its content."""
_CALLS = re.compile(r"\btool_calls(?:=|': )\[\{")
_MAX_MESSAGES = 1_000


def read_message_reprs(text: str) -> Iterator[Message]:
    """The messages whose reprs a text consists of; none where it is anything else, or was cut inside one's content."""
    if not text.startswith(_BEGINNINGS):
        return
    opening = _OPENING.search(text)
    for _ in range(_MAX_MESSAGES):
        content = None if opening is None else text_field(text, "content", opening.start())
        if opening is None or content is None or content.cut:
            return
        following = _OPENING.search(text, content.end)
        fields = text[content.end : len(text) if following is None else following.start()]
        yield _message(opening[1] or "", content.text, fields)
        opening = following


_BEGINNINGS = (
    "content=", "HumanMessage(", "AIMessage", "ToolMessage(", "SystemMessage(",
    "[HumanMessage(", "[AIMessage", "[SystemMessage(", "[ToolMessage(",
    "{'messages': [HumanMessage(", "{'messages': [AIMessage", "{'messages': [SystemMessage(",
    "{'messages': [ToolMessage(",
)  # fmt: skip


def _message(kind: str, content: str, fields: str) -> Message:
    """A plain message's repr names no role: what else it holds tells."""
    call_id = text_field(fields, "tool_call_id")
    role = _ROLES.get(kind) or _role(fields, has_call_id=call_id is not None)
    if role == "tool":
        name = text_field(fields, "name")
        source = source_of(content, name and name.text, call_id and call_id.text)
        return Message(role, results=[source])
    calls = [Call()] if role == "assistant" and _CALLS.search(fields) else []
    return Message(role, texts=[content], calls=calls)


def _role(fields: str, *, has_call_id: bool) -> str:
    if has_call_id:
        return "tool"
    return "assistant" if any(mark in fields for mark in _OF_A_MODEL) else "user"
