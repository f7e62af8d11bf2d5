"""Readings out of what a dialect found: the rules that hold for every dialect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from otel_grounding.conventions import names
from otel_grounding.conventions.control import is_answer_echo, is_control_tool
from otel_grounding.conventions.messages import Message, first_question, last_answer, tool_outputs
from otel_grounding.conventions.span_view import SpanView
from otel_grounding.conventions.tool_values import unwrap
from otel_grounding.model import Reading, Role, Source


def agent_name(span: SpanView) -> str:
    return span.text(names.GEN_AI_AGENT_NAME, "agent.name", "agent_name", names.GEN_AI_WORKFLOW_NAME)


def tool_reading(span: SpanView, value: Any, *, name: str = "", call_id: str = "", failed: bool = False) -> Reading:
    """A tool step. Without an output, a failed one's error text is what the agent saw."""
    name = name or span.text(names.GEN_AI_TOOL_NAME, "tool.name")
    failed = failed or span.failed
    if is_control_tool(name) or is_answer_echo(value):
        return Reading(Role.CONTROL, agent_name=agent_name(span), failed=failed)
    if value is None and failed:
        value = span.error_text
    call_id = call_id or span.text(names.GEN_AI_TOOL_CALL_ID)
    sources = () if value is None else (Source(unwrap(value), tool_name=name, call_id=call_id),)
    return Reading(Role.TOOL, agent_name=agent_name(span), sources=sources, failed=failed, truncated=span.cut)


def model_reading(span: SpanView, asked: Sequence[Message], answered: Sequence[Message]) -> Reading:
    return Reading(
        Role.MODEL,
        agent_name=agent_name(span),
        output=last_answer(answered),
        question=first_question(asked),
        sources=tool_outputs(asked),
        truncated=span.cut,
    )


def run_reading(span: SpanView, asked: Sequence[Message], answered: Sequence[Message]) -> Reading:
    """An agent's run. Its output may be a whole transcript, with the question and the tools' outputs in it."""
    return replace(
        model_reading(span, asked, answered),
        role=Role.RUN,
        question=first_question([*asked, *answered]),
        sources=tool_outputs([*asked, *answered]),
    )


def with_cut(span: SpanView, reading: Reading) -> Reading:
    return replace(reading, truncated=True) if span.cut else reading
