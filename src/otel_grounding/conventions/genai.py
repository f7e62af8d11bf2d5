"""OpenTelemetry's GenAI semantic conventions, in their present and their older shapes."""

from __future__ import annotations

from otel_grounding.conventions import names
from otel_grounding.conventions.build import model_reading, run_reading, tool_reading, with_cut
from otel_grounding.conventions.documents import document_text
from otel_grounding.conventions.messages import Message, read_messages
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.model import Reading, Role, Source

MARKS = frozenset({names.GEN_AI_OPERATION_NAME, names.GEN_AI_TOOL_CALL_RESULT, names.GEN_AI_OUTPUT_MESSAGES})

_ROLES = {
    "chat": Role.MODEL,
    "generate_content": Role.MODEL,
    "text_completion": Role.MODEL,
    "create_agent": Role.OTHER,
    "execute_tool": Role.TOOL,
    "invoke_agent": Role.RUN,
    "invoke_workflow": Role.RUN,
    "retrieval": Role.RETRIEVAL,
}


def role_of_operation(span: SpanView) -> Role:
    """The role an operation name gives, whatever else the span carries (chat spans may name a tool)."""
    return _ROLES.get(span.text(names.GEN_AI_OPERATION_NAME), Role.OTHER)


def read(span: SpanView) -> Reading | None:
    role = role_of_operation(span)
    if role is Role.TOOL:
        return tool_reading(span, span.first(names.GEN_AI_TOOL_CALL_RESULT))
    if role is Role.MODEL:
        return model_reading(span, *_transcript(span))
    if role is Role.RUN:
        return run_reading(span, *_transcript(span))
    if role is Role.RETRIEVAL:
        return with_cut(span, Reading(role, sources=_documents(span)))
    return Reading(role)


def _transcript(span: SpanView) -> tuple[list[Message], list[Message]]:
    """The messages that went in, and those that came out."""
    asked = read_messages(span.json(names.GEN_AI_INPUT_MESSAGES))
    answered = read_messages(span.json(names.GEN_AI_OUTPUT_MESSAGES))
    return asked, answered


def _documents(span: SpanView) -> tuple[Source, ...]:
    """Documents that have content: the conventions ask for ids and scores only."""
    documents = span.json(names.GEN_AI_RETRIEVAL_DOCUMENTS)
    found = documents if isinstance(documents, (list, tuple)) else ()
    return tuple(Source(text) for document in found if (text := document_text(document)) is not None)
