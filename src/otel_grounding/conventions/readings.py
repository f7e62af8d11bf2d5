"""Readings out of what a dialect found: the rules that hold in every dialect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from otel_grounding.conventions import names
from otel_grounding.conventions.control import answer_of_call, is_answer_echo, is_control_tool, is_repeated
from otel_grounding.conventions.documents import read_documents
from otel_grounding.conventions.message_parts import Message
from otel_grounding.conventions.messages import first_question, last_answer, read_messages, tool_outputs
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.conventions.tool_outputs import may_name_a_call, unwrap
from otel_grounding.conventions.transcripts import read_answer, read_question
from otel_grounding.model import Reading, Role, Source

NOTHING: Final = Reading(Role.OTHER)
"""Of a span that its dialect knows for no step of a run, whatever else may be on it. Where a dialect only knows nothing
special of a span, it says so with a reading of its own, and others may know better."""


def agent_name(span: SpanView) -> str:
    return span.text(names.GEN_AI_AGENT_NAME, names.AGENT_NAME, names.GEN_AI_WORKFLOW_NAME)


def tool_reading(
    span: SpanView,
    value: Any,
    *,
    name: str = "",
    call_id: str = "",
    arguments: Any = None,
    failed: bool = False,
) -> Reading:
    """A tool step. Without an output, a failed one's error text is what the agent saw.

    What is given to an answer tool is the answer, and a tool that returns its own arguments has observed nothing.

    Args:
        value: The output as the span holds it, or None where it was not captured.
        name, call_id, arguments: The tool and its call, where the span has them under keys of its dialect only.
    """
    name = name or span.text(names.GEN_AI_TOOL_NAME, names.TOOL_NAME)
    output = unwrap(value)
    failed = failed or output.failed or span.failed
    content = span.error_text if output.content is None and failed else output.content
    name = name or output.tool_name
    given = span.aside(names.GEN_AI_TOOL_CALL_ARGUMENTS) if arguments is None else arguments
    if is_control_tool(name) or is_answer_echo(content):
        answer = None if failed else answer_of_call(name, given, content)
        return Reading(Role.CONTROL, agent_name=agent_name(span), output=answer, failed=failed)
    if is_repeated(content, given):
        return Reading(Role.CONTROL, agent_name=agent_name(span), failed=failed)
    call_id = call_id or span.text(names.GEN_AI_TOOL_CALL_ID) or output.call_id
    return Reading(
        Role.TOOL,
        agent_name=agent_name(span),
        sources=() if content is None else (Source(content, tool_name=name, call_id=call_id),),
        failed=failed,
        truncated=span.cut or output.cut,
    )


def model_reading(span: SpanView, asked: Sequence[Message], answered: Sequence[Message]) -> Reading:
    """A model turn: its answer, the user's words, and the tools' outputs it was shown."""
    return Reading(
        Role.MODEL,
        agent_name=agent_name(span),
        output=last_answer(answered),
        question=first_question(asked),
        sources=tool_outputs([*asked, *answered]),
        truncated=span.cut,
    )


def run_reading(span: SpanView, transcript: Sequence[Message], *, output: str | None = None, name: str = "") -> Reading:
    """An agent's run, told by its messages.

    Args:
        output: The final output, where the span holds it beside the messages.
        name: The agent's name, where the span has it under a key of its dialect only.
    """
    return Reading(
        Role.RUN,
        agent_name=agent_name(span) or name,
        output=last_answer(transcript) if output is None else output,
        question=first_question(transcript),
        sources=tool_outputs(transcript),
        truncated=span.cut,
    )


def record_reading(span: SpanView, role: Role, asked: Any, answered: Any, *, name: str = "") -> Reading:
    """A run, or a span that may turn out to be one, told by one value that went in and one that came out."""
    record = span.parsed(answered)
    transcript = read_messages(record)
    return Reading(
        role,
        agent_name=agent_name(span) or name,
        output=read_answer(answered, record, transcript),
        question=read_question(span.parsed(asked)),
        sources=tool_outputs(transcript),
        truncated=span.cut,
    )


def step_reading(span: SpanView, role: Role, asked: Any, answered: Any, *, name: str = "") -> Reading:
    """A run, or a step that its dialect knows nothing special of.

    Such a step is a tool where it returned a tool's message. At the entry it may turn out to be the run.

    Args:
        name: The agent's name, should it be a run.
    """
    if role is Role.OTHER and may_name_a_call(answered) and (output := unwrap(answered)).call_id:
        return tool_reading(span, answered, name=output.tool_name or span.name, arguments=asked)
    if role is Role.RUN or span.is_entry:
        return record_reading(span, role, asked, answered, name=name if role is Role.RUN else "")
    return Reading(role)


def retrieval_reading(span: SpanView, value: Any) -> Reading:
    """A retrieval; ids and scores without content are not captured evidence."""
    return Reading(
        Role.RETRIEVAL,
        agent_name=agent_name(span),
        sources=read_documents(span.parsed(value)) if value is not None else (),
        failed=span.failed,
        truncated=span.cut,
    )
