"""Spring AI (Java): `spring.ai.kind`; its chat client is what loops over the tools."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.json_text import dump
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import read_messages
from otel_grounding.conventions.readings import retrieval_reading, run_reading, tool_reading
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role

_KIND = "spring.ai.kind"
_TOOL_NAME = "spring.ai.tool.definition.name"
_TOOL_RESULT = "spring.ai.tool.call.result"
_TOOL_ARGUMENTS = "spring.ai.tool.call.arguments"
_DOCUMENTS = "db.vector.query.response.documents"

MARKS = frozenset({_KIND, _TOOL_NAME, _TOOL_RESULT, _DOCUMENTS})


def read(span: SpanView) -> Reading | None:
    kind = span.text(_KIND)
    if kind == "tool_call" or _TOOL_NAME in span.attributes:
        result = span.first(_TOOL_RESULT, names.GEN_AI_TOOL_CALL_RESULT)
        return tool_reading(span, result, name=span.text(_TOOL_NAME), arguments=span.aside(_TOOL_ARGUMENTS))
    if kind == "chat_client":
        return run_reading(span, [*_said(span, "user", names.GEN_AI_PROMPT), *_said(span, "assistant", _COMPLETION)])
    if kind == "vector_store":
        return retrieval_reading(span, span.get(_DOCUMENTS)) if _is_query(span) else Reading(Role.OTHER)
    return Reading(Role.OTHER)


_COMPLETION = names.GEN_AI_COMPLETION


def _said(span: SpanView, role: str, key: str) -> list[Message]:
    """A list of texts; with roles where they are messages."""
    value = span.json(key)
    if value is None:
        return []
    texts = value if isinstance(value, (list, tuple)) else [value]
    return read_messages(value) or [Message(role, texts=[dump(text) for text in texts])]


def _is_query(span: SpanView) -> bool:
    """A vector store is added to and deleted from, too."""
    return _DOCUMENTS in span.attributes or span.text("db.operation.name") == "query"
