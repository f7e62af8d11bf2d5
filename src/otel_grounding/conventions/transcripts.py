"""The question and the answer of a run in attribute values that hold a framework's whole record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from otel_grounding.conventions.json_text import dump
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import first_question, last_answer, read_messages
from otel_grounding.conventions.reprs import text_field

_QUESTION_KEYS = (
    "question", "query", "query_str", "task", "input", "prompt", "message", "user_msg", "user_input", "user_message",
    "user_prompt", "inputs", "input_args", "kwargs", "args", "messages", "text",
)  # fmt: skip
_RECORD_REPRS = {
    "StopEvent(": "text",  # LlamaIndex
    "AgentOutput(": "text",
    "RunOutput(": "content",  # Agno
    "RunResponse(": "content",
    "CrewOutput(": "raw",
    "AgentRunResult(": "output",  # pydantic-ai
}
"""Records that are written as a Python repr, and the field that holds the answer."""
_CUT_REPRS = ("{'", "[{'", "content='", 'content="')
"""How a repr begins that could not be read: it was cut, and the answer is somewhere in it."""
_RECORD_KEYS = frozenset({"run_id", "metrics", "session_id"})
"""Keys beside `content` of a record that is not the answer itself (Agno)."""
_FRAME = frozenset({"output", "outputs", "kwargs"})
_MAX_DEPTH = 4


def read_answer(value: Any, record: Any, transcript: Sequence[Message], depth: int = _MAX_DEPTH) -> str | None:
    """What the user saw of a run's output: of a record its last assistant text, else the value itself.

    None where nothing was captured, where the record ends on a tool call, or where a repr was cut inside the text.

    Args:
        value: The output as the span has it.
        record: The same, read as JSON where it is JSON.
        transcript: The messages in it.
        depth: Frames around it that are opened.
    """
    if record is None:
        return None
    if isinstance(record, str):
        return last_answer(transcript) if transcript else read_repr(record)
    if isinstance(record, dict):
        if all(inner is None for inner in record.values()):  # nothing was returned, or its capture is off
            return None
        if isinstance(record.get("raw"), str) and ("tasks_output" in record or "expected_output" in record):  # CrewAI
            return str(record["raw"])
        if isinstance(record.get("content"), str) and not _RECORD_KEYS.isdisjoint(record):
            return str(record["content"])
        if (structured := record.get("structured_response")) is not None and "messages" in record:  # LangGraph
            return dump(structured)
        if set(record) <= _FRAME:  # OpenLLMetry and LangSmith around any of these
            inner = record.get("output", record.get("outputs"))
            if not transcript and (inner is None or isinstance(inner, str)):
                return inner
            if isinstance(inner, dict) and depth > 0:
                return read_answer(inner, inner, transcript, depth - 1)
    return last_answer(transcript) if transcript else dump(value)


def read_repr(text: str) -> str | None:
    """The answer in a record's repr, None where it was cut; any other text is the answer itself."""
    for opening, name in _RECORD_REPRS.items():
        if text.startswith(opening):
            field = None if "tool_calls=[ToolSelection(" in text else text_field(text, name)
            return None if field is None or field.cut else field.text
    return None if text.startswith(_CUT_REPRS) else text


def read_question(value: Any) -> str | None:
    """The user's own words in a run's input."""
    return _question(value, _MAX_DEPTH)


def _question(value: Any, depth: int) -> str | None:
    if isinstance(value, str):
        return value or None
    if depth <= 0 or not value:
        return None
    if messages := read_messages(value):
        return first_question(messages)
    if isinstance(value, dict):
        for key in _QUESTION_KEYS:
            if (found := _question(value.get(key), depth - 1)) is not None:
                return found
    elif isinstance(value, (list, tuple)) and isinstance(value[0], (str, dict)):
        return _question_of_item(value[0], depth)
    return None


def _question_of_item(item: Any, depth: int) -> str | None:
    """The first of several arguments or messages; AutoGen writes its messages as reprs."""
    if isinstance(item, str) and (content := text_field(item, "content")) is not None:
        return content.text
    return _question(item, depth - 1)
